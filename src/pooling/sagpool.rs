//! SAGPool (Lee et al. 2019): keeps the nodes with the highest score of a graph convolution.

use candle_core::Result;

use super::{
    Family, Laws,
    method::Method,
    parameter::{LEVELS, RHO},
    params::Params,
    precomputed::Precomputed,
    score::{Y, required, score_weight, select_by_score},
    stages::{Context, Graphs, Pooling, Selection, WeightSpec},
};
use crate::{
    symbols::{A, C},
    tensor::{Segments, Sparse, matmul::matmul},
};

pub static METHOD: Method = Method {
    key: "sagpool",
    name: "SAGPool",
    short: "SAG",
    paper: "Lee et al. 2019",
    about: "keeps the nodes with the highest score of a graph convolution",
    family: Family::Score,
    laws: Laws::BEST_NODES,
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &Y, &C],
    intermediates: &[],
    symbols: &[&Y],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: true,
    operator: &SagPool,
};

/// y = D̂^-½ (A + I) D̂^-½ X w, a graph convolution to one channel.
pub struct SagPool;

impl Pooling for SagPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        score_weight("w", width)
    }

    fn precompute(&self, a: &Sparse, _: &Segments, _cx: &mut Context<'_>) -> Result<Precomputed> {
        Ok(Precomputed::from_matrices(vec![("N", a.add_identity()?.normalise()?)]))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let w = required(cx, "w")?;
        let y = precomputed.need("N")?.matmul(&matmul(&graphs.x, w)?)?;
        select_by_score(y, graphs, cx)
    }
}
