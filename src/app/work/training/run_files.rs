//! Changes of run folders, and of the folder that they are in: disks may be slow, so they run in the background.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    app::{
        state::labels,
        work::{error::WorkError, slot::Job},
    },
    train::{
        RunFolder, note,
        shelf::{self, Deleted},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunChange {
    Rename {
        path: PathBuf,
        name: String,
    },
    Delete {
        path: PathBuf,
        root: PathBuf,
    },
    Restore(Deleted),
    Note {
        path: PathBuf,
        text: String,
    },
    /// Whether runs can be written to this folder, which is created first if wanted.
    Root {
        path: PathBuf,
        is_created: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Renamed { from: PathBuf, to: PathBuf },
    Deleted(Deleted),
    Restored(Deleted),
    Noted,
    Root(PathBuf),
    RootRefused(RootProblem),
}

/// Why a folder cannot be the runs folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RootProblem {
    pub path: PathBuf,
    pub text: String,
    /// Whether it is missing, and can be created.
    pub is_missing: bool,
}

/// Changes are numbered, so that an equal one is another one.
pub(crate) const CHANGE: Job<(u64, RunChange), Changed> = Job { name: "run files", run: change };

fn change((_, change): (u64, RunChange)) -> Result<Changed, WorkError> {
    Ok(match change {
        RunChange::Rename { path, name } => Changed::Renamed { to: shelf::rename(&path, &name)?, from: path },
        RunChange::Delete { path, root } => Changed::Deleted(shelf::delete(&path, &root)?),
        RunChange::Restore(deleted) => {
            shelf::restore(&deleted)?;
            Changed::Restored(deleted)
        }
        RunChange::Note { path, text } => {
            note::write(&RunFolder::at(&path), &text)?;
            Changed::Noted
        }
        RunChange::Root { path, is_created } => match usable(&path, is_created) {
            Ok(()) => Changed::Root(path),
            Err((text, is_missing)) => Changed::RootRefused(RootProblem { path, text, is_missing }),
        },
    })
}

/// Otherwise why not, and whether the folder is merely missing.
fn usable(path: &Path, is_created: bool) -> Result<(), (String, bool)> {
    if is_created {
        fs::create_dir_all(path).map_err(|error| (format!("cannot be created: {error}"), false))?;
    }
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err((labels::train::NO_FOLDER.to_owned(), true));
        }
        Err(error) => return Err((format!("cannot be read: {error}"), false)),
        Ok(metadata) if !metadata.is_dir() => return Err(("is a file, not a folder".to_owned(), false)),
        Ok(_) => {}
    }
    tempfile::tempfile_in(path).map_err(|error| (format!("cannot be written to ({})", error.kind()), false))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runs_folder_exists_and_can_be_written_to() {
        let place = tempfile::tempdir().unwrap();
        let missing = place.path().join("a/b");
        assert_eq!(usable(&missing, false).unwrap_err(), ("does not exist".to_owned(), true));
        usable(&missing, true).unwrap();
        usable(&missing, false).unwrap();
        assert_eq!(fs::read_dir(&missing).unwrap().count(), 0, "nothing is left behind");
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        assert_eq!(usable(&file, false).unwrap_err(), ("is a file, not a folder".to_owned(), false));
        assert!(usable(&file.join("below"), true).is_err());
    }
}
