use super::{ReadError, source::TextFile};
use crate::graph::Dataset;
/// Reads.
pub fn read(_file: &TextFile) -> Result<Dataset, ReadError> {
    unimplemented!()
}
