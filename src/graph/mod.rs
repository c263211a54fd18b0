//! Graphs and datasets as plain values: no files, no tensors, no pixels.
//!
//! A [`Graph`] is simple and undirected: its edges are stored once, as `[u, v]` with `u < v`, in
//! ascending order. Everything that a file has on nodes and edges is stored beside them in optional
//! columns. What is shared by all graphs of a file (label names, classes) lives in the [`Dataset`].

mod builder;
mod dataset;
mod duplicates;
pub mod edit;
pub mod elements;
pub mod features;
mod fingerprint;
pub mod formula;
pub mod gallery;
mod labels;
pub mod split;
mod stats;
pub mod valence;

pub use builder::GraphBuilder;
pub use dataset::{Dataset, NoSuchField, Skipped, Warning};
pub use duplicates::Duplicates;
pub use labels::{Label, Labels};
pub use stats::{ClassCount, Spread, Stats};

use crate::math::components::Components;

/// A simple undirected graph with optional labels, attributes and weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// A name to show, where the file gives one ("caffeine").
    pub name: Option<String>,
    /// Number of nodes; they are numbered `0..n_nodes`.
    pub n_nodes: usize,
    /// Undirected edges, each once as `[u, v]` with `u < v`, ascending.
    pub edges: Vec<[u32; 2]>,
    /// Edge weights beside `edges`; `None` means that every weight is 1.
    pub edge_weights: Option<Vec<f64>>,
    /// Indices into [`Dataset::edge_labels`], beside `edges`.
    pub edge_labels: Option<Vec<u32>>,
    /// Indices into [`Dataset::node_labels`], one per node.
    pub node_labels: Option<Vec<u32>>,
    /// Real-valued node attributes, row-major `[n_nodes, Dataset::node_attribute_names.len()]`.
    pub node_attributes: Option<Vec<f64>>,
    /// Names of single nodes, where the file gives them.
    pub node_names: Option<Vec<String>>,
    /// Chemistry beyond the element, for graphs that came as molecules.
    pub atoms: Option<Vec<Atom>>,
    /// Index into [`Dataset::classes`].
    pub class: Option<u32>,
    /// Regression targets (TU's `_graph_attributes`): shown, not trained on.
    pub targets: Vec<f64>,
    /// Further data of this graph by field name (SDF data fields, CSV columns), in file order.
    pub fields: Vec<(String, String)>,
}

/// Properties of an atom in a molecule file, beyond the element in its node label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Atom {
    /// Atomic number; 0 for "any atom" (`*`).
    pub element: u8,
    pub charge: i8,
    /// Mass number, where one is given.
    pub isotope: Option<u16>,
    /// Hydrogens that are not nodes of the graph.
    pub hydrogens: u8,
    /// Written as aromatic (lower case in SMILES, bond type 4 in SDF).
    pub aromatic: bool,
}

impl Graph {
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// Weight of the edge at `edge_idx`.
    pub fn edge_weight(&self, edge_idx: usize) -> f64 {
        self.edge_weights.as_ref().map_or(1.0, |w| w[edge_idx])
    }

    /// Number of neighbours of every node, weights not counted.
    pub fn degrees(&self) -> Vec<usize> {
        let mut degrees = vec![0; self.n_nodes];
        for &[u, v] in &self.edges {
            degrees[u as usize] += 1;
            degrees[v as usize] += 1;
        }
        degrees
    }

    /// Number of nodes without an edge.
    pub fn n_isolated(&self) -> usize {
        self.degrees().iter().filter(|&&degree| degree == 0).count()
    }

    /// Connected component of every node, numbered by lowest node, and how many there are.
    pub fn components(&self) -> (Vec<u32>, usize) {
        let Components { of_node, n } = Components::new(self.n_nodes, self.edges.iter().copied());
        (of_node, n)
    }

    /// The value of a further field, by name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The graph without the nodes for which `keep` is false; their edges go with them.
    pub fn retain_nodes(&self, keep: &[bool]) -> Graph {
        let mut new_idx = vec![u32::MAX; self.n_nodes];
        let mut n_nodes = 0;
        for (node, &kept) in keep.iter().enumerate() {
            if kept {
                new_idx[node] = n_nodes;
                n_nodes += 1;
            }
        }
        let kept_edges: Vec<usize> =
            (0..self.n_edges()).filter(|&e| self.edges[e].iter().all(|&node| keep[node as usize])).collect();
        let by_edge = |column: &Vec<u32>| kept_edges.iter().map(|&e| column[e]).collect();
        let width = self.node_attributes.as_ref().map_or(0, |a| a.len() / self.n_nodes.max(1));
        Graph {
            name: self.name.clone(),
            n_nodes: n_nodes as usize,
            edges: kept_edges.iter().map(|&e| self.edges[e].map(|node| new_idx[node as usize])).collect(),
            edge_weights: self.edge_weights.as_ref().map(|w| kept_edges.iter().map(|&e| w[e]).collect()),
            edge_labels: self.edge_labels.as_ref().map(by_edge),
            node_labels: self.node_labels.as_ref().map(|l| kept(l, keep)),
            node_attributes: self.node_attributes.as_ref().map(|rows| {
                rows.chunks_exact(width.max(1))
                    .zip(keep)
                    .filter(|(_, kept)| **kept)
                    .flat_map(|(row, _)| row.iter().copied())
                    .collect()
            }),
            node_names: self.node_names.as_ref().map(|names| kept(names, keep)),
            atoms: self.atoms.as_ref().map(|atoms| kept(atoms, keep)),
            class: self.class,
            targets: self.targets.clone(),
            fields: self.fields.clone(),
        }
    }
}

fn kept<T: Clone>(column: &[T], keep: &[bool]) -> Vec<T> {
    column.iter().zip(keep).filter(|(_, kept)| **kept).map(|(value, _)| value.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_parts() -> Graph {
        let mut builder = GraphBuilder::new(5);
        for (u, v) in [(0, 1), (2, 1), (3, 4)] {
            builder.add_edge(u, v);
        }
        builder.finish()
    }

    #[test]
    fn components_are_numbered_by_their_lowest_node() {
        let (component, n) = two_parts().components();
        assert_eq!((component, n), (vec![0, 0, 0, 1, 1], 2));
    }

    #[test]
    fn retaining_nodes_renumbers_edges_and_columns() {
        let mut graph = two_parts();
        graph.node_labels = Some(vec![9, 8, 7, 6, 5]);
        graph.node_attributes = Some((0..10).map(f64::from).collect());
        graph.edge_labels = Some(vec![1, 2, 3]);
        let small = graph.retain_nodes(&[false, true, true, true, true]);
        assert_eq!(small.edges, [[0, 1], [2, 3]]);
        assert_eq!(small.node_labels.as_deref(), Some(&[8, 7, 6, 5][..]));
        assert_eq!(small.edge_labels.as_deref(), Some(&[2, 3][..]));
        assert_eq!(small.node_attributes.as_deref(), Some(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0][..]));
        assert_eq!(small.n_isolated(), 0);
    }
}
