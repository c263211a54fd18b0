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
    graph::{Dataset, Graph, features::Signal},
    math::rng::Rng,
    model::{Architecture, Parameters},
    pooling::{
        Method, Params, Trace, Weights, explore,
        order::NodeOrder,
        summary::Summary,
        trace::{LevelTrace, Value},
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
    /// What the panels need of each level.
    pub levels: Vec<Level>,
}

/// A level for the eyes.
pub struct Level {
    /// A name for each node: `C7`; a coarse node has that of its seed.
    pub names: Vec<String>,
    /// The node of level 0 that each node goes back to, through its seeds.
    pub origin: Vec<Option<u32>>,
    /// Display position → node.
    pub order: Vec<u32>,
    /// The cluster that each node belongs to most.
    pub home: Vec<Option<u32>>,
    /// The coupling of each node, where the operator has one.
    pub coupling: Option<Vec<f64>>,
    /// Place of each node in the ranking, from 0.
    pub rank: Option<Vec<u32>>,
}

/// Runs the operator.
pub fn answer(question: Question) -> Result<Explored, String> {
    static VERSIONS: AtomicU64 = AtomicU64::new(1);
    let dataset = &question.data.dataset;
    let graph = dataset.graphs.get(question.graph).ok_or("the graph is not in this dataset")?;
    let signal = signal_of(dataset, &question.signal)?;
    let weights = weights_of(&question, &signal, dataset)?;
    let trace = explore(question.method, graph, &signal.values(graph), signal.width(), &question.params, &weights)
        .map_err(|error| error.to_string())?;
    let mut levels: Vec<Level> = Vec::new();
    for level in &trace.levels {
        let found = level_of(level, levels.last(), trace.levels.get(levels.len().wrapping_sub(1)), &question, graph);
        levels.push(found);
    }
    Ok(Explored {
        version: VERSIONS.fetch_add(1, Ordering::Relaxed),
        graph: question.graph,
        method: question.method,
        params: question.params.clone(),
        summary: Summary::of(&trace),
        trace,
        levels,
        data: question.data,
    })
}

fn signal_of(dataset: &Dataset, source: &SignalSource) -> Result<Signal, String> {
    match source {
        SignalSource::Kind(kind) => Signal::of(dataset, *kind).map_err(|error| error.to_string()),
        _ => Ok(Signal::usual(dataset)),
    }
}

fn weights_of(question: &Question, signal: &Signal, dataset: &Dataset) -> Result<Weights, String> {
    let (operator, params) = (question.method.operator, &question.params);
    let told = |error: &dyn std::fmt::Display| error.to_string();
    match &question.signal {
        SignalSource::Model(path) => Weights::load(path, operator, signal.width(), params)
            .map_err(|error| format!("{}: {error}", path.display())),
        SignalSource::RandomNetwork => {
            let architecture = Architecture {
                method: question.method,
                params: params.clone(),
                width: signal.width(),
                hidden: 64,
                classes: dataset.classes.len().max(2),
            };
            let parameters =
                Parameters::start(&architecture, &mut Rng::new(params.seed)).map_err(|error| told(&error))?;
            parameters.for_exploring().map_err(|error| told(&error))
        }
        _ => Weights::untrained(operator, signal.width(), params).map_err(|error| told(&error)),
    }
}

fn level_of(
    level: &LevelTrace,
    finer: Option<&Level>,
    finer_trace: Option<&LevelTrace>,
    question: &Question,
    graph: &Graph,
) -> Level {
    let n = level.sparse("A").map_or(0, |a| a.pattern.n_rows());
    let dataset = &question.data.dataset;
    let seeds = finer_trace.and_then(|trace| trace.nodes("idx"));
    let (names, origin): (Vec<String>, Vec<Option<u32>>) = match (finer, seeds) {
        (None, _) => (0..n as u32).map(|node| (node_name(dataset, graph, node), Some(node))).unzip(),
        (Some(finer), Some(seeds)) => {
            seeds.iter().map(|&seed| (finer.names[seed as usize].clone(), finer.origin[seed as usize])).unzip()
        }
        (Some(_), None) => (0..n).map(|cluster| (format!("cluster {cluster}"), None)).unzip(),
    };
    let labels: Vec<u32> = match &graph.node_labels {
        Some(labels) => origin.iter().map(|node| node.map_or(u32::MAX, |node| labels[node as usize])).collect(),
        None => Vec::new(),
    };
    let coupling = match level.get("E").or_else(|| level.get("y")) {
        Some(Value::Vector(e)) => Some(e.clone()),
        _ => None,
    };
    Level {
        order: question.order.of(level, &labels),
        home: home(level, n),
        rank: coupling.as_ref().map(|e| ranks(e)),
        coupling,
        names,
        origin,
    }
}

/// The cluster in which each node weighs most.
fn home(level: &LevelTrace, n: usize) -> Vec<Option<u32>> {
    let mut home: Vec<(Option<u32>, f64)> = vec![(None, 0.0); n];
    if let Some(c) = level.sparse("C") {
        for (at, row, col) in c.pattern.entries() {
            if c.values[at] > home[col].1 {
                home[col] = (Some(row as u32), c.values[at]);
            }
        }
    }
    home.into_iter().map(|(home, _)| home).collect()
}

fn ranks(scores: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..scores.len() as u32).collect();
    order.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]).then(a.cmp(&b)));
    let mut ranks = vec![0; scores.len()];
    for (rank, &node) in order.iter().enumerate() {
        ranks[node as usize] = rank as u32;
    }
    ranks
}

/// `C7`: the label and the index; or the name that the file gives.
fn node_name(dataset: &Dataset, graph: &Graph, node: u32) -> String {
    if let Some(names) = &graph.node_names {
        return names[node as usize].clone();
    }
    match &graph.node_labels {
        Some(labels) => {
            let label = dataset.node_labels.show(labels[node as usize]);
            let is_word = label.chars().next().is_some_and(char::is_alphabetic);
            if is_word { format!("{label}{node}") } else { format!("{node} ({label})") }
        }
        None => node.to_string(),
    }
}

impl Explored {
    /// Edges between two nodes on the shortest way, within a level; none where there is no way.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        let a = self.trace.levels.get(level)?.sparse("A")?;
        let mut hops = vec![usize::MAX; a.pattern.n_rows()];
        let mut queue = std::collections::VecDeque::from([from]);
        *hops.get_mut(from as usize)? = 0;
        while let Some(node) = queue.pop_front() {
            if node == to {
                return Some(hops[node as usize]);
            }
            for at in a.pattern.range(node as usize) {
                let next = a.pattern.cols()[at] as usize;
                if a.values[at] > 0.0 && hops[next] == usize::MAX {
                    hops[next] = hops[node as usize] + 1;
                    queue.push_back(next as u32);
                }
            }
        }
        None
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
