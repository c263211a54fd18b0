//! The graph of a view: from a dataset, possibly with edits.

use std::{borrow::Cow, sync::Arc};

use super::{View, loaded::Loaded};
use crate::graph::{
    Graph,
    edit::{Edit, edited, origins},
};

#[derive(Clone)]
pub struct Subject {
    pub data: Arc<Loaded>,
    /// Index in the dataset.
    pub graph: usize,
    pub edits: Arc<[Edit]>,
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        self.has_same_original(other) && self.edits == other.edits
    }
}

impl Subject {
    pub fn from_view(data: &Arc<Loaded>, view: &View) -> Self {
        Self { data: data.clone(), graph: view.graph, edits: view.edits.clone() }
    }

    /// Whether both are the same graph, without edits.
    pub fn has_same_original(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.graph == other.graph
    }

    /// Without edits.
    pub fn original(&self) -> Result<&Graph, String> {
        self.data.dataset.graphs.get(self.graph).ok_or_else(|| "the dataset has no such graph".to_owned())
    }

    /// Number of nodes after the edits.
    pub fn n_nodes(&self) -> usize {
        let n_nodes = self.original().map_or(0, |graph| graph.n_nodes);
        if self.edits.is_empty() { n_nodes } else { origins(n_nodes, &self.edits).len() }
    }

    /// The graph after the edits.
    pub fn edited_graph(&self) -> Result<Cow<'_, Graph>, String> {
        let original = self.original()?;
        match &self.edits[..] {
            [] => Ok(Cow::Borrowed(original)),
            edits => edited(original, edits, &self.data.dataset).map(Cow::Owned).map_err(|error| error.to_string()),
        }
    }
}
