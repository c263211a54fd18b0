//! The bottom of the tab: every run of the folder, compared.

use std::path::{Path, PathBuf};

use eframe::egui::{Align, Color32, Key, Label, Layout, RichText, Role, Sense, TextEdit, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use super::{
    super::{command::Command, panels::heading_ui},
    TrainCommand, TrainTab,
    view::RunView,
};
use crate::{
    figure::palette,
    math::sample::Sample,
    pooling::method,
    train::{
        Status,
        compare::{Difference, Run, paired},
        paper::reported,
    },
};

const ROW_HEIGHT: f32 = 22.0;
const TITLES: [&str; 9] =
    ["Run", "Data", "Pooling", "s τ ρ", "Splits", "Validation %", "Test %", "Paper %", "Against the shown"];
const WIDTHS: [f32; 9] = [100.0, 84.0, 80.0, 62.0, 40.0, 80.0, 80.0, 80.0, 160.0];
/// Left out where there is little room.
const DATA: usize = 1;
const VALIDATION: usize = 5;
/// Left out where the paper has no number of any run.
const PAPER: usize = 7;
const ROOM_FOR_ALL: f32 = 860.0;

impl TrainTab {
    pub(super) fn runs_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            heading_ui(ui, "Runs");
            let mut send = |command| commands.push(Command::Train(command));
            if ui.small_button("Import a run…").on_hover_text("A run of the command line, or from elsewhere").clicked()
            {
                send(TrainCommand::ChooseRun);
            }
            if ui.small_button("Refresh").on_hover_text("Read the folder again").clicked() {
                send(TrainCommand::Rescan);
            }
            let is_shown = self.shown_run().is_some();
            let export = ui.add_enabled(is_shown, eframe::egui::Button::new("Export curves").small());
            if export.on_hover_text("All epochs of the shown run as curves.csv in its folder").clicked() {
                send(TrainCommand::ExportCurves);
            }
            let figure = ui.add_enabled(is_shown, eframe::egui::Button::new("Export figure").small());
            let hint = "The curves as training.pdf in the folder of the shown run; of all runs that are compared";
            if figure.on_hover_text(hint).clicked() {
                send(TrainCommand::ExportFigure);
            }
            if let Some(path) = self.resumable() {
                let hint = "Go on where it was stopped; the result is the same as without a break";
                if ui.small_button("Resume this run").on_hover_text(hint).clicked() {
                    send(TrainCommand::ResumeRun(path));
                }
            }
            for problem in self.runs.answer().iter().flat_map(|found| &found.problems).take(1) {
                let text = RichText::new(problem).small().color(ui.visuals().error_fg_color);
                ui.add(Label::new(text).truncate());
            }
        });
        self.typed_ui(ui, commands);
        let runs = super::found(&self.runs);
        if runs.is_empty() {
            ui.weak("No run yet. Runs that are trained here or with `proxpool train` are listed and compared here.");
            return;
        }
        self.table_ui(ui, commands);
    }

    /// The run that is looked at, if training can go on with it.
    fn resumable(&self) -> Option<PathBuf> {
        let run = self.shown_run()?;
        let is_running = run.is_live && self.is_training();
        let is_done = run.history.status == Status::Finished;
        (!is_running && !is_done && !self.is_training()).then(|| run.path.to_owned())
    }

    fn typed_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let Some(text) = &mut self.typed_run else { return };
        let mut is_done = false;
        ui.horizontal(|ui| {
            let label = ui.label("Folder of a run");
            let edit = ui.add(TextEdit::singleline(text).desired_width(360.0)).labelled_by(label.id);
            is_done = ui.button("Cancel").clicked();
            if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !text.trim().is_empty() {
                commands.push(Command::Train(TrainCommand::Import(text.trim().into())));
                is_done = true;
            }
        });
        if is_done {
            self.typed_run = None;
        }
    }

    fn table_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let runs = super::found(&self.runs);
        let shown = self.shown.as_deref();
        let reference = runs.iter().find(|run| Some(run.folder.path()) == shown);
        let has_room = ui.available_width() > ROOM_FOR_ALL;
        let has_paper = runs.iter().any(|run| reported(&run.file.data.name, &run.file.config.pool).is_some());
        let is_there = move |idx: usize| match idx {
            DATA => has_room,
            VALIDATION => has_room || !has_paper,
            PAPER => has_paper,
            _ => true,
        };
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        let mut table = TableBuilder::new(ui)
            .id_salt("train-runs-table")
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(22.0));
        for (idx, &width) in WIDTHS.iter().enumerate().filter(|(idx, _)| is_there(*idx)) {
            table = table.column(match idx {
                0 | 8 => Column::remainder().at_least(width).clip(true),
                _ => Column::exact(width).clip(true),
            });
        }
        table
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .header(ROW_HEIGHT, |mut header| {
                header.col(|_| ());
                for (_, title) in TITLES.iter().enumerate().filter(|(idx, _)| is_there(*idx)) {
                    header.col(|ui| {
                        ui.add(Label::new(RichText::new(*title).small().weak()).selectable(false).truncate());
                    });
                }
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, runs.len(), |mut row| {
                    let run = &runs[row.index()];
                    self.row_ui(&mut row, run, reference.map(|run| &**run), &is_there, commands);
                });
            });
    }

    fn row_ui(
        &self,
        row: &mut TableRow<'_, '_>,
        run: &Run,
        reference: Option<&Run>,
        is_there: &dyn Fn(usize) -> bool,
        commands: &mut Vec<Command>,
    ) {
        let path = run.folder.path();
        let is_shown = self.shown.as_deref() == Some(path);
        row.set_selected(is_shown);
        // The run in progress is ahead of its folder as it was read.
        let view = RunView::find(self.live.as_ref(), super::found(&self.runs), path).unwrap_or(RunView::of(run));
        row.col(|ui| self.compare_ui(ui, path, &run.name, commands));
        let texts = texts(&view, &run.name, difference(reference, run, is_shown));
        for (idx, text) in texts.iter().enumerate().filter(|(idx, _)| is_there(*idx)) {
            row.col(|ui| {
                let text = RichText::new(text).size(12.0);
                ui.add(Label::new(if idx >= 3 { text.monospace() } else { text }).selectable(false).truncate());
            });
        }
        let response = row.response();
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, format!("Run {}", run.name)));
        if response.clicked() {
            commands.push(Command::Train(TrainCommand::ShowRun(path.to_owned())));
        }
    }

    /// A box to lay the run's curves over the others'; its colour is that of the curve.
    fn compare_ui(&self, ui: &mut Ui, path: &Path, name: &str, commands: &mut Vec<Command>) {
        let place = self.compared.iter().position(|other| other == path);
        let mut is_compared = place.is_some();
        if let Some(place) = place {
            let [r, g, b] = palette::run(place, ui.visuals().dark_mode);
            ui.visuals_mut().widgets.inactive.bg_fill = Color32::from_rgb(r, g, b);
            ui.visuals_mut().widgets.hovered.bg_fill = Color32::from_rgb(r, g, b);
        }
        let check = ui.checkbox(&mut is_compared, "").on_hover_text("Compare: lay its curves over the others'");
        check.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_compared, format!("Compare {name}")));
        if check.changed() {
            commands.push(Command::Train(TrainCommand::ToggleCompared(path.to_owned())));
        }
    }
}

/// Against the run that is shown, on equal splits.
fn difference(reference: Option<&Run>, run: &Run, is_shown: bool) -> String {
    let Some(reference) = reference.filter(|_| !is_shown) else {
        return if is_shown { "shown".to_owned() } else { String::new() };
    };
    let differences = paired(reference, run);
    match Difference::of(&differences) {
        Some(found) => format!("{}, p {} ({})", found.show(), found.show_p(), differences.len()),
        None => "no equal splits".to_owned(),
    }
}

fn texts(run: &RunView<'_>, name: &str, difference: String) -> [String; 9] {
    let config = &run.file.config;
    let parameters = method(&config.pool).map_or(&[][..], |method| method.parameters);
    // What the operator does not have is no setting of the run.
    let setting = |key: &str, value: String| match parameters.iter().any(|parameter| parameter.key == key) {
        true => value,
        false => "–".to_owned(),
    };
    let show =
        |sample: Option<Sample>| sample.map_or_else(|| "–".to_owned(), |s| format!("{:.1} ± {:.1}", s.mean, s.std));
    let paper = reported(&run.file.data.name, &config.pool);
    let state = match &run.history.status {
        Status::Finished => "",
        Status::Failed(_) => " failed",
        Status::Running | Status::Preparing if run.is_live => " trains",
        _ => " stopped",
    };
    [
        format!("{name}{state}"),
        run.file.data.name.clone(),
        method(&config.pool).map_or(config.pool.clone(), |method| method.name.to_owned()),
        format!(
            "{} {} {}",
            setting("s", config.s.to_string()),
            setting("tau", config.tau.to_string()),
            setting("rho", config.rho.to_string())
        ),
        format!("{}/{}", run.history.ended().count(), config.splits),
        show(run.history.validation_sample()),
        show(run.history.test_sample()),
        paper.map_or_else(|| "–".to_owned(), |paper| format!("{:.1} ± {:.1}", paper.mean, paper.std)),
        difference,
    ]
}
