//! Dialogs of one run: its name, its note, and its settings beside those of another one.

use std::path::PathBuf;

use eframe::egui::{
    Context, Frame, Grid, Id, Key, Modal, Response, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo,
};

use super::{TrainTab, changes::name};
use crate::{
    app::{
        state::{action::Action, command::Command, labels, train_command::TrainCommand},
        widgets::heading::heading_ui,
    },
    train::{settings_difference::SettingDifference, shelf::check_name},
};

pub(super) enum RunDialog {
    Name(Typed),
    Note(Typed),
    Settings { names: [String; 2], differences: Vec<SettingDifference> },
}

pub(super) struct Typed {
    path: PathBuf,
    text: String,
    problem: Option<String>,
    is_new: bool,
}

impl RunDialog {
    pub(super) fn name(path: PathBuf) -> Self {
        let text = name(&path);
        Self::Name(Typed { path, text, problem: None, is_new: true })
    }

    pub(super) fn note(path: PathBuf, text: String) -> Self {
        Self::Note(Typed { path, text, problem: None, is_new: true })
    }

    pub(super) fn settings(names: [String; 2], differences: Vec<SettingDifference>) -> Self {
        Self::Settings { names, differences }
    }

    /// Says why what was typed could not be done.
    pub(super) fn refuse(&mut self, error: String) {
        if let Self::Name(typed) | Self::Note(typed) = self {
            typed.problem = Some(error);
        }
    }
}

impl TrainTab {
    pub(super) fn run_dialog_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let Some(dialog) = &mut self.changes.dialog else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(16.0);
        let mut send = |command| commands.push(Command::Train(command));
        let shown = Modal::new(Id::unique("run-dialog")).frame(frame).show(ctx, |ui| match dialog {
            RunDialog::Name(typed) => name_ui(ui, typed, &mut send),
            RunDialog::Note(typed) => note_ui(ui, typed, &mut send),
            RunDialog::Settings { names, differences } => settings_ui(ui, names, differences, &mut send),
        });
        if shown.should_close() {
            send(TrainCommand::CloseRunDialog);
        }
    }
}

type Send<'a> = dyn FnMut(TrainCommand) + 'a;

fn name_ui(ui: &mut Ui, typed: &mut Typed, send: &mut Send<'_>) {
    ui.set_width(380.0);
    heading_ui(ui, Action::RenameRun.title());
    let edit = ui.add(TextEdit::singleline(&mut typed.text).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::train::NEW_NAME));
    let is_entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    focus_once(&edit, typed);
    let problem = check_name(typed.text.trim()).err();
    problem_ui(ui, problem.as_ref().or(typed.problem.as_ref()));
    buttons_ui(ui, labels::train::RENAME, problem.is_none(), is_entered, send, || TrainCommand::RenameRun {
        path: typed.path.clone(),
        name: typed.text.trim().to_owned(),
    });
}

fn note_ui(ui: &mut Ui, typed: &mut Typed, send: &mut Send<'_>) {
    ui.set_width(420.0);
    heading_ui(ui, &format!("{} of {}", labels::train::NOTE, name(&typed.path)));
    let edit = ui.add(TextEdit::multiline(&mut typed.text).desired_rows(5).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::train::NOTE));
    focus_once(&edit, typed);
    ui.label(RichText::new("Kept in note.json in the run folder; an empty note is removed.").small().weak());
    problem_ui(ui, typed.problem.as_ref());
    buttons_ui(ui, labels::train::SAVE, true, false, send, || TrainCommand::SetNote {
        path: typed.path.clone(),
        text: typed.text.clone(),
    });
}

fn focus_once(edit: &Response, typed: &mut Typed) {
    if std::mem::take(&mut typed.is_new) {
        edit.request_focus();
    }
    if edit.changed() {
        typed.problem = None;
    }
}

fn problem_ui(ui: &mut Ui, problem: Option<&String>) {
    if let Some(problem) = problem {
        ui.label(RichText::new(problem).color(ui.visuals().error_fg_color).small());
    }
}

fn buttons_ui(
    ui: &mut Ui,
    label: &str,
    is_enabled: bool,
    is_entered: bool,
    send: &mut Send<'_>,
    command: impl FnOnce() -> TrainCommand,
) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let is_clicked = ui.add_enabled(is_enabled, eframe::egui::Button::new(label)).clicked();
        if is_clicked || is_entered && is_enabled {
            send(command());
        }
        if ui.button(labels::CANCEL).clicked() {
            send(TrainCommand::CloseRunDialog);
        }
    });
}

fn settings_ui(ui: &mut Ui, names: &[String; 2], differences: &[SettingDifference], send: &mut Send<'_>) {
    ui.set_max_width(640.0);
    heading_ui(ui, &labels::train::settings_of(&names[0], &names[1]));
    if differences.is_empty() {
        ui.label(labels::train::EQUAL_SETTINGS);
    } else {
        ScrollArea::vertical().max_height(ui.ctx().content_rect().height() - 200.0).show(ui, |ui| {
            Grid::new("settings-of-runs").num_columns(3).striped(true).spacing([20.0, 4.0]).show(ui, |ui| {
                for head in ["Setting", &names[0], &names[1]] {
                    ui.label(RichText::new(head).small().weak());
                }
                ui.end_row();
                for difference in differences {
                    let key = ui.label(&difference.key);
                    if let Some(title) = difference.title {
                        key.on_hover_text(title);
                    }
                    difference.values.iter().for_each(|value| drop(ui.monospace(value)));
                    ui.end_row();
                }
            });
        });
        ui.label(RichText::new("Settings that are equal are left out.").small().weak());
    }
    ui.add_space(8.0);
    if ui.button(labels::CLOSE).clicked() {
        send(TrainCommand::CloseRunDialog);
    }
}
