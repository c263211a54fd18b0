//! Tables of which nothing says whether their rows are molecules or edges: the columns decide, by title and content.

pub(super) mod rows;
pub(super) mod sample;

use super::{ReadError, ReadOptions, edge_list, smiles, source::TextFile};
use crate::graph::Dataset;

/// Reads a table with a column of SMILES as molecules, and any other as an edge list.
pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    if options.columns.smiles.is_none() && options.columns.names_edges() {
        return edge_list::read(file, options);
    }
    match smiles::table::Layout::find(file, options)? {
        Some(layout) => smiles::table::read(file, &layout, options),
        None if smiles::is_list(file) => smiles::read(file, options),
        None => edge_list::read(file, options),
    }
}
