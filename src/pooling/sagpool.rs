//! SAGPool (Lee et al. 2019): keeps the nodes of highest score by a graph convolution.

use candle_core::Result;

use super::{
    params::Params,
    score::{required, score_weight, select_by_score},
    stages::{Context, Graphs, Pooling, Selection, WeightSpec},
};
use crate::tensor::matmul::matmul;

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
