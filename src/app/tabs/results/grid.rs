//! The table of operators by datasets, with a dot and a bar for each result.

use eframe::egui::{Align2, Color32, FontId, Pos2, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::ResultsTab;
use crate::{
    app::{
        state::{labels, looks::results::CellKey},
        widgets::theme,
        work::studies::Results,
    },
    math::sample::Sample,
    pooling::method,
    study::report::{Report, ReportCell},
};

const NAMES: f32 = 120.0;
/// A column is no narrower than its numbers.
const MIN_COLUMN: f32 = 108.0;
const HEADER: f32 = 28.0;
/// With more room the table stays together.
const MAX_COLUMN: f32 = 240.0;
const ROW: f32 = 62.0;
/// Height of a row where the paper reports nothing.
const LOW_ROW: f32 = 42.0;
/// Width of the texts over and below the table, where it is narrower.
const TEXTS: f32 = 560.0;
/// Room of the numbers at the bottom of each column.
const AXIS: f32 = 22.0;
/// Of the axis from the sides of its column.
const INSET: f32 = 14.0;

/// Name of a row: that of its operator, with what is set.
pub(super) fn row_name(pool: &str, variant: &str) -> String {
    let name = method(pool).map_or(pool, |method| method.name);
    if variant.is_empty() { name.to_owned() } else { format!("{name} ({variant})") }
}

/// Width of the table where there is room for all of it.
pub(super) fn widest(results: &Results) -> f32 {
    (NAMES + MAX_COLUMN * results.report.datasets().len() as f32).max(TEXTS)
}

impl ResultsTab {
    pub(super) fn grid_ui(&mut self, ui: &mut Ui, results: &Results) {
        let report = &results.report;
        ui.label(&report.about);
        let (rows, datasets) = (report.rows(), report.datasets());
        let column = ((ui.available_width() - NAMES) / datasets.len().max(1) as f32).clamp(MIN_COLUMN, MAX_COLUMN);
        let has_paper = report.cells.iter().any(|cell| cell.paper().is_some());
        let row_height = if has_paper { ROW } else { LOW_ROW };
        let size = vec2(NAMES + column * datasets.len() as f32, HEADER + row_height * rows.len() as f32 + AXIS);
        let mut clicked = None;
        ScrollArea::both().id_salt("results-grid").auto_shrink([false, true]).show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let body = rect.with_min_y(rect.top() + HEADER).with_max_y(rect.bottom() - AXIS);
            for (idx, row) in rows.iter().enumerate() {
                let top = body.top() + row_height * idx as f32;
                name_ui(ui, pos2(rect.left(), top), row_height, &row_name(row.0, &row.1));
            }
            for (idx, dataset) in datasets.iter().enumerate() {
                let left = rect.left() + NAMES + column * idx as f32;
                let place = Rect::from_min_max(pos2(left, rect.top()), pos2(left + column, rect.bottom()));
                header_ui(ui, place, dataset);
                let Some(axis) = Axis::new(report, dataset, place) else { continue };
                axis.paint(ui, body);
                for (idx, row) in rows.iter().enumerate() {
                    let Some(cell) = report.cell(row, dataset) else { continue };
                    let top = body.top() + row_height * idx as f32;
                    let place = Rect::from_min_size(pos2(left, top), vec2(column, row_height)).shrink2(vec2(2.0, 1.0));
                    let key =
                        CellKey { dataset: (*dataset).to_owned(), pool: row.0.to_owned(), variant: row.1.clone() };
                    let is_selected = self.look.selected.as_ref() == Some(&key);
                    if cell_ui(ui, place, cell, &axis, (&row_name(row.0, &row.1), is_selected)) {
                        clicked = Some(key);
                    }
                }
            }
        });
        if let Some(key) = clicked {
            self.select(key);
        }
        let legend = if has_paper { labels::results::LEGEND_WITH_PAPER } else { labels::results::LEGEND };
        ui.label(eframe::egui::RichText::new(legend).small().weak());
    }
}

fn name_ui(ui: &Ui, at: Pos2, row_height: f32, name: &str) {
    let colour = ui.visuals().text_color();
    let mut job =
        eframe::egui::text::LayoutJob::simple(name.to_owned(), FontId::proportional(13.0), colour, NAMES - 8.0);
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(at + vec2(0.0, (row_height - galley.size().y) / 2.0), galley, colour);
}

fn header_ui(ui: &Ui, place: Rect, dataset: &str) {
    let font = FontId::new(13.0, theme::strong_family());
    let at = pos2(place.center().x, place.top() + HEADER / 2.0);
    ui.painter().text(at, Align2::CENTER_CENTER, dataset, font, ui.visuals().text_color());
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(place.x_range(), place.top() + HEADER - 0.5, line);
}

/// The axis of a dataset, in per cent, shared by its column.
pub(super) struct Axis {
    range: (f64, f64),
    left: f32,
    right: f32,
}

impl Axis {
    /// As long as all results and bars of a dataset, ours and the paper's. None where there is neither.
    fn new(report: &Report, dataset: &str, place: Rect) -> Option<Self> {
        let cells = report.cells.iter().filter(|cell| cell.dataset == dataset);
        let samples = cells.flat_map(|cell| [cell.sample(), cell.paper()]).flatten();
        let ends = samples.flat_map(|sample| [sample.mean - sample.std, sample.mean + sample.std]);
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        let range = (low.floor().max(0.0), high.ceil().min(100.0));
        (range.1 > range.0).then_some(Self { range, left: place.left() + INSET, right: place.right() - INSET })
    }

    fn x(&self, value: f64) -> f32 {
        let share = ((value - self.range.0) / (self.range.1 - self.range.0)).clamp(0.0, 1.0);
        self.left + share as f32 * (self.right - self.left)
    }

    fn paint(&self, ui: &Ui, body: Rect) {
        let (muted, line) = (ui.visuals().weak_text_color(), ui.visuals().widgets.noninteractive.bg_stroke);
        for (value, align) in [(self.range.0, Align2::LEFT_TOP), (self.range.1, Align2::RIGHT_TOP)] {
            let x = self.x(value);
            ui.painter().vline(x, body.y_range(), line);
            let text = format!("{value:.0} %");
            ui.painter().text(pos2(x, body.bottom() + 4.0), align, text, FontId::monospace(11.0), muted);
        }
    }
}

/// Draws a cell; whether it was clicked.
fn cell_ui(ui: &Ui, place: Rect, cell: &ReportCell, axis: &Axis, (name, is_selected): (&str, bool)) -> bool {
    let label = labels::results::cell(name, &cell.dataset);
    let response = ui.interact(place, ui.scope_id().with(("cell", &label)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &label));
    let visuals = ui.visuals();
    if is_selected {
        ui.painter().rect_filled(place, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(place, 4.0, visuals.widgets.hovered.bg_fill);
    }
    let (text, muted) = (visuals.text_color(), visuals.weak_text_color());
    let colour = if cell.mean.is_some() { text } else { muted };
    let ours = pos2(place.center().x, place.top() + 4.0);
    ui.painter().text(ours, Align2::CENTER_TOP, our_number(cell), FontId::monospace(12.0), colour);
    let line = place.top() + 26.0;
    if let Some(sample) = cell.sample() {
        paint_sample(ui, axis, sample, line, (visuals.hyperlink_color, true));
    }
    if let Some(sample) = cell.paper() {
        paint_sample(ui, axis, sample, line + 11.0, (muted, false));
        let paper = pos2(place.center().x, place.bottom() - 1.0);
        ui.painter().text(paper, Align2::CENTER_BOTTOM, sample.to_string(), FontId::monospace(11.0), muted);
    }
    response.on_hover_ui(|ui| hint_ui(ui, cell, name)).clicked()
}

/// `78.63 ± 1.92`, with the number of splits where some are missing and a mark where the paper is far away.
fn our_number(cell: &ReportCell) -> String {
    let Some(sample) = cell.sample() else { return labels::results::MISSING.to_owned() };
    let some = if cell.splits < cell.wanted { format!(" ({}/{})", cell.splits, cell.wanted) } else { String::new() };
    let mark = match cell.deviation {
        Some(deviation) if deviation > 1.0 => " ▲",
        Some(deviation) if deviation < -1.0 => " ▼",
        _ => "",
    };
    format!("{sample}{some}{mark}")
}

fn paint_sample(ui: &Ui, axis: &Axis, sample: Sample, y: f32, (colour, is_ours): (Color32, bool)) {
    const RADIUS: f32 = 3.5;
    let stroke = Stroke::new(1.5, colour);
    ui.painter().hline(axis.x(sample.mean - sample.std)..=axis.x(sample.mean + sample.std), y, stroke);
    let at = pos2(axis.x(sample.mean), y);
    if is_ours {
        ui.painter().circle_filled(at, RADIUS, colour);
    } else {
        ui.painter().circle(at, RADIUS, ui.visuals().panel_fill, stroke);
    }
}

fn hint_ui(ui: &mut Ui, cell: &ReportCell, name: &str) {
    ui.label(labels::results::cell(name, &cell.dataset));
    let mut line = |text: String| drop(ui.label(eframe::egui::RichText::new(text).monospace()));
    if let Some(sample) = cell.sample() {
        line(format!("{sample} %, {}", labels::results::of_splits(cell.splits, cell.wanted)));
    }
    if let Some(paper) = cell.paper() {
        line(format!("{paper} % in the paper, 20 splits"));
    }
    if let Some(deviation) = cell.deviation.filter(|_| cell.deviates()) {
        line(labels::results::deviates(deviation));
    }
}
