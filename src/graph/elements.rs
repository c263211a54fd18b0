//! Chemical elements.

/// Atomic number of an element symbol.
pub fn number(_symbol: &str) -> Option<u8> {
    unimplemented!()
}
