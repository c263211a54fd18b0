//! The lines of a molfile: where the reader is, and numbers in columns of three.

use crate::readers::{
    Place, ReadError,
    report::{Warnings, quote},
    source::TextFile,
};

/// A file, read line by line.
pub(super) struct Input<'a> {
    file: &'a TextFile,
    rest: &'a str,
    /// Number of the line last read, from 1.
    number: usize,
    last: &'a str,
    /// What was ignored so far.
    pub warnings: Warnings,
}

impl<'a> Input<'a> {
    /// Starts at the first line.
    pub(super) fn new(file: &'a TextFile, is_strict: bool) -> Self {
        Self { file, rest: &file.text, number: 0, last: "", warnings: Warnings::new(is_strict) }
    }

    /// Goes on behind the next line that starts so; stays where the line last read is that one.
    pub(super) fn skip_past(&mut self, start: &str) {
        while !self.last.starts_with(start) && self.next().is_some() {}
    }

    /// The unread rest.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether only blank lines follow.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    /// The next line without its end, CRLF or LF.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.last = line.strip_suffix('\r').unwrap_or(line);
        Some(self.last)
    }

    /// The next line, without consuming it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest.lines().next()
    }

    /// The next line, or an error that the file ends `before` something.
    pub(super) fn next_or(&mut self, before: &str) -> Result<&'a str, ReadError> {
        self.next().ok_or_else(|| self.truncated(before))
    }

    /// The line last read.
    pub(super) fn place(&self) -> Place {
        self.place_of(self.number)
    }

    /// A line by its number.
    pub(super) fn place_of(&self, line: usize) -> Place {
        Place::line(&*self.file.display_name, line)
    }

    /// The number of the line last read.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// An error at the line last read.
    pub(super) fn error(&self, what: impl Into<String>, help: impl Into<String>) -> ReadError {
        ReadError::new(self.place(), what, help)
    }

    /// The error for a file that ends too early.
    pub(super) fn truncated(&self, before: &str) -> ReadError {
        self.error(format!("the file ends {before}"), "it is probably truncated; download it again")
    }
}

/// The first `N` numbers of a line in columns of three, as in ` 12  9` and `100101`.
///
/// Files that count blanks wrongly are read by their words instead, where that cannot be mistaken.
pub(super) fn integers<const N: usize>(line: &str) -> Option<[i64; N]> {
    in_columns(line).or_else(|| {
        let mut words = line.split_whitespace();
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = words.next()?.parse().ok()?;
        }
        Some(numbers)
    })
}

fn in_columns<const N: usize>(line: &str) -> Option<[i64; N]> {
    let column = |idx: usize| line.get(idx * 3..line.len().min(idx * 3 + 3));
    let is_digit = |idx: usize| line.as_bytes().get(idx).is_some_and(u8::is_ascii_digit);
    let mut numbers = [0; N];
    for (idx, number) in numbers.iter_mut().enumerate() {
        let text = column(idx)?;
        // Numbers stand at the right of their column, so two can only touch if the second fills its own.
        let start = idx * 3;
        if idx > 0 && is_digit(start) && is_digit(start - 1) && !(is_digit(start + 1) && is_digit(start + 2)) {
            return None;
        }
        *number = text.trim().parse().ok()?;
    }
    // The same for what comes after the last of them.
    let end = N * 3;
    let cuts_a_number = is_digit(end) && is_digit(end - 1) && !(is_digit(end + 1) && is_digit(end + 2));
    (!cuts_a_number).then_some(numbers)
}

/// A whole number in a property, or an error that quotes the word.
pub(super) fn number<T: std::str::FromStr>(input: &Input, word: &str, meaning: &str) -> Result<T, ReadError> {
    word.parse()
        .map_err(|_| input.error(format!("{} is not {meaning}", quote(word)), "write a small whole number here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_three_or_words() {
        assert_eq!(integers(" 12  9  0"), Some([12, 9]));
        assert_eq!(integers("100101  0"), Some([100, 101]));
        assert_eq!(integers("  1112  1"), Some([1, 112, 1]));
        assert_eq!(integers("3 2 0"), Some([3, 2]));
        assert_eq!(integers("  15  14  0"), Some([15, 14]));
        assert_eq!(integers(" 1  2 1 0"), Some([1, 2, 1]));
        assert_eq!(integers("1 12 2"), Some([1, 12, 2]));
        assert_eq!(integers::<2>("CCO"), None);
        assert_eq!(integers::<2>("  3"), None);
        assert_eq!(integers::<2>(""), None);
        assert_eq!(integers::<2>("é1 2"), None);
    }
}
