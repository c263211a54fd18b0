//! The tab's part of the session.

use std::path::PathBuf;

use super::{TrainTab, closing::Closing};
use crate::{
    app::state::{session::TrainSession, session_file::OpenedRuns},
    train::{RunFolder, Status},
};

impl TrainTab {
    /// Restores a session.
    pub fn restore(&mut self, session: &TrainSession, is_root_free: bool) {
        if let Some(root) = session.root.as_ref().filter(|_| is_root_free && self.shown.is_none()) {
            self.scan.root.clone_from(root);
        }
        self.scan.imported.clone_from(&session.imported);
        self.offer = session.unfinished.clone().filter(|path| RunFolder::is_run(path));
    }

    pub fn session(&self) -> TrainSession {
        let interrupted = self.live.as_ref().filter(|live| !live.is_over || self.closing != Closing::No);
        let interrupted = interrupted.filter(|live| live.history.status != Status::Finished);
        let unfinished = interrupted.and_then(|live| live.run.as_ref()).map(|(path, _)| path.clone());
        TrainSession {
            root: Some(self.scan.root.clone()),
            unfinished: unfinished.or_else(|| self.offer.clone()),
            imported: self.scan.imported.clone(),
        }
    }

    /// What is shown, for a session file.
    pub fn opened(&self) -> OpenedRuns {
        OpenedRuns {
            folder: Some(self.scan.root.clone()),
            imported: self.scan.imported.clone(),
            selected: self.shown.clone(),
            compared: self.compared.clone(),
            epoch: self.epoch,
        }
    }

    /// Shows what a session file names. The runs folder stays while a run is written to it.
    pub(crate) fn open(&mut self, runs: OpenedRuns) {
        let OpenedRuns { folder, imported, selected, compared, epoch } = runs;
        if let Some(folder) = folder.filter(|folder| folder.is_dir() && !self.is_training()) {
            self.scan.root = folder;
        }
        for run in imported.into_iter().filter(|run| RunFolder::is_run(run)) {
            if !self.scan.imported.contains(&run) {
                self.scan.imported.push(run);
            }
        }
        if let Some(run) = &selected
            && !RunFolder::is_run(run)
        {
            self.problem = Some(format!("{}: this run does not exist any more", run.display()));
        }
        self.shown = selected.filter(|run| RunFolder::is_run(run)).or(self.shown.take());
        self.compared = compared.into_iter().filter(|run| RunFolder::is_run(run)).collect();
        self.epoch = epoch;
        self.scan.number += 1;
    }

    /// Names and folders of the listed runs.
    pub(crate) fn run_names(&self) -> Vec<(String, PathBuf)> {
        super::found(&self.runs).iter().map(|run| (run.name.clone(), run.folder.path().to_owned())).collect()
    }
}
