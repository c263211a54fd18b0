//! The matrices of a trace as a file.
//!
//! A NumPy archive holds `A0 X0 L0 M0 Kt0 Q0 Ks0 R0 E0 idx0 rhat0 C0 A1 X1 …`, all `float64` but the
//! node indices. A CSV table has a line for each entry that is not 0: `matrix,level,row,column,value`.

use std::{
    fs::File,
    io::{self, BufWriter, Seek, Write},
    path::Path,
};

use ndarray::{Array, Array1, Dimension};
use ndarray_npy::{WritableElement, WriteNpyError, WriteNpyExt as _};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use crate::{
    files::write_atomically,
    pooling::{
        Trace,
        trace::{SparseValue, Value},
    },
};

/// Why the matrices cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum MatricesError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Zip(#[from] ZipError),
    #[error(transparent)]
    Npy(#[from] WriteNpyError),
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

/// Sparse matrices with at most this many cells are written whole, larger ones as COO:
/// `A0_row`, `A0_col`, `A0_val` and `A0_shape`.
pub const MAX_DENSE_CELLS: usize = 1 << 22;

/// Writes a table where the name ends in `.csv`, else an archive.
pub fn write(trace: &Trace, path: &Path) -> Result<(), MatricesError> {
    let is_table = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    write_atomically(path, |file| if is_table { write_csv(trace, file) } else { write_npz(trace, file) })
}

fn write_npz(trace: &Trace, file: &mut BufWriter<&mut File>) -> Result<(), MatricesError> {
    let mut archive = Archive(ZipWriter::new(file));
    for (stem, level, value) in named(trace) {
        archive.add(&format!("{stem}{level}"), value)?;
    }
    archive.0.finish()?;
    Ok(())
}

fn write_csv(trace: &Trace, file: &mut BufWriter<&mut File>) -> Result<(), MatricesError> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(["matrix", "level", "row", "column", "value"])?;
    for (stem, level, value) in named(trace) {
        let level = level.to_string();
        let mut line = |row: usize, col: Option<usize>, value: String| {
            let col = col.map_or_else(String::new, |col| col.to_string());
            table.write_record([stem, &level, &row.to_string(), &col, &value])
        };
        match value {
            Value::Sparse(_) | Value::Dense(_) => {
                for (row, col, value) in value.entries().filter(|(.., value)| *value != 0.0) {
                    line(row, Some(col), value.to_string())?;
                }
            }
            Value::Vector(values) => {
                values.iter().enumerate().try_for_each(|(row, value)| line(row, None, value.to_string()))?;
            }
            Value::Nodes(nodes) => {
                nodes.iter().enumerate().try_for_each(|(row, node)| line(row, None, node.to_string()))?;
            }
            Value::Number(number) => line(0, None, number.to_string())?,
        }
    }
    table.flush()?;
    Ok(())
}

/// Everything that is kept, by its name in files. The coarse A' and X' are the A and X of the level after.
fn named(trace: &Trace) -> impl Iterator<Item = (&'static str, usize, &Value)> {
    let levels = trace.levels.iter().enumerate();
    levels.flat_map(|(level, found)| {
        found.steps.iter().filter_map(move |step| Some((step.symbol.stem?, level, &step.value)))
    })
}

/// A NumPy archive: a zip file of arrays.
struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    fn add(&mut self, name: &str, value: &Value) -> Result<(), MatricesError> {
        match value {
            Value::Sparse(matrix) if matrix.pattern.n_rows() * matrix.pattern.n_cols() <= MAX_DENSE_CELLS => {
                self.add_array(name, &matrix.to_dense())
            }
            Value::Sparse(matrix) => self.add_coo(name, matrix),
            Value::Dense(matrix) => self.add_array(name, matrix),
            Value::Vector(values) => self.add_array(name, &Array1::from(values.clone())),
            Value::Nodes(nodes) => {
                self.add_array(name, &nodes.iter().map(|&node| i64::from(node)).collect::<Array1<_>>())
            }
            Value::Number(number) => self.add_array(name, &ndarray::arr0(*number)),
        }
    }

    fn add_coo(&mut self, name: &str, matrix: &SparseValue) -> Result<(), MatricesError> {
        let (rows, cols): (Vec<i64>, Vec<i64>) =
            matrix.pattern.entries().map(|(_, row, col)| (row as i64, col as i64)).unzip();
        let shape = [matrix.pattern.n_rows() as i64, matrix.pattern.n_cols() as i64];
        self.add_array(&format!("{name}_row"), &Array1::from(rows))?;
        self.add_array(&format!("{name}_col"), &Array1::from(cols))?;
        self.add_array(&format!("{name}_val"), &Array1::from(matrix.values.clone()))?;
        self.add_array(&format!("{name}_shape"), &Array1::from(shape.to_vec()))
    }

    fn add_array<T: WritableElement, D: Dimension>(
        &mut self,
        name: &str,
        array: &Array<T, D>,
    ) -> Result<(), MatricesError> {
        self.0.start_file(format!("{name}.npy"), SimpleFileOptions::default())?;
        Ok(array.write_npy(&mut self.0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::{features::Signal, gallery},
        pooling::{METHODS, Params, Weights, explore},
        symbols,
    };

    #[test]
    fn a_table_has_every_entry_that_is_not_0() {
        let dataset = gallery::dataset();
        let (graph, signal, params) = (&dataset.graphs[0], Signal::default_for(&dataset), Params::default());
        let weights = Weights::untrained(METHODS[0].operator, signal.width(), &params).unwrap();
        let trace = explore(METHODS[0], graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
        let path = tempfile::tempdir().unwrap().keep().join("path.csv");
        write(&trace, &path).unwrap();
        let mut table = csv::Reader::from_path(&path).unwrap();
        let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        let k_t = trace.levels[0].sparse(&symbols::K_T).unwrap();
        let found: Vec<_> = rows.iter().filter(|row| (&row[0], &row[1]) == ("Kt", "0")).collect();
        assert_eq!(found.len(), k_t.values.iter().filter(|value| **value != 0.0).count());
        for row in found {
            let [at, to] = [&row[2], &row[3]].map(|cell| cell.parse::<usize>().unwrap());
            assert_eq!(row[4].parse::<f64>().unwrap(), k_t.get(at, to), "every digit is kept");
        }
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
