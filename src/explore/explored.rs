//! What is shown.

use crate::{
    explore::ExploreError,
    graph::{Dataset, Graph, features::Signal},
    model::WeightSource,
    pooling::{self, Method, Params, Trace, Weights},
    trace::{level::Level, summary::Summary},
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
        let (signal, width) = (self.signal.values(graph), self.signal.width());
        let trace = pooling::explore(self.method, graph, &signal, width, &self.params, &self.weights)
            .map_err(|error| ExploreError::Pooling { method: self.method.name, problem: error.to_string() })?;
        Ok(Explored {
            method: self.method,
            params: self.params.clone(),
            signal: self.signal.clone(),
            weights: self.source.clone(),
            summary: Summary::of(&trace),
            levels: Level::all(&trace, self.dataset, graph),
            trace,
        })
    }
}

impl Explored {
    /// Whether its weights are those of a model.
    pub fn is_trained(&self) -> bool {
        matches!(self.weights, WeightSource::Model(_))
    }
}
