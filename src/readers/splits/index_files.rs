//! Splits as text files with one graph per line.

use std::{collections::BTreeMap, fs, path::Path};

use super::{FORMS, Listed};
use crate::readers::{
    Place, ReadError,
    report::quote,
    source::{TextFile, io_error},
};

/// Reads a folder with a file for each set and fold; other files in it are passed over.
pub(super) fn read(folder: &Path) -> Result<Vec<Listed>, ReadError> {
    let io = |error: std::io::Error| io_error(&folder.display().to_string(), &error);
    let mut folds: BTreeMap<u64, (Listed, bool)> = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let Some((set, fold)) = path.file_stem().and_then(|stem| set_and_fold(&stem.to_string_lossy())) else {
            continue;
        };
        let graphs = indices(&TextFile::open(&path)?)?;
        let (listed, has_test) = folds.entry(fold).or_default();
        listed.name = format!("fold {fold}");
        match set {
            Set::Train => listed.train = Some(graphs),
            Set::Validation => listed.validation = Some(graphs),
            Set::Test => (listed.test, *has_test) = (graphs, true),
        }
    }
    let listed = folds.into_values().map(|(listed, has_test)| {
        if has_test {
            return Ok(listed);
        }
        let place = Place::file(folder.display().to_string());
        Err(ReadError::new(place, format!("{} has no test set", listed.name), FORMS))
    });
    listed.collect()
}

enum Set {
    Train,
    Validation,
    Test,
}

/// `train_idx-1` is the training set of fold 1.
fn set_and_fold(stem: &str) -> Option<(Set, u64)> {
    let stem = stem.to_lowercase();
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let fold = stem[name.len()..].parse().ok()?;
    let set = match name {
        name if name.starts_with("train") => Set::Train,
        name if name.starts_with("val") => Set::Validation,
        name if name.starts_with("test") => Set::Test,
        _ => return None,
    };
    Some((set, fold))
}

/// The numbers in a file, one per line.
pub(super) fn indices(file: &TextFile) -> Result<Vec<u32>, ReadError> {
    let lines =
        (1..).zip(file.text.lines()).map(|(number, line)| (number, line.trim())).filter(|(_, line)| !line.is_empty());
    let index = |(number, line): (usize, &str)| {
        line.parse().map_err(|_| {
            let what = format!("{} is not the number of a graph", quote(line));
            file.error(number, what, "write one number per line, counted from 0")
        })
    };
    lines.map(index).collect()
}
