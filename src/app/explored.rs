//! One graph through an operator, with everything that the panels read of it.

use std::{ops::Deref, path::Path, sync::Arc};

use super::{
    edit::with_edits,
    loading::Loaded,
    state::{SignalSource, View},
    subject::Subject,
    version::Version,
};
use crate::{
    explore::{self, Exploration, ExploreError},
    figure::look::Pooled,
    graph::{Graph, edit::Edit, split::Part},
    model::WeightSource,
    pooling::{Method, Params, level, order::NodeOrder},
    symbols::Symbol,
    train::{
        checkpoint::Model,
        predict::{Prediction, one, split_of},
    },
};

/// What decides about a trace.
#[derive(Clone, PartialEq)]
pub struct Question {
    subject: Subject,
    operator: Operator,
    signal: SignalSource,
    order: NodeOrder,
}

/// Which operator, with which parameters.
#[derive(Clone, PartialEq)]
enum Operator {
    /// This one, whatever a model says.
    This(&'static Method, Params),
    /// This one beside others, so that a model of another operator is not for it.
    Beside(&'static Method, Params),
    /// That of the model, as it was trained.
    AsTrained,
}

impl Question {
    /// The question that a view asks.
    pub fn of(data: &Arc<Loaded>, view: &View) -> Self {
        Self::new(data, view, Operator::This(view.method, view.params.clone()), view.signal.clone())
    }

    /// The question about another operator that is shown beside that of the view.
    pub fn beside(data: &Arc<Loaded>, view: &View, method: &'static Method) -> Self {
        Self::new(data, view, Operator::Beside(method, view.params.clone()), view.signal.clone())
    }

    /// The question about the graph of a view as a model sees it.
    pub fn as_trained(data: &Arc<Loaded>, view: &View, signal: SignalSource) -> Self {
        Self::new(data, view, Operator::AsTrained, signal)
    }

    fn new(data: &Arc<Loaded>, view: &View, operator: Operator, signal: SignalSource) -> Self {
        Self { subject: Subject::of(data, view), operator, signal, order: view.order }
    }

    fn exploration(&self) -> Result<Exploration, ExploreError> {
        let (signal, weights) = (self.signal.chosen(), self.signal.weights()?);
        let (method, params, is_beside_others) = match &self.operator {
            Operator::This(method, params) => (method, params, false),
            Operator::Beside(method, params) => (method, params, true),
            Operator::AsTrained => return Exploration::of(weights),
        };
        Ok(Exploration { method, params: params.clone(), signal, weights, is_beside_others })
    }

    /// Whether a view of a dataset asks for the same trace; the order of its nodes is no part of it.
    pub fn is_asked_by(&self, data: &Arc<Loaded>, view: &View) -> bool {
        let operator = Operator::This(view.method, view.params.clone());
        self.subject == Subject::of(data, view) && self.operator == operator && self.signal == view.signal
    }

    /// Whether both are about one graph of one dataset, edits aside.
    pub fn has_same_graph(&self, other: &Self) -> bool {
        self.subject.has_same_original(&other.subject)
    }

    /// The view with what decides about the trace taken from this question, which is about the same graph.
    pub fn put_into(&self, view: &View) -> View {
        let Self { subject, operator, signal, .. } = self.clone();
        let view = View { signal, ..with_edits(view, &subject.data, subject.edits) };
        match operator {
            Operator::This(method, params) | Operator::Beside(method, params) => view.with_operator(method, params),
            Operator::AsTrained => view,
        }
    }
}

/// What a trained model knows of the graph that it is shown on.
pub struct Seen {
    /// Its epoch.
    pub epoch: usize,
    /// The split it was trained on.
    pub split: usize,
    /// The part of that split that the graph is in; none where it was trained on other data, or where the graph is edited.
    pub part: Option<Part>,
    /// What it says of the graph.
    pub prediction: Prediction,
}

/// The answer.
pub struct Explored {
    /// Differs from that of any other answer.
    pub version: Version,
    /// The dataset it is from.
    pub data: Arc<Loaded>,
    /// Index of the graph.
    pub graph: usize,
    /// What was changed about a copy of it.
    pub edits: Arc<[Edit]>,
    /// The graph itself, or that copy.
    pub shown: Graph,
    /// Operator, parameters, matrices, numbers.
    found: explore::Explored,
    /// Display position → node, of each level.
    pub orders: Vec<Vec<u32>>,
    /// What the model knows of the graph, where the signal is that of one.
    pub seen: Option<Seen>,
}

/// Runs the operator.
pub fn answer(question: Question) -> Result<Explored, String> {
    let Subject { data, graph: idx, edits } = question.subject.clone();
    let told = |error: ExploreError| error.to_string();
    let graph = question.subject.found()?.into_owned();
    let exploration = question.exploration().map_err(told)?;
    fits(exploration.method, graph.n_nodes)?;
    let opened = exploration.open(&data.dataset).map_err(told)?;
    let found = opened.run(&graph).map_err(told)?;
    let seen = match (&found.weights, &opened.model) {
        (WeightSource::Model(file), Some(model)) => Some(seen(file, model, &question.subject, &graph)?),
        _ => None,
    };
    let levels = found.trace.levels.iter().zip(&found.levels);
    let orders = levels.map(|(level, names)| question.order.of(level, &names.labels)).collect();
    drop(opened);
    Ok(Explored { version: Version::next(), graph: idx, edits, shown: graph, found, orders, seen, data })
}

/// Whether an operator can be run in the window on a graph of this size, else why not: what takes minutes and gigabytes
/// cannot be stopped on its way.
pub fn fits(method: &Method, n_nodes: usize) -> Result<(), String> {
    match method.max_nodes_interactive {
        Some(most) if n_nodes > most => Err(format!(
            "{} is shown here for graphs of at most {most} nodes, and this graph has {n_nodes}. \
             The command line has no such limit",
            method.name
        )),
        _ => Ok(()),
    }
}

fn seen(file: &Path, model: &Model, subject: &Subject, graph: &Graph) -> Result<Seen, String> {
    let data = &subject.data;
    let split = split_of(model, &data.dataset, &data.fingerprint).map_err(|error| error.to_string())?;
    let prediction = one(file, model, &data.dataset, graph).map_err(|error| error.to_string())?;
    Ok(Seen {
        epoch: model.progress.epoch,
        split: model.progress.split,
        part: split.filter(|_| subject.edits.is_empty()).and_then(|split| split.part_of(subject.graph as u32)),
        prediction,
    })
}

impl Deref for Explored {
    type Target = explore::Explored;

    fn deref(&self) -> &explore::Explored {
        &self.found
    }
}

impl Explored {
    /// Edges between two nodes on the shortest way, within a level; none where there is no way.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        level::hops(self.trace.levels.get(level)?, from, to)
    }

    /// What views and figures draw of it.
    pub fn pooled(&self) -> Pooled<'_> {
        Pooled::of(&self.data.dataset, &self.shown, &self.found)
    }

    /// What was asked about.
    pub fn subject(&self) -> Subject {
        Subject { data: self.data.clone(), graph: self.graph, edits: self.edits.clone() }
    }

    /// Which graph of which dataset it is of, edits aside.
    pub fn original(&self) -> (Version, usize) {
        (self.data.version, self.graph)
    }

    /// The class that the graph is known to have; of an edited copy nobody knows it.
    pub fn class(&self) -> Option<u32> {
        self.shown.class.filter(|_| self.edits.is_empty())
    }

    /// An entry of a matrix of a level.
    pub fn entry(&self, level: usize, symbol: &Symbol, row: u32, col: u32) -> Option<f64> {
        self.trace.levels.get(level)?.get(symbol)?.at(row, col)
    }
}
