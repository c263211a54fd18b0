//! The selected cell: numbers, the difference to the reference, and its splits.

use eframe::egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::{ResultsTab, grid::row_name};
use crate::{
    app::{
        state::{
            SignalSource, View,
            command::{Command, ShellCommand},
            labels,
            link::Link,
            looks::results::CellKey,
            tab::Tab,
            train_command::TrainCommand,
        },
        tabs::Cx,
        widgets::heading::heading_ui,
        work::studies::{CellRun, Results},
    },
    study::{
        report::{Paired, ReportCell},
        summary::Cell,
    },
    units::percent,
};

const ROW_HEIGHT: f32 = 20.0;
const TITLES: [(&str, &str); 5] = [
    ("Split", "Index of the split"),
    ("Epochs", "Epochs trained"),
    ("Best", "Epoch with the highest validation accuracy"),
    ("Val. (%)", "Validation accuracy at the best epoch"),
    ("Test (%)", "Test accuracy at the best epoch"),
];

impl ResultsTab {
    pub(super) fn detail_ui(&self, ui: &mut Ui, cx: &Cx<'_>, results: &Results, commands: &mut Vec<Command>) {
        let Some((idx, key)) = self.look.selected.as_ref().and_then(|key| Some((place(results, key)?, key))) else {
            ui.weak(labels::results::SELECT_A_CELL);
            return;
        };
        let (cell, row) = (&results.summary.cells[idx], &results.report.cells[idx]);
        heading_ui(ui, &labels::results::cell(&row_name(&key.pool, &key.variant), &key.dataset));
        settings_ui(ui, cell, row);
        numbers_ui(ui, row, &results.report.reference, results.report.tests);
        buttons_ui(ui, cx, cell, results.runs[idx].as_ref(), commands);
        splits_ui(ui, cell);
    }
}

/// Index of a cell.
fn place(results: &Results, key: &CellKey) -> Option<usize> {
    let report = &results.report;
    let is_it =
        |cell: &ReportCell| cell.dataset == key.dataset && cell.pool == key.pool && cell.variant(report) == key.variant;
    report.cells.iter().position(is_it)
}

fn settings_ui(ui: &mut Ui, cell: &Cell, row: &ReportCell) {
    let config = &cell.config;
    let mut words = config.operator_settings();
    words.extend([
        format!("lr {}", config.lr),
        format!("wd {}", config.wd),
        format!("batch {}", config.batch),
        format!("hidden {}", config.hidden),
        format!("seed {}", cell.seed),
    ]);
    ui.add(Label::new(RichText::new(words.join(" · ")).small().weak()).wrap());
    if let Some(chosen) = &row.chosen {
        ui.add(Label::new(RichText::new(format!("chosen on the validation sets: {chosen}")).small().weak()).wrap());
    }
}

fn numbers_ui(ui: &mut Ui, row: &ReportCell, reference: &str, tests: usize) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut line = |name: &str, value: String| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).small().weak());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(value).monospace().size(12.0));
            });
        });
    };
    line("test acc. (%)", crate::units::or_dash(row.sample()));
    line("tested", labels::results::of_splits(row.splits, row.wanted));
    let paper = row.paper().map_or_else(|| labels::results::NOT_REPORTED.to_owned(), |paper| paper.to_string());
    line("paper (%), 20 splits", paper);
    if let Some(deviation) = row.deviation {
        line("from the paper, in its standard deviations", format!("{deviation:+.2}"));
    }
    if let Some(Paired { splits, mean, std, p, p_holm, why_no_p }) = &row.difference {
        line(&format!("difference to {}", row_name(reference, "")), format!("{mean:+.2} ± {std:.2} ({splits})"));
        line("Wilcoxon p", p.map_or_else(|| why_no_p.clone().unwrap_or_default(), p_text));
        if let Some(p) = p_holm {
            line(&format!("p, Holm over {tests} tests"), p_text(*p));
        }
    }
    ui.add_space(6.0);
}

fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

fn buttons_ui(ui: &mut Ui, cx: &Cx<'_>, cell: &Cell, run: Option<&CellRun>, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 6.0;
    ui.horizontal_wrapped(|ui| {
        if let Some(run) = run
            && ui.button(labels::results::SHOW_RUN).clicked()
        {
            commands.push(Command::Train(TrainCommand::Import(run.path.clone())));
            commands.push(Command::ShowTab(Tab::Train));
        }
        let model = run.and_then(|run| run.model.as_ref().map(|model| (run, model)));
        if let Some((run, model)) = model
            && ui.button(labels::results::USE_MODEL).clicked()
        {
            commands.extend(use_model(cx, run, SignalSource::Model(model.clone())));
        }
        let copy = ui.add_enabled(!cell.command.is_empty(), Button::new(labels::results::COPY_COMMAND));
        if copy.on_hover_text(&cell.command).clicked() {
            commands.push(ShellCommand::Copy(cell.command.clone()).into());
        }
    });
    if run.is_none() {
        ui.add(Label::new(RichText::new(labels::results::NO_RUN).small().weak()).wrap());
    }
}

/// Shows a model on its dataset, which is opened if it is not there yet.
fn use_model(cx: &Cx<'_>, run: &CellRun, model: SignalSource) -> Vec<Command> {
    if cx.state.data().is_some_and(|data| data.fingerprint == run.fingerprint) {
        return vec![Command::SetSignal(model), Command::ShowTab(Tab::Explore)];
    }
    // A model that cannot be read is reported when the view is computed.
    let view = View { signal: model.clone(), ..View::default() };
    let view = view.following_model().unwrap_or(View { signal: model, ..View::default() });
    let link = Link { dataset: run.dataset.clone(), tab: Tab::Explore, view, ..Link::default() };
    vec![Command::Open(link.to_string())]
}

fn splits_ui(ui: &mut Ui, cell: &Cell) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    TableBuilder::new(ui)
        .id_salt("results-splits")
        .striped(true)
        .vscroll(false)
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::exact(36.0))
        .columns(Column::exact(52.0), 2)
        .columns(Column::exact(60.0), 2)
        .header(ROW_HEIGHT, |mut header| {
            for (title, hint) in TITLES {
                header.col(|ui| {
                    ui.add(Label::new(RichText::new(title).small().weak()).selectable(false)).on_hover_text(hint);
                });
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, cell.splits.len(), |mut row| {
                let split = &cell.splits[row.index()];
                let texts = [
                    split.split.to_string(),
                    split.epochs.to_string(),
                    split.best_epoch.to_string(),
                    percent(split.validation_accuracy),
                    percent(split.test_accuracy),
                ];
                for text in &texts {
                    row.col(|ui| {
                        ui.add(Label::new(RichText::new(text).monospace().size(12.0)).selectable(false));
                    });
                }
            });
        });
}
