//! Line-by-line columns of the TU format: integer labels and rows of real numbers.

use super::super::{
    Place, ReadError,
    report::{count, quote},
    source::TextFile,
    watch::{self, LINES_A_LOOK},
};
use crate::graph::Labels;

/// Calls `row` with the number (from 1) and trimmed text of every line; blank lines may only end the file.
pub(super) fn for_each_row<'a>(
    file: &'a TextFile,
    mut row: impl FnMut(usize, &'a str) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    for (idx, line) in file.text.trim_ascii_end().lines().enumerate() {
        if idx % LINES_A_LOOK == 0 {
            watch::at(file, line)?;
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return Err(file.error(idx + 1, "this line is empty", "remove it; every line is one entry"));
        }
        row(idx + 1, line)?;
    }
    Ok(())
}

/// Number of rows that [`for_each_row`] would visit.
pub(super) fn n_rows(file: &TextFile) -> usize {
    file.text.trim_ascii_end().lines().count()
}

/// A whole row as one integer.
pub(super) fn integer(file: &TextFile, line: usize, text: &str) -> Result<i64, ReadError> {
    text.parse().map_err(|_| {
        file.error(line, format!("{} is not a whole number", quote(text)), "write one whole number per line")
    })
}

/// A file with one label a line. Several values on each line make one compound label.
pub(super) struct Column {
    display_name: String,
    values: Values,
}

enum Values {
    Integers(Vec<i64>),
    Compound(Vec<Vec<i64>>),
}

impl Column {
    /// Reads a label file.
    pub(super) fn labels(file: &TextFile) -> Result<Self, ReadError> {
        let is_compound = file.text.lines().next().is_some_and(|line| line.contains(','));
        let values = if is_compound {
            let mut rows: Vec<Vec<i64>> = Vec::new();
            for_each_row(file, |line, text| {
                let row =
                    text.split(',').map(|cell| integer(file, line, cell.trim_ascii())).collect::<Result<_, _>>()?;
                rows.push(row);
                match rows.first() {
                    Some(first) if first.len() != rows[rows.len() - 1].len() => {
                        Err(uneven(file, line, rows[rows.len() - 1].len(), first.len()))
                    }
                    _ => Ok(()),
                }
            })?;
            Values::Compound(rows)
        } else {
            let mut values = Vec::new();
            for_each_row(file, |line, text| {
                values.push(integer(file, line, text)?);
                Ok(())
            })?;
            Values::Integers(values)
        };
        Ok(Self { display_name: file.display_name.clone(), values })
    }

    pub(super) fn len(&self) -> usize {
        match &self.values {
            Values::Integers(values) => values.len(),
            Values::Compound(rows) => rows.len(),
        }
    }

    /// The column, if it has a row for each of `n` things that `counted_in` counts.
    pub(super) fn expect_rows(self, n: usize, thing: &str, counted_in: &str) -> Result<Self, ReadError> {
        expect_rows(&self.display_name, self.len(), n, thing, counted_in)?;
        Ok(self)
    }

    /// The alphabet, and each row's index in it.
    pub(super) fn into_labels(self) -> (Labels, Vec<u32>) {
        match self.values {
            Values::Integers(values) => Labels::compact_integers(&values),
            Values::Compound(rows) => {
                let mut alphabet = rows.clone();
                alphabet.sort_unstable();
                alphabet.dedup();
                // Found without fail, since the alphabet was made of these rows.
                let indices = rows.iter().map(|row| alphabet.partition_point(|other| other < row) as u32).collect();
                let show = |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
                (Labels::from_values(alphabet.iter().map(show)), indices)
            }
        }
    }
}

/// A table of real numbers, row-major.
pub(super) struct Table {
    display_name: String,
    /// Numbers in a row; at least 1 unless the table is empty.
    pub width: usize,
    /// All rows, one after the other.
    pub values: Vec<f64>,
}

impl Table {
    pub(super) fn row(&self, idx: usize) -> &[f64] {
        &self.values[idx * self.width..(idx + 1) * self.width]
    }

    /// The table, if it has a row for each of `n` things that `counted_in` counts.
    pub(super) fn expect_rows(self, n: usize, thing: &str, counted_in: &str) -> Result<Self, ReadError> {
        expect_rows(&self.display_name, self.values.len() / self.width.max(1), n, thing, counted_in)?;
        Ok(self)
    }
}

/// Reads comma-separated rows of finite numbers, all of the same width.
pub(super) fn reals(file: &TextFile) -> Result<Table, ReadError> {
    let mut table = Table { display_name: file.display_name.clone(), width: 0, values: Vec::new() };
    for_each_row(file, |line, text| {
        let before = table.values.len();
        for cell in text.split(',').map(str::trim_ascii) {
            match cell.parse::<f64>() {
                Ok(value) if value.is_finite() => table.values.push(value),
                _ => {
                    return Err(file.error(
                        line,
                        format!("{} is not a finite number", quote(cell)),
                        "write numbers separated by commas",
                    ));
                }
            }
        }
        let width = table.values.len() - before;
        if before == 0 {
            table.width = width;
        }
        if width == table.width { Ok(()) } else { Err(uneven(file, line, width, table.width)) }
    })?;
    Ok(table)
}

fn uneven(file: &TextFile, line: usize, here: usize, above: usize) -> ReadError {
    let what = format!("this line has {}, the lines above have {above}", count(here, "value"));
    file.error(line, what, "give every line the same number of values")
}

fn expect_rows(display_name: &str, rows: usize, n: usize, thing: &str, counted_in: &str) -> Result<(), ReadError> {
    if rows == n {
        return Ok(());
    }
    let what = format!("this has {}, but {counted_in} counts {}", count(rows, "line"), count(n, thing));
    let help = if rows < n {
        format!("give one line for each {thing}, and check that the end is not cut off")
    } else {
        format!("give only one line for each {thing}")
    };
    Err(ReadError::new(Place::line(display_name, rows.min(n) + 1), what, help))
}
