//! Files that gzip packed: unpacked in memory, up to the limit of all data.

use std::io::Read as _;

use super::{
    ReadError,
    report::Place,
    source::{MAX_UNPACKED_BYTES, too_large},
};

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Whether bytes are packed so, whatever their name.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The name without its `.gz`.
pub(super) fn inner_name(name: &str) -> &str {
    match name.len().checked_sub(3).and_then(|at| name.split_at_checked(at)) {
        Some((inner, ending)) if ending.eq_ignore_ascii_case(".gz") => inner,
        _ => name,
    }
}

/// The bytes inside; all members of the file, one behind the other.
pub(super) fn unpack(display_name: &str, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let mut unpacked = Vec::new();
    let outcome = flate2::read::MultiGzDecoder::new(bytes).take(MAX_UNPACKED_BYTES + 1).read_to_end(&mut unpacked);
    if unpacked.len() as u64 > MAX_UNPACKED_BYTES {
        return Err(too_large(display_name, unpacked.len() as u64));
    }
    match outcome {
        Ok(_) => Ok(unpacked),
        Err(_) => {
            let what = "this gzip file is incomplete or damaged";
            Err(ReadError::new(Place::file(display_name), what, "download it again"))
        }
    }
}
