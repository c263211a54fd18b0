//! Editing a copy of the graph: the pen and its commands.

use super::{Pair, State, explored::Explored};
use crate::graph::{Dataset, Graph, edit::Edit};

/// The edit mode and the labels of new nodes and edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Whether edit mode is on.
    pub is_down: bool,
    /// Chosen label of new nodes.
    pub node_label: Option<u32>,
    /// Chosen label of new edges.
    pub edge_label: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Start or end editing.
    Toggle,
    /// Set the labels of new nodes and edges.
    SetPen(Pen),
    /// Apply edits, with the position of a new node. One drag is one undo step.
    Make { edits: Vec<Edit>, at: Option<[f32; 2]>, is_same_gesture: bool },
    /// Select the nodes to edit.
    Choose { pair: Pair, is_same_gesture: bool },
    /// Remove the locked node or edge.
    RemoveLocked,
    /// Revert to the graph of the dataset.
    Discard,
}

impl EditCommand {
    /// A single edit.
    pub fn make(edit: Edit) -> Self {
        Self::Make { edits: vec![edit], at: None, is_same_gesture: false }
    }
}

impl Pen {
    /// The chosen label, else the most frequent one; none if nodes have no labels.
    pub fn node_label(&self, graph: &Graph) -> Option<u32> {
        let labels = graph.node_labels.as_ref()?;
        self.node_label.or_else(|| most_frequent(labels))
    }

    /// The chosen label, else that of a single bond, else the most frequent one; none if edges have no labels.
    pub fn edge_label(&self, graph: &Graph, dataset: &Dataset) -> Option<u32> {
        let labels = graph.edge_labels.as_ref().filter(|_| !dataset.edge_labels.is_empty())?;
        let single = dataset.edge_labels.iter().position(|label| label.show() == "single").map(|idx| idx as u32);
        self.edge_label.or(single).or_else(|| most_frequent(labels)).or(Some(0))
    }

    pub fn node(&self, graph: &Graph) -> Edit {
        Edit::AddNode { label: self.node_label(graph) }
    }

    pub fn edge(&self, graph: &Graph, dataset: &Dataset, ends: [u32; 2]) -> Edit {
        Edit::AddEdge { ends, label: self.edge_label(graph, dataset) }
    }
}

/// The most frequent label; ties go to the lowest.
fn most_frequent(labels: &[u32]) -> Option<u32> {
    let count = |label: u32| labels.iter().filter(|&&other| other == label).count();
    let mut present = labels.to_vec();
    present.sort_unstable();
    present.dedup();
    present.into_iter().rev().max_by_key(|&label| count(label))
}

/// The locked pair of level 0, if its nodes exist.
pub(crate) fn locked(state: &State, explored: &Explored) -> Option<Pair> {
    let is_there = |pair: &Pair| pair.level == 0 && (pair.row.max(pair.col) as usize) < explored.edited_graph.n_nodes;
    state.view().locked.filter(is_there)
}

/// Index of the edge between two nodes.
pub(crate) fn edge_of(graph: &Graph, u: u32, v: u32) -> Option<usize> {
    graph.edges.binary_search(&[u.min(v), u.max(v)]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, Labels};

    #[test]
    fn the_pen_draws_defaults_unless_labels_are_chosen() {
        let mut builder = GraphBuilder::new(4);
        builder.add_labelled_edge(0, 1, 1);
        let graph = Graph { node_labels: Some(vec![2, 1, 1, 2]), ..builder.finish() };
        let edge_labels = Labels::from_values(["aromatic", "single"]);
        let dataset = Dataset { edge_labels, ..Dataset::default() };
        let pen = Pen::default();
        assert_eq!(pen.node(&graph), Edit::AddNode { label: Some(1) });
        assert_eq!(pen.edge(&graph, &dataset, [2, 3]), Edit::AddEdge { ends: [2, 3], label: Some(1) });
        let pen = Pen { node_label: Some(0), edge_label: Some(0), ..pen };
        assert_eq!((pen.node_label(&graph), pen.edge_label(&graph, &dataset)), (Some(0), Some(0)));
        assert_eq!(pen.node(&GraphBuilder::new(1).finish()), Edit::AddNode { label: None });
    }
}
