//! The part of the state that undo covers.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::labels;
use crate::{
    explore::{Exploration, ExploreError},
    graph::{edit::Edit, features::SignalKind},
    model::WeightSource,
    names::Named as _,
    pooling::{METHODS, Method, Params},
    trace::order::NodeOrder,
    train::{
        TrainError,
        snapshot::{SPLIT, nearest},
    },
    view::look::ColourBy,
};

/// Pinned nodes of level 0 and their positions, in layout units.
pub(crate) type Pins = BTreeMap<u32, [f32; 2]>;

#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Index in the dataset.
    pub graph: usize,
    /// Edits of a copy of the graph.
    pub edits: Arc<[Edit]>,
    pub method: &'static Method,
    pub params: Params,
    pub signal: SignalSource,
    /// Order of rows and columns.
    pub order: NodeOrder,
    /// Level whose matrices are shown.
    pub level: usize,
    pub colour: ColourBy,
    pub are_hulls_shown: bool,
    /// Whether the canvas shows one level, or all side by side.
    pub is_one_level: bool,
    pub layout_seed: u64,
    pub pins: Arc<Pins>,
    pub locked: Option<Pair>,
    /// Selected nodes of the level.
    pub selected: Vec<u32>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            graph: 0,
            edits: Arc::default(),
            method: METHODS[0],
            params: Params::default(),
            signal: SignalSource::Default,
            order: NodeOrder::Automatic,
            level: 0,
            colour: ColourBy::Automatic,
            are_hulls_shown: false,
            is_one_level: false,
            layout_seed: 0,
            pins: Arc::default(),
            locked: None,
            selected: Vec::new(),
        }
    }
}

impl View {
    /// The view of another graph, without edits, locks and pins.
    pub fn of_graph(&self, graph: usize) -> Self {
        let pins = Arc::default();
        Self { graph, edits: Arc::default(), pins, locked: None, selected: Vec::new(), ..self.clone() }
    }

    /// The view with another operator and its adjustable parameters; parameters that determine weight shapes are kept.
    pub fn with_operator(self, method: &'static Method, params: Params) -> Self {
        let Params { q_width, max_nodes, mean_nodes, detach_adjacency, .. } = self.params;
        let params = Params { q_width, max_nodes, mean_nodes, detach_adjacency, ..params };
        let level = self.level.min(params.levels);
        if method == self.method {
            Self { params, level, ..self }
        } else {
            Self { method, params, level, locked: None, selected: Vec::new(), ..self }
        }
    }

    /// The view with the operator and parameters of the model, if the signal is one; else unchanged.
    pub fn following_model(self) -> Result<Self, ExploreError> {
        let (method, params, weights) = (self.method, self.params.clone(), self.signal.weights()?);
        let exploration = Exploration { method, params, weights, ..Exploration::default() }.following_model()?;
        Ok(self.with_operator(exploration.method, exploration.params))
    }
}

/// Two nodes of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Counted from 0.
    pub level: usize,
    pub row: u32,
    pub col: u32,
}

impl Pair {
    /// The lock after a click: the first node, then a pair, then a new first node.
    pub fn after(kept: Option<Self>, level: usize, node: u32) -> Self {
        match kept {
            Some(pair) if pair.level == level && pair.row == pair.col && pair.row != node => Self { col: node, ..pair },
            _ => Self { level, row: node, col: node },
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SignalSource {
    /// Labels if there are any, else degrees.
    #[default]
    Default,
    Kind(SignalKind),
    /// A network with random weights.
    RandomNetwork,
    /// A trained model.
    Model(PathBuf),
    /// The weights of the split of a run that has snapshots, after an epoch.
    Epoch {
        run: PathBuf,
        /// From 1; the nearest one if it has no snapshot.
        epoch: usize,
    },
}

impl SignalSource {
    /// The kind of features, if chosen explicitly.
    pub fn chosen(&self) -> Option<SignalKind> {
        match self {
            Self::Kind(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Source of the weights; for an epoch, the file of its snapshot.
    pub fn weights(&self) -> Result<WeightSource, TrainError> {
        Ok(match self {
            Self::Default | Self::Kind(_) => WeightSource::Untrained,
            Self::RandomNetwork => WeightSource::RandomNetwork,
            Self::Model(path) => WeightSource::Model(path.clone()),
            Self::Epoch { run, epoch } => WeightSource::Model(nearest(run, *epoch)?.1),
        })
    }

    /// Text on screen, as far as no file needs to be read for it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Default => SignalKind::Labels.name().into(),
            Self::Kind(kind) => kind.name().into(),
            Self::RandomNetwork => "random network".into(),
            Self::Model(path) => {
                format!("model {}", path.file_name().unwrap_or_default().to_string_lossy())
            }
            Self::Epoch { run, epoch } => {
                labels::model(&run.file_name().unwrap_or_default().to_string_lossy(), SPLIT, *epoch)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hover {
    #[default]
    Nothing,
    /// A node of a level.
    Node {
        /// Counted from 0.
        level: usize,
        node: u32,
    },
    /// A heatmap cell between nodes.
    Pair(Pair),
}
