//! The first rows of a table, by which its columns are recognised.

use super::rows::Rows;
use crate::readers::{Place, ReadError, report::quote, source::TextFile};

/// Rows that are looked at below the first.
const N_ROWS: usize = 50;
/// Columns that a message names.
const MOST_NAMED: usize = 12;

/// First row and some of the rows below.
pub(in crate::readers) struct Sample {
    pub first: Vec<String>,
    /// Rows with as many cells as the first.
    below: Vec<Vec<String>>,
    display_name: String,
}

impl Sample {
    /// None of an empty file, or of one that is no table.
    pub(in crate::readers) fn take(file: &TextFile, separator: u8) -> Option<Self> {
        let mut rows = Rows::new(file, separator);
        let cells = |record: &csv::StringRecord| record.iter().map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let first = cells(&rows.next().ok()??.record);
        let mut below = Vec::new();
        for _ in 0..N_ROWS {
            let Ok(Some(row)) = rows.next() else { break };
            if row.record.len() == first.len() {
                below.push(cells(&row.record));
            }
        }
        Some(Self { first, below, display_name: file.display_name.clone() })
    }

    /// The separator of the first line: the one of tab, semicolon and comma that it has most of.
    pub(in crate::readers) fn separator(file: &TextFile) -> Option<u8> {
        let first = file.text.lines().find(|line| !line.trim().is_empty())?;
        let count = |separator: &u8| memchr::memchr_iter(*separator, first.as_bytes()).count();
        [b',', b';', b'\t'].into_iter().rev().max_by_key(count).filter(|separator| count(separator) > 0)
    }

    /// The cells of a column below the first row that hold something.
    pub(in crate::readers) fn column(&self, idx: usize) -> impl Iterator<Item = &str> {
        self.below.iter().filter_map(move |row| row.get(idx)).map(String::as_str).filter(|cell| !cell.is_empty())
    }

    /// The column that somebody names by its title or by its number from 1.
    pub(in crate::readers) fn named(&self, wanted: &str) -> Result<usize, ReadError> {
        let is_it = |cell: &String| cell.eq_ignore_ascii_case(wanted.trim());
        let by_number = || wanted.trim().parse().ok().filter(|number| (1..=self.first.len()).contains(number));
        self.first.iter().position(is_it).or_else(|| by_number().map(|number: usize| number - 1)).ok_or_else(|| {
            let what = format!("this table has no column {}", quote(wanted));
            self.error(what, format!("its columns are {}", self.list()))
        })
    }

    /// An error that lets somebody choose among the columns.
    pub(in crate::readers) fn error(&self, what: impl Into<String>, help: impl Into<String>) -> ReadError {
        let place = Place::file(&*self.display_name);
        ReadError { columns: self.first.as_slice().into(), ..ReadError::new(place, what, help) }
    }

    /// The columns as a message names them.
    pub(in crate::readers) fn list(&self) -> String {
        list(&self.first)
    }
}

/// The titles of columns as a message names them.
pub(in crate::readers) fn list(titles: &[String]) -> String {
    let mut list: Vec<String> = titles.iter().take(MOST_NAMED).map(|title| quote(title)).collect();
    if titles.len() > MOST_NAMED {
        list.push(format!("and {} more", titles.len() - MOST_NAMED));
    }
    list.join(", ")
}
