//! SMILES: molecules as strings (OpenSMILES 1.0, opensmiles.org), in lists and tables.
//!
//! Stereochemistry is read over: it does not change the graph. Everything else is kept, and a
//! mistake is reported at its character.

mod atom;
mod columns;
mod list;
mod parser;
mod resolve;
mod rings;
mod table;

pub use super::molecule::{Bond, BondKind, Molecule};
use super::{
    ReadError,
    molecule::Collection,
    report::{Place, quote},
};
use crate::graph::Dataset;

pub use list::read;
pub use table::{has_smiles_column, read_table};

/// The molecule of a SMILES string; an error has only a column, the character in the string.
pub fn molecule(smiles: &str) -> Result<Molecule, ReadError> {
    parser::parse(smiles)
}

/// A dataset of one molecule, from a string that somebody typed; spaces around it do not matter.
pub fn read_string(smiles: &str, name: &str) -> Result<Dataset, ReadError> {
    let before = smiles.len() - smiles.trim_start().len();
    let mut molecule = parse_at(smiles.trim(), Place::default(), smiles[..before].chars().count())?;
    molecule.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut all = Collection::default();
    all.push(molecule);
    all.finish(name, "", None)
}

/// Parses a string that stands in a line after some characters, so that errors point into the line.
fn parse_at(smiles: &str, line: Place, chars_before: usize) -> Result<Molecule, ReadError> {
    parser::parse(smiles).map_err(|error| {
        let column = error.place.column.unwrap_or(1).saturating_add(chars_before);
        ReadError { place: line.at_column(column), ..error }
    })
}

/// An error at a character of a string, counted from 0.
fn fault(at: usize, what: impl Into<String>, help: impl Into<String>) -> ReadError {
    ReadError::new(Place::default().at_column(at + 1), what, help)
}

/// Reads a string byte by byte. Positions are characters too: all before the first fault is ASCII.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at + 1).copied()
    }

    fn eat(&mut self, expected: u8) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes at most `most` digits; `None` if there is none. A number beyond `u32` is its maximum.
    fn digits(&mut self, most: usize) -> Option<u32> {
        let start = self.at;
        let mut number = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.peek()
            && self.at - start < most
        {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }

    /// The character here, in quotation marks.
    fn quoted(&self) -> String {
        let length = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        quote(self.text.get(self.at..self.at + length).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
