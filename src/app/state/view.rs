//! What undo covers: which graph, which operator, which pair is locked, which nodes were moved.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use crate::{
    explore::{Exploration, ExploreError},
    graph::{edit::Edit, features::SignalKind},
    model::WeightSource,
    names::Named as _,
    pooling::{METHODS, Method, Params},
    trace::order::NodeOrder,
    train::{TrainError, snapshot::nearest},
    view::look::ColourBy,
};

/// Nodes of level 0 that were dragged, and where they are held, in units of the layout.
pub type Pins = BTreeMap<u32, [f32; 2]>;

/// Everything that undo takes back: which graph, which operator, what is kept in view, and what was moved.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Index in the dataset.
    pub graph: usize,
    /// Changes of a copy of that graph, which is then shown in its place.
    pub edits: Arc<[Edit]>,
    /// The operator.
    pub method: &'static Method,
    /// Its parameters.
    pub params: Params,
    /// What the nodes carry.
    pub signal: SignalSource,
    /// The order of rows and columns.
    pub order: NodeOrder,
    /// The level whose matrices are shown.
    pub level: usize,
    /// What the nodes' colours say.
    pub colour: ColourBy,
    /// Whether hulls are drawn around clusters.
    pub are_hulls_shown: bool,
    /// Whether the canvas shows the level alone, or all side by side.
    pub is_one_level: bool,
    /// Seed of the layout: another one may find another drawing.
    pub layout_seed: u64,
    /// What was dragged in that drawing.
    pub pins: Arc<Pins>,
    /// The pair that was clicked.
    pub locked: Option<Pair>,
    /// Nodes of the level that were brushed.
    pub selected: Vec<u32>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            graph: 0,
            edits: Arc::default(),
            method: METHODS[0],
            params: Params::default(),
            signal: SignalSource::Usual,
            order: NodeOrder::Index,
            level: 0,
            colour: ColourBy::Label,
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
    /// The same view of another graph, as that is in the dataset: what was done to this one is not meant for it.
    pub fn of_graph(&self, graph: usize) -> Self {
        let pins = Arc::default();
        Self { graph, edits: Arc::default(), pins, locked: None, selected: Vec::new(), ..self.clone() }
    }

    /// The same view with another operator and its parameters, those that a panel can set; what gives weights their shape
    /// is found with them.
    pub fn with_operator(self, method: &'static Method, params: Params) -> Self {
        let Params { q_width, max_nodes, detach_adjacency, .. } = self.params;
        let params = Params { q_width, max_nodes, detach_adjacency, ..params };
        let level = self.level.min(params.levels);
        match method == self.method {
            true => Self { params, level, ..self },
            false => Self { method, params, level, locked: None, selected: Vec::new(), ..self },
        }
    }

    /// The same view of the model that the signal is of, as it was trained; as it is where the signal is that of no model
    /// of this program.
    pub fn following_model(self) -> Result<Self, ExploreError> {
        let (method, params, weights) = (self.method, self.params.clone(), self.signal.weights()?);
        let found = Exploration { method, params, weights, ..Exploration::default() }.following_model()?;
        Ok(self.with_operator(found.method, found.params))
    }
}

/// Two nodes of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Counted from 0.
    pub level: usize,
    /// The row's node.
    pub row: u32,
    /// The column's node.
    pub col: u32,
}

impl Pair {
    /// What a click on a node keeps: a second node after a first makes a pair, a third begins anew.
    pub fn after(kept: Option<Self>, level: usize, node: u32) -> Self {
        match kept {
            Some(pair) if pair.level == level && pair.row == pair.col && pair.row != node => Self { col: node, ..pair },
            _ => Self { level, row: node, col: node },
        }
    }
}

/// Where the signal of the nodes comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignalSource {
    /// Labels where there are any, else degrees.
    Usual,
    /// As chosen.
    Kind(SignalKind),
    /// The network with random weights from the seed.
    RandomNetwork,
    /// A trained model.
    Model(PathBuf),
    /// The weights of a run after an epoch.
    Epoch {
        /// Folder of the run.
        run: PathBuf,
        /// Counted from 1; where it was not kept, the nearest.
        epoch: usize,
    },
}

impl SignalSource {
    /// What the nodes carry, where that was chosen.
    pub fn chosen(&self) -> Option<SignalKind> {
        match self {
            Self::Kind(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Where the weights come from that go with it. Of an epoch that was kept the file is looked for.
    pub fn weights(&self) -> Result<WeightSource, TrainError> {
        Ok(match self {
            Self::Usual | Self::Kind(_) => WeightSource::Untrained,
            Self::RandomNetwork => WeightSource::RandomNetwork,
            Self::Model(path) => WeightSource::Model(path.clone()),
            Self::Epoch { run, epoch } => WeightSource::Model(nearest(run, *epoch)?.1),
        })
    }

    /// As people see it.
    pub fn name(&self) -> String {
        match self {
            Self::Usual => SignalKind::Labels.name().into(),
            Self::Kind(kind) => kind.name().into(),
            Self::RandomNetwork => "random network".into(),
            Self::Model(path) => {
                format!("model {}", path.file_name().unwrap_or_default().to_string_lossy())
            }
            Self::Epoch { run, epoch } => {
                format!("epoch {epoch} of {}", run.file_name().unwrap_or_default().to_string_lossy())
            }
        }
    }
}

/// What the pointer is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hover {
    /// Nothing that is linked.
    #[default]
    Nothing,
    /// A node of a level.
    Node {
        /// Counted from 0.
        level: usize,
        /// Its index there.
        node: u32,
    },
    /// A cell of a map between nodes.
    Pair(Pair),
}
