//! A preprocessed graph: everything that does not depend on weights, computed once.

use std::sync::Arc;

use candle_core::{DType, Result};

use super::{Architecture, NetworkKind};
use crate::{
    graph::Graph,
    math::pattern::{Pattern, PatternBuilder},
    pooling::{Precomputed, precomputed::bytes_of, stages::adjacency},
    tensor::Sparse,
};

/// One graph, ready to be put into batches.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// A `[n, n]`; a network that sees no edge has one row without entries.
    pub a: Sparse,
    /// What the first weights are multiplied with: (A + I) X `[n, d]`, of which the first convolution is the unit rows of
    /// ReLU((A + I) X W), or the sum of the nodes' signals `[1, d]`.
    pub input: Sparse,
    /// The precomputed matrices of the pooling, for as many levels as do not depend on weights.
    pub precomputed: Vec<Precomputed>,
    /// The target class.
    pub class: u32,
}

impl Prepared {
    /// Prepares a graph of a class with its signal, row-major, as wide as the network takes it.
    pub fn new(graph: &Graph, class: u32, signal: &[f64], architecture: &Architecture, dtype: DType) -> Result<Self> {
        if signal.len() != graph.n_nodes * architecture.width {
            candle_core::bail!("{} values do not form a signal of width {}", signal.len(), architecture.width);
        }
        match architecture.network {
            NetworkKind::Pooling => Self::for_pooling(graph, class, signal, architecture, dtype),
            NetworkKind::SumMlp => Self::summed(class, signal, architecture.width, dtype),
        }
    }

    fn for_pooling(
        graph: &Graph,
        class: u32,
        signal: &[f64],
        architecture: &Architecture,
        dtype: DType,
    ) -> Result<Self> {
        let (pattern, weights) = adjacency(graph);
        let (smooth_pattern, smooth_values) = smoothed(&pattern, &weights, signal, architecture.width);
        let a = Sparse::constant(Arc::new(pattern), &weights, dtype)?;
        let precomputed = Precomputed::levels(architecture.method.operator, &a, &architecture.params)?;
        for matrix in precomputed.iter().flat_map(Precomputed::matrices).chain([&a]) {
            // Made here once, and copied into every batch.
            if matrix.n_rows() == matrix.n_cols() {
                matrix.pattern.mirror();
            }
        }
        let input = Sparse::constant(Arc::new(smooth_pattern), &smooth_values, dtype)?;
        Ok(Self { a, input, precomputed, class })
    }

    /// Once for all epochs, so that one of them costs a few products of small matrices.
    fn summed(class: u32, signal: &[f64], width: usize, dtype: DType) -> Result<Self> {
        let mut sums = vec![0.0; width];
        for row in signal.chunks_exact(width.max(1)) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        let mut pattern = PatternBuilder::default();
        let values: Vec<f64> = sums.iter().copied().filter(|value| *value != 0.0).collect();
        (0..).zip(&sums).filter(|(_, value)| **value != 0.0).for_each(|(col, _)| pattern.push(col));
        pattern.end_row();
        let input = Sparse::constant(Arc::new(pattern.finish(width)), &values, dtype)?;
        let mut lone = PatternBuilder::default();
        lone.end_row();
        let a = Sparse::constant(Arc::new(lone.finish(1)), &[], dtype)?;
        Ok(Self { a, input, precomputed: Vec::new(), class })
    }

    /// Rows of its input.
    pub fn n_rows(&self) -> usize {
        self.a.n_rows()
    }

    pub fn n_bytes(&self) -> usize {
        bytes_of(&self.a) + bytes_of(&self.input) + self.precomputed.iter().map(Precomputed::n_bytes).sum::<usize>()
    }
}

/// (A + I) X of a dense row-major X `[n, width]`, as a sparse matrix: labels are one-hot.
fn smoothed(a: &Pattern, weights: &[f64], x: &[f64], width: usize) -> (Pattern, Vec<f64>) {
    let mut pattern = PatternBuilder::default();
    let mut values = Vec::new();
    let mut sum = vec![0.0; width];
    for row in 0..a.n_rows() {
        sum.copy_from_slice(&x[row * width..(row + 1) * width]);
        for at in a.range(row) {
            let neighbour = a.cols()[at] as usize * width;
            for (sum, x) in sum.iter_mut().zip(&x[neighbour..neighbour + width]) {
                *sum += weights[at] * x;
            }
        }
        for (col, &value) in sum.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            pattern.push(col as u32);
            values.push(value);
        }
        pattern.end_row();
    }
    (pattern.finish(width), values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_has_one_row() {
        let prepared = Prepared::summed(1, &[1.0, 0.0, 0.5, 2.0, 0.0, 0.25], 3, DType::F64).unwrap();
        assert_eq!((prepared.n_rows(), prepared.class), (1, 1));
        assert_eq!(*prepared.input.pattern, Pattern::new(3, vec![0, 2], vec![0, 2]));
        assert_eq!(prepared.input.values.to_vec1::<f64>().unwrap(), [3.0, 0.75]);
    }

    #[test]
    fn neighbours_and_the_node_itself_are_added() {
        let (path, _) = Pattern::from_edges(3, &[[0, 1], [1, 2]]);
        let (pattern, values) = smoothed(&path, &[1.0, 1.0, 2.0, 2.0], &[1.0, 0.0, 0.0, 1.0, 0.0, 1.0], 2);
        assert_eq!(pattern, Pattern::new(2, vec![0, 2, 4, 5], vec![0, 1, 0, 1, 1]));
        assert_eq!(values, [1.0, 1.0, 1.0, 3.0, 3.0]);
    }
}
