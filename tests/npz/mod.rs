//! Reading NumPy archives, as `numpy.load` does.

use std::{collections::BTreeMap, fs::File, io::Read as _, path::Path};

use ndarray::{Array, Dimension};
use ndarray_npy::{ReadNpyError, ReadNpyExt as _, ReadableElement};
use zip::ZipArchive;

/// The arrays of an archive by name, as they stand in the file.
pub(crate) struct Npz(pub BTreeMap<String, Vec<u8>>);

impl Npz {
    pub(crate) fn open(path: &Path) -> Self {
        let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
        let mut arrays = BTreeMap::new();
        for idx in 0..archive.len() {
            let (mut member, mut bytes) = (archive.by_index(idx).unwrap(), Vec::new());
            member.read_to_end(&mut bytes).unwrap();
            arrays.insert(member.name().trim_end_matches(".npy").to_owned(), bytes);
        }
        Self(arrays)
    }

    pub(crate) fn get<T: ReadableElement, D: Dimension>(&self, name: &str) -> Result<Array<T, D>, ReadNpyError> {
        Array::read_npy(&self.0[name][..])
    }
}
