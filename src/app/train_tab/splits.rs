//! The right of the tab: the run's splits with mean ± std beside the paper's, which classes were taken for
//! which, and the length of the gradient.

use std::sync::Arc;

use eframe::egui::{
    Align, Align2, Color32, Grid, Label, Layout, RichText, Role, Sense, TextStyle, TextWrapMode, Ui, WidgetInfo,
    WidgetText, vec2,
};
use egui_extras::{Column, TableBuilder};

use super::{
    super::{command::Command, export::menu::plot_menu, loading::Loaded, panels::heading_ui},
    TrainCommand, TrainTab,
    progress::progress_ui,
    view::RunView,
};
use crate::{
    figure::palette::{self, ColourMap},
    math::sample::Sample,
    train::{Confusion, paper::reported},
};

const ROW_HEIGHT: f32 = 20.0;

impl TrainTab {
    pub(super) fn results_ui(&mut self, ui: &mut Ui, data: &Arc<Loaded>, commands: &mut Vec<Command>) {
        if let Some(live) = &self.live {
            progress_ui(ui, live);
            ui.separator();
        }
        let Some(run) = RunView::find(
            self.live.as_ref(),
            super::found(&self.runs),
            self.shown.as_deref().unwrap_or(std::path::Path::new("")),
        ) else {
            heading_ui(ui, "Splits");
            ui.weak("Every split of a run is listed here, with the running mean beside the paper's.");
            return;
        };
        heading_ui(ui, "Splits");
        let confusion = confusion_of(&run, self.split);
        let classes = confusion.as_ref().map_or(0, |confusion| confusion.0.len());
        let below = 188.0 + if classes > 0 { 52.0 + 22.0 * classes.min(6) as f32 } else { 0.0 };
        let height = (ui.available_height() - below).max(3.0 * ROW_HEIGHT);
        splits_ui(ui, &run, self.split, height, commands);
        ui.add_space(2.0);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 18.0;
            means_ui(ui, &run);
        });
        if let Some(confusion) = confusion.filter(|_| (1..=6).contains(&classes)) {
            let shown = ui.scope(|ui| confusion_ui(ui, &confusion, &run, data, self.split));
            plot_menu(&shown.response, "results", commands);
        }
        self.curves.gradient_ui(ui, &run, self.split, commands);
    }
}

fn splits_ui(ui: &mut Ui, run: &RunView<'_>, shown: Option<usize>, height: f32, commands: &mut Vec<Command>) {
    let rows: Vec<_> = run.history.splits.iter().collect();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
        TableBuilder::new(ui)
            .id_salt("train-splits-table")
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::exact(32.0))
            .columns(Column::exact(46.0), 2)
            .columns(Column::exact(50.0), 2)
            .max_scroll_height(height)
            .min_scrolled_height(0.0)
            .auto_shrink([false, true])
            .header(ROW_HEIGHT, |mut header| {
                for title in ["split", "epochs", "best", "valid. %", "test %"] {
                    header.col(|ui| {
                        ui.add(Label::new(RichText::new(title).small().weak()).selectable(false));
                    });
                }
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, rows.len(), |mut row| {
                    let (&number, split) = rows[row.index()];
                    row.set_selected(shown == Some(number));
                    let best = split.epochs.iter().rev().find(|epoch| epoch.is_best);
                    let test = split.end.as_ref().and_then(|end| end.test.as_ref());
                    let texts = [
                        number.to_string(),
                        split.epochs.len().to_string(),
                        best.map_or_else(|| "–".to_owned(), |best| best.epoch.to_string()),
                        best.map_or_else(|| "–".to_owned(), |best| percent(best.validation_accuracy)),
                        match (test, &split.end) {
                            (Some(test), _) => percent(test.accuracy),
                            (None, Some(_)) => "–".to_owned(),
                            (None, None) => "…".to_owned(),
                        },
                    ];
                    for text in &texts {
                        row.col(|ui| {
                            ui.add(Label::new(RichText::new(text).monospace().size(12.0)).selectable(false));
                        });
                    }
                    let response = row.response();
                    let label = format!("Split {number}");
                    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown == Some(number), &label));
                    if response.on_hover_text("Show the curves of this split alone; again for all").clicked() {
                        let split = (shown != Some(number)).then_some(number);
                        commands.push(Command::Train(TrainCommand::ShowSplit(split)));
                    }
                });
            });
    });
}

/// The running means, and the paper's beside them.
fn means_ui(ui: &mut Ui, run: &RunView<'_>) {
    let show =
        |sample: Option<Sample>| sample.map_or_else(|| "–".to_owned(), |s| format!("{:.2} ± {:.2}", s.mean, s.std));
    let n_scored = run.history.test_accuracies().len();
    let paper = reported(&run.file.data.name, &run.file.config.pool);
    let paper = paper.map_or_else(|| "–".to_owned(), |paper| format!("{:.2} ± {:.2}", paper.mean, paper.std));
    let mut line = |name: String, value: String, is_strong: bool| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).small().weak());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = RichText::new(value).monospace().size(12.0);
                ui.label(if is_strong { text.strong() } else { text });
            });
        });
    };
    line("validation %".to_owned(), show(run.history.validation_sample()), false);
    line(format!("test %, {n_scored} splits"), show(run.history.test_sample()), true);
    line("in the paper, 20 splits".to_owned(), paper, false);
}

/// The test graphs of the split that is shown, or of all that are done.
fn confusion_of(run: &RunView<'_>, split: Option<usize>) -> Option<Confusion> {
    let ended = run.history.ended().filter(|row| split.is_none_or(|split| row.split == split));
    let mut tests = ended.filter_map(|row| row.test.as_ref());
    let mut all = tests.next()?.confusion.clone();
    tests.for_each(|test| all.merge(&test.confusion));
    Some(all)
}

fn confusion_ui(ui: &mut Ui, confusion: &Confusion, run: &RunView<'_>, data: &Loaded, split: Option<usize>) {
    let of = split.map_or_else(|| "all splits".to_owned(), |split| format!("split {split}"));
    ui.add_space(4.0);
    ui.label(RichText::new(format!("Confusion of test graphs, {of}")).small().weak());
    let name = |class: usize| match run.is_on(data) && class < data.dataset.classes.len() {
        true => data.dataset.classes.show(class as u32).to_owned(),
        false => class.to_string(),
    };
    let is_dark = ui.visuals().dark_mode;
    let n = confusion.0.len();
    let side = ((ui.available_width() - 88.0) / n as f32).min(64.0);
    let cell = |ui: &mut Ui, width: f32, text: RichText, fill: Color32, label: String| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
        ui.painter().rect_filled(rect, 3.0, fill);
        let galley =
            WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), width - 4.0, TextStyle::Small);
        let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min;
        ui.painter().galley(at, galley, ui.visuals().text_color());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        response.on_hover_text(label);
    };
    Grid::new("train-confusion").spacing([2.0, 2.0]).show(ui, |ui| {
        let plain = |class: usize| RichText::new(name(class)).small().weak();
        cell(ui, 72.0, RichText::new(""), Color32::TRANSPARENT, "Rows are true classes, columns predicted ones".into());
        for class in 0..n {
            cell(ui, side, plain(class), Color32::TRANSPARENT, format!("predicted as {}", name(class)));
        }
        ui.end_row();
        for (class, row) in confusion.0.iter().enumerate() {
            cell(ui, 72.0, plain(class), Color32::TRANSPARENT, format!("of class {}", name(class)));
            let total = row.iter().sum::<u32>().max(1);
            for (predicted, &count) in row.iter().enumerate() {
                let share = f64::from(count) / f64::from(total);
                let colour = ColourMap::Cividis.at(if is_dark { 0.08 + 0.8 * share } else { 1.0 - 0.8 * share });
                let [r, g, b] = palette::readable_on(colour);
                let text = RichText::new(count.to_string()).monospace().size(12.0).color(Color32::from_rgb(r, g, b));
                let [r, g, b] = colour;
                let label = format!("{count} of class {} were taken for {}", name(class), name(predicted));
                cell(ui, side, text, Color32::from_rgb(r, g, b), label);
            }
            ui.end_row();
        }
    });
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
