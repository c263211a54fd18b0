//! Errors of readers, with cause, place and remedy, and warnings, which are counted.

use std::{collections::BTreeMap, fmt};

use crate::graph::Warning;

/// Why data could not be read. Shows as `file:line:column: what; what to do`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{what}; {help}")]
pub struct ReadError {
    pub place: Place,
    /// What is wrong, in lower case, without a full stop.
    pub what: String,
    /// What to do about it, in lower case, without a full stop.
    pub help: String,
    /// Titles of the columns to choose from, where that is what there is to do.
    pub columns: Box<[String]>,
}

impl ReadError {
    /// An error at a place.
    pub fn new(place: Place, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { place, what: what.into(), help: help.into(), columns: Box::default() }
    }

    /// Another room's error, whose message has the form `what; what to do`, at a place.
    pub fn at(place: Place, error: &dyn std::error::Error) -> Self {
        let message = error.to_string();
        let (what, help) = message.split_once("; ").unwrap_or((&message, "check it"));
        Self::new(place, what, help)
    }
}

/// A file, a line of it, a character of that line; lines and characters count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file as shown to people, zip included: `MUTAG.zip/MUTAG/MUTAG_A.txt`. May be empty.
    pub file: String,
    pub line: Option<usize>,
    /// The character in the line.
    pub column: Option<usize>,
}

impl Place {
    pub fn file(file: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, column: None }
    }

    pub fn line(file: impl Into<String>, line: usize) -> Self {
        Self { file: file.into(), line: Some(line), column: None }
    }

    /// The same line, at a character.
    pub fn at_column(self, column: usize) -> Self {
        Self { column: Some(column), ..self }
    }
}

impl fmt::Display for Place {
    /// Ends in `: ` unless empty, so that it can stand before a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A file's name may hold anything, and must not break the line or steer the terminal.
        let file = printable(&self.file);
        match (file.is_empty(), self.line, self.column) {
            (true, None, None) => Ok(()),
            (true, None, Some(column)) => write!(f, "character {column}: "),
            (true, Some(line), None) => write!(f, "line {line}: "),
            (true, Some(line), Some(column)) => write!(f, "line {line}, character {column}: "),
            (false, None, _) => write!(f, "{file}: "),
            (false, Some(line), None) => write!(f, "{file}:{line}: "),
            (false, Some(line), Some(column)) => write!(f, "{file}:{line}:{column}: "),
        }
    }
}

/// The operators need weights that are 0 or more, so a signed network is read by the strength of its edges.
pub const NEGATIVE_WEIGHT: &str = "a negative weight is read as its absolute value";
pub const NO_WEIGHT: &str = "a weight that is missing or not a finite number is read as 1";

/// Collects what a reader passed over; equal remarks about one file become one line with a count.
#[derive(Debug, Default)]
pub struct Warnings {
    notes: BTreeMap<(String, &'static str), (usize, Place)>,
    is_strict: bool,
}

impl Warnings {
    /// Where reading is strict, nothing is [tolerated](Self::tolerate).
    pub fn new(is_strict: bool) -> Self {
        Self { is_strict, ..Self::default() }
    }

    /// Notes, as `what`, something that can be read though it breaks a rule; the error itself where reading is strict.
    pub fn tolerate(&mut self, what: &'static str, error: ReadError) -> Result<(), ReadError> {
        if self.is_strict {
            return Err(error);
        }
        self.note(what, error.place);
        Ok(())
    }

    /// Notes one case of `what` ("a self-loop was dropped") at a place.
    pub fn note(&mut self, what: &'static str, place: Place) {
        self.notes.entry((place.file.clone(), what)).or_insert((0, place)).0 += 1;
    }

    /// One warning for each kind and file, with how often and where first.
    pub fn finish(self) -> Vec<Warning> {
        self.notes
            .into_iter()
            .map(|((_, what), (count, place))| Warning {
                message: match count {
                    1 => format!("{place}{what}"),
                    _ => format!("{place}{what} (and {} more times)", count - 1),
                },
            })
            .collect()
    }
}

/// A number of things in words: `1 line`, `2 lines`.
pub fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// A short, safe quotation of file content for an error message: `“abc…”`.
pub fn quote(text: &str) -> String {
    const MOST: usize = 24;
    let excerpt: String = text.chars().take(MOST).collect();
    let excerpt = printable(&excerpt).replace(char::REPLACEMENT_CHARACTER, "·");
    if text.chars().nth(MOST).is_some() { format!("“{excerpt}…”") } else { format!("“{excerpt}”") }
}

/// The text with a dot for every control character.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "·")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_where_and_what_to_do() {
        let error = ReadError::new(Place::line("x.csv", 3).at_column(7), "no number here", "write one");
        assert_eq!(error.to_string(), "x.csv:3:7: no number here; write one");
    }

    #[test]
    fn a_file_name_cannot_break_the_line() {
        let error = ReadError::new(Place::line("x.zip/a\n\u{1b}[2J_A.txt", 1), "no number here", "write one");
        assert_eq!(error.to_string(), "x.zip/a··[2J_A.txt:1: no number here; write one");
    }

    #[test]
    fn equal_warnings_add_up() {
        let mut warnings = Warnings::default();
        for line in [4, 9, 9] {
            warnings.note("a self-loop was dropped", Place::line("a.txt", line));
        }
        warnings.note("a self-loop was dropped", Place::line("b.txt", 1));
        let messages: Vec<_> = warnings.finish().into_iter().map(|warning| warning.message).collect();
        assert_eq!(
            messages,
            ["a.txt:4: a self-loop was dropped (and 2 more times)", "b.txt:1: a self-loop was dropped"]
        );
    }

    #[test]
    fn quotations_are_short_and_printable() {
        assert_eq!(quote("a\u{1b}[31m"), "“a·[31m”");
        assert_eq!(quote(&"x".repeat(100)).chars().count(), 27);
    }
}
