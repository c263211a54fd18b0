//! One graph through all levels, with everything kept: what the explorer, the figures and `trace` show.

use candle_core::{DType, Result};

use super::{
    Method, Params, Weights,
    stages::{Context, Graphs, conv, pool},
    trace::{Axis, Stage, Trace},
};
use crate::{graph::Graph, symbols};

/// Pools a graph with its signal (row-major, `width` features per node) in `f64`.
///
/// With the weights of a model the convolutions run as in the network; without, each level's signal
/// is the pooled signal of the level before.
pub fn explore(
    method: &Method,
    graph: &Graph,
    signal: &[f64],
    width: usize,
    params: &Params,
    weights: &Weights,
) -> Result<Trace> {
    let mut trace = Trace::on();
    let graphs = Graphs::new([(graph, signal)], width, DType::F64)?;
    run(method, graphs, params, weights, &mut trace)?;
    Ok(trace)
}

/// All levels of a batch; returns the graphs after the last.
pub fn run(method: &Method, graphs: Graphs, params: &Params, weights: &Weights, trace: &mut Trace) -> Result<Graphs> {
    let mut graphs = graphs;
    for level in 0..params.levels {
        trace.start_level();
        keep_input(&graphs, trace)?;
        if let Some(w) = weights.conv(level) {
            graphs.x = trace.keep(Stage::Input, &symbols::H, [Axis::Nodes, Axis::Index], conv(&graphs, Some(w))?)?;
        }
        let mut cx = Context { level, params, weights, trace };
        graphs = pool(method.operator, &graphs, &mut cx)?.graphs;
    }
    trace.start_level();
    keep_input(&graphs, trace)?;
    Ok(graphs)
}

fn keep_input(graphs: &Graphs, trace: &mut Trace) -> Result<()> {
    trace.show(Stage::Input, &symbols::A, [Axis::Nodes, Axis::Nodes], || Ok(graphs.a.clone()))?;
    trace.show(Stage::Input, &symbols::X, [Axis::Nodes, Axis::Index], || Ok(graphs.x.clone()))
}
