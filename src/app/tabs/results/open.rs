//! The bar of the tab: which results are shown, and how others are opened.

use std::path::PathBuf;

use eframe::egui::{Key, Label, RichText, TextEdit, Ui};

use super::ResultsTab;
use crate::app::{
    state::{
        command::{Command, ShellCommand},
        labels,
    },
    work::file_dialog::Answer,
};

impl ResultsTab {
    pub(super) fn bar_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.horizontal_wrapped(|ui| {
            let is_bundled = self.look.source.is_none();
            let hint = "The paper's table as this program trained it";
            if ui.selectable_label(is_bundled, labels::results::BUNDLED).on_hover_text(hint).clicked() {
                self.show(None);
            }
            let hint = "Open a study (“proxpool study new”), a summary file or a folder of runs";
            if ui.button(labels::results::OPEN).on_hover_text(hint).clicked() {
                self.dialog.start_folder(labels::results::OPEN, ui.ctx());
            }
            if !is_bundled && ui.button(labels::results::RELOAD).clicked() {
                self.number += 1;
            }
            if ui.button(labels::results::EXPORT_FIGURE).clicked() {
                commands.push(ShellCommand::ExportFigure(Some("results")).into());
            }
            if let Some(path) = &self.look.source {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let name = RichText::new(labels::results::study(&name)).weak();
                ui.label(name).on_hover_text(path.display().to_string());
            }
        });
        self.typed_ui(ui);
        ui.add_space(4.0);
    }

    /// Takes the answer of the file dialog.
    pub(super) fn take_path(&mut self) {
        match self.dialog.take_answer() {
            Some(Answer::Chosen(path)) => self.show(Some(path.into())),
            Some(Answer::NoDialog) => self.typed = Some(String::new()),
            Some(Answer::Cancelled) | None => {}
        }
    }

    fn typed_ui(&mut self, ui: &mut Ui) {
        let Some(text) = &mut self.typed else { return };
        let (mut is_cancelled, mut is_entered) = (false, false);
        ui.horizontal(|ui| {
            let label = ui.label(labels::results::PATH);
            let edit = ui.add(TextEdit::singleline(text).desired_width(360.0)).labelled_by(label.id);
            is_entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            is_cancelled = ui.button(labels::CANCEL).clicked();
        });
        if is_entered && !text.trim().is_empty() {
            let path = PathBuf::from(text.trim());
            self.show(Some(std::path::absolute(&path).unwrap_or(path)));
            self.typed = None;
        } else if is_cancelled {
            self.typed = None;
        }
    }

    /// Where there is nothing to show: how there will be something.
    pub(super) fn empty_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        const WIDTH: f32 = 560.0;
        ui.add_space(24.0);
        ui.scope(|ui| {
            ui.set_max_width(WIDTH);
            ui.label(RichText::new(labels::results::NO_RESULTS).size(15.0));
            if self.look.source.is_some() {
                ui.add(Label::new(RichText::new(labels::results::NO_CELLS).weak()).wrap());
                return;
            }
            ui.add(Label::new(RichText::new(labels::results::NOT_BUNDLED).weak()).wrap());
            ui.add_space(4.0);
            for command in labels::results::COMMANDS {
                ui.monospace(command);
            }
            if ui.small_button(labels::results::COPY_COMMANDS).clicked() {
                commands.push(ShellCommand::Copy(labels::results::COMMANDS.join("\n")).into());
            }
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(labels::results::THEN_OPEN).weak()).wrap());
        });
    }

    fn show(&mut self, source: Option<PathBuf>) {
        if self.look.source != source {
            self.look.selected = None;
        }
        self.look.source = source;
        self.number += 1;
    }
}
