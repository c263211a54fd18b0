//! Keeping the nodes of highest score: what gPool and SAGPool share.
//!
//! Both keep the n' best nodes by a learned score y, multiply their signals by tanh(y) and restrict
//! the graph to them; they differ in the score alone.

use candle_core::{Result, Tensor};

use super::{
    stages::{Assignment, Context, Graphs, Selection, WeightSpec, best_nodes, pick},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    symbols::{C, IDX, Source, Symbol},
    tensor::slice_op::to_f64_vec,
};

/// The score of gPool and SAGPool.
pub static Y: Symbol = Symbol::new(
    ["y", "y", "y"],
    "scores",
    Source::Peer("Gao and Ji 2019, Lee et al. 2019"),
    r"X' = X_{\mathrm{idx}} \odot \tanh(y_{\mathrm{idx}})",
    "Score by which gPool and SAGPool rank nodes; the signals of kept nodes are multiplied by its tanh.",
);

/// Selects by score; the score is the operator's own.
pub fn select_by_score(y: Tensor, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Selection> {
    cx.trace.keep(Stage::Select, &Y, [Nodes, Index], y.clone())?;
    let (seeds, segments) = best_nodes(&Y, &to_f64_vec(&y)?, graphs, cx);
    let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
    let c = pick(&seeds, graphs.n_nodes(), graphs.a.dtype())?;
    let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
    let gate = c.matmul(&y)?.tanh()?;
    Ok(Selection { assignment: Assignment::Sparse(c), segments, gate: Some(gate), shared: None })
}

/// The one weight of a score: a column as long as the signal is wide.
pub fn score_weight(name: &'static str, width: usize) -> Vec<WeightSpec> {
    vec![WeightSpec::matrix(name, [width, 1])]
}

/// The weight, or an error that names it.
pub fn required<'a>(cx: &'a Context<'_>, name: &str) -> Result<&'a Tensor> {
    match cx.weight(name) {
        Some(weight) => Ok(weight),
        None => candle_core::bail!("the weight pool.{}.{name} is missing", cx.level),
    }
}
