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
pub(super) mod table;

pub use super::molecule::{Bond, BondKind, Molecule, Oddity};
use super::{
    ReadError, ReadOptions,
    molecule::Collection,
    report::{Place, quote},
};
use crate::graph::Dataset;

pub use list::{is_list, read};

/// The molecule of a SMILES string; an error has only a column, the character in the string. What is odd is refused too.
pub fn molecule(smiles: &str) -> Result<Molecule, ReadError> {
    let mut molecule = parser::parse(smiles)?;
    match molecule.oddities.pop() {
        Some(oddity) => Err(molecule.oddities.into_iter().next().unwrap_or(oddity).error),
        None => Ok(molecule),
    }
}

/// A dataset of one molecule, from a string that somebody typed; spaces around it do not matter.
pub fn read_string(smiles: &str, name: &str, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let before = smiles.len() - smiles.trim_start().len();
    let mut molecule = parse_at(smiles.trim(), Place::default(), smiles[..before].chars().count())?;
    molecule.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut all = Collection::new(options.strict);
    all.add(Ok(molecule))?;
    all.finish(name, "", None)
}

/// Parses a string that stands in a line after some characters, so that errors point into the line.
fn parse_at(smiles: &str, line: Place, chars_before: usize) -> Result<Molecule, ReadError> {
    place(parser::parse(smiles), |error| {
        let column = error.place.column.unwrap_or(1).saturating_add(chars_before);
        ReadError { place: line.clone().at_column(column), ..error }
    })
}

/// Puts the error of a molecule, and those of what is odd about it, in their place.
fn place(outcome: Result<Molecule, ReadError>, at: impl Fn(ReadError) -> ReadError) -> Result<Molecule, ReadError> {
    let mut molecule = outcome.map_err(&at)?;
    molecule.oddities = molecule.oddities.into_iter().map(|odd| Oddity { error: at(odd.error), ..odd }).collect();
    Ok(molecule)
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
