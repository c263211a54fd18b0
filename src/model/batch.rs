//! Prepared graphs side by side: what a network runs on.

use std::sync::Arc;

use candle_core::Result;

use super::Prepared;
use crate::{
    pooling::Precomputed,
    tensor::{Segments, Sparse},
};

/// Several graphs as block-diagonal matrices.
#[derive(Clone, Debug)]
pub struct Batch {
    /// A.
    pub a: Sparse,
    /// What the first weights are multiplied with, as in [`Prepared`].
    pub input: Sparse,
    /// The precomputed matrices of the pooling, level by level.
    pub precomputed: Vec<Precomputed>,
    /// The rows of each graph.
    pub segments: Arc<Segments>,
    /// The class of each graph.
    pub classes: Vec<u32>,
}

impl Batch {
    pub fn new(graphs: &[&Prepared]) -> Result<Self> {
        let matrices = |of: fn(&Prepared) -> &Sparse| graphs.iter().map(|graph| of(graph)).collect::<Vec<_>>();
        let n_precomputed = graphs.first().map_or(0, |graph| graph.precomputed.len());
        let known_at = |level: usize| {
            let precomputed: Vec<&Precomputed> = graphs.iter().map(|graph| &graph.precomputed[level]).collect();
            Precomputed::batch(&precomputed)
        };
        Ok(Self {
            a: Sparse::block_diagonal(&matrices(|graph| &graph.a))?,
            input: Sparse::stacked(&matrices(|graph| &graph.input))?,
            precomputed: (0..n_precomputed).map(known_at).collect::<Result<_>>()?,
            segments: Arc::new(Segments::from_lengths(graphs.iter().map(|graph| graph.n_rows()))),
            classes: graphs.iter().map(|graph| graph.class).collect(),
        })
    }
}
