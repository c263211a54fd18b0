//! What is shown.

use crate::{
    explore::ExploreError,
    graph::{Dataset, Graph, features::Signal},
    model::WeightSource,
    pooling::{Axis, Memory, Method, Params, Trace, Weights, explore::explore_from, trace::Step},
    trace::{columns, level::Level, summary::Summary},
    train::checkpoint::Model,
};

/// An operator with its signal and its weights at hand.
pub struct Opened<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) method: &'static Method,
    pub(super) params: Params,
    pub(super) signal: Signal,
    pub(super) source: WeightSource,
    pub(super) weights: Weights,
    /// The model that the weights are of, where it is one of this program's: it can predict, too.
    pub model: Option<Model>,
}

/// A graph through an operator.
#[derive(Clone, Debug)]
pub struct Explored {
    pub method: &'static Method,
    /// Its parameters.
    pub params: Params,
    /// Node features.
    pub signal: Signal,
    /// Where the weights came from; untrained beside a model of another operator.
    pub weights: WeightSource,
    pub trace: Trace,
    /// Statistics of the trace.
    pub summary: Summary,
    /// Names, origins and clusters of each level's nodes.
    pub levels: Vec<Level>,
}

impl Opened<'_> {
    pub fn run(&self, graph: &Graph) -> Result<Explored, ExploreError> {
        self.run_from(&Memory::default(), graph)
    }

    /// The same, bit for bit; what does not depend on anything that changed since the last one is taken from the memory.
    pub fn run_from(&self, memory: &Memory, graph: &Graph) -> Result<Explored, ExploreError> {
        if graph.n_nodes == 0 {
            return Err(ExploreError::NoNodes);
        }
        let (signal, width) = (self.signal.values(graph), self.signal.width());
        let trace = explore_from(memory, self.method, graph, (&signal, width), &self.params, &self.weights)
            .map_err(|error| ExploreError::Pooling { method: self.method.name, problem: error.to_string() })?;
        Ok(Explored {
            method: self.method,
            params: self.params.clone(),
            signal: self.signal.clone(),
            weights: self.source.clone(),
            summary: Summary::new(&trace),
            levels: Level::all(&trace, self.dataset, graph),
            trace,
        })
    }
}

impl Explored {
    /// The name of a column of X at a level; see [`columns::feature`].
    pub fn feature(&self, level: usize, column: u32) -> Option<String> {
        columns::feature(&self.trace, &self.signal.columns, level, column as usize)
    }

    /// Name of a row (axis 0) or a column (axis 1) of a matrix of a level: a node, a cluster, a feature, or a number.
    pub fn name_along(&self, level: usize, step: &Step, axis: usize, idx: u32) -> String {
        let names = |level: usize| self.levels.get(level)?.names.get(idx as usize).cloned();
        let name = match step.axes[axis] {
            Axis::Nodes => names(level),
            Axis::Coarse => names(level + 1),
            Axis::Index => columns::of_step(&self.trace, &self.signal.columns, level, step, idx as usize),
        };
        name.unwrap_or_else(|| idx.to_string())
    }

    /// Whether its weights are those of a model.
    pub fn is_trained(&self) -> bool {
        matches!(self.weights, WeightSource::Model(_))
    }
}
