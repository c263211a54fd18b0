//! One graph through an operator, with everything that the panels read of it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::{
    loading::Loaded,
    state::{SignalSource, View},
};
use crate::{
    figure::look::Pooled,
    graph::features::Signal,
    pooling::{
        Method, Params, Trace, explore,
        level::{self, Level},
        order::NodeOrder,
        summary::Summary,
        trace::Value,
    },
};

/// What decides about a trace.
#[derive(Clone)]
pub struct Question {
    data: Arc<Loaded>,
    graph: usize,
    method: &'static Method,
    params: Params,
    signal: SignalSource,
    order: NodeOrder,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            && (self.graph, self.method, self.order) == (other.graph, other.method, other.order)
            && (&self.params, &self.signal) == (&other.params, &other.signal)
    }
}

impl Question {
    /// The question that a view asks.
    pub fn of(data: &Arc<Loaded>, view: &View) -> Self {
        Self {
            data: data.clone(),
            graph: view.graph,
            method: view.method,
            params: view.params.clone(),
            signal: view.signal.clone(),
            order: view.order,
        }
    }
}

/// The answer.
pub struct Explored {
    /// Differs from that of any other answer.
    pub version: u64,
    /// The dataset it is from.
    pub data: Arc<Loaded>,
    /// Index of the graph.
    pub graph: usize,
    /// The operator.
    pub method: &'static Method,
    /// Its parameters.
    pub params: Params,
    /// Every matrix.
    pub trace: Trace,
    /// The numbers people ask for.
    pub summary: Summary,
    /// Names, origins and homes of each level's nodes.
    pub levels: Vec<Level>,
    /// Display position → node, of each level.
    pub orders: Vec<Vec<u32>>,
}

/// Runs the operator.
pub fn answer(question: Question) -> Result<Explored, String> {
    static VERSIONS: AtomicU64 = AtomicU64::new(1);
    let dataset = &question.data.dataset;
    let graph = dataset.graphs.get(question.graph).ok_or("the graph is not in this dataset")?;
    let signal = Signal::of(dataset, question.signal.kind(dataset)).map_err(|error| error.to_string())?;
    let source = question.signal.weights();
    let weights = source
        .weights(question.method, &question.params, signal.width(), dataset)
        .map_err(|error| error.to_string())?;
    let trace = explore(question.method, graph, &signal.values(graph), signal.width(), &question.params, &weights)
        .map_err(|error| error.to_string())?;
    let levels = Level::all(&trace, dataset, graph);
    let orders =
        trace.levels.iter().zip(&levels).map(|(level, found)| question.order.of(level, &found.labels)).collect();
    Ok(Explored {
        version: VERSIONS.fetch_add(1, Ordering::Relaxed),
        graph: question.graph,
        method: question.method,
        params: question.params.clone(),
        summary: Summary::of(&trace),
        trace,
        levels,
        orders,
        data: question.data,
    })
}

impl Explored {
    /// Edges between two nodes on the shortest way, within a level; none where there is no way.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        level::hops(self.trace.levels.get(level)?, from, to)
    }

    /// What views and figures draw of it.
    pub fn pooled(&self) -> Pooled<'_> {
        let dataset = &self.data.dataset;
        let graph = &dataset.graphs[self.graph];
        Pooled { dataset, graph, trace: &self.trace, summary: &self.summary, levels: &self.levels }
    }

    /// An entry of a matrix of a level.
    pub fn entry(&self, level: usize, symbol: &str, row: u32, col: u32) -> Option<f64> {
        match self.trace.levels.get(level)?.get(symbol)? {
            Value::Sparse(matrix) if (row as usize) < matrix.pattern.n_rows() => {
                Some(matrix.get(row as usize, col as usize))
            }
            Value::Dense(matrix) => matrix.get([row as usize, col as usize]).copied(),
            _ => None,
        }
    }
}
