//! One graph through an operator, with everything that the panels read of it.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    loading::Loaded,
    spectra,
    state::{SignalSource, View},
    subject::Subject,
};
use crate::{
    figure::look::Pooled,
    graph::{Graph, edit::Edit, features::Signal, split::Part},
    model::WeightSource,
    pooling::{
        Method, Params, Trace, explore,
        level::{self, Level},
        order::NodeOrder,
        summary::Summary,
    },
    train::{
        checkpoint::{Model, read_model},
        predict::{Prediction, one, signal_for, split_of},
        snapshot::nearest,
    },
};

/// What decides about a trace.
#[derive(Clone, PartialEq)]
pub struct Question {
    subject: Subject,
    method: &'static Method,
    params: Params,
    signal: SignalSource,
    order: NodeOrder,
}

impl Question {
    /// The question about the graph of a view with another operator and signal.
    pub fn with_signal(
        data: &Arc<Loaded>,
        view: &View,
        method: &'static Method,
        params: Params,
        signal: SignalSource,
    ) -> Self {
        Self { subject: Subject::of(data, view), method, params, signal, order: view.order }
    }

    /// The question that a view asks.
    pub fn of(data: &Arc<Loaded>, view: &View) -> Self {
        Self {
            subject: Subject::of(data, view),
            method: view.method,
            params: view.params.clone(),
            signal: view.signal.clone(),
            order: view.order,
        }
    }
}

/// What a trained model knows of the graph that it is shown on.
pub struct Seen {
    /// The file of the model.
    pub file: PathBuf,
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
    pub version: u64,
    /// The dataset it is from.
    pub data: Arc<Loaded>,
    /// Index of the graph.
    pub graph: usize,
    /// What was changed about a copy of it.
    pub edits: Arc<[Edit]>,
    /// The graph itself, or that copy.
    pub shown: Graph,
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
    /// What the model knows of the graph, where the signal is that of one.
    pub seen: Option<Seen>,
}

/// Runs the operator.
pub fn answer(question: Question) -> Result<Explored, String> {
    static VERSIONS: AtomicU64 = AtomicU64::new(1);
    let Subject { data, graph: idx, edits } = question.subject.clone();
    let dataset = &data.dataset;
    let graph = question.subject.found()?.into_owned();
    check_size(question.method, graph.n_nodes)?;
    let file = model_file(&question.signal)?;
    let model = file.as_ref().and_then(|file| read_model(file).ok());
    let signal = match (&file, &model) {
        (Some(file), Some(model)) => signal_for(file, &model.card, dataset).map_err(|error| error.to_string())?,
        _ => Signal::of(dataset, question.signal.kind(dataset)).map_err(|error| error.to_string())?,
    };
    let source = file.clone().map_or_else(|| question.signal.weights(), WeightSource::Model);
    let weights = source
        .weights(question.method, &question.params, signal.width(), dataset)
        .map_err(|error| error.to_string())?;
    let seen = match file.zip(model) {
        Some((file, model)) => Some(seen(file, &model, &question.subject, &graph)?),
        None => None,
    };
    let trace = explore(question.method, &graph, &signal.values(&graph), signal.width(), &question.params, &weights)
        .map_err(|error| error.to_string())?;
    let levels = Level::all(&trace, dataset, &graph);
    let orders =
        trace.levels.iter().zip(&levels).map(|(level, found)| question.order.of(level, &found.labels)).collect();
    Ok(Explored {
        version: VERSIONS.fetch_add(1, Ordering::Relaxed),
        graph: idx,
        edits,
        shown: graph,
        method: question.method,
        params: question.params.clone(),
        summary: Summary::of(&trace),
        trace,
        levels,
        orders,
        seen,
        data,
    })
}

/// What decomposes a whole Laplacian takes minutes and gigabytes for thousands of nodes, and cannot be stopped on its way.
fn check_size(method: &Method, n_nodes: usize) -> Result<(), String> {
    if method.key != "eigenpool" || n_nodes <= spectra::MOST_NODES {
        return Ok(());
    }
    Err(format!(
        "{} decomposes the Laplacian of the whole graph: here for at most {} nodes, and this graph has {n_nodes}. \
         The command line has no such limit, but takes its time",
        method.name,
        spectra::MOST_NODES,
    ))
}

/// The file of the model whose signal is asked for; none where it is no model's.
pub fn model_file(source: &SignalSource) -> Result<Option<PathBuf>, String> {
    match source {
        SignalSource::Model(path) => Ok(Some(path.clone())),
        SignalSource::Epoch { run, epoch } => match nearest(run, *epoch) {
            Ok((_, path)) => Ok(Some(path)),
            Err(error) => Err(error.to_string()),
        },
        _ => Ok(None),
    }
}

fn seen(file: PathBuf, model: &Model, subject: &Subject, graph: &Graph) -> Result<Seen, String> {
    let data = &subject.data;
    let split = split_of(model, &data.dataset, &data.fingerprint).map_err(|error| error.to_string())?;
    let prediction = one(&file, model, &data.dataset, graph).map_err(|error| error.to_string())?;
    Ok(Seen {
        epoch: model.progress.epoch,
        split: model.progress.split,
        part: split.filter(|_| subject.edits.is_empty()).and_then(|split| split.part_of(subject.graph as u32)),
        prediction,
        file,
    })
}

impl Explored {
    /// Edges between two nodes on the shortest way, within a level; none where there is no way.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        level::hops(self.trace.levels.get(level)?, from, to)
    }

    /// What views and figures draw of it.
    pub fn pooled(&self) -> Pooled<'_> {
        let (dataset, graph) = (&self.data.dataset, &self.shown);
        Pooled { dataset, graph, trace: &self.trace, summary: &self.summary, levels: &self.levels }
    }

    /// What was asked about.
    pub fn subject(&self) -> Subject {
        Subject { data: self.data.clone(), graph: self.graph, edits: self.edits.clone() }
    }

    /// The class that the graph is known to have; of an edited copy nobody knows it.
    pub fn class(&self) -> Option<u32> {
        self.shown.class.filter(|_| self.edits.is_empty())
    }

    /// An entry of a matrix of a level.
    pub fn entry(&self, level: usize, symbol: &str, row: u32, col: u32) -> Option<f64> {
        self.trace.levels.get(level)?.get(symbol)?.at(row, col)
    }
}
