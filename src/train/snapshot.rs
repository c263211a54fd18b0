//! The weights of the first split, epoch by epoch: what a molecule looked like to the network on its way.
//!
//! A snapshot is a model file without the optimiser's state. All snapshots of a run together stay below
//! a bound: when an epoch more would not fit, every second one goes, then every second of the rest. Which
//! stay depends on the number of the epoch alone, so a run that was interrupted keeps the same ones.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Once,
};

use super::{
    checkpoint::{self, ModelMetadata},
    error::TrainError,
    folder::RunFolder,
    state::SplitState,
};
use crate::model::Architecture;

/// The split whose weights are kept.
pub const SPLIT: usize = 0;

/// Bytes that all snapshots of a run may take.
pub const MOST_BYTES: usize = 64_000_000;

/// Where snapshots are kept, and how many.
pub struct Snapshots {
    folder: PathBuf,
    most: usize,
    tidied: Once,
}

impl Snapshots {
    /// In the folder of a run, for weights of a network.
    pub fn new(folder: &RunFolder, architecture: &Architecture) -> Self {
        // Metadata and names take a few kilobytes more per file.
        let bytes = 4 * architecture.n_parameters() + 4096;
        Self { folder: folder.epochs(SPLIT), most: (MOST_BYTES / bytes).max(8), tidied: Once::new() }
    }

    /// Keeps the weights of a state, if it is of the first split and its turn.
    pub fn keep(&self, metadata: &ModelMetadata, state: &SplitState) -> Result<(), TrainError> {
        if state.progress.split != SPLIT {
            return Ok(());
        }
        let epoch = state.progress.epoch;
        let stride = stride(epoch, self.most);
        let failed = |error: std::io::Error| TrainError::file(&self.folder, format!("cannot be written to: {error}"));
        let mut is_new = false;
        // A kill may have come between the writing of a file and the removal of others.
        self.tidied.call_once(|| is_new = true);
        if is_new {
            fs::create_dir_all(&self.folder).map_err(failed)?;
        }
        if is_new || stride != self::stride(epoch.saturating_sub(1), self.most) {
            for (old, path) in saved_epochs(&self.folder) {
                if old > epoch || !is_kept(old, stride) {
                    fs::remove_file(path).map_err(failed)?;
                }
            }
        }
        if is_kept(epoch, stride) {
            checkpoint::write_weights(&self.folder.join(format!("{epoch:05}.safetensors")), metadata, state)
        } else {
            Ok(())
        }
    }
}

/// The distance between epochs that are kept, so that no more than `most` are: 1, 2, 4, …
fn stride(epoch: usize, most: usize) -> usize {
    let mut stride = 1;
    while epoch / stride >= most {
        stride *= 2;
    }
    stride
}

/// The first epoch is always kept: everything moves from there.
fn is_kept(epoch: usize, stride: usize) -> bool {
    epoch == 1 || epoch.is_multiple_of(stride)
}

/// The epochs in a folder of snapshots with their files, in order; none where there is no folder.
pub fn saved_epochs(folder: &Path) -> Vec<(usize, PathBuf)> {
    let paths = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_snapshot = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "safetensors");
    let numbered = |path: PathBuf| Some((path.file_stem()?.to_str()?.parse().ok()?, path));
    let mut found: Vec<(usize, PathBuf)> = paths.filter(is_snapshot).filter_map(numbered).collect();
    found.sort_unstable();
    found
}

/// The weights nearest to an epoch that the run in a folder has kept, with their epoch. The best epoch is
/// always among them.
pub fn nearest(run: &Path, epoch: usize) -> Result<(usize, PathBuf), TrainError> {
    let folder = RunFolder::at(run);
    let mut found = saved_epochs(&folder.epochs(SPLIT));
    if !found.iter().any(|(kept, _)| *kept == epoch) {
        // The state of the best epoch stands in for a snapshot that is not there any more, or never was.
        let best = folder.best(SPLIT);
        if let Ok(model) = checkpoint::read_model(&best) {
            found.push((model.progress.epoch, best));
        }
    }
    let nearest = found.into_iter().min_by_key(|(kept, _)| (kept.abs_diff(epoch), *kept));
    nearest.ok_or_else(|| TrainError::file(run, "this run has not saved weights of the first split yet"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_more_than_asked_for_and_never_less_than_half() {
        let most = 10;
        for epoch in 1..500 {
            let stride = stride(epoch, most);
            let n_kept = (1..=epoch).filter(|&epoch| is_kept(epoch, stride)).count();
            assert!(n_kept <= most, "{n_kept} at epoch {epoch}");
            assert!(n_kept >= epoch.min(most / 2), "{n_kept} at epoch {epoch}");
        }
        assert_eq!([stride(9, 10), stride(10, 10), stride(19, 10), stride(20, 10)], [1, 2, 2, 4]);
    }
}
