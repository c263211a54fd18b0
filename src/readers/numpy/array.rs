//! One array of NumPy's format (numpy.org, `numpy.lib.format`): a header in Python's words, then the cells.

use crate::readers::{Place, ReadError, report::quote};

const MAGIC: &[u8] = b"\x93NUMPY";
const HELP: &str = "write it again with numpy.save";

type ReadCell = fn(&[u8]) -> f64;

/// An array of numbers whose cells are still bytes.
pub(super) struct Array<'a> {
    pub shape: Vec<usize>,
    is_column_major: bool,
    size: usize,
    cell: ReadCell,
    is_big_endian: bool,
    cells: &'a [u8],
}

impl<'a> Array<'a> {
    pub(super) fn parse(bytes: &'a [u8], place: &Place) -> Result<Self, ReadError> {
        let refuse = |what: String| ReadError::new(place.clone(), what, HELP);
        let cut = || refuse("this array is cut off in its header".to_owned());
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(refuse("this is no array of NumPy".to_owned()));
        };
        let (length, rest) = match rest {
            [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
            [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
            _ => return Err(cut()),
        };
        let (header, cells) = rest.split_at_checked(length).ok_or_else(cut)?;
        let header = String::from_utf8_lossy(header);
        let unclear = || refuse(format!("the header {} is not understood", quote(header.trim())));
        let descr =
            value(&header, "descr").and_then(|text| text.strip_prefix('\'')?.split('\'').next()).ok_or_else(unclear)?;
        let is_column_major = value(&header, "fortran_order").ok_or_else(unclear)?.starts_with("True");
        let shape =
            value(&header, "shape").and_then(|text| text.strip_prefix('(')?.split(')').next()).ok_or_else(unclear)?;
        let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape: Vec<usize> = sizes.map(str::parse).collect::<Result<_, _>>().map_err(|_| unclear())?;
        let (size, cell) = reader(descr).ok_or_else(|| {
            let help = "save numbers: floats, integers or truth values";
            ReadError::new(place.clone(), format!("cells of the kind {} are not numbers", quote(descr)), help)
        })?;
        let needed = shape.iter().try_fold(size, |all, &n| all.checked_mul(n));
        if needed.is_none_or(|needed| needed > cells.len()) {
            return Err(refuse("this array is cut off: it has fewer cells than its shape".to_owned()));
        }
        Ok(Self { shape, is_column_major, size, cell, is_big_endian: descr.starts_with('>'), cells })
    }

    pub(super) fn n_cells(&self) -> usize {
        self.shape.iter().product()
    }

    /// The cell at a place in row-major order; 0 outside.
    pub(super) fn get(&self, mut at: usize) -> f64 {
        if self.is_column_major {
            let (mut place, mut step) = (0, self.n_cells());
            for &size in self.shape.iter().rev() {
                step /= size.max(1);
                place += at % size.max(1) * step;
                at /= size.max(1);
            }
            at = place;
        }
        let Some(bytes) = self.cells.get(at * self.size..(at + 1) * self.size) else { return 0.0 };
        let mut own = [0; 8];
        let own = &mut own[..self.size];
        own.copy_from_slice(bytes);
        if self.is_big_endian {
            own.reverse();
        }
        (self.cell)(own)
    }
}

/// What stands behind a key of the header.
fn value<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

/// The bytes of a cell, and the number that they are.
fn reader(descr: &str) -> Option<(usize, ReadCell)> {
    fn to<const N: usize>(bytes: &[u8]) -> [u8; N] {
        bytes.try_into().unwrap_or([0; N])
    }
    Some(match descr.trim_start_matches(['<', '>', '|', '=']) {
        "f8" => (8, |bytes| f64::from_le_bytes(to(bytes))),
        "f4" => (4, |bytes| f64::from(f32::from_le_bytes(to(bytes)))),
        "i8" => (8, |bytes| i64::from_le_bytes(to(bytes)) as f64),
        "u8" => (8, |bytes| u64::from_le_bytes(to(bytes)) as f64),
        "i4" => (4, |bytes| f64::from(i32::from_le_bytes(to(bytes)))),
        "u4" => (4, |bytes| f64::from(u32::from_le_bytes(to(bytes)))),
        "i2" => (2, |bytes| f64::from(i16::from_le_bytes(to(bytes)))),
        "u2" => (2, |bytes| f64::from(u16::from_le_bytes(to(bytes)))),
        "i1" => (1, |bytes| f64::from(i8::from_le_bytes(to(bytes)))),
        "u1" | "b1" => (1, |bytes| f64::from(u8::from_le_bytes(to(bytes)))),
        _ => return None,
    })
}
