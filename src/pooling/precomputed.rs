//! Matrices of an operator that depend on the graph alone, not on any weight.
//!
//! Training sees the same graphs in every epoch, so these are computed once per graph and combined for each batch.
//! Where the coarse graph itself depends on no weight, the next level is precomputed too.

use std::sync::Arc;

use candle_core::{DType, Result};

use super::{
    params::Params,
    stages::{Context, Pooling},
    trace::Trace,
    weights::Weights,
};
use crate::tensor::{Segments, Sparse};

/// Matrices under names private to the operator, and the coarse graphs where they depend on no weight.
#[derive(Clone, Debug, Default)]
pub struct Precomputed {
    matrices: Vec<(&'static str, Sparse)>,
    coarse: Option<Coarse>,
}

/// Coarse graphs that depend on no weight.
#[derive(Clone, Debug)]
pub struct Coarse {
    /// A' `[n', n']`.
    pub a: Sparse,
    /// Which coarse nodes belong to which graph.
    pub segments: Arc<Segments>,
}

impl Precomputed {
    pub fn from_matrices(matrices: Vec<(&'static str, Sparse)>) -> Self {
        Self { matrices, coarse: None }
    }

    pub fn with_coarse(matrices: Vec<(&'static str, Sparse)>, a: Sparse, segments: Segments) -> Self {
        Self { matrices, coarse: Some(Coarse { a, segments: Arc::new(segments) }) }
    }

    pub fn get(&self, name: &str) -> Option<&Sparse> {
        self.matrices.iter().find(|(other, _)| *other == name).map(|(_, matrix)| matrix)
    }

    /// A matrix that the operator itself has precomputed; an error if it has not.
    pub fn need(&self, name: &str) -> Result<&Sparse> {
        match self.get(name) {
            Some(matrix) => Ok(matrix),
            None => candle_core::bail!("{name} was not precomputed for this graph"),
        }
    }

    pub fn coarse(&self) -> Option<&Coarse> {
        self.coarse.as_ref()
    }

    /// The coarse graphs that the operator itself has precomputed; an error if it has not.
    pub fn need_coarse(&self) -> Result<&Coarse> {
        match &self.coarse {
            Some(coarse) => Ok(coarse),
            None => candle_core::bail!("the coarse graph was not precomputed for this graph"),
        }
    }

    /// All matrices, to count their bytes.
    pub fn matrices(&self) -> impl Iterator<Item = &Sparse> {
        self.matrices.iter().map(|(_, matrix)| matrix).chain(self.coarse.iter().map(|coarse| &coarse.a))
    }

    /// The block-diagonal matrices of a batch.
    pub fn batch(graphs: &[&Self]) -> Result<Self> {
        let Some(first) = graphs.first() else { return Ok(Self::default()) };
        let together = |&(name, _): &(&'static str, Sparse)| {
            let blocks: Vec<&Sparse> =
                graphs.iter().map(|precomputed| precomputed.need(name)).collect::<Result<_>>()?;
            Ok((name, Sparse::block_diagonal(&blocks)?))
        };
        let matrices = first.matrices.iter().map(together).collect::<Result<_>>()?;
        let coarse = match &first.coarse {
            Some(_) => {
                let all: Vec<&Coarse> =
                    graphs.iter().map(|precomputed| precomputed.need_coarse()).collect::<Result<_>>()?;
                let blocks: Vec<&Sparse> = all.iter().map(|coarse| &coarse.a).collect();
                let segments = Segments::from_lengths(all.iter().map(|coarse| coarse.segments.n_rows()));
                Some(Coarse { a: Sparse::block_diagonal(&blocks)?, segments: Arc::new(segments) })
            }
            None => None,
        };
        Ok(Self { matrices, coarse })
    }

    /// One graph, level by level, as far as no weights are needed.
    pub fn levels(operator: &dyn Pooling, a: &Sparse, params: &Params) -> Result<Vec<Self>> {
        let (weights, mut trace) = (Weights::default(), Trace::off());
        let mut levels = Vec::new();
        let mut a = a.clone();
        for level in 0..params.levels {
            let segments = Arc::new(Segments::from_lengths([a.n_rows()]));
            let mut cx = Context { level, params, weights: &weights, trace: &mut trace };
            let precomputed = operator.precompute(&a, &segments, &mut cx)?;
            let coarse = precomputed.coarse().map(|coarse| coarse.a.clone());
            levels.push(precomputed);
            match coarse {
                Some(coarse) => a = coarse,
                None => break,
            }
        }
        Ok(levels)
    }

    pub fn n_bytes(&self) -> usize {
        self.matrices().map(bytes_of).sum()
    }
}

/// Bytes of a sparse matrix: columns, mirror and values, and the starts of its rows.
pub fn bytes_of(matrix: &Sparse) -> usize {
    let value = if matrix.dtype() == DType::F64 { 8 } else { 4 };
    matrix.pattern.nnz() * (8 + value) + 4 * (matrix.n_rows() + 1)
}
