//! Bytes become a [`Dataset`], or an error with its cause, its place and a remedy.
//!
//! Every format is one file with one function from text (or bytes) to dataset, and a line in [`FORMATS`]; [`open`] picks it
//! by the path's shape and ending, or else by content. Readers never panic. A dataset may hold 1 GiB unpacked at most
//! ([`source::MAX_UNPACKED_BYTES`]), and memory is taken in proportion to what has been read, not to
//! what a header promises.

pub mod catalog;
pub mod edge_list;
mod encoding;
mod formats;
pub mod gexf;
pub mod gml;
pub mod graph6;
pub mod graphml;
mod gz;
pub mod json_graph;
pub mod konect;
pub mod matrix_market;
mod molecule;
mod network;
pub mod numpy;
mod options;
pub mod report;
pub mod sdf;
pub mod smiles;
pub mod source;
pub mod spec;
pub mod splits;
pub mod table;
mod tally;
pub mod tu;
pub mod watch;

use std::path::Path;

pub use formats::{FORMATS, Format, endings};
pub use options::{ReadOptions, TableColumns};
pub use report::{Place, ReadError};

use crate::graph::Dataset;
use source::{BinaryFile, Source};

/// Reads a dataset from a path: a TU folder or zip, or a file of one of the [`FORMATS`], packed by gzip or not.
pub fn open(path: &Path) -> Result<Dataset, ReadError> {
    open_with(path, &ReadOptions::default())
}

/// The same, with options.
pub fn open_with(path: &Path, options: &ReadOptions) -> Result<Dataset, ReadError> {
    if path.is_dir() {
        return tu::read(Source::folder(path)?, options);
    }
    // A format that cannot be read is said before a large file is.
    formats::refuse_unread(path)?;
    open_bytes(BinaryFile::open(path)?, options)
}

/// Reads a dataset from the bytes of a file, whose name says what it is as far as it does.
pub fn open_bytes(mut file: BinaryFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    if gz::is_packed(&file.bytes) {
        let bytes = gz::unpack(&file.display_name, &file.bytes)?;
        let stem = BinaryFile::new(gz::inner_name(&file.display_name), Vec::new()).stem;
        file = BinaryFile { display_name: file.display_name, stem, bytes };
    }
    if formats::ending(&file.display_name) == "zip" {
        return tu::read(Source::zip(&file.display_name, file.bytes)?, options);
    }
    formats::read(file, options)
}
