use super::{ReadError, source::Source};
use crate::graph::Dataset;
/// Reads.
pub fn read(_source: Source) -> Result<Dataset, ReadError> {
    unimplemented!()
}
