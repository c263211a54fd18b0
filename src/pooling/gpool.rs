//! gPool (Gao and Ji 2019): keeps the nodes with the highest projection onto a learned vector.

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
    symbols::{A, C, Source, Symbol},
    tensor::matmul::matmul,
};

/// The learned projection vector.
pub static P: Symbol = Symbol::new(
    ["p", "p", "p"],
    "projection vector of gPool",
    Source::Peer("Gao and Ji 2019"),
    r"y = \frac{X p}{\lVert p \rVert}",
    "Learned: nodes with the highest projection of their signal onto it are kept.",
);

pub static METHOD: Method = Method {
    key: "gpool",
    name: "gPool",
    short: "gP",
    paper: "Gao and Ji 2019",
    about: "keeps the nodes with the highest projection onto a learned vector",
    family: Family::Score,
    laws: Laws::BEST_NODES,
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &Y, &C],
    intermediates: &[],
    symbols: &[&P, &Y],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: true,
    operator: &GPool,
};

/// y = X p / ‖p‖.
pub struct GPool;

impl Pooling for GPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        score_weight("p", width)
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let p = required(cx, "p")?;
        let length = p.sqr()?.sum_all()?.sqrt()?;
        let y = matmul(&graphs.x, p)?.broadcast_div(&length)?;
        select_by_score(y, graphs, cx)
    }
}
