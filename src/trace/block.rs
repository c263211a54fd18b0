//! A part of a level: some of its nodes, or some rows and columns of a matrix.

use crate::{
    pooling::trace::{LevelTrace, Value},
    symbols,
};

/// Statistics of the cells between some rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellsSummary {
    /// Number of cells, entries of 0 among them.
    pub cells: usize,
    pub mean: f64,
    pub least: f64,
    pub most: f64,
}

/// Statistics of the cells of a matrix between rows and columns, all of them or those off the diagonal; none if there are
/// no cells. Rows and columns are ascending.
pub fn cells(value: &Value, rows: &[u32], cols: &[u32], is_diagonal_counted: bool) -> Option<CellsSummary> {
    let n_diagonal = rows.iter().filter(|row| cols.binary_search(row).is_ok()).count();
    let cells = rows.len() * cols.len() - if is_diagonal_counted { 0 } else { n_diagonal };
    value.shape().filter(|_| cells > 0)?;
    let (mut sum, mut stored, mut least, mut most) = (0.0, 0, f64::INFINITY, f64::NEG_INFINITY);
    let mut take = |row: u32, col: u32, value: f64| {
        if is_diagonal_counted || row != col {
            (sum, stored) = (sum + value, stored + 1);
            (least, most) = (least.min(value), most.max(value));
        }
    };
    for &row in rows {
        match value {
            Value::Sparse(matrix) => {
                matrix
                    .row(row)
                    .filter(|(col, _)| cols.binary_search(col).is_ok())
                    .for_each(|(col, v)| take(row, col, v));
            }
            Value::Dense(matrix) => cols.iter().for_each(|&col| take(row, col, matrix[[row as usize, col as usize]])),
            Value::Vector(_) | Value::Nodes(_) | Value::Number(_) => return None,
        }
    }
    if stored < cells {
        (least, most) = (least.min(0.0), most.max(0.0));
    }
    Some(CellsSummary { cells, mean: sum / cells as f64, least, most })
}

/// Number of edges of a level between some nodes, which are ascending; loops are not counted.
pub fn edges_between(level: &LevelTrace, nodes: &[u32]) -> usize {
    let Some(a) = level.sparse(&symbols::A) else { return 0 };
    let n = a.pattern.n_rows() as u32;
    let after = |node: u32| a.row(node).filter(move |&(other, weight)| other > node && weight > 0.0);
    let known = nodes.iter().copied().filter(|&node| node < n);
    known.map(|node| after(node).filter(|(other, _)| nodes.binary_search(other).is_ok()).count()).sum()
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::{
        graph::{features::Signal, gallery},
        pooling::{METHODS, Params, Weights, explore},
    };

    #[test]
    fn cells_are_counted_with_their_zeros() {
        let dense = Value::Dense(array![[9.0, 2.0, 0.0], [4.0, 9.0, 0.0], [0.0, 0.0, 9.0]]);
        let all = cells(&dense, &[0, 1], &[1, 2], true).unwrap();
        assert_eq!(all, CellsSummary { cells: 4, mean: 11.0 / 4.0, least: 0.0, most: 9.0 });
        let off = cells(&dense, &[0, 1], &[1, 2], false).unwrap();
        assert_eq!((off.cells, off.mean), (3, 2.0 / 3.0));
        assert_eq!(cells(&dense, &[1], &[1], false), None);
        assert_eq!(cells(&Value::Number(1.0), &[0], &[0], true), None);
    }

    #[test]
    fn a_sparse_matrix_counts_as_the_dense_one_does() {
        let dataset = gallery::parse_spec("cycle:n=8").unwrap();
        let (graph, signal, params) = (&dataset.graphs[0], Signal::default_for(&dataset), Params::default());
        let weights = Weights::untrained(METHODS[0].operator, signal.width(), &params).unwrap();
        let trace = explore(METHODS[0], graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
        let level = &trace.levels[0];
        assert_eq!(edges_between(level, &[0, 1, 2, 5]), 2);
        let r = level.sparse(&symbols::R).unwrap();
        let dense = Value::Dense(r.to_dense());
        let [rows, cols] = [[0, 1, 2], [1, 4, 7]];
        for is_counted in [true, false] {
            let [a, b] = [level.get(&symbols::R).unwrap(), &dense].map(|value| cells(value, &rows, &cols, is_counted));
            assert_eq!(a, b);
        }
    }
}
