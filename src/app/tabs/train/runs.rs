//! The table of all runs at the bottom of the tab.

use std::path::{Path, PathBuf};

use eframe::egui::{Align, Button, Color32, Key, Label, Layout, RichText, Role, Sense, TextEdit, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use super::{TrainTab, differences::texts, view::RunView};
use crate::{
    app::{
        state::{
            SignalSource, action::Action, command::Command, labels, run_command::RunCommand,
            train_command::TrainCommand,
        },
        widgets::heading::heading_ui,
        work::training::questions::RunListing,
    },
    train::{
        Status,
        compare::{LEAST_PAIRS, Run},
        paper::reported,
    },
    view::palette,
};

const ROW_HEIGHT: f32 = 22.0;
const TITLES: [&str; 10] = [
    "Run",
    "Status",
    "Dataset",
    "Pooling",
    "Parameters",
    "Splits",
    "Val. acc. (%)",
    "Test acc. (%)",
    "Paper (%)",
    "Δ vs selected",
];
/// The last is that of `-12.6 ± 16.8, n too small (20)`.
const WIDTHS: [f32; 10] = [80.0, 52.0, 84.0, 76.0, 84.0, 44.0, 82.0, 82.0, 82.0, 218.0];
const NAME: usize = 0;
const DATA: usize = 2;
const SETTINGS: usize = 4;
const VALIDATION: usize = 6;
const PAPER: usize = 8;
const AGAINST: usize = 9;
/// Width of the title and the buttons beside it.
const ROOM_FOR_HEADING: f32 = 600.0;
const ROOM_FOR_ALL: f32 = 964.0;
const ROOM_FOR_SETTINGS: f32 = 714.0;
/// Width of a name in a narrow table.
const NARROW_NAME: f32 = 100.0;

impl TrainTab {
    pub(super) fn runs_ui(&mut self, ui: &mut Ui, signal: &SignalSource, commands: &mut Vec<Command>) {
        let is_narrow = ui.available_width() < ROOM_FOR_HEADING;
        ui.horizontal_wrapped(|ui| {
            if is_narrow {
                ui.spacing_mut().item_spacing.x = 4.0;
            } else {
                heading_ui(ui, "Runs");
            }
            let mut send = |command| commands.push(Command::Train(command));
            if ui
                .small_button(Action::ImportRun.label())
                .on_hover_text("Add a run trained elsewhere, such as with “proxpool train”")
                .clicked()
            {
                send(TrainCommand::ChooseRun);
            }
            if ui.small_button(labels::train::REFRESH).on_hover_text("Rescan the runs folder").clicked() {
                send(TrainCommand::Rescan);
            }
            let is_shown = self.shown_run().is_some();
            let export = ui.add_enabled(is_shown, Button::new(labels::train::EXPORT_CURVES).small());
            if export
                .on_hover_text(
                    "Write all epochs to curves.csv in the folder of the selected run, or of each compared run",
                )
                .clicked()
            {
                send(TrainCommand::ExportCurves);
            }
            let figure = ui.add_enabled(is_shown, Button::new(labels::train::EXPORT_FIGURE).small());
            let hint = "Export the curves of the selected or compared runs, with a preview";
            if figure.on_hover_text(hint).clicked() {
                send(TrainCommand::ExportFigure);
            }
            self.best_model_ui(ui, &mut send);
            if let Some(deleted) = self.changes.deleted.last() {
                let hint = format!("{} is kept in {}", deleted.from.display(), deleted.to.display());
                if ui.small_button(Action::RestoreRun.label()).on_hover_text(hint).clicked() {
                    send(TrainCommand::RestoreRun);
                }
            }
            if let Some(path) = self.resumable() {
                let hint = "Continue from the last checkpoint; the result equals that of an uninterrupted run";
                if ui.small_button(labels::train::RESUME_RUN).on_hover_text(hint).clicked() {
                    send(TrainCommand::ResumeRun(path));
                }
            }
        });
        self.typed_ui(ui, commands);
        let Some(found) = self.runs.answer().cloned() else {
            ui.weak("Reading the runs folder…");
            return;
        };
        if found.runs.is_empty() && found.problems.is_empty() {
            ui.weak("No runs yet. All runs in the runs folder are listed here; others can be imported.");
            return;
        }
        self.table_ui(ui, &found, signal, commands);
    }

    fn best_model_ui(&self, ui: &mut Ui, send: &mut dyn FnMut(TrainCommand)) {
        let is_on = |run: &RunView<'_>| self.setup.data.as_ref().is_some_and(|data| run.is_on(data));
        let Some(run) = self.shown_run().filter(is_on) else { return };
        let Some(best) = run.history.best_split() else { return };
        let model = labels::model(&run.name(), best.split, best.best_epoch);
        let hint =
            format!("{model}: use it in Explore; it has the highest validation accuracy of the splits that have ended");
        if ui.small_button(labels::train::USE_BEST_MODEL).on_hover_text(hint).clicked() {
            send(TrainCommand::UseBestModel);
        }
    }

    /// The selected run, if it can be resumed.
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
            let label = ui.label(labels::train::RUN_FOLDER);
            let edit = ui.add(TextEdit::singleline(text).desired_width(360.0)).labelled_by(label.id);
            is_done = ui.button(labels::CANCEL).clicked();
            if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !text.trim().is_empty() {
                commands.push(Command::Train(TrainCommand::Import(text.trim().into())));
                is_done = true;
            }
        });
        if is_done {
            self.typed_run = None;
        }
    }

    fn table_ui(&mut self, ui: &mut Ui, found: &RunListing, signal: &SignalSource, commands: &mut Vec<Command>) {
        let runs = &found.runs;
        let has_room = ui.available_width() > ROOM_FOR_ALL;
        let is_narrow = ui.available_width() < ROOM_FOR_SETTINGS;
        let has_room_for_paper = ui.available_width() >= ROOM_FOR_HEADING;
        let has_paper = runs.iter().any(|run| reported(&run.file.data.name, run.file.config.key()).is_some());
        let is_there = move |idx: usize| match idx {
            DATA | VALIDATION => has_room,
            PAPER => has_paper && has_room_for_paper,
            SETTINGS => has_room || !(has_paper || is_narrow),
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
                // The difference is longer than the name of a run.
                NAME if is_narrow => Column::exact(NARROW_NAME).clip(true),
                AGAINST if is_narrow => Column::remainder().at_least(width.min(NARROW_NAME)).clip(true),
                NAME => Column::remainder().at_least(width).clip(true),
                _ => Column::exact(width).clip(true),
            });
        }
        table
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .header(ROW_HEIGHT, |mut header| {
                header.col(|_| ());
                for (idx, title) in TITLES.iter().enumerate().filter(|(idx, _)| is_there(*idx)) {
                    header.col(|ui| {
                        let title = Label::new(RichText::new(*title).small().weak()).selectable(false).truncate();
                        let title = ui.add(title);
                        if idx == AGAINST {
                            title.on_hover_text(format!(
                                "Test accuracy minus that of the selected run on the same splits: mean ± std, \
                                 p-value of the Wilcoxon signed-rank test, (number of splits). No p for fewer than \
                                 {LEAST_PAIRS} splits that differ: p < 0.05 would be impossible"
                            ));
                        }
                    });
                }
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, runs.len() + found.problems.len(), |mut row| match runs.get(row.index()) {
                    Some(run) => self.row_ui(&mut row, run, &is_there, signal, commands),
                    None => {
                        let (path, problem) = &found.problems[row.index() - runs.len()];
                        problem_ui(&mut row, path, problem, &is_there);
                    }
                });
            });
    }

    fn row_ui(
        &mut self,
        row: &mut TableRow<'_, '_>,
        run: &Run,
        is_there: &dyn Fn(usize) -> bool,
        signal: &SignalSource,
        commands: &mut Vec<Command>,
    ) {
        let path = run.folder.path();
        let is_shown = self.shown.as_deref() == Some(path);
        row.set_selected(is_shown);
        // The history of the current run is newer than its folder when scanned.
        let runs = super::found(&self.runs);
        let view = RunView::find(self.live.as_ref(), &[], path).unwrap_or(RunView::new(run));
        let shown = self.shown.as_deref().and_then(|shown| RunView::find(self.live.as_ref(), runs, shown));
        let difference = self.differences.text(shown, &view);
        let texts = texts(&view, &run.name, difference);
        row.col(|ui| self.compare_ui(ui, path, &run.name, commands));
        for (idx, text) in texts.iter().enumerate().filter(|(idx, _)| is_there(*idx)) {
            row.col(|ui| {
                let text = RichText::new(text).size(12.0);
                ui.add(Label::new(if idx >= SETTINGS { text.monospace() } else { text }).selectable(false).truncate());
                if let Some(note) = self.note_of(path).filter(|_| idx == NAME) {
                    let first = note.lines().next().unwrap_or_default();
                    ui.add(Label::new(RichText::new(first).size(12.0).weak()).selectable(false).truncate());
                }
            });
        }
        let response = row.response();
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, labels::train::run(&run.name)));
        let in_use = self.in_use(path, signal);
        response.context_menu(|ui| menu_ui(ui, path, in_use, commands));
        // What may be cut off in its column.
        let against = texts.last().filter(|text| !text.is_empty()).map(|text| format!("\n{}: {text}", TITLES[AGAINST]));
        let note = self.note_of(path).map(|note| format!("\n\n{note}"));
        let hint = format!("{}{}{}", path.display(), against.unwrap_or_default(), note.unwrap_or_default());
        if response.on_hover_text(hint).clicked() {
            commands.push(Command::Train(TrainCommand::ShowRun(path.to_owned())));
        }
    }

    /// A check box in the colour of the run's curve that overlays the curve.
    fn compare_ui(&self, ui: &mut Ui, path: &Path, name: &str, commands: &mut Vec<Command>) {
        let place = self.compared.iter().position(|other| other == path);
        let mut is_compared = place.is_some();
        if let Some(place) = place {
            let [r, g, b] = palette::run(place, ui.visuals().dark_mode);
            ui.visuals_mut().widgets.inactive.bg_fill = Color32::from_rgb(r, g, b);
            ui.visuals_mut().widgets.hovered.bg_fill = Color32::from_rgb(r, g, b);
        }
        let check = ui.checkbox(&mut is_compared, "").on_hover_text("Compare: overlay its curves");
        check.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_compared, labels::train::compare(name)));
        if check.changed() {
            commands.push(Command::Train(TrainCommand::ToggleCompared(path.to_owned())));
        }
    }
}

/// What can be done with a run; what moves its folder is disabled while it is in use, and says why.
fn menu_ui(ui: &mut Ui, path: &Path, in_use: Option<&str>, commands: &mut Vec<Command>) {
    for &command in RunCommand::ALL {
        let reason = in_use.filter(|_| command.is_moving());
        let button = ui.add_enabled(reason.is_none(), Button::new(command.action().label()));
        if button.on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
            commands.push(Command::Train(TrainCommand::OfRun(command, Some(path.to_owned()))));
            ui.close();
        }
    }
}

/// The row of a folder that cannot be read.
fn problem_ui(row: &mut TableRow<'_, '_>, path: &Path, problem: &str, is_there: &dyn Fn(usize) -> bool) {
    row.col(|_| ());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let inside =
        problem.strip_prefix(&path.display().to_string()).unwrap_or(problem).trim_start_matches(['/', ':', ' ']);
    for idx in (0..WIDTHS.len()).filter(|idx| is_there(*idx)) {
        row.col(|ui| {
            let colour = ui.visuals().error_fg_color;
            let text = match idx {
                0 => RichText::new(format!("{name} · {inside}")),
                1 => RichText::new("error"),
                _ => return,
            };
            ui.add(Label::new(text.size(12.0).color(colour)).selectable(false).truncate());
        });
    }
    let response = row.response();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, labels::train::unreadable(&name) + problem));
    response.on_hover_text(problem);
}
