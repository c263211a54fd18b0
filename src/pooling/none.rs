//! A control: no pooling at all.

use candle_core::{Result, Tensor};

use super::{
    Family,
    laws::{EdgeLaw, Laws, SizeLaw},
    method::Method,
    parameter::LEVELS,
    params::Params,
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection, pick},
    trace::{
        Axis::{Coarse, Nodes},
        Stage,
    },
};
use crate::{
    symbols::{A, C},
    tensor::Sparse,
};

pub static METHOD: Method = Method {
    key: "none",
    name: "none",
    short: "–",
    paper: "control",
    about: "no pooling: all nodes are kept",
    family: Family::Control,
    laws: Laws { edges: EdgeLaw::Galerkin, size: SizeLaw::Same, ..Laws::PARTITION },
    parameters: &[&LEVELS],
    matrices: &[&A, &C],
    intermediates: &[],
    symbols: &[],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &NoPooling,
};

pub struct NoPooling;

impl Pooling for NoPooling {
    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let nodes: Vec<u32> = (0..graphs.n_nodes() as u32).collect();
        let c = pick(&nodes, nodes.len(), graphs.a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        Ok(Selection::by(c, graphs.segments.clone()))
    }

    fn reduce(&self, graphs: &Graphs, _: &Precomputed, _: &Selection, _: &mut Context<'_>) -> Result<Tensor> {
        Ok(graphs.x.clone())
    }

    fn connect(&self, graphs: &Graphs, _: &Precomputed, _: &Selection, _: &mut Context<'_>) -> Result<Sparse> {
        Ok(graphs.a.clone())
    }
}
