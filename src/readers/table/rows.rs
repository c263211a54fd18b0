//! The rows of a table (RFC 4180) with the lines in which they start.

use crate::readers::{ReadError, source::TextFile};

/// The rows of a table with the lines in which they start.
///
/// The csv crate says where it began to look for a row, which is before blank lines and the rest
/// of a line end; the line is counted from there.
pub(in crate::readers) struct Rows<'a> {
    reader: csv::Reader<&'a [u8]>,
    file: &'a TextFile,
    byte: usize,
    line: usize,
}

pub(in crate::readers) struct Row<'a> {
    pub record: csv::StringRecord,
    pub line: usize,
    /// The file from this row on.
    pub text: &'a str,
}

impl Row<'_> {
    /// Number of characters of the line before a cell's content; `None` if it cannot be determined.
    pub(in crate::readers) fn chars_before(&self, column: usize, separator: u8) -> Option<usize> {
        if self.record.iter().take(column + 1).any(|cell| cell.contains(['\n', '\r'])) {
            return None;
        }
        let mut rest = self.text;
        for cell in self.record.iter().take(column) {
            rest = match rest.strip_prefix('"') {
                Some(quoted) => quoted.strip_prefix(&*cell.replace('"', "\"\""))?.strip_prefix('"')?,
                None => rest.strip_prefix(cell)?,
            };
            rest = rest.strip_prefix(char::from(separator))?;
        }
        rest = rest.strip_prefix('"').unwrap_or(rest);
        let starts = rest.starts_with(self.record.get(column)?);
        starts.then(|| self.text[..self.text.len() - rest.len()].chars().count())
    }
}

impl<'a> Rows<'a> {
    pub(in crate::readers) fn new(file: &'a TextFile, separator: u8) -> Self {
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(file.text.as_bytes());
        Self { reader, file, byte: 0, line: 1 }
    }

    /// The csv crate takes a quote that is never closed for one cell up to the end of the file.
    fn refuse_open_quote(&self, text: &str) -> Result<(), ReadError> {
        let is_last = self.reader.position().byte() >= self.file.text.len() as u64;
        let has_odd_quotes = is_last && memchr::memchr_iter(b'"', text.as_bytes()).count() % 2 == 1;
        if has_odd_quotes && text.trim_end().contains('\n') {
            let what = "a quotation mark is opened in this row and never closed";
            return Err(self.file.error(self.line, what, "close it, or remove it"));
        }
        Ok(())
    }

    pub(in crate::readers) fn next(&mut self) -> Result<Option<Row<'a>>, ReadError> {
        let mut record = csv::StringRecord::new();
        let has_row = self.reader.read_record(&mut record).map_err(|error| {
            self.file.error(self.line, format!("this table cannot be read ({error})"), "check its quotation marks")
        })?;
        if !has_row {
            return Ok(None);
        }
        let began = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(self.byte);
        let text = self.file.text.get(began..).unwrap_or_default().trim_start_matches(['\r', '\n']);
        let start = self.file.text.len() - text.len();
        let passed = self.file.text.as_bytes().get(self.byte..start).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', passed).count();
        self.byte = start;
        self.refuse_open_quote(text)?;
        Ok(Some(Row { record, line: self.line, text }))
    }
}
