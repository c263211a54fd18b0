//! The right of the tab: results of each split, mean ± std next to the paper's, confusion matrix and gradient norm.

use std::sync::Arc;

use eframe::egui::{Align, Label, Layout, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder};

use super::{TrainTab, confusion, view::RunView};
use crate::{
    app::{
        state::{command::Command, labels, loaded::Loaded, train_command::TrainCommand},
        widgets::{export_menu::plot_menu, heading::heading_ui},
    },
    train::paper::reported,
    units::{or_dash, percent},
};

const ROW_HEIGHT: f32 = 20.0;
const TITLES: [(&str, &str); 5] = [
    ("Split", "Index of the split"),
    ("Epochs", "Epochs trained"),
    ("Best", "Epoch with the highest validation accuracy"),
    ("Val. (%)", "Validation accuracy at the best epoch"),
    ("Test (%)", "Test accuracy at the best epoch"),
];

impl TrainTab {
    pub(super) fn results_ui(&mut self, ui: &mut Ui, data: &Arc<Loaded>, commands: &mut Vec<Command>) {
        let Some(run) = RunView::find(
            self.live.as_ref(),
            super::found(&self.runs),
            self.shown.as_deref().unwrap_or(std::path::Path::new("")),
        ) else {
            heading_ui(ui, "Splits");
            ui.weak("The splits of the selected run are listed here, with their running mean and the paper's result.");
            return;
        };
        // One title, that of the run whose numbers follow.
        self.title_ui(ui, &run);
        let counted = confusion::counts(&run, self.split);
        let below = 188.0 + counted.as_ref().map_or(0.0, confusion::height);
        let height = (ui.available_height() - below).max(3.0 * ROW_HEIGHT);
        splits_ui(ui, &run, self.split, height, commands);
        ui.add_space(2.0);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 18.0;
            means_ui(ui, &run);
        });
        if let Some(counted) = &counted {
            let shown = ui.scope(|ui| confusion::ui(ui, counted, &run, data, self.split));
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
            .columns(Column::exact(54.0), 2)
            .max_scroll_height(height)
            .min_scrolled_height(0.0)
            .auto_shrink([false, true])
            .header(ROW_HEIGHT, |mut header| {
                for (title, hint) in TITLES {
                    header.col(|ui| {
                        let title = Label::new(RichText::new(title).small().weak()).selectable(false);
                        ui.add(title).on_hover_text(hint);
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
                    let label = labels::train::split(number);
                    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown == Some(number), &label));
                    if response
                        .on_hover_text("Show the curves of this split only; click again for all splits")
                        .clicked()
                    {
                        let split = (shown != Some(number)).then_some(number);
                        commands.push(Command::Train(TrainCommand::ShowSplit(split)));
                    }
                });
            });
    });
}

fn means_ui(ui: &mut Ui, run: &RunView<'_>) {
    let n_scored = run.history.test_accuracies().len();
    let paper = reported(&run.file.data.name, run.file.config.key());
    let paper = paper.map_or_else(|| "not reported".to_owned(), |paper| paper.to_string());
    let mut line = |name: String, value: String, is_strong: bool| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).small().weak());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = RichText::new(value).monospace().size(12.0);
                ui.label(if is_strong { text.strong() } else { text });
            });
        });
    };
    line("val. acc. (%)".to_owned(), or_dash(run.history.validation_sample()), false);
    line(format!("test acc. (%), {n_scored} splits"), or_dash(run.history.test_sample()), true);
    line("paper (%), 20 splits".to_owned(), paper, false);
}
