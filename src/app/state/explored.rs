//! One graph through an operator, with everything that the panels read of it.

use std::{ops::Deref, sync::Arc};

use super::{loaded::Loaded, subject::Subject, version::Version};
use crate::{
    explore,
    graph::{Graph, edit::Edit, split::Part},
    symbols::Symbol,
    trace::level,
    train::predict::Prediction,
    view::look::Pooled,
};

/// What a trained model knows of the graph that it is shown on.
pub struct Seen {
    /// Its epoch.
    pub epoch: usize,
    /// The split it was trained on.
    pub split: usize,
    /// The part of that split that the graph is in; none where it was trained on other data, or where the graph is edited.
    pub part: Option<Part>,
    /// What it says of the graph.
    pub prediction: Prediction,
}

/// The answer.
pub struct Explored {
    /// Differs from that of any other answer.
    pub version: Version,
    /// The dataset it is from.
    pub data: Arc<Loaded>,
    /// Index of the graph.
    pub graph: usize,
    /// What was changed about a copy of it.
    pub edits: Arc<[Edit]>,
    /// The graph itself, or that copy.
    pub shown: Graph,
    /// Operator, parameters, matrices, numbers.
    pub(in crate::app) found: explore::Explored,
    /// Display position → node, of each level.
    pub orders: Vec<Vec<u32>>,
    /// What the model knows of the graph, where the signal is that of one.
    pub seen: Option<Seen>,
}

impl Deref for Explored {
    type Target = explore::Explored;

    fn deref(&self) -> &explore::Explored {
        &self.found
    }
}

impl Explored {
    /// Edges between two nodes on the shortest way, within a level; none where there is no way.
    pub fn hops(&self, level: usize, from: u32, to: u32) -> Option<usize> {
        level::hops(self.trace.levels.get(level)?, from, to)
    }

    /// What views and figures draw of it.
    pub fn pooled(&self) -> Pooled<'_> {
        Pooled::of(&self.data.dataset, &self.shown, &self.found)
    }

    /// What was asked about.
    pub fn subject(&self) -> Subject {
        Subject { data: self.data.clone(), graph: self.graph, edits: self.edits.clone() }
    }

    /// Which graph of which dataset it is of, edits aside.
    pub fn original(&self) -> (Version, usize) {
        (self.data.version, self.graph)
    }

    /// The class that the graph is known to have; of an edited copy nobody knows it.
    pub fn class(&self) -> Option<u32> {
        self.shown.class.filter(|_| self.edits.is_empty())
    }

    /// An entry of a matrix of a level.
    pub fn entry(&self, level: usize, symbol: &Symbol, row: u32, col: u32) -> Option<f64> {
        self.trace.levels.get(level)?.get(symbol)?.at(row, col)
    }
}
