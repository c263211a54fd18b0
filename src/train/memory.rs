//! How much memory a run will take, from the sizes of its graphs: an estimate, made before the start.

use super::{error::TrainError, shard::TARGET_NODES};
use crate::{
    graph::{Dataset, Graph},
    model::{Architecture, NetworkKind},
    pooling::{Method, stages::adjacency},
};

/// The program and a small dataset, before preprocessing.
const PROGRAM: u64 = 96_000_000;

/// Where the memory goes, in bytes. The size of a batch does not matter: it is worked off in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The preprocessed graphs.
    pub graphs: u64,
    /// Activations and gradients of the parts of a batch that are computed side by side.
    pub activations: u64,
    /// Weights, moments and gradients of all splits in progress.
    pub weights: u64,
}

impl Estimate {
    /// For training with this number of threads.
    pub fn new(dataset: &Dataset, architecture: &Architecture, threads: usize, concurrent_splits: usize) -> Self {
        let near = Near::sample(dataset, architecture);
        let labelled = || dataset.graphs.iter().filter(|graph| graph.class.is_some());
        let prepared = |graph: &Graph| match architecture.network {
            NetworkKind::Pooling => near.prepared(graph),
            NetworkKind::SumMlp => 12.0 * architecture.width as f64 + 1024.0,
        };
        let graphs: f64 = labelled().map(prepared).sum();
        // A shard of a batch is one large graph, or several small ones with this total number of nodes.
        let part = |graph: &Graph| {
            let nodes: usize = architecture.rows_by_level(graph.n_nodes).sum();
            let alike = (TARGET_NODES as f64 / nodes.max(1) as f64).max(1.0);
            alike * near.activations(graph, architecture)
        };
        let largest = labelled().map(part).fold(0.0, f64::max);
        let weights = architecture.n_parameters() * 4;
        Self {
            graphs: graphs as u64,
            activations: (largest * threads as f64) as u64,
            // Weights, two moments, the best state, the step's copy and a gradient for each part.
            weights: (weights * (5 * concurrent_splits + 4 * threads)) as u64,
        }
    }

    /// All together, with what lies between the pieces.
    pub fn total(&self) -> u64 {
        let pieces = self.graphs + self.activations + self.weights;
        PROGRAM + pieces + pieces / 4
    }

    /// An error if the estimate exceeds the available bytes.
    pub fn check(&self, available: u64, method: &Method) -> Result<(), TrainError> {
        if self.total() <= available {
            return Ok(());
        }
        let hint = if method.operator.is_sized_by_largest_graph() {
            "or a sparse operator (the clusters of this one grow with the largest graph)"
        } else {
            "or a smaller hidden dimension"
        };
        let (needed, available) = (crate::units::bytes(self.total()), crate::units::bytes(available));
        Err(TrainError::Memory { needed, available, hint })
    }
}

/// Available memory as reported by the system; none if unknown.
pub fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// How many nodes are near a node: the width of the matrices that an operator makes.
struct Near {
    per_node: f64,
}

impl Near {
    /// Counted on some graphs, spread over the dataset.
    fn sample(dataset: &Dataset, architecture: &Architecture) -> Self {
        const SAMPLE: usize = 32;
        if !architecture.network.has_pooling() {
            return Self { per_node: 0.0 };
        }
        let hops = architecture.method.operator.reach(&architecture.params);
        let step = dataset.graphs.len().div_ceil(SAMPLE).max(1);
        let (mut entries, mut nodes) = (0, 1);
        for graph in dataset.graphs.iter().step_by(step) {
            entries += adjacency(graph).0.reach(hops).nnz();
            nodes += graph.n_nodes;
        }
        Self { per_node: entries as f64 / nodes as f64 }
    }

    /// Bytes of a preprocessed graph: columns, mirrors and values of A and K_t, and the signal.
    fn prepared(&self, graph: &Graph) -> f64 {
        let (n, edges) = (graph.n_nodes as f64, graph.n_edges() as f64);
        // Each node's signal has about as many entries as it has neighbours.
        12.0 * (2.0 * edges + self.per_node * n) + 12.0 * (2.0 * edges + n) + 1024.0
    }

    /// Bytes of one graph's activations and gradients through the network.
    fn activations(&self, graph: &Graph, architecture: &Architecture) -> f64 {
        // Numbers kept for each number of a level: values, what is made of them, and gradients of both.
        const DENSE: f64 = 10.0;
        const SPARSE: f64 = 14.0;
        let (hidden, operator) = (architecture.hidden as f64, architecture.method.operator);
        let widest = operator.width_after(architecture.hidden) as f64;
        let is_dense = operator.is_dense();
        let mut near = self.per_node;
        let mut numbers = 0.0;
        let nodes: Vec<f64> = architecture.rows_by_level(graph.n_nodes).map(|n| n as f64).collect();
        for (level, &n) in nodes.iter().enumerate() {
            numbers += n * (DENSE * hidden + widest + SPARSE * near.min(n));
            if is_dense {
                let coarse = nodes.get(level + 1).copied().unwrap_or(0.0);
                numbers += DENSE * n * coarse;
                near = coarse;
            } else {
                // Each coarse node gathers several fine ones, with all that they are near to.
                near *= 3.0;
            }
        }
        4.0 * numbers
    }
}
