//! What is to be laid out, as a plain value.

use crate::graph::Graph;

/// A graph, a seed and, where there is one, a position to start from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutRequest {
    /// Number of nodes; they are numbered `0..n_nodes`.
    pub n_nodes: usize,
    /// Undirected edges and their weights. Loops, repetitions and edges to nodes that do not exist
    /// are ignored. A heavier edge is a stiffer spring, not a shorter one.
    pub edges: Vec<([u32; 2], f64)>,
    /// Another seed may find another of several drawings.
    pub seed: u64,
    /// Positions to start from instead of those that are computed, one per node.
    pub start: Option<Vec<[f32; 2]>>,
}

impl LayoutRequest {
    /// The request for a graph.
    pub fn new(graph: &Graph, seed: u64) -> Self {
        let edges = graph.edges.iter().enumerate().map(|(idx, &edge)| (edge, graph.edge_weight(idx))).collect();
        Self { n_nodes: graph.n_nodes, edges, seed, start: None }
    }
}
