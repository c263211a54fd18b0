//! One graph pooled by an operator, with everything the panels read.

use std::{ops::Deref, sync::Arc};

use super::{loaded::Loaded, subject::Subject, version::Version};
use crate::{
    explore,
    graph::{Graph, edit::Edit, split::Subset},
    symbols::Symbol,
    trace::level,
    train::predict::Prediction,
    view::look::Pooled,
};

/// The prediction of a trained model for the graph.
pub struct GraphPrediction {
    pub epoch: usize,
    /// Index of the split it was trained on.
    pub split: usize,
    /// Subset of the graph in that split; none for another dataset or an edited graph.
    pub part: Option<Subset>,
    pub prediction: Prediction,
}

pub struct Explored {
    /// Unique per trace.
    pub version: Version,
    pub data: Arc<Loaded>,
    /// Index in the dataset.
    pub graph: usize,
    pub edits: Arc<[Edit]>,
    /// The graph with its edits.
    pub edited_graph: Graph,
    pub(in crate::app) pooling: explore::Explored,
    /// Display position → node, by level.
    pub orders: Vec<Vec<u32>>,
    /// The prediction, if the signal is a trained model.
    pub seen: Option<GraphPrediction>,
}

impl Deref for Explored {
    type Target = explore::Explored;

    fn deref(&self) -> &explore::Explored {
        &self.pooling
    }
}

impl Explored {
    /// Shortest-path distance within a level; none if not connected.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        level::hops(self.trace.levels.get(level)?, from, to)
    }

    pub fn pooled(&self) -> Pooled<'_> {
        Pooled::new(&self.data.dataset, &self.edited_graph, &self.pooling)
    }

    pub fn subject(&self) -> Subject {
        Subject { data: self.data.clone(), graph: self.graph, edits: self.edits.clone() }
    }

    /// Dataset and index of the graph, without its edits.
    pub fn original(&self) -> (Version, usize) {
        (self.data.version, self.graph)
    }

    /// The true class; unknown for an edited copy.
    pub fn class(&self) -> Option<u32> {
        self.edited_graph.class.filter(|_| self.edits.is_empty())
    }

    pub fn entry(&self, level: usize, symbol: &Symbol, row: u32, col: u32) -> Option<f64> {
        self.trace.levels.get(level)?.get(symbol)?.at(row, col)
    }
}
