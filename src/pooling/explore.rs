//! One graph through all levels, with everything kept: what the explorer, the figures and `trace` show.

use candle_core::{DType, Result};

use super::{
    Memory, Method, Params, Weights,
    memory::{Of, once},
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
    explore_from(&Memory::default(), method, graph, (signal, width), params, weights)
}

/// The same, bit for bit, but what does not depend on anything that changed is taken from the exploration before.
pub fn explore_from(
    memory: &Memory,
    method: &Method,
    graph: &Graph,
    (signal, width): (&[f64], usize),
    params: &Params,
    weights: &Weights,
) -> Result<Trace> {
    let recall = memory.recall();
    let graphs = recall.known_graphs(Graphs::new([(graph, signal)], width, DType::F64)?);
    let weights = recall.known_weights(weights);
    let mut trace = Trace::recalling(recall);
    run(method, graphs, params, &weights, &mut trace)?;
    Ok(trace.finished())
}

/// All levels of a batch; returns the graphs after the last.
pub fn run(method: &Method, graphs: Graphs, params: &Params, weights: &Weights, trace: &mut Trace) -> Result<Graphs> {
    let mut graphs = graphs;
    for level in 0..params.levels {
        trace.start_level();
        let mut cx = Context { level, params, weights, trace };
        keep_input(&graphs, &mut cx)?;
        if let Some(w) = weights.conv(level) {
            let of = Of::tensors([&graphs.a.values, &graphs.x, w]);
            graphs.x = once(&mut cx, "H", of, |cx| {
                cx.trace.keep(Stage::Input, &symbols::H, [Axis::Nodes, Axis::Index], conv(&graphs, Some(w))?)
            })?;
        }
        let of = Of::tensors([&graphs.a.values, &graphs.x].into_iter().chain(weights.of_level(level)));
        let of = of.and([level as f64]).and_params(params);
        graphs = once(&mut cx, method.key, of, |cx| Ok(pool(method.operator, &graphs, cx)?.graphs))?;
    }
    trace.start_level();
    keep_input(&graphs, &mut Context { level: params.levels, params, weights, trace })?;
    Ok(graphs)
}

fn keep_input(graphs: &Graphs, cx: &mut Context<'_>) -> Result<()> {
    once(cx, "input", Of::tensors([&graphs.a.values, &graphs.x]), |cx| {
        cx.trace.show(Stage::Input, &symbols::A, [Axis::Nodes, Axis::Nodes], || Ok(graphs.a.clone()))?;
        cx.trace.show(Stage::Input, &symbols::X, [Axis::Nodes, Axis::Index], || Ok(graphs.x.clone()))
    })
}
