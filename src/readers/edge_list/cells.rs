//! A line of an edge list into its cells.

use super::{ReadError, TextFile};

/// The separator of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Char(char),
    /// Any run of spaces and tabs.
    Space,
}

impl Separator {
    /// The separator of the first line that has one.
    pub(super) fn detect<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        for line in lines {
            // A dictionary that NetworkX wrote has separators of its own.
            let line = line.split('{').next().unwrap_or_default();
            if let Some(separator) = ['\t', ';', ','].into_iter().find(|&c| line.contains(c)) {
                return Self::Char(separator);
            }
            if line.contains(char::is_whitespace) {
                return Self::Space;
            }
        }
        Self::Space
    }
}

/// The cells of a line, trimmed, quotes taken off.
pub(super) fn split(
    file: &TextFile,
    number: usize,
    line: &str,
    separator: Separator,
) -> Result<Vec<String>, ReadError> {
    if line.contains('"') {
        return split_quoted(file, number, line, separator);
    }
    Ok(match separator {
        Separator::Char(c) => line.split(c).map(|cell| cell.trim().to_owned()).collect(),
        // A dictionary is one cell, whatever spaces it has.
        Separator::Space => match line.split_once('{') {
            Some((edge, rest)) => edge.split_whitespace().map(str::to_owned).chain([format!("{{{rest}")]).collect(),
            None => line.split_whitespace().map(str::to_owned).collect(),
        },
    })
}

/// A cell may stand in quotes, where `""` is a quote and separators are text (RFC 4180).
fn split_quoted(file: &TextFile, number: usize, line: &str, separator: Separator) -> Result<Vec<String>, ReadError> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    // Quotes only count where a cell starts with one.
    let (mut is_quoted, mut was_quoted) = (false, false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let ends_cell = match separator {
            Separator::Char(separator) => c == separator,
            Separator::Space => c.is_whitespace(),
        };
        if is_quoted {
            match c {
                '"' if chars.peek() == Some(&'"') => {
                    chars.next();
                    cell.push('"');
                }
                '"' => is_quoted = false,
                _ => cell.push(c),
            }
        } else if ends_cell {
            if separator != Separator::Space || was_quoted || !cell.is_empty() {
                cells.push(finish(&mut cell, &mut was_quoted));
            }
        } else if c == '"' && cell.trim().is_empty() && !was_quoted {
            cell.clear();
            (is_quoted, was_quoted) = (true, true);
        } else if !(was_quoted && c.is_whitespace()) {
            cell.push(c);
        }
    }
    if is_quoted {
        return Err(file.error(number, "a quote is opened on this line and not closed", "close it with another \""));
    }
    cells.push(finish(&mut cell, &mut was_quoted));
    Ok(cells)
}

fn finish(cell: &mut String, was_quoted: &mut bool) -> String {
    *was_quoted = false;
    std::mem::take(cell).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, separator: Separator) -> Vec<String> {
        split(&TextFile::from_text("x", line), 1, line, separator).unwrap()
    }

    #[test]
    fn quotes_keep_separators() {
        assert_eq!(cells(r#""a, b" , c,"say ""hi""""#, Separator::Char(',')), ["a, b", "c", "say \"hi\""]);
        assert_eq!(cells(r#""a b"  c 5"#, Separator::Space), ["a b", "c", "5"]);
        assert_eq!(cells(r#"5" pipe,b"#, Separator::Char(',')), ["5\" pipe", "b"]);
        assert_eq!(cells("a,,b,", Separator::Char(',')), ["a", "", "b", ""]);
    }

    #[test]
    fn the_first_separator_found_counts() {
        assert_eq!(Separator::detect(["5", "1,2", "1 2"].into_iter()), Separator::Char(','));
        assert_eq!(Separator::detect(["a b\tc"].into_iter()), Separator::Char('\t'));
        assert_eq!(Separator::detect(["0 1 {'a': 1, 'b': 2}"].into_iter()), Separator::Space);
    }
}
