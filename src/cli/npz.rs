//! A trace as a NumPy archive: `A0 X0 L0 M0 Kt0 Q0 Ks0 R0 E0 idx0 rhat0 C0 A1 X1 …`, all `float64`
//! but the node indices.

use std::{fs::File, io::BufWriter, path::Path};

use ndarray::{Array1, Array2};
use ndarray_npy::NpzWriter;

use crate::{
    files::write_atomically,
    pooling::{
        Trace,
        trace::{SparseValue, Value},
    },
};

/// Sparse matrices with at most this many cells are written whole, larger ones as COO:
/// `A0_row`, `A0_col`, `A0_val` and `A0_shape`.
pub const MAX_DENSE_CELLS: usize = 1 << 22;

/// Writes the archive.
pub fn write(trace: &Trace, path: &Path) -> anyhow::Result<()> {
    write_atomically(path, |file| {
        let mut archive = NpzWriter::new_compressed(file);
        for (level, found) in trace.levels.iter().enumerate() {
            for step in &found.steps {
                // The coarse A' and X' are the A and X of the level after.
                if let Some(stem) = stem(step.symbol) {
                    add(&mut archive, &format!("{stem}{level}"), &step.value)?;
                }
            }
        }
        archive.finish()?;
        Ok(())
    })
}

/// The name of a symbol in the archive.
fn stem(symbol: &'static str) -> Option<&'static str> {
    match symbol {
        "A'" | "X'" => None,
        "K_t" => Some("Kt"),
        "K_s" => Some("Ks"),
        "r̂" => Some("rhat"),
        "λ" => Some("lambda"),
        other => Some(other),
    }
}

type Archive<'a, 'f> = NpzWriter<&'a mut BufWriter<&'f mut File>>;

fn add(archive: &mut Archive<'_, '_>, name: &str, value: &Value) -> anyhow::Result<()> {
    match value {
        Value::Sparse(matrix) if matrix.pattern.n_rows() * matrix.pattern.n_cols() <= MAX_DENSE_CELLS => {
            archive.add_array(name, &matrix.to_dense())?;
        }
        Value::Sparse(matrix) => add_coo(archive, name, matrix)?,
        Value::Dense(matrix) => add_dense(archive, name, matrix)?,
        Value::Vector(values) => archive.add_array(name, &Array1::from(values.clone()))?,
        Value::Nodes(nodes) => {
            archive.add_array(name, &nodes.iter().map(|&node| i64::from(node)).collect::<Array1<_>>())?
        }
        Value::Number(number) => archive.add_array(name, &ndarray::arr0(*number))?,
    }
    Ok(())
}

fn add_dense(archive: &mut Archive<'_, '_>, name: &str, matrix: &Array2<f64>) -> anyhow::Result<()> {
    Ok(archive.add_array(name, matrix)?)
}

fn add_coo(archive: &mut Archive<'_, '_>, name: &str, matrix: &SparseValue) -> anyhow::Result<()> {
    let (rows, cols): (Vec<i64>, Vec<i64>) =
        matrix.pattern.entries().map(|(_, row, col)| (row as i64, col as i64)).unzip();
    let shape = [matrix.pattern.n_rows() as i64, matrix.pattern.n_cols() as i64];
    archive.add_array(format!("{name}_row"), &Array1::from(rows))?;
    archive.add_array(format!("{name}_col"), &Array1::from(cols))?;
    archive.add_array(format!("{name}_val"), &Array1::from(matrix.values.clone()))?;
    archive.add_array(format!("{name}_shape"), &Array1::from(shape.to_vec()))?;
    Ok(())
}
