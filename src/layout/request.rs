//! What is to be laid out, as a plain value.

use crate::graph::{Atom, Graph};

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
    /// Of a molecule, whether the two bonds of each atom lie in a line. Molecules are drawn as structural formulas;
    /// graphs without this are not.
    pub linear_atoms: Option<Vec<bool>>,
    /// Positions to start from instead of those that are computed, one per node.
    pub start: Option<Vec<[f32; 2]>>,
}

impl LayoutRequest {
    /// The request for a graph.
    pub fn new(graph: &Graph, seed: u64) -> Self {
        let edges = graph.edges.iter().enumerate().map(|(idx, &edge)| (edge, graph.edge_weight(idx))).collect();
        let linear_atoms = is_molecular(graph).then(|| linear_atoms(graph));
        Self { n_nodes: graph.n_nodes, edges, seed, linear_atoms, start: None }
    }
}

/// Whether a graph is a molecule, or has the shape of one: sets of molecules do not always name their elements.
fn is_molecular(graph: &Graph) -> bool {
    const MOST_BONDS: usize = 4;
    let is_sparse = 4 * graph.n_edges() <= 5 * graph.n_nodes;
    let has_shape = || is_sparse && graph.degrees().iter().all(|&degree| degree <= MOST_BONDS);
    graph.atoms.is_some() || (graph.node_labels.is_some() && graph.edge_weights.is_none() && has_shape())
}

/// Carbon with two neighbours and no hydrogen has a triple bond or two double bonds, and so has such nitrogen with a
/// positive charge.
fn linear_atoms(graph: &Graph) -> Vec<bool> {
    let Some(atoms) = &graph.atoms else { return vec![false; graph.n_nodes] };
    let is_linear = |(atom, degree): (&Atom, usize)| {
        let has_four_bonds = (atom.element, atom.charge) == (6, 0) || (atom.element, atom.charge) == (7, 1);
        degree == 2 && atom.hydrogens == 0 && !atom.aromatic && has_four_bonds
    };
    atoms.iter().zip(graph.degrees()).map(is_linear).collect()
}
