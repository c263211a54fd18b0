//! Which graph is looked at: one of a dataset, or a copy of it with edits.

use std::{borrow::Cow, sync::Arc};

use super::{View, loaded::Loaded};
use crate::graph::{
    Graph,
    edit::{Edit, edited, origins},
};

/// A graph by where it is from and what was changed.
#[derive(Clone)]
pub struct Subject {
    pub data: Arc<Loaded>,
    /// Index in the dataset.
    pub graph: usize,
    /// Changes of a copy; without any, it is the graph itself.
    pub edits: Arc<[Edit]>,
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        self.has_same_original(other) && self.edits == other.edits
    }
}

impl Subject {
    /// The graph of a view.
    pub fn of(data: &Arc<Loaded>, view: &View) -> Self {
        Self { data: data.clone(), graph: view.graph, edits: view.edits.clone() }
    }

    /// Whether both are the same graph of the same data, edits aside.
    pub fn has_same_original(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.graph == other.graph
    }

    /// The graph as it is in the dataset.
    pub fn original(&self) -> Result<&Graph, String> {
        self.data.dataset.graphs.get(self.graph).ok_or_else(|| "the dataset has no such graph".to_owned())
    }

    /// Nodes of the graph as it is to be shown.
    pub fn n_nodes(&self) -> usize {
        let n_nodes = self.original().map_or(0, |graph| graph.n_nodes);
        if self.edits.is_empty() { n_nodes } else { origins(n_nodes, &self.edits).len() }
    }

    /// The graph as it is to be shown.
    pub fn found(&self) -> Result<Cow<'_, Graph>, String> {
        let original = self.original()?;
        match &self.edits[..] {
            [] => Ok(Cow::Borrowed(original)),
            edits => edited(original, edits, &self.data.dataset).map(Cow::Owned).map_err(|error| error.to_string()),
        }
    }
}
