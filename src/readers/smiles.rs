use super::{ReadError, source::TextFile};
use crate::graph::Dataset;
/// Reads.
pub fn read(_file: &TextFile) -> Result<Dataset, ReadError> {
    unimplemented!()
}
/// Reads a CSV.
pub fn read_table(_file: &TextFile) -> Result<Dataset, ReadError> {
    unimplemented!()
}
/// Whether the first line names a SMILES column.
pub fn has_smiles_column(_file: &TextFile) -> bool {
    unimplemented!()
}
