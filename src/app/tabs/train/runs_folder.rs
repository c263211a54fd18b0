//! The field of the runs folder, checked when something else is typed.

use std::path::PathBuf;

use eframe::egui::{Margin, RichText, TextEdit, TextStyle, Ui};

use super::TrainTab;
use crate::{
    app::{
        state::{command::Command, labels, train_command::TrainCommand},
        widgets::short::end_of,
    },
    readers::catalog::program_folder,
    train::folder::RUNS,
};

const MARGIN: Margin = Margin::symmetric(4, 2);

/// In the user's data folder, wherever the program was started from.
pub(super) fn default_root() -> PathBuf {
    program_folder().unwrap_or_default().join(RUNS)
}

impl TrainTab {
    pub(super) fn folder_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let mut send = |command| commands.push(Command::Train(command));
        let label = ui.label(RichText::new(labels::train::RUNS_FOLDER).small().weak());
        // Applied when editing ends.
        let id = ui.make_persistent_id("runs-folder");
        let refused = self.changes.refused.as_ref();
        let shown = refused.map_or(&self.scan.root, |problem| &problem.path).display().to_string();
        // At rest the end of the path is in sight, which tells folders apart.
        let width = ui.available_width();
        let at_rest = || end_of(ui, &shown, TextStyle::Small, width - MARGIN.sum().x - 1.0);
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(at_rest);
        let edit = TextEdit::singleline(&mut text).desired_width(width).margin(MARGIN).font(TextStyle::Small);
        let edit = ui.add(edit).labelled_by(label.id);
        let edit = edit.on_hover_text(format!("New runs are written to {}", self.scan.root.display()));
        if edit.gained_focus() {
            ui.data_mut(|data| data.insert_temp(id, shown));
        } else if edit.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        } else {
            ui.data_mut(|data| data.remove::<String>(id));
            if edit.lost_focus() && text != shown && !text.trim().is_empty() {
                send(TrainCommand::SetRoot(in_home(text.trim())));
            }
        }
        let told = id.with("told");
        let Some(problem) = refused else { return ui.data_mut(|data| data.remove::<PathBuf>(told)) };
        let colour = ui.visuals().error_fg_color;
        let said = format!("{} {}.", problem.path.display(), problem.text);
        ui.label(RichText::new(said).small().color(colour));
        let buttons = ui.horizontal_wrapped(|ui| {
            if problem.is_missing && ui.small_button(labels::train::CREATE_FOLDER).clicked() {
                send(TrainCommand::CreateRoot(problem.path.clone()));
            }
            let keep = ui.small_button(labels::train::KEEP_FOLDER);
            if keep.on_hover_text(self.scan.root.display().to_string()).clicked() {
                send(TrainCommand::KeepRoot);
            }
        });
        // The field is at the end of the panel: what is wrong comes into sight once, and may be scrolled away.
        if ui.data(|data| data.get_temp::<PathBuf>(told)).as_ref() != Some(&problem.path) {
            ui.data_mut(|data| data.insert_temp(told, problem.path.clone()));
            buttons.response.scroll_to_me(None);
        }
    }
}

/// `~/runs` in the home folder, as in a shell.
fn in_home(text: &str) -> PathBuf {
    let below =
        text.strip_prefix('~').and_then(|rest| rest.strip_prefix('/').or(Some(rest).filter(|rest| rest.is_empty())));
    match below.zip(directories::BaseDirs::new()) {
        Some((below, folders)) => folders.home_dir().join(below),
        None => text.into(),
    }
}
