//! Manual edits of a graph, as plain values: the graph of the dataset is never touched, a list of
//! edits makes a copy of it, and the same list makes the same copy again.
//!
//! An edit names nodes by their numbers in the graph that the edits before it have made.

mod apply;
mod words;

pub use apply::edited;
pub use words::NotAnEdit;

use serde::{Deserialize, Serialize};

/// One change. Labels are indices into the alphabets of the dataset, so that every copy has the columns of the original.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Edit {
    /// A node without edges, numbered after all others.
    AddNode {
        /// Given exactly where the graph has node labels.
        label: Option<u32>,
    },
    /// Removes a node with its edges; later nodes move up by one.
    RemoveNode { node: u32 },
    /// An edge of weight 1 between two nodes that have none.
    AddEdge {
        /// The nodes, in any order.
        ends: [u32; 2],
        /// Given exactly where the graph has edge labels, and the dataset any to choose from.
        label: Option<u32>,
    },
    /// Removes an edge, not its nodes.
    RemoveEdge {
        /// Its nodes, in any order.
        ends: [u32; 2],
    },
    /// Changes the label of a node.
    SetNodeLabel { node: u32, label: u32 },
    /// Changes the label of an edge.
    SetEdgeLabel {
        /// Its nodes, in any order.
        ends: [u32; 2],
        label: u32,
    },
    /// Changes the weight of an edge.
    SetWeight {
        /// Its nodes, in any order.
        ends: [u32; 2],
        /// Above 0 and finite.
        weight: f64,
    },
}

/// Limit of edits of one graph.
pub const MOST_EDITS: usize = 1000;

/// Why an edit is rejected.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The node index is out of range.
    #[error("there is no node {node}; the nodes of this graph are 0 to {last}")]
    NoNode {
        node: u32,
        /// The highest node index.
        last: usize,
    },
    /// An edge from a node to itself.
    #[error("an edge cannot join a node to itself; choose two different nodes")]
    SameNode,
    #[error("nodes {0} and {1} already have an edge")]
    Joined(u32, u32),
    #[error("there is no edge between nodes {0} and {1}; add it first")]
    NotJoined(u32, u32),
    #[error("a graph needs at least one node; the last one cannot be removed")]
    LastNode,
    /// A label that the dataset does not have.
    #[error("this dataset has no label {label}; it has {n_labels} labels, numbered from 0")]
    NoLabel { label: u32, n_labels: usize },
    /// A label in a graph without labels.
    #[error("the {0} of this graph have no labels, so a label cannot be set")]
    Unlabelled(&'static str),
    /// No label in a graph with labels.
    #[error("the {0} of this graph have labels; choose a label")]
    LabelMissing(&'static str),
    /// A weight that no edge can have.
    #[error("{0} is not a valid weight; give a number above 0, such as 1 or 0.5")]
    Weight(f64),
    /// More than [`MOST_EDITS`].
    #[error("the limit of {MOST_EDITS} edits is reached; save the graph as GraphML and open that file to continue")]
    TooMany,
}

/// The edits and one more. One that changes what the last has changed takes its place, so that a weight on its way to
/// its value is one change.
pub fn appended(edits: &[Edit], edit: Edit) -> Vec<Edit> {
    use Edit::{SetEdgeLabel, SetNodeLabel, SetWeight};
    let is_overridden = match (edits.last(), edit) {
        (Some(SetNodeLabel { node: old, .. }), SetNodeLabel { node, .. }) => *old == node,
        (Some(SetEdgeLabel { ends: old, .. }), SetEdgeLabel { ends, .. })
        | (Some(SetWeight { ends: old, .. }), SetWeight { ends, .. }) => ordered(*old) == ordered(ends),
        _ => false,
    };
    let kept = &edits[..edits.len() - usize::from(is_overridden)];
    kept.iter().copied().chain([edit]).collect()
}

/// What each node of the copy was: a node of the original, or from `n_nodes` on a node that an edit has added. Ascending.
///
/// It matches the nodes of two copies of one original: the same origin is the same node.
pub fn origins(n_nodes: usize, edits: &[Edit]) -> Vec<u32> {
    let mut origins: Vec<u32> = (0..n_nodes as u32).collect();
    for (idx, edit) in edits.iter().enumerate() {
        match *edit {
            Edit::AddNode { .. } => origins.push((n_nodes + idx) as u32),
            Edit::RemoveNode { node } if (node as usize) < origins.len() => {
                origins.remove(node as usize);
            }
            _ => {}
        }
    }
    origins
}

/// Where a node of one copy is in another, by the [`origins`] of both; none where it is gone.
pub fn followed(node: u32, from: &[u32], to: &[u32]) -> Option<u32> {
    let origin = from.get(node as usize)?;
    to.binary_search(origin).ok().map(|idx| idx as u32)
}

/// The lower end first, as a graph keeps its edges.
fn ordered([u, v]: [u32; 2]) -> [u32; 2] {
    [u.min(v), u.max(v)]
}

#[cfg(test)]
mod tests;
