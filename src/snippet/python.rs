//! Matrices as Python: arrays of NumPy, graphs and assignments of PyTorch Geometric. Numbers are written so that Python
//! reads the same bits.

use super::{
    Matrix,
    command::{file_name, of_matrix},
};
use crate::{
    pooling::{Axis, trace::Value},
    trace::matrices::is_written_whole,
};

/// Numbers above which a matrix is read from a file that the command line writes.
const MOST_INLINE: usize = 60_000;
/// A sparse matrix with fewer entries, as a share of its cells, is written entry by entry.
const SPARSE: f64 = 0.25;
/// Width of a line.
const LINE: usize = 110;

/// Arrays, one for each matrix.
pub(super) fn numpy(matrices: &[Matrix<'_>]) -> String {
    let mut text = "import numpy as np\n".to_owned();
    for matrix in matrices {
        text += "\n";
        text += &heading(matrix);
        text += &numpy_array(matrix, &unique(matrix, matrices));
    }
    text
}

/// Graphs and assignments, one for each matrix.
pub(super) fn pyg(matrices: &[Matrix<'_>]) -> String {
    let any = |axes: [Axis; 2]| matrices.iter().any(|matrix| matrix.step.axes == axes);
    let mut text = String::new();
    if matrices.iter().any(|matrix| !is_inline(matrix)) {
        text += "import numpy as np\n";
    }
    text += "import torch\n";
    if any([Axis::Nodes; 2]) {
        text += "from torch_geometric.data import Data\n";
    }
    if any([Axis::Coarse, Axis::Nodes]) {
        text += "from torch_geometric.nn.pool.select import SelectOutput\n";
    }
    for matrix in matrices {
        text += "\n";
        text += &heading(matrix);
        text += &pyg_value(matrix, &unique(matrix, matrices));
    }
    text
}

/// Two lines: what it is, and the command that writes the same to a file.
fn heading(matrix: &Matrix<'_>) -> String {
    let (origin, step) = (&matrix.origin, matrix.step);
    let (rows, cols) = step.value.shape().unwrap_or_default();
    let edited = if origin.edits.is_empty() { "" } else { ", edited" };
    let support = origin.explored.trace.levels[matrix.level].support_of(step.symbol);
    let support = support.map_or(String::new(), |of| format!(", on supp {}", of.key));
    let what = format!(
        "{} ({}{support}), {rows} x {cols}: {} graph {}{edited}, level {}, {}",
        step.symbol.key, step.symbol.name, origin.dataset, origin.graph, matrix.level, origin.explored.method.name
    );
    format!("# {}\n# {}\n", one_line(&what), one_line(&of_matrix(matrix)))
}

/// A comment ends at the end of its line.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The name of its variable: that of the matrix, with the level or the operator where two have one name.
fn unique(matrix: &Matrix<'_>, all: &[Matrix<'_>]) -> String {
    let name = matrix.name();
    let same = |other: &&Matrix<'_>| other.name() == name;
    if all.iter().filter(same).count() < 2 {
        return name;
    }
    let with_level = |matrix: &Matrix<'_>| format!("{}{}", matrix.name(), matrix.level);
    if all.iter().filter(|other| with_level(other) == with_level(matrix)).count() < 2 {
        return with_level(matrix);
    }
    let key = matrix.origin.explored.method.key.replace('-', "_");
    format!("{}_{key}", with_level(matrix))
}

fn is_inline(matrix: &Matrix<'_>) -> bool {
    numbers(&matrix.step.value) <= MOST_INLINE
}

/// How many numbers are written out.
fn numbers(value: &Value) -> usize {
    let (rows, cols) = value.shape().unwrap_or_default();
    if is_sparse(value) { 3 * value.entries().count() } else { rows * cols }
}

fn is_sparse(value: &Value) -> bool {
    let (rows, cols) = value.shape().unwrap_or_default();
    let stored = |value: &Value| value.entries().filter(|entry| entry.2 != 0.0).count() as f64;
    matches!(value, Value::Sparse(_)) && stored(value) < SPARSE * (rows * cols) as f64
}

fn numpy_array(matrix: &Matrix<'_>, name: &str) -> String {
    let value = &matrix.step.value;
    let (rows, cols) = value.shape().unwrap_or_default();
    if !is_inline(matrix) {
        return from_file(matrix, name);
    }
    if is_sparse(value) {
        let entries = Entries::new(value);
        return format!(
            "{name} = np.zeros(({rows}, {cols}))\n{name}[{}, {}] = {}\n",
            list(&entries.rows),
            list(&entries.cols),
            list(&entries.values)
        );
    }
    if rows * cols == 0 {
        return format!("{name} = np.zeros(({rows}, {cols}))\n");
    }
    format!("{name} = np.array({})\n", nested(value))
}

/// The file is written by the command of the heading.
fn from_file(matrix: &Matrix<'_>, name: &str) -> String {
    let file = file_name(matrix);
    if is_written_whole(&matrix.step.value) {
        return format!("{name} = np.load({})  # written by the command above\n", quoted(&file));
    }
    let stem = format!("{}{}", matrix.step.symbol.stem.unwrap_or(matrix.step.symbol.key), matrix.level);
    let part = |part: &str| format!("{name}_file[{}]", quoted(&format!("{stem}_{part}")));
    format!(
        "{name}_file = np.load({})  # written by the command above\n{name} = ({}, ({}, {}))  # for \
         scipy.sparse.coo_array, shape {}\n",
        quoted(&file),
        part("val"),
        part("row"),
        part("col"),
        part("shape")
    )
}

fn pyg_value(matrix: &Matrix<'_>, name: &str) -> String {
    let value = &matrix.step.value;
    let (rows, cols) = value.shape().unwrap_or_default();
    if !is_inline(matrix) {
        let loaded = from_file(matrix, name);
        let whole = format!("{name} = torch.from_numpy({name})\n");
        return if is_written_whole(value) { loaded + &whole } else { loaded };
    }
    let entries = Entries::new(value);
    match matrix.step.axes {
        [Axis::Nodes, Axis::Nodes] => {
            let mut text = format!(
                "edge_index = torch.tensor([{}, {}], dtype=torch.long)\n",
                list(&entries.rows),
                list(&entries.cols)
            );
            text += &format!("edge_weight = torch.tensor({}, dtype=torch.float64)\n", list(&entries.values));
            text + &format!("{name} = Data(edge_index=edge_index, edge_weight=edge_weight, num_nodes={rows})\n")
        }
        [Axis::Coarse, Axis::Nodes] => format!(
            "{name} = SelectOutput(\n    node_index=torch.tensor({}, dtype=torch.long),\n    num_nodes={cols},\n    \
             cluster_index=torch.tensor({}, dtype=torch.long),\n    num_clusters={rows},\n    \
             weight=torch.tensor({}, dtype=torch.float64),\n)\n",
            list(&entries.cols),
            list(&entries.rows),
            list(&entries.values)
        ),
        _ if rows * cols == 0 => format!("{name} = torch.zeros(({rows}, {cols}), dtype=torch.float64)\n"),
        _ => format!("{name} = torch.tensor({}, dtype=torch.float64)\n", nested(value)),
    }
}

/// The entries of a matrix that are not 0.
struct Entries {
    rows: Vec<String>,
    cols: Vec<String>,
    values: Vec<String>,
}

impl Entries {
    fn new(value: &Value) -> Self {
        let (mut rows, mut cols, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (row, col, value) in value.entries().filter(|entry| entry.2 != 0.0) {
            rows.push(row.to_string());
            cols.push(col.to_string());
            values.push(number(value));
        }
        Self { rows, cols, values }
    }
}

/// A number that Python reads as the same bits.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { format!("float({})", quoted(&value.to_string())) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

/// Rows of numbers.
fn nested(value: &Value) -> String {
    let (rows, cols) = value.shape().unwrap_or_default();
    let row = |row: u32| {
        let numbers: Vec<String> = (0..cols as u32).map(|col| number(value.at(row, col).unwrap_or(0.0))).collect();
        format!("    {},\n", list(&numbers))
    };
    format!("[\n{}]", (0..rows as u32).map(row).collect::<String>())
}

/// A list that is broken into lines.
fn list(items: &[String]) -> String {
    let mut text = "[".to_owned();
    let mut width = 0;
    for (idx, item) in items.iter().enumerate() {
        if width > LINE {
            text += "\n    ";
            width = 0;
        }
        text += item;
        width += item.len() + 2;
        if idx + 1 < items.len() {
            text += ", ";
        }
    }
    text + "]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_bits() {
        for value in [0.1, 1.0 / 3.0, 1e-300, -0.0, 1e22, 5e-324] {
            assert_eq!(number(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
        assert_eq!([f64::NAN, f64::NEG_INFINITY].map(number), ["float(\"NaN\")", "float(\"-inf\")"]);
        assert_eq!(number(1.0), "1.0");
    }
}
