//! The matrices of a trace as a file: all of them, or those of a [`Selection`].
//!
//! A NumPy archive holds `A0 X0 L0 M0 Kt0 Q0 Ks0 R0 E0 idx0 rhat0 C0 A1 X1 …`, all `float64` but the
//! node indices. An `.npy` file has one of them. A CSV table has a line for each entry that is not 0:
//! `matrix,level,row,column,value,feature`, the last of which is the name of a column of X.

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
        trace::{SparseValue, Step, Value},
    },
    symbols::{self, Symbol},
    trace::columns::feature,
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
    #[error("there is no {matrix} at level {level}; choose one of {there}")]
    Missing { matrix: String, level: String, there: String },
    #[error("a .npy file has one matrix, and {0} are selected; select one, or write .npz or .csv")]
    NotOne(usize),
    #[error("{0} is too large for a .npy file, which has all zeros; write .npz, which has its entries")]
    TooLarge(&'static str),
}

/// What is written: by default everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Keys or names in files; none for all.
    pub matrices: Option<Vec<String>>,
    /// Counted from 0; none for all.
    pub levels: Option<Vec<usize>>,
}

impl Selection {
    fn has(&self, symbol: &Symbol, level: usize) -> bool {
        let is_named = self.matrices.as_ref().is_none_or(|names| names.iter().any(|name| symbol.is_called(name)));
        is_named && self.levels.as_ref().is_none_or(|levels| levels.contains(&level))
    }

    /// An error for a name or a level that nothing has.
    fn check(&self, trace: &Trace) -> Result<(), MatricesError> {
        let mut there: Vec<&str> = all(trace).map(|(step, ..)| step.symbol.key).collect();
        there.sort_unstable();
        there.dedup();
        for key in self.matrices.iter().flatten() {
            if !all(trace).any(|(step, level)| step.symbol.is_called(key) && self.has(step.symbol, level)) {
                let levels = self.levels.as_ref().map(|levels| levels.iter().map(usize::to_string).collect::<Vec<_>>());
                let level = levels.map_or_else(|| "any".to_owned(), |levels| levels.join(" or "));
                return Err(MatricesError::Missing { matrix: key.clone(), level, there: there.join(", ") });
            }
        }
        Ok(())
    }
}

/// Sparse matrices with at most this many cells are written whole, larger ones as COO:
/// `A0_row`, `A0_col`, `A0_val` and `A0_shape`.
pub const MAX_DENSE_CELLS: usize = 1 << 22;

/// Whether a matrix is written with all its zeros.
pub fn is_written_whole(value: &Value) -> bool {
    let (rows, cols) = value.shape().unwrap_or_default();
    !matches!(value, Value::Sparse(_)) || rows * cols <= MAX_DENSE_CELLS
}

/// Writes everything: a table where the name ends in `.csv`, else an archive. `signal` names the columns of X.
pub fn write(trace: &Trace, signal: &[String], path: &Path) -> Result<(), MatricesError> {
    write_selected(trace, signal, &Selection::default(), path)
}

/// Writes the selected matrices: a table where the name ends in `.csv`, a single array for `.npy`, else an archive.
pub fn write_selected(
    trace: &Trace,
    signal: &[String],
    selection: &Selection,
    path: &Path,
) -> Result<(), MatricesError> {
    selection.check(trace)?;
    let ends_in = |ending: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending));
    write_atomically(path, |file| match () {
        () if ends_in("csv") => write_csv(trace, signal, selection, file),
        () if ends_in("npy") => write_npy(trace, selection, file),
        () => write_npz(trace, selection, file),
    })
}

fn write_npy(trace: &Trace, selection: &Selection, file: &mut BufWriter<&mut File>) -> Result<(), MatricesError> {
    let matrices: Vec<_> = named(trace, selection).collect();
    let [(stem, _, value)] = matrices[..] else { return Err(MatricesError::NotOne(matrices.len())) };
    if !is_written_whole(value) {
        return Err(MatricesError::TooLarge(stem));
    }
    match value {
        Value::Sparse(matrix) => matrix.to_dense().write_npy(file)?,
        Value::Dense(matrix) => matrix.write_npy(file)?,
        Value::Vector(values) => Array1::from(values.clone()).write_npy(file)?,
        Value::Nodes(nodes) => nodes.iter().map(|&node| i64::from(node)).collect::<Array1<_>>().write_npy(file)?,
        Value::Number(number) => ndarray::arr0(*number).write_npy(file)?,
    }
    Ok(())
}

fn write_npz(trace: &Trace, selection: &Selection, file: &mut BufWriter<&mut File>) -> Result<(), MatricesError> {
    let mut archive = Archive(ZipWriter::new(file));
    for (stem, level, value) in named(trace, selection) {
        archive.add(&format!("{stem}{level}"), value)?;
    }
    archive.0.finish()?;
    Ok(())
}

fn write_csv(
    trace: &Trace,
    signal: &[String],
    selection: &Selection,
    file: &mut BufWriter<&mut File>,
) -> Result<(), MatricesError> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(["matrix", "level", "row", "column", "value", "feature"])?;
    for (stem, at, value) in named(trace, selection) {
        let level = at.to_string();
        let is_features = Some(stem) == symbols::X.stem;
        let mut line = |row: usize, col: Option<usize>, value: String| {
            let feature =
                col.filter(|_| is_features).and_then(|col| feature(trace, signal, at, col)).unwrap_or_default();
            let col = col.map_or_else(String::new, |col| col.to_string());
            table.write_record([stem, &level, &row.to_string(), &col, &value, &feature])
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
fn named<'a>(trace: &'a Trace, selection: &'a Selection) -> impl Iterator<Item = (&'static str, usize, &'a Value)> {
    let chosen = all(trace).filter(|(step, level)| selection.has(step.symbol, *level));
    chosen.filter_map(|(step, level)| Some((step.symbol.stem?, level, &step.value)))
}

fn all(trace: &Trace) -> impl Iterator<Item = (&Step, usize)> {
    let levels = trace.levels.iter().enumerate();
    let steps = levels.flat_map(|(level, traced)| traced.steps.iter().map(move |step| (&**step, level)));
    steps.filter(|(step, _)| step.symbol.stem.is_some())
}

/// A NumPy archive: a zip file of arrays.
struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    fn add(&mut self, name: &str, value: &Value) -> Result<(), MatricesError> {
        match value {
            Value::Sparse(matrix) if is_written_whole(value) => self.add_array(name, &matrix.to_dense()),
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
        graph::{
            features::{Signal, SignalKind},
            gallery,
        },
        pooling::{METHODS, Params, Weights, explore},
    };

    #[test]
    fn a_table_has_every_entry_that_is_not_0() {
        let dataset = gallery::dataset();
        let (graph, signal, params) =
            (&dataset.graphs[0], Signal::new(&dataset, SignalKind::Degree).unwrap(), Params::default());
        let weights = Weights::untrained(METHODS[0].operator, signal.width(), &params).unwrap();
        let trace = explore(METHODS[0], graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
        let path = tempfile::tempdir().unwrap().keep().join("path.csv");
        write(&trace, &signal.columns, &path).unwrap();
        let mut table = csv::Reader::from_path(&path).unwrap();
        let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        let k_t = trace.levels[0].sparse(&symbols::K_T).unwrap();
        let entries: Vec<_> = rows.iter().filter(|row| (&row[0], &row[1]) == ("Kt", "0")).collect();
        assert_eq!(entries.len(), k_t.values.iter().filter(|value| **value != 0.0).count());
        for row in entries {
            let [at, to] = [&row[2], &row[3]].map(|cell| cell.parse::<usize>().unwrap());
            assert_eq!(row[4].parse::<f64>().unwrap(), k_t.get(at, to), "every digit is kept");
            assert_eq!(&row[5], "");
        }
        let features = rows.iter().filter(|row| (&row[0], &row[1]) == ("X", "0"));
        assert!(
            features.clone().count() > 0
                && features.clone().all(|row| row[5] == signal.columns[row[3].parse::<usize>().unwrap()])
        );
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
