//! Makes a simple undirected graph out of edges in any order, direction and multiplicity.

use super::Graph;

/// Collects edges as a file lists them; [`finish`](GraphBuilder::finish) makes the graph simple.
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    n_nodes: usize,
    edges: Vec<RawEdge>,
    n_self_loops: usize,
    has_weights: bool,
    has_labels: bool,
}

#[derive(Clone, Copy, Debug)]
struct RawEdge {
    ends: [u32; 2],
    label: u32,
    weight: f64,
}

impl GraphBuilder {
    /// A builder for a graph of `n_nodes` nodes without edges.
    pub fn new(n_nodes: usize) -> Self {
        Self { n_nodes, ..Self::default() }
    }

    /// Adds a node and returns its index.
    pub fn add_node(&mut self) -> u32 {
        self.n_nodes += 1;
        (self.n_nodes - 1) as u32
    }

    /// Adds an unlabelled edge of weight 1. Both ends must exist; a self-loop is only counted.
    pub fn add_edge(&mut self, u: u32, v: u32) {
        self.push(u, v, 0, 1.0);
    }

    /// Adds an edge with a label. Of an edge given several times, the first label stays.
    pub fn add_labelled_edge(&mut self, u: u32, v: u32, label: u32) {
        self.has_labels = true;
        self.push(u, v, label, 1.0);
    }

    /// Adds an edge with a weight. Of an edge given several times, the first weight stays.
    pub fn add_weighted_edge(&mut self, u: u32, v: u32, weight: f64) {
        self.has_weights = true;
        self.push(u, v, 0, weight);
    }

    /// How many self-loops were given; they are not part of the graph.
    pub fn n_self_loops(&self) -> usize {
        self.n_self_loops
    }

    /// The graph: each edge once, ascending, self-loops left out.
    pub fn finish(mut self) -> Graph {
        // Stable, so that the first of several equal edges stays.
        self.edges.sort_by_key(|edge| edge.ends);
        self.edges.dedup_by_key(|edge| edge.ends);
        Graph {
            n_nodes: self.n_nodes,
            edges: self.edges.iter().map(|edge| edge.ends).collect(),
            edge_weights: self.has_weights.then(|| self.edges.iter().map(|edge| edge.weight).collect()),
            edge_labels: self.has_labels.then(|| self.edges.iter().map(|edge| edge.label).collect()),
            ..Graph::default()
        }
    }

    fn push(&mut self, u: u32, v: u32, label: u32, weight: f64) {
        debug_assert!((u.max(v) as usize) < self.n_nodes, "edge {u}–{v} beyond {} nodes", self.n_nodes);
        if u == v {
            self.n_self_loops += 1;
        } else {
            self.edges.push(RawEdge { ends: [u.min(v), u.max(v)], label, weight });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_counts_once_whatever_its_direction() {
        let mut builder = GraphBuilder::new(3);
        builder.add_labelled_edge(2, 0, 7);
        builder.add_labelled_edge(0, 2, 8);
        builder.add_labelled_edge(1, 1, 9);
        builder.add_labelled_edge(1, 0, 5);
        assert_eq!(builder.n_self_loops(), 1);
        let graph = builder.finish();
        assert_eq!(graph.edges, [[0, 1], [0, 2]]);
        assert_eq!(graph.edge_labels, Some(vec![5, 7]));
        assert_eq!(graph.edge_weights, None);
    }
}
