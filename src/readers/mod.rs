//! Bytes become a [`Dataset`], or an error with its cause, its place and a remedy.
//!
//! Every format is one file with one function from text to dataset; [`open`] picks it by the
//! path's shape and ending. Readers never panic. A dataset may hold 1 GiB unpacked at most
//! ([`source::MAX_UNPACKED_BYTES`]), and memory is taken in proportion to what has been read, not to
//! what a header promises.

pub mod catalog;
pub mod edge_list;
pub mod graphml;
mod molecule;
pub mod report;
pub mod sdf;
pub mod smiles;
pub mod source;
pub mod splits;
pub mod tu;
pub mod watch;

use std::{fs, path::Path};

pub use report::{Place, ReadError};
use source::{Source, TextFile};

use crate::graph::Dataset;

/// A file format: its extensions and its reader.
pub struct Format {
    pub name: &'static str,
    /// Endings in lower case, without the dot.
    pub endings: &'static [&'static str],
    read: fn(&TextFile) -> Result<Dataset, ReadError>,
}

/// All formats of one file; TU datasets are folders or zips.
pub const FORMATS: &[Format] = &[
    Format { name: "SMILES list", endings: &["smi", "smiles", "ism"], read: smiles::read },
    Format { name: "SDF or MOL", endings: &["sdf", "sd", "mol"], read: sdf::read },
    Format { name: "GraphML", endings: &["graphml", "xml"], read: graphml::read },
    Format { name: "edge list", endings: &["tsv", "edges", "edgelist", "txt", "el"], read: edge_list::read },
    Format { name: "SMILES table or edge list", endings: &["csv"], read: read_csv },
];

/// Reads a dataset from a path: a TU folder or zip, or a file of one of the [`FORMATS`].
pub fn open(path: &Path) -> Result<Dataset, ReadError> {
    if path.is_dir() {
        return tu::read(Source::folder(path)?);
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if ending == "zip" {
        return tu::read(Source::zip_file(path)?);
    }
    match FORMATS.iter().find(|format| format.endings.contains(&ending.as_str())) {
        Some(format) => (format.read)(&TextFile::open(path)?),
        None if !path.exists() => Err(source::io_error(&path.display().to_string(), &not_found())),
        None => Err(ReadError::new(
            Place::file(path.display().to_string()),
            format!("unknown file extension “.{ending}”"),
            format!("use a TU folder or .zip, or a file with the extension {}", known_endings()),
        )),
    }
}

/// A CSV whose header names a SMILES column is a table of molecules; any other is an edge list.
fn read_csv(file: &TextFile) -> Result<Dataset, ReadError> {
    if smiles::has_smiles_column(file) { smiles::read_table(file) } else { edge_list::read(file) }
}

/// The endings of all files that can be opened, in lower case, without the dot.
pub fn endings() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.endings).copied().chain(["zip"])
}

fn known_endings() -> String {
    FORMATS.iter().flat_map(|format| format.endings).map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ")
}

fn not_found() -> std::io::Error {
    std::io::ErrorKind::NotFound.into()
}

impl Source {
    /// Opens a zip on disk.
    pub fn zip_file(path: &Path) -> Result<Self, ReadError> {
        let display_name = path.display().to_string();
        let bytes = fs::metadata(path)
            .and_then(|metadata| match metadata.len() {
                size if size > source::MAX_UNPACKED_BYTES => Err(std::io::ErrorKind::FileTooLarge.into()),
                _ => fs::read(path),
            })
            .map_err(|error| source::io_error(&display_name, &error))?;
        Self::zip(&display_name, bytes)
    }
}
