//! Editing the graph by hand, on a copy: the pen, what can be asked of it, and the places where that is asked.

use super::{Pair, State, explored::Explored};
use crate::graph::{Dataset, Graph, edit::Edit};

/// What is drawn by hand, and whether it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Whether the pointer edits.
    pub is_down: bool,
    /// The label of new nodes, where one was chosen.
    pub node_label: Option<u32>,
    /// The label of new edges, where one was chosen.
    pub edge_label: Option<u32>,
}

/// A change of the graph itself.
#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Start or end editing.
    Toggle,
    /// Other labels for what is drawn.
    SetPen(Pen),
    /// Change the graph; a new node comes where it was put. Steps of one drag are one change.
    Make { edits: Vec<Edit>, at: Option<[f32; 2]>, is_same_gesture: bool },
    /// Choose the nodes that are edited.
    Choose { pair: Pair, is_same_gesture: bool },
    /// Remove the locked node or edge.
    RemoveLocked,
    /// Back to the graph of the dataset.
    Discard,
}

impl EditCommand {
    /// One change of the graph.
    pub fn make(edit: Edit) -> Self {
        Self::Make { edits: vec![edit], at: None, is_same_gesture: false }
    }
}

impl Pen {
    /// The label of new nodes, else the most frequent one; none where nodes have no labels.
    pub fn node_label(&self, graph: &Graph) -> Option<u32> {
        let labels = graph.node_labels.as_ref()?;
        self.node_label.or_else(|| most_frequent(labels))
    }

    /// The label of new edges, else that of a single bond, else the most frequent one; none where edges have no labels.
    pub fn edge_label(&self, graph: &Graph, dataset: &Dataset) -> Option<u32> {
        let labels = graph.edge_labels.as_ref().filter(|_| !dataset.edge_labels.is_empty())?;
        let single = dataset.edge_labels.iter().position(|label| label.show() == "single").map(|idx| idx as u32);
        self.edge_label.or(single).or_else(|| most_frequent(labels)).or(Some(0))
    }

    /// A node as the pen draws it.
    pub fn node(&self, graph: &Graph) -> Edit {
        Edit::AddNode { label: self.node_label(graph) }
    }

    /// An edge as the pen draws it.
    pub fn edge(&self, graph: &Graph, dataset: &Dataset, ends: [u32; 2]) -> Edit {
        Edit::AddEdge { ends, label: self.edge_label(graph, dataset) }
    }
}

/// The label that occurs most, the lowest of several.
fn most_frequent(labels: &[u32]) -> Option<u32> {
    let count = |label: u32| labels.iter().filter(|&&other| other == label).count();
    let mut present = labels.to_vec();
    present.sort_unstable();
    present.dedup();
    present.into_iter().rev().max_by_key(|&label| count(label))
}

/// The pair of level 0 that is kept in view, where its nodes are there.
pub fn kept(state: &State, explored: &Explored) -> Option<Pair> {
    let is_there = |pair: &Pair| pair.level == 0 && (pair.row.max(pair.col) as usize) < explored.shown.n_nodes;
    state.view().locked.filter(is_there)
}

/// Where the edge between two nodes stands among the edges of a graph.
pub fn edge_of(graph: &Graph, u: u32, v: u32) -> Option<usize> {
    graph.edges.binary_search(&[u.min(v), u.max(v)]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, Labels};

    #[test]
    fn the_pen_draws_what_is_usual_unless_told_otherwise() {
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
