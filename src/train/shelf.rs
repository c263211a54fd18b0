//! Run folders renamed, deleted and restored.
//!
//! A deleted run is moved to the folder [`BIN`] inside the runs folder and stays there until somebody removes it with other
//! means: hours of training are not lost by one click, nor by closing the window.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use super::{error::TrainError, folder::RunFolder};

/// Folder of deleted runs; runs are not looked for in it.
pub const BIN: &str = "deleted-runs";

/// A run in the bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    /// Where it was.
    pub from: PathBuf,
    /// Where it is.
    pub to: PathBuf,
}

/// Gives a run folder another name, beside the old one.
pub fn rename(path: &Path, name: &str) -> Result<PathBuf, TrainError> {
    let name = name.trim();
    check_name(name).map_err(|problem| TrainError::file(path, problem))?;
    let to = path.with_file_name(name);
    if to != path {
        move_run(path, &to)?;
    }
    Ok(to)
}

/// Why a folder cannot have this name.
pub fn check_name(name: &str) -> Result<(), String> {
    let mut parts = Path::new(name).components();
    let is_one_part = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    if !is_one_part || name.contains(['/', '\\', ':', '\0']) || name.starts_with('.') {
        return Err(format!("“{name}” cannot be the name of a folder; leave out / \\ : and a leading dot"));
    }
    if name == BIN {
        return Err(format!("“{BIN}” is the folder of deleted runs; choose another name"));
    }
    Ok(())
}

/// Moves a run to the bin of the runs folder; of a run from elsewhere, to a bin beside it.
pub fn delete(path: &Path, root: &Path) -> Result<Deleted, TrainError> {
    let below = path.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty());
    let (bin, name) = match below {
        // Runs of a grid search lie deeper.
        Some(below) => (root.join(BIN), below.display().to_string().replace(['/', '\\'], "-")),
        None => (path.with_file_name(BIN), RunFolder::at(path).name()),
    };
    fs::create_dir_all(&bin).map_err(|error| TrainError::file(&bin, format!("cannot be created: {error}")))?;
    let numbered = |number: usize| if number == 1 { name.clone() } else { format!("{name}-{number}") };
    let free = (1..).map(|number| bin.join(numbered(number))).find(|to| !to.exists());
    let to = free.unwrap_or_else(|| bin.join(&name));
    move_run(path, &to)?;
    Ok(Deleted { from: path.to_owned(), to })
}

/// Moves a run back to where it was.
pub fn restore(deleted: &Deleted) -> Result<(), TrainError> {
    move_run(&deleted.to, &deleted.from)?;
    // Fails unless it is empty, as it should.
    let _ = deleted.to.parent().map(fs::remove_dir);
    Ok(())
}

fn move_run(from: &Path, to: &Path) -> Result<(), TrainError> {
    if to.symlink_metadata().is_ok() {
        return Err(TrainError::file(to, "there is a file or folder of this name already; choose another name"));
    }
    // Nobody trains it; released before the move, which some systems refuse for a folder with an open file.
    drop(RunFolder::at(from).lock()?);
    fs::rename(from, to)
        .map_err(|error: io::Error| TrainError::file(from, format!("could not be moved to {}: {error}", to.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{RunFile, compare::find};

    fn run(path: &Path) -> RunFolder {
        RunFolder::create(path, &RunFile::default()).unwrap()
    }

    #[test]
    fn a_run_is_renamed_deleted_and_restored() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        run(&root.join("a"));
        run(&root.join("grid/b"));
        let renamed = rename(&root.join("a"), " c ").unwrap();
        assert_eq!(renamed, root.join("c"));
        assert!(rename(&renamed, "grid").unwrap_err().to_string().contains("already"));
        let deleted = [delete(&renamed, root).unwrap(), delete(&root.join("grid/b"), root).unwrap()];
        assert_eq!(deleted[1].to, root.join(BIN).join("grid-b"));
        assert_eq!(find(root, 3).unwrap(), Vec::<PathBuf>::new(), "the bin is not searched");
        // Another run of the name, deleted too.
        run(&renamed);
        assert_eq!(delete(&renamed, root).unwrap().to, root.join(BIN).join("c-2"));
        deleted.iter().for_each(|deleted| restore(deleted).unwrap());
        assert_eq!(find(root, 3).unwrap(), [renamed.clone(), root.join("grid/b")]);
        assert!(restore(&deleted[0]).is_err());
    }

    #[test]
    fn a_run_from_elsewhere_has_a_bin_beside_it() {
        let place = tempfile::tempdir().unwrap();
        run(&place.path().join("a"));
        let deleted = delete(&place.path().join("a"), &place.path().join("runs")).unwrap();
        assert_eq!(deleted.to, place.path().join(BIN).join("a"));
        restore(&deleted).unwrap();
        assert!(!place.path().join(BIN).exists(), "an empty bin is removed");
    }

    #[test]
    fn a_run_in_training_is_not_touched() {
        let place = tempfile::tempdir().unwrap();
        let folder = run(&place.path().join("a"));
        let _lock = folder.lock().unwrap();
        let expected = "another process is training this run";
        assert!(rename(folder.path(), "b").unwrap_err().to_string().contains(expected));
        assert!(delete(folder.path(), place.path()).unwrap_err().to_string().contains(expected));
        assert!(RunFolder::is_run(folder.path()));
    }

    #[test]
    fn names_that_are_paths_are_refused() {
        for name in ["", ".", "..", "a/b", "/a", ".hidden", "a\\b", "a:b", BIN] {
            assert!(check_name(name).is_err(), "{name}");
        }
        check_name("MUTAG, wide τ (2)").unwrap();
    }
}
