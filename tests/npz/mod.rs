//! Reading NumPy archives, as `numpy.load` does.

use std::{fs::File, io::Read as _, path::Path};

use ndarray::ArrayD;
use ndarray_npy::ReadNpyExt as _;
use zip::ZipArchive;

/// The arrays of an archive by name, integers as `f64`.
pub fn read(path: &Path) -> Vec<(String, ArrayD<f64>)> {
    let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut arrays = Vec::new();
    for idx in 0..archive.len() {
        let (mut member, mut bytes) = (archive.by_index(idx).unwrap(), Vec::new());
        member.read_to_end(&mut bytes).unwrap();
        let integers = || ArrayD::<i64>::read_npy(&bytes[..]).map(|array| array.mapv(|value| value as f64));
        let array = ArrayD::<f64>::read_npy(&bytes[..]).or_else(|_| integers()).unwrap();
        arrays.push((member.name().trim_end_matches(".npy").to_owned(), array));
    }
    arrays
}
