//! Folder listing on a background thread, because a disk may be slow.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{error::WorkError, slot::Job};

pub(crate) struct Folder {
    /// Folders first, both by name.
    pub items: Vec<Item>,
    /// Whether the listing is truncated.
    pub is_cut: bool,
    pub problem: Option<String>,
}

impl Folder {
    /// Whether it is a TU dataset.
    pub(crate) fn is_dataset(&self) -> bool {
        self.items.iter().any(|item| !item.is_folder && item.name.ends_with("_A.txt"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub name: String,
    pub is_folder: bool,
    pub bytes: u64,
}

/// Maximum number of entries.
const MAX: usize = 2000;

pub(crate) const FOLDER: Job<PathBuf, Folder> = Job { name: "folder", run: answer };

/// Lists a folder. An error is part of the answer, because the path may be incomplete.
fn answer(path: PathBuf) -> Result<Folder, WorkError> {
    match read(&path) {
        Ok((mut items, is_cut)) => {
            items.sort_by_cached_key(|item| (!item.is_folder, item.name.to_lowercase()));
            Ok(Folder { items, is_cut, problem: None })
        }
        Err(error) => {
            let what = match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "Folder not found".to_owned(),
                io::ErrorKind::PermissionDenied => "Permission denied".to_owned(),
                _ => format!("Cannot read this folder ({error})"),
            };
            Ok(Folder { items: Vec::new(), is_cut: false, problem: Some(what) })
        }
    }
}

fn read(path: &Path) -> io::Result<(Vec<Item>, bool)> {
    let mut entries = fs::read_dir(path)?;
    let item = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        // Follows symbolic links.
        let metadata = fs::metadata(entry.path()).ok()?;
        let name = entry.file_name().into_string().ok()?;
        Some(Item { name, is_folder: metadata.is_dir(), bytes: metadata.len() })
    };
    let items = entries.by_ref().take(MAX).filter_map(item).collect();
    Ok((items, entries.next().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_what_cannot_be_read_is_said() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.smi"), "CCO").unwrap();
        fs::create_dir(folder.path().join("Zoo")).unwrap();
        let folder_content = answer(folder.path().to_owned()).unwrap();
        let names: Vec<_> = folder_content.items.iter().map(|item| (&*item.name, item.is_folder)).collect();
        assert_eq!(names, [("Zoo", true), ("a.smi", false)]);
        let missing = answer(folder.path().join("nowhere")).unwrap();
        assert_eq!(missing.problem.as_deref(), Some("Folder not found"));
    }
}
