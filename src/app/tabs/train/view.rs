//! Read access to a run, live or from its folder.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    app::{state::loaded::Loaded, work::training::live::Live},
    train::{History, RunFile, RunFolder, Status, compare::Run, snapshot::SPLIT},
};

#[derive(Clone, Copy)]
pub(super) struct RunView<'a> {
    pub path: &'a Path,
    pub file: &'a RunFile,
    pub history: &'a History,
    pub version: u64,
    /// Whether it is the current run of this window, or the last one.
    pub is_live: bool,
}

impl<'a> RunView<'a> {
    /// The live run if it has this path, else the scanned one.
    pub(super) fn find(live: Option<&'a Live>, runs: &'a [Arc<Run>], path: &Path) -> Option<Self> {
        let live = live.and_then(|live| {
            let (at, file) = live.run.as_ref()?;
            let view = Self { path: at, file, history: &live.history, version: live.version, is_live: true };
            (at == path).then_some(view)
        });
        live.or_else(|| runs.iter().find(|run| run.folder.path() == path).map(|run| Self::new(run)))
    }

    pub(super) fn new(run: &'a Run) -> Self {
        let n_epochs: usize = run.history.splits.values().map(|split| split.epochs.len()).sum();
        Self {
            path: run.folder.path(),
            file: &run.file,
            history: &run.history,
            version: n_epochs as u64,
            is_live: false,
        }
    }

    /// The model of the best split that has ended, with the split and the epoch.
    pub(super) fn best_model(&self) -> Option<(PathBuf, usize, usize)> {
        let best = self.history.best_split()?;
        let folder = RunFolder::at(self.path);
        // Written at the end of the run.
        let whole = Some(folder.model()).filter(|path| self.history.status == Status::Finished && path.exists());
        Some((whole.unwrap_or_else(|| folder.best(best.split)), best.split, best.best_epoch))
    }

    /// Name of the run folder.
    pub(super) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(super) fn is_on(&self, data: &Loaded) -> bool {
        self.file.data.fingerprint == data.fingerprint
    }

    /// Newest epoch of the split with snapshots.
    pub(super) fn newest_epoch(&self) -> Option<usize> {
        self.history.splits.get(&SPLIT)?.epochs.last().map(|row| row.epoch)
    }

    /// Best epoch so far of the split with snapshots.
    pub(super) fn best_epoch(&self) -> Option<usize> {
        let split = self.history.splits.get(&SPLIT)?;
        let so_far = || split.epochs.iter().rev().find(|row| row.is_best).map(|row| row.epoch);
        split.end.as_ref().map(|end| end.best_epoch).or_else(so_far)
    }
}
