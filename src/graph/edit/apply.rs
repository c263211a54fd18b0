//! What an edit does to a graph: every column beside nodes and edges stays as long as they are.

use super::{Edit, EditError, MOST_EDITS, ordered};
use crate::graph::{Atom, Dataset, Graph, Labels, elements};

/// A copy of a graph of the dataset with the edits made in their order, or why one of them cannot be made.
pub fn edited(graph: &Graph, edits: &[Edit], dataset: &Dataset) -> Result<Graph, EditError> {
    if edits.len() > MOST_EDITS {
        return Err(EditError::TooMany);
    }
    let mut draft = Draft { graph: graph.clone(), dataset };
    for &edit in edits {
        match edit {
            Edit::AddNode { label } => draft.add_node(label)?,
            Edit::RemoveNode { node } => draft.remove_node(node)?,
            Edit::AddEdge { ends, label } => draft.add_edge(ends, label)?,
            Edit::RemoveEdge { ends } => draft.remove_edge(ends)?,
            Edit::SetNodeLabel { node, label } => draft.set_node_label(node, label)?,
            Edit::SetEdgeLabel { ends, label } => draft.set_edge_label(ends, label)?,
            Edit::SetWeight { ends, weight } => draft.set_weight(ends, weight)?,
        }
    }
    Ok(draft.graph)
}

/// A graph under edit.
struct Draft<'a> {
    graph: Graph,
    dataset: &'a Dataset,
}

impl Draft<'_> {
    fn add_node(&mut self, label: Option<u32>) -> Result<(), EditError> {
        let label = fitting(label, self.graph.node_labels.is_some(), &self.dataset.node_labels, "nodes")?;
        let atom = self.atom(label.unwrap_or_default());
        let name = self.free_name();
        let graph = &mut self.graph;
        graph.n_nodes += 1;
        if let (Some(labels), Some(label)) = (&mut graph.node_labels, label) {
            labels.push(label);
        }
        if let Some(rows) = &mut graph.node_attributes {
            // What nobody has measured is 0, as a reader fills what a file leaves out.
            rows.extend(std::iter::repeat_n(0.0, self.dataset.node_attribute_names.len()));
        }
        if let (Some(names), Some(name)) = (&mut graph.node_names, name) {
            names.push(name);
        }
        if let Some(atoms) = &mut graph.atoms {
            atoms.push(atom);
        }
        Ok(())
    }

    fn remove_node(&mut self, node: u32) -> Result<(), EditError> {
        self.check(node)?;
        if self.graph.n_nodes == 1 {
            return Err(EditError::LastNode);
        }
        let keep: Vec<bool> = (0..self.graph.n_nodes as u32).map(|other| other != node).collect();
        self.graph = self.graph.retain_nodes(&keep);
        Ok(())
    }

    fn add_edge(&mut self, ends: [u32; 2], label: Option<u32>) -> Result<(), EditError> {
        if self.dataset.edge_labels.is_empty() {
            // A molecule of one atom has a column of bonds, but there is no bond to choose from.
            self.graph.edge_labels = None;
        }
        let label = fitting(label, self.graph.edge_labels.is_some(), &self.dataset.edge_labels, "edges")?;
        let ends @ [u, v] = self.ends(ends)?;
        let graph = &mut self.graph;
        let Err(place) = graph.edges.binary_search(&ends) else { return Err(EditError::Joined(u, v)) };
        graph.edges.insert(place, ends);
        if let Some(weights) = &mut graph.edge_weights {
            weights.insert(place, 1.0);
        }
        if let (Some(labels), Some(label)) = (&mut graph.edge_labels, label) {
            labels.insert(place, label);
        }
        Ok(())
    }

    fn remove_edge(&mut self, ends: [u32; 2]) -> Result<(), EditError> {
        let place = self.place(ends)?;
        let graph = &mut self.graph;
        graph.edges.remove(place);
        if let Some(weights) = &mut graph.edge_weights {
            weights.remove(place);
        }
        if let Some(labels) = &mut graph.edge_labels {
            labels.remove(place);
        }
        Ok(())
    }

    fn set_node_label(&mut self, node: u32, label: u32) -> Result<(), EditError> {
        self.check(node)?;
        fitting(Some(label), self.graph.node_labels.is_some(), &self.dataset.node_labels, "nodes")?;
        let atom = self.atom(label);
        let graph = &mut self.graph;
        if let Some(old) = graph.node_labels.as_mut().and_then(|labels| labels.get_mut(node as usize))
            && *old != label
        {
            *old = label;
            // Charge and hydrogens were those of the other element.
            if let Some(old) = graph.atoms.as_mut().and_then(|atoms| atoms.get_mut(node as usize)) {
                *old = atom;
            }
        }
        Ok(())
    }

    fn set_edge_label(&mut self, ends: [u32; 2], label: u32) -> Result<(), EditError> {
        fitting(Some(label), self.graph.edge_labels.is_some(), &self.dataset.edge_labels, "edges")?;
        let place = self.place(ends)?;
        if let Some(labels) = &mut self.graph.edge_labels {
            labels[place] = label;
        }
        Ok(())
    }

    fn set_weight(&mut self, ends: [u32; 2], weight: f64) -> Result<(), EditError> {
        if !(weight.is_finite() && weight > 0.0) {
            return Err(EditError::Weight(weight));
        }
        let place = self.place(ends)?;
        let n_edges = self.graph.n_edges();
        if self.graph.edge_weight(place) != weight {
            self.graph.edge_weights.get_or_insert_with(|| vec![1.0; n_edges])[place] = weight;
        }
        Ok(())
    }

    fn check(&self, node: u32) -> Result<(), EditError> {
        if (node as usize) < self.graph.n_nodes {
            Ok(())
        } else {
            Err(EditError::NoNode { node, last: self.graph.n_nodes.saturating_sub(1) })
        }
    }

    /// Two nodes that are there, the lower first.
    fn ends(&self, ends: [u32; 2]) -> Result<[u32; 2], EditError> {
        let [u, v] = ordered(ends);
        self.check(u)?;
        self.check(v)?;
        if u == v { Err(EditError::SameNode) } else { Ok([u, v]) }
    }

    /// Where an edge stands among the edges.
    fn place(&self, ends: [u32; 2]) -> Result<usize, EditError> {
        let ends @ [u, v] = self.ends(ends)?;
        self.graph.edges.binary_search(&ends).map_err(|_| EditError::NotJoined(u, v))
    }

    /// A plain atom of the element that a label names.
    fn atom(&self, label: u32) -> Atom {
        let element = elements::number(self.dataset.node_labels.show(label)).unwrap_or(0);
        Atom { element, ..Atom::default() }
    }

    /// A name that no node has, where nodes have names.
    fn free_name(&self) -> Option<String> {
        let names = self.graph.node_names.as_ref()?;
        let mut candidates = (self.graph.n_nodes..).map(|number| format!("new {number}"));
        candidates.find(|name| !names.contains(name))
    }
}

/// A label that is given exactly where there are labels, and one of them.
fn fitting(
    label: Option<u32>,
    is_labelled: bool,
    labels: &Labels,
    whose: &'static str,
) -> Result<Option<u32>, EditError> {
    match (label, is_labelled) {
        (Some(_), false) => Err(EditError::Unlabelled(whose)),
        (None, true) => Err(EditError::LabelMissing(whose)),
        (Some(label), true) if label as usize >= labels.len() => {
            Err(EditError::NoLabel { label, n_labels: labels.len() })
        }
        (label, _) => Ok(label),
    }
}
