//! Commands on single runs.

use std::path::{Path, PathBuf};

use super::{TrainTab, apply::TrainCx, changes::name, run_dialog::RunDialog, view::RunView};
use crate::{
    app::{
        state::{
            SignalSource,
            command::{Command, ShellCommand},
            labels,
            run_command::RunCommand,
        },
        work::training::{order::What, run_files::RunChange},
    },
    train::{command_line::command_line, settings_difference::setting_differences},
};

impl TrainTab {
    /// Of this run, else of the selected one.
    pub(super) fn apply_to_run(
        &mut self,
        command: RunCommand,
        path: Option<PathBuf>,
        cx: &TrainCx<'_>,
    ) -> Vec<Command> {
        let is_of_selected = path.is_none();
        let Some(path) = path.or_else(|| self.shown.clone()) else {
            self.problem = Some(labels::train::NO_RUN_SELECTED.to_owned());
            return Vec::new();
        };
        if let Some(reason) = self.in_use(&path, cx.signal).filter(|_| command.is_moving()) {
            self.problem = Some(format!("{}: {reason}", name(&path)));
            return Vec::new();
        }
        match command {
            RunCommand::AskName => self.changes.dialog = Some(RunDialog::name(path)),
            RunCommand::AskNote => {
                let note = self.note_of(&path).unwrap_or_default().to_owned();
                self.changes.dialog = Some(RunDialog::note(path, note));
            }
            RunCommand::Delete => {
                let root = self.scan.root.clone();
                self.changes.add(RunChange::Delete { path, root });
            }
            RunCommand::OpenFolder => return vec![ShellCommand::OpenFolder(path).into()],
            RunCommand::CopyCommandLine => {
                let text = self.run_at(&path).map(|run| command_line(run.file));
                return text.map(|text| ShellCommand::Copy(text).into()).into_iter().collect();
            }
            RunCommand::CompareSettings => self.compare_settings(path, is_of_selected),
        }
        Vec::new()
    }

    pub(super) fn restore_run(&mut self) {
        match self.changes.deleted.last() {
            Some(deleted) => self.changes.add(RunChange::Restore(deleted.clone())),
            None => self.problem = Some(labels::train::NOTHING_DELETED.to_owned()),
        }
    }

    /// With the selected run, else with a ticked one; without a run of its own, of two ticked runs.
    fn compare_settings(&mut self, path: PathBuf, is_of_selected: bool) {
        let first = match &self.compared[..] {
            [one, _] if is_of_selected => one.clone(),
            _ => path,
        };
        let others = self.shown.iter().filter(|_| !is_of_selected).chain(&self.compared);
        let second = others.into_iter().find(|other| **other != first).cloned();
        let pair = second.as_ref().and_then(|second| Some([self.run_at(second)?, self.run_at(&first)?]));
        let Some(runs) = pair else {
            self.problem = Some(labels::train::NO_SECOND_RUN.to_owned());
            return;
        };
        let differences = setting_differences(runs.map(|run| run.file));
        self.changes.dialog = Some(RunDialog::settings(runs.map(|run| run.name()), differences));
    }

    /// Why the folder of a run must stay where it is.
    pub(super) fn in_use(&self, path: &Path, signal: &SignalSource) -> Option<&'static str> {
        let is_trained = self.live.as_ref().filter(|live| !live.is_over).and_then(|live| live.run.as_ref());
        if is_trained.is_some_and(|(trained, _)| trained == path) {
            return Some(labels::train::IN_TRAINING);
        }
        if self.queue.iter().any(|order| matches!(&order.what, What::Resume(queued) if queued == path)) {
            return Some(labels::train::IN_QUEUE);
        }
        let is_explored = match signal {
            SignalSource::Model(file) => file.starts_with(path),
            SignalSource::Epoch { run, .. } => run == path,
            _ => false,
        };
        is_explored.then_some(labels::train::IN_EXPLORE)
    }

    fn run_at(&self, path: &Path) -> Option<RunView<'_>> {
        RunView::find(self.live.as_ref(), super::found(&self.runs), path)
    }

    pub(super) fn note_of(&self, path: &Path) -> Option<&str> {
        Some(self.runs.answer()?.notes.get(path)?)
    }
}
