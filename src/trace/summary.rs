//! Statistics of a pooling.

use std::time::Duration;

use serde::Serialize;

use crate::{
    math::{components::Components, pattern::Pattern},
    pooling::trace::{LevelTrace, SparseValue, Trace},
    symbols::{self, Symbol},
};

/// Statistics of a pooling.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// One for each level, the last being the graph that came out.
    pub levels: Vec<LevelSummary>,
    /// Time of all steps.
    pub microseconds: f64,
}

/// Statistics of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelSummary {
    pub nodes: usize,
    /// Undirected edges, self-loops not counted.
    pub edges: usize,
    /// Nodes with a self-loop.
    pub self_loops: usize,
    pub components: usize,
    /// Nodes without an edge to another node.
    pub isolated: usize,
    /// What the pooling of this level did; absent at the last.
    pub pooling: Option<PoolingSummary>,
}

/// What the pooling of a level did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoolingSummary {
    /// The seeds, best first, where coarse nodes are fine nodes.
    pub seeds: Vec<u32>,
    /// Whether the last seed and the first node that is none had equal scores.
    pub tied: bool,
    /// The nodes of that score, where they had: among them the index decided.
    pub tied_nodes: Vec<u32>,
    /// Nodes that no coarse node contains: zero columns of C.
    pub dropped: Vec<u32>,
    /// Fraction of the nodes with a weight above 0 in some cluster.
    pub coverage: f64,
    /// Σ over rows of C, for each node.
    pub column_mass: Vec<f64>,
    /// Mean entropy, in bits, of a contained node's shares among coarse nodes.
    pub entropy_bits: f64,
    /// Coarse nodes that are some node's largest share.
    pub used_clusters: usize,
    /// What it adds to the loss of a network; empty for most operators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// Each step's symbol and time.
    pub steps: Vec<StepTime>,
}

/// What a pooling adds to the loss of a network.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    pub symbol: &'static Symbol,
    pub value: f64,
}

/// Time of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepTime {
    pub symbol: &'static Symbol,
    pub microseconds: f64,
}

impl Summary {
    pub fn new(trace: &Trace) -> Self {
        Self {
            levels: trace.levels.iter().map(LevelSummary::new).collect(),
            microseconds: trace.levels.iter().map(|level| micros(level.time())).sum(),
        }
    }
}

impl LevelSummary {
    fn new(level: &LevelTrace) -> Self {
        let empty = SparseValue { pattern: std::sync::Arc::new(Pattern::diagonal(0)), values: Vec::new() };
        let a = level.sparse(&symbols::A).unwrap_or(&empty);
        let is_edge = |at: usize| a.values[at] > 0.0;
        let mut has_neighbour = vec![false; a.pattern.n_rows()];
        let (mut entries, mut self_loops) = (0, 0);
        let mut edges = Vec::new();
        for (_, row, col) in a.pattern.entries().filter(|&(at, ..)| is_edge(at)) {
            if row == col {
                self_loops += 1;
            } else {
                entries += 1;
                has_neighbour[row] = true;
                edges.push([row as u32, col as u32]);
            }
        }
        Self {
            nodes: a.pattern.n_rows(),
            edges: entries / 2,
            self_loops,
            components: Components::new(a.pattern.n_rows(), edges).n,
            isolated: has_neighbour.iter().filter(|has| !**has).count(),
            pooling: level.sparse(&symbols::C).map(|c| PoolingSummary::new(level, c)),
        }
    }
}

impl PoolingSummary {
    fn new(level: &LevelTrace, c: &SparseValue) -> Self {
        let n = c.pattern.n_cols();
        let mut column_mass = vec![0.0; n];
        let mut largest = vec![(0.0, u32::MAX); n];
        for (at, row, col) in c.pattern.entries() {
            column_mass[col] += c.values[at];
            if c.values[at] > largest[col].0 {
                largest[col] = (c.values[at], row as u32);
            }
        }
        let mut entropy = vec![0.0; n];
        for (at, _, col) in c.pattern.entries().filter(|&(at, ..)| c.values[at] > 0.0) {
            let share = c.values[at] / column_mass[col];
            entropy[col] -= share * share.log2();
        }
        let dropped: Vec<u32> = (0..n as u32).filter(|&node| column_mass[node as usize] == 0.0).collect();
        let contained = n - dropped.len();
        let mut clusters: Vec<u32> =
            largest.iter().map(|entry| entry.1).filter(|&cluster| cluster != u32::MAX).collect();
        clusters.sort_unstable();
        clusters.dedup();
        Self {
            seeds: level.seeds().map_or_else(Vec::new, <[u32]>::to_vec),
            tied: level.is_tied(),
            tied_nodes: level.tied.clone(),
            coverage: if n == 0 { 0.0 } else { contained as f64 / n as f64 },
            dropped,
            column_mass,
            entropy_bits: if contained == 0 { 0.0 } else { entropy.iter().sum::<f64>() / contained as f64 },
            used_clusters: clusters.len(),
            losses: level.losses().map(|(symbol, value)| Loss { symbol, value }).collect(),
            steps: level
                .steps
                .iter()
                .filter(|step| step.time > Duration::ZERO)
                .map(|step| StepTime { symbol: step.symbol, microseconds: micros(step.time) })
                .collect(),
        }
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
