//! Tables of SMILES (`.csv`, RFC 4180): a header row names the columns, one of them `smiles`.

use super::{columns::Columns, parse_at, parser};
use crate::{
    graph::Dataset,
    readers::{
        ReadError,
        molecule::{Collection, Molecule},
        report::Place,
        source::TextFile,
        watch,
    },
};

/// Whether the first line names a SMILES column.
pub fn has_smiles_column(file: &TextFile) -> bool {
    separator(file).is_some()
}

/// Reads a CSV with a SMILES column; separators are commas, semicolons or tabs.
pub fn read_table(file: &TextFile) -> Result<Dataset, ReadError> {
    let Some(separator) = separator(file) else {
        return Err(file.error(1, "there is no column named “smiles”", "name the columns in the first line"));
    };
    let mut rows = Rows::new(file, separator);
    let Some(header) = rows.next()? else { return Err(file.error(1, "this table is empty", "write a header")) };
    let Some(columns) = Columns::from_header(header.record.iter()) else {
        return Err(file.error(1, "there is no column named “smiles”", "check the quotation marks in the first line"));
    };
    let mut all = Collection::default();
    columns.declare_fields(&mut all);
    while let Some(row) = rows.next()? {
        watch::at_byte(file, row.record.position().map_or(0, |position| position.byte() as usize))?;
        all.push(molecule(file, &columns, &row, separator)?);
    }
    all.finish(&file.stem, &file.display_name, columns.class_field())
}

/// The separator by which the first line has a SMILES column.
fn separator(file: &TextFile) -> Option<u8> {
    let first = file.text.lines().next().unwrap_or_default();
    [',', ';', '\t'].into_iter().find_map(|separator| {
        let cells = first.split(separator).map(|cell| cell.trim().trim_matches('"'));
        Columns::from_header(cells).and(u8::try_from(separator).ok())
    })
}

fn molecule(file: &TextFile, columns: &Columns, row: &Row, separator: u8) -> Result<Molecule, ReadError> {
    if row.record.len() != columns.len() {
        let what = format!("this row has {} columns and the header has {}", row.record.len(), columns.len());
        return Err(file.error(row.line, what, "quote values that contain the separator, and close every quote"));
    }
    let cell = row.record.get(columns.smiles).unwrap_or_default();
    let place = Place::line(&*file.display_name, row.line);
    let mut molecule = match chars_before(row, columns.smiles, separator) {
        Some(before) => {
            let indent = cell[..cell.len() - cell.trim_start().len()].chars().count();
            parse_at(cell.trim(), place, before + indent)?
        }
        // The cell is not where counting would find it, so the error describes the place in words.
        None => parser::parse(cell.trim()).map_err(|error| ReadError {
            what: format!("{} (at character {} of the SMILES)", error.what, error.place.column.unwrap_or(1)),
            place,
            ..error
        })?,
    };
    columns.describe(&mut molecule, row.record.iter());
    Ok(molecule)
}

/// Number of characters of the line before a cell's content; `None` if it cannot be determined.
fn chars_before(row: &Row, column: usize, separator: u8) -> Option<usize> {
    if row.record.iter().take(column + 1).any(|cell| cell.contains(['\n', '\r'])) {
        return None;
    }
    let mut rest = row.text;
    for cell in row.record.iter().take(column) {
        rest = match rest.strip_prefix('"') {
            Some(quoted) => quoted.strip_prefix(&*cell.replace('"', "\"\""))?.strip_prefix('"')?,
            None => rest.strip_prefix(cell)?,
        };
        rest = rest.strip_prefix(char::from(separator))?;
    }
    rest = rest.strip_prefix('"').unwrap_or(rest);
    rest.starts_with(row.record.get(column)?).then(|| row.text[..row.text.len() - rest.len()].chars().count())
}

/// The rows of a table with the lines in which they start.
///
/// The csv crate says where it began to look for a row, which is before blank lines and the rest
/// of a line end; the line is counted from there.
struct Rows<'a> {
    reader: csv::Reader<&'a [u8]>,
    file: &'a TextFile,
    byte: usize,
    line: usize,
}

struct Row<'a> {
    record: csv::StringRecord,
    line: usize,
    /// The file from this row on.
    text: &'a str,
}

impl<'a> Rows<'a> {
    fn new(file: &'a TextFile, separator: u8) -> Self {
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

    fn next(&mut self) -> Result<Option<Row<'a>>, ReadError> {
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
