//! gPool (Gao and Ji 2019) and SAGPool (Lee et al. 2019): keep the nodes of highest score.
//!
//! Both keep the n' best nodes by a learned score y, multiply their signals by tanh(y) and restrict
//! the graph to them; they differ in the score alone.

use candle_core::{Result, Tensor};

use super::{
    params::Params,
    stages::{Assignment, Context, Graphs, Pooling, Selection, WeightSpec, best_nodes, pick, wide},
    trace::Stage,
};
use crate::tensor::matmul::matmul;

/// Selects by score; the score is the operator's own.
pub fn select_by_score(y: Tensor, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Selection> {
    cx.trace.keep(Stage::Select, "y", "scores", y.flatten_all()?)?;
    let (seeds, segments) = best_nodes(&wide(&y)?, graphs, cx);
    let seeds = cx.trace.keep(Stage::Select, "idx", "kept nodes", seeds)?;
    let c = pick(&seeds, graphs.n_nodes(), graphs.a.dtype())?;
    let c = cx.trace.keep(Stage::Select, "C", "assignment", c)?;
    let gate = c.matmul(&y)?.tanh()?;
    Ok(Selection { assignment: Assignment::Sparse(c), segments, gate: Some(gate), extra_loss: None })
}

/// The one weight of a score: a column as long as the signal is wide.
pub fn score_weight(name: &'static str, width: usize) -> Vec<WeightSpec> {
    vec![WeightSpec { name, shape: [width, 1], identity_when_untrained: false }]
}

/// The weight, or an error that names it.
pub fn required<'a>(cx: &'a Context<'_>, name: &str) -> Result<&'a Tensor> {
    match cx.weight(name) {
        Some(weight) => Ok(weight),
        None => candle_core::bail!("the weight pool.{}.{name} is missing", cx.level),
    }
}

/// y = X p / ‖p‖.
pub struct GPool;

impl Pooling for GPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        score_weight("p", width)
    }

    fn select(&self, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Selection> {
        let p = required(cx, "p")?;
        let length = p.sqr()?.sum_all()?.sqrt()?;
        let y = matmul(&graphs.x, p)?.broadcast_div(&length)?;
        select_by_score(y, graphs, cx)
    }
}

/// y = D̂^-½ (A + I) D̂^-½ X w, a graph convolution to one channel.
pub struct SagPool;

impl Pooling for SagPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        score_weight("w", width)
    }

    fn select(&self, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Selection> {
        let w = required(cx, "w")?;
        let y = graphs.a.add_identity()?.normalise()?.matmul(&matmul(&graphs.x, w)?)?;
        select_by_score(y, graphs, cx)
    }
}
