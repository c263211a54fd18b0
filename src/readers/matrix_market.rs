//! Matrix Market (math.nist.gov/MatrixMarket): a square matrix as the adjacency of a graph.

use super::{
    ReadError, ReadOptions,
    network::{Value, weight},
    report::{Place, Warnings, quote},
    source::TextFile,
    watch::{self, LINES_A_LOOK},
};
use crate::graph::{Dataset, Graph, GraphBuilder};

/// What the first line says of the values.
#[derive(PartialEq)]
enum Field {
    Numbers,
    /// Only where entries are.
    Pattern,
}

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let mut lines = file.text.lines().enumerate().map(|(idx, line)| (idx + 1, line.trim()));
    let (is_dense, field, is_symmetric) = banner(file, lines.next().map_or("", |(_, line)| line))?;
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let Some((line, sizes)) = lines.next() else {
        let help = "give the numbers of rows, columns and entries";
        return Err(ReadError::new(Place::file(&*file.display_name), "this file ends before its size line", help));
    };
    let n_numbers = if is_dense { 2 } else { 3 };
    let numbers: Option<Vec<usize>> = sizes.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some(&[n_rows, n_columns, ref n_entries @ ..]) = numbers.as_deref().filter(|all| all.len() == n_numbers) else {
        let help = "give the numbers of rows, columns and entries";
        return Err(file.error(line, format!("the size line is expected here, not {}", quote(sizes)), help));
    };
    if n_rows != n_columns {
        let what = format!("this matrix has {n_rows} rows and {n_columns} columns");
        return Err(file.error(line, what, "an adjacency matrix is square, with a row and a column for each node"));
    }
    if n_rows == 0 {
        return Err(file.error(line, "this graph has no nodes", "give at least one row"));
    }
    // Memory is in proportion to the file, whatever its size line promises.
    if n_rows > file.text.len().saturating_add(1 << 20) {
        let what = format!("this matrix has {n_rows} rows, far more than the file has entries");
        return Err(file.error(line, what, "leave out rows and columns without entries"));
    }
    let mut matrix = Matrix::new(n_rows, is_symmetric);
    let n_expected = n_entries.first().copied();
    if is_dense {
        matrix.read_dense(file, lines, &mut warnings)?;
    } else {
        let n_read = matrix.read_entries(file, lines, &field, &mut warnings)?;
        if Some(n_read) != n_expected {
            let what = format!("the size line declares {} entries, but the file has {n_read}", n_expected.unwrap_or(0));
            let error = file.error(line, what, "correct it, or download the file again");
            if n_expected > Some(n_read) {
                return Err(error);
            }
            warnings.tolerate("more entries follow than the size line declares", error)?;
        }
    }
    let mut graph = matrix.finish(file, field, &mut warnings);
    graph.name = Some(file.stem.clone());
    Ok(Dataset { name: file.stem.clone(), graphs: vec![graph], warnings: warnings.finish(), ..Dataset::default() })
}

/// `%%MatrixMarket matrix coordinate real symmetric`: whether it is dense, what values are, and whether it is symmetric.
fn banner(file: &TextFile, line: &str) -> Result<(bool, Field, bool), ReadError> {
    let lower = line.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let [banner, object, format, field, symmetry, ..] = words[..] else {
        let help = "begin the file with “%%MatrixMarket matrix coordinate real symmetric”, or the like";
        return Err(file.error(1, "this is not the first line of a Matrix Market file", help));
    };
    if !banner.contains("matrixmarket") || object != "matrix" {
        let help = "begin the file with “%%MatrixMarket matrix coordinate real symmetric”, or the like";
        return Err(file.error(1, "this is not the first line of a Matrix Market matrix", help));
    }
    let is_dense = match format {
        "coordinate" => false,
        "array" => true,
        _ => return Err(file.error(1, format!("unknown format {}", quote(format)), "use “coordinate” or “array”")),
    };
    let field = match field {
        "real" | "integer" | "double" => Field::Numbers,
        "pattern" if !is_dense => Field::Pattern,
        _ => {
            let what = format!("entries of the kind {} are not weights", quote(field));
            return Err(file.error(1, what, "use “real”, “integer” or “pattern”"));
        }
    };
    match symmetry {
        "general" => Ok((is_dense, field, false)),
        "symmetric" | "skew-symmetric" | "hermitian" => Ok((is_dense, field, true)),
        _ => Err(file.error(1, format!("unknown symmetry {}", quote(symmetry)), "use “general” or “symmetric”")),
    }
}

struct Matrix {
    n: usize,
    is_symmetric: bool,
    entries: Vec<(u32, u32, f64, usize)>,
}

impl Matrix {
    fn new(n: usize, is_symmetric: bool) -> Self {
        Self { n, is_symmetric, entries: Vec::new() }
    }

    /// `row column [value]` a line; returns how many.
    fn read_entries<'a>(
        &mut self,
        file: &TextFile,
        lines: impl Iterator<Item = (usize, &'a str)>,
        field: &Field,
        warnings: &mut Warnings,
    ) -> Result<usize, ReadError> {
        let mut n_read = 0;
        for (line, text) in lines {
            if n_read % LINES_A_LOOK == 0 {
                watch::at(file, text)?;
            }
            n_read += 1;
            let mut words = text.split_whitespace();
            let mut index = || words.next().and_then(|word| word.parse::<usize>().ok());
            let (Some(row), Some(column)) = (index(), index()) else {
                let help = "give its row, its column and its value";
                return Err(file.error(line, format!("{} is not an entry", quote(text)), help));
            };
            if let Some(index) = [row, column].into_iter().find(|index| !(1..=self.n).contains(index)) {
                let help = format!("rows and columns are numbered from 1 to {}", self.n);
                return Err(file.error(line, format!("there is no row or column {index}"), help));
            }
            let value = match (field, words.next()) {
                (Field::Pattern, _) => 1.0,
                (Field::Numbers, Some(word)) => {
                    weight(&Value::of(word), &Place::line(&*file.display_name, line), warnings)?
                }
                (Field::Numbers, None) => {
                    return Err(file.error(line, "this entry has no value", "give one, or make the matrix a pattern"));
                }
            };
            self.entries.push((row as u32 - 1, column as u32 - 1, value, line));
        }
        Ok(n_read)
    }

    /// Values column by column, of a symmetric matrix from the diagonal on.
    fn read_dense<'a>(
        &mut self,
        file: &TextFile,
        lines: impl Iterator<Item = (usize, &'a str)>,
        warnings: &mut Warnings,
    ) -> Result<(), ReadError> {
        let n = self.n;
        let mut at = (0, 0);
        let mut last = 0;
        for (line, text) in lines {
            for word in text.split_whitespace() {
                if at.1 >= n {
                    return Err(file.error(line, "there are more values than cells", "correct the size line"));
                }
                let value = weight(&Value::of(word), &Place::line(&*file.display_name, line), warnings)?;
                self.entries.push((at.0 as u32, at.1 as u32, value, line));
                at.0 += 1;
                if at.0 == n {
                    at.1 += 1;
                    at.0 = if self.is_symmetric { at.1 } else { 0 };
                }
            }
            last = line;
        }
        if at.1 < n {
            let what = "the file ends before all cells have a value";
            return Err(file.error(last.max(1), what, "it is probably truncated; download it again"));
        }
        Ok(())
    }

    fn finish(self, file: &TextFile, field: Field, warnings: &mut Warnings) -> Graph {
        let is_weighted =
            field == Field::Numbers && self.entries.iter().any(|&(_, _, value, _)| value != 0.0 && value != 1.0);
        let mut builder = GraphBuilder::new(self.n);
        let cells = || self.entries.iter().filter(|(_, _, value, _)| *value != 0.0);
        for &(row, column, value, line) in cells() {
            if row == column {
                warnings.note("an edge from a node to itself is dropped", Place::line(&*file.display_name, line));
            } else if is_weighted {
                builder.add_weighted_edge(row, column, value);
            } else {
                builder.add_edge(row, column);
            }
        }
        let graph = builder.finish();
        for &(row, column, value, line) in cells().filter(|(row, column, ..)| is_weighted && row != column) {
            let edge = graph.edges.binary_search(&[row.min(column), row.max(column)]);
            if edge.is_ok_and(|idx| graph.edge_weight(idx) != value) {
                let what = "an edge is given again with another weight; the first is kept";
                warnings.note(what, Place::line(&*file.display_name, line));
            }
        }
        graph
    }
}
