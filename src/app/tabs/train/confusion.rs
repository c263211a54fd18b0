//! Confusion matrix of the test graphs once a split has ended, until then of the validation graphs at the newest epoch.

use eframe::egui::{
    Align2, Color32, Grid, RichText, Role, Sense, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText, vec2,
};

use super::view::RunView;
use crate::{
    app::state::{labels, loaded::Loaded},
    train::{Confusion, history::SplitHistory},
    view::palette::{self, ColourMap},
};

pub(super) struct Counted {
    counts: Confusion,
    part: &'static str,
}

/// With more classes, cells have colours and tooltips only.
const MAX_NAMED_CLASSES: usize = 6;
/// With more classes the cells would be too small to point at.
const MAX_CLASSES: usize = 40;
const GAP: f32 = 2.0;

/// Of one split, or summed over all.
pub(super) fn counts(run: &RunView<'_>, split: Option<usize>) -> Option<Counted> {
    let splits = || run.history.splits.iter().filter(move |(number, _)| split.is_none_or(|split| split == **number));
    let test = |split: &'_ SplitHistory| Some(split.end.as_ref()?.test.as_ref()?.confusion.clone());
    let validation = |split: &'_ SplitHistory| split.epochs.last()?.validation_confusion.clone();
    let tested = sum(splits().filter_map(|(_, split)| test(split)));
    let counted = match tested {
        Some(counts) => Some(Counted { counts, part: "test" }),
        None => sum(splits().filter_map(|(_, split)| validation(split)))
            .map(|counts| Counted { counts, part: "validation" }),
    };
    counted.filter(|counted| (1..=MAX_CLASSES).contains(&counted.counts.0.len()))
}

fn sum(mut all: impl Iterator<Item = Confusion>) -> Option<Confusion> {
    let mut first = all.next()?;
    all.for_each(|other| first.merge(&other));
    Some(first)
}

pub(super) fn height(counted: &Counted) -> f32 {
    match counted.counts.0.len() {
        n if n <= MAX_NAMED_CLASSES => 64.0 + 22.0 * n as f32,
        _ => 30.0 + SMALL_SIDE,
    }
}

const SMALL_SIDE: f32 = 140.0;
const ROWS_AND_COLUMNS: &str = "Rows: true class, columns: predicted class";

pub(super) fn ui(ui: &mut Ui, counted: &Counted, run: &RunView<'_>, data: &Loaded, split: Option<usize>) {
    let of = split.map_or_else(|| "all splits".to_owned(), |split| format!("split {split}"));
    ui.add_space(4.0);
    ui.label(RichText::new(format!("{}, {of}", labels::train::confusion(counted.part))).small().weak())
        .on_hover_text(ROWS_AND_COLUMNS);
    // Runs of older versions do not know the names.
    let name = |class: usize| match run.file.classes.get(class) {
        Some(name) => name.clone(),
        None if run.is_on(data) && class < data.dataset.classes.len() => {
            data.dataset.classes.show(class as u32).to_owned()
        }
        None => class.to_string(),
    };
    let n = counted.counts.0.len();
    let most = 0.45 * ui.available_width();
    let name_width = (names_width(ui, (0..n).map(&name)) + 8.0).clamp(72.0_f32.min(most), most);
    let is_written = n <= MAX_NAMED_CLASSES;
    let size = if is_written {
        vec2(((ui.available_width() - name_width) / n as f32 - GAP).min(86.0), 20.0)
    } else {
        vec2(SMALL_SIDE / n as f32, SMALL_SIDE / n as f32)
    };
    let gap = if is_written { GAP } else { 0.0 };
    let plain = |class: usize| RichText::new(name(class)).small().weak();
    Grid::new("train-confusion").spacing([gap, gap]).min_row_height(0.0).min_col_width(0.0).show(ui, |ui| {
        if is_written {
            let hint = ROWS_AND_COLUMNS.to_owned();
            // A name of two words has two lines.
            let is_wide = names_width(ui, (0..n).map(&name)) > size.x - 4.0;
            let header = vec2(size.x, if is_wide { 30.0 } else { size.y });
            cell_ui(ui, vec2(name_width, header.y), RichText::new("true \\ pred.").small().weak(), None, hint);
            for class in 0..n {
                cell_ui(ui, header, plain(class), None, format!("predicted class: {}", name(class)));
            }
            ui.end_row();
        }
        for (class, row) in counted.counts.0.iter().enumerate() {
            if is_written {
                let hint = format!("true class: {}", name(class));
                cell_ui(ui, vec2(name_width, size.y), plain(class), None, hint);
            }
            let total = row.iter().sum::<u32>().max(1);
            for (predicted, &count) in row.iter().enumerate() {
                let text = RichText::new(if is_written { count.to_string() } else { String::new() });
                let hint = format!("{count} graphs of class {} predicted as {}", name(class), name(predicted));
                let share = f64::from(count) / f64::from(total);
                cell_ui(ui, size, text.monospace().size(12.0), Some(share), hint);
            }
            ui.end_row();
        }
    });
}

/// Width of the longest name of a class.
fn names_width(ui: &Ui, names: impl Iterator<Item = String>) -> f32 {
    let font = TextStyle::Small.resolve(ui.style());
    let width = |name: String| ui.painter().layout_no_wrap(name, font.clone(), Color32::PLACEHOLDER).size().x;
    names.map(width).fold(0.0, f32::max)
}

/// A cell, coloured by its fraction of the row.
fn cell_ui(ui: &mut Ui, size: eframe::egui::Vec2, text: RichText, share: Option<f64>, label: String) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let mut text = text;
    if let Some(share) = share {
        let colour = ColourMap::Cividis.on(ui.visuals().dark_mode).at(0.08 + 0.8 * share);
        let to_colour = |[r, g, b]: palette::Rgb| Color32::from_rgb(r, g, b);
        ui.painter().rect_filled(rect, if size.y > 12.0 { 3.0 } else { 0.0 }, to_colour(colour));
        text = text.color(to_colour(palette::readable_on(colour)));
    }
    let wrap = if size.y > 24.0 { TextWrapMode::Wrap } else { TextWrapMode::Truncate };
    let galley = WidgetText::from(text).into_galley(ui, Some(wrap), size.x - 4.0, TextStyle::Small);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min;
    ui.painter().galley(at, galley, ui.visuals().text_color());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(label);
}
