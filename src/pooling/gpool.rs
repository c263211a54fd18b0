//! gPool (Gao and Ji 2019): keeps the nodes whose signal points along a learned direction.

use candle_core::Result;

use super::{
    known::Known,
    params::Params,
    score::{required, score_weight, select_by_score},
    stages::{Context, Graphs, Pooling, Selection, WeightSpec},
};
use crate::tensor::matmul::matmul;

/// y = X p / ‖p‖.
pub struct GPool;

impl Pooling for GPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        score_weight("p", width)
    }

    fn select(&self, graphs: &Graphs, _: &Known, cx: &mut Context<'_>) -> Result<Selection> {
        let p = required(cx, "p")?;
        let length = p.sqr()?.sum_all()?.sqrt()?;
        let y = matmul(&graphs.x, p)?.broadcast_div(&length)?;
        select_by_score(y, graphs, cx)
    }
}
