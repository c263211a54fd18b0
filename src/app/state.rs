//! What is on screen. Panels read it; only [`apply`](super::apply) writes it.

mod failure;
mod open;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use eframe::egui::Context;

use super::{edit::Pen, loading::Loaded, presentation::Presentation, subject::Subject, tabs::Tab, version::Version};
use crate::{
    explore::{Exploration, ExploreError},
    figure::look::ColourBy,
    graph::{edit::Edit, features::SignalKind},
    model::WeightSource,
    pooling::{METHODS, Method, Params, order::NodeOrder},
    train::{TrainError, predict::Predictions, snapshot::nearest},
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
            Self::Usual | Self::Kind(SignalKind::Labels) => "labels".into(),
            Self::Kind(SignalKind::Degree) => "degree".into(),
            Self::Kind(SignalKind::Attributes) => "attributes".into(),
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

/// The state of the window.
#[derive(Default)]
pub struct State {
    /// The dataset.
    pub data: Option<Arc<Loaded>>,
    /// What can be taken back.
    pub view: View,
    past: Vec<View>,
    future: Vec<View>,
    /// What the pointer is on.
    pub hover: Hover,
    /// The tab on screen.
    pub tab: Tab,
    /// The step on screen, counted from 0.
    pub step: usize,
    /// What a trained model says of all graphs.
    pub predictions: Option<(Version, Arc<Predictions>)>,
    /// Whether the list of graphs is wanted; where nobody said, the width of the window decides.
    pub is_list_wanted: Option<bool>,
    /// How the graph is edited by hand, and whether it is.
    pub pen: Pen,
    /// The presentation, while there is one.
    pub presentation: Option<Presentation>,
}

/// What was on screen at a moment, with what could be taken back then.
pub struct Moment {
    data: Option<Arc<Loaded>>,
    tab: Tab,
    step: usize,
    view: View,
    past: Vec<View>,
    future: Vec<View>,
}

/// A narrower window shows no list unless asked to.
const LEAST_WITH_LIST: f32 = 1100.0;

/// More steps than anybody takes back.
const MOST_UNDO: usize = 200;

impl State {
    /// Whether the list of graphs is on screen: where nobody said, a narrow window has none.
    pub fn is_list_shown(&self, ctx: &Context) -> bool {
        self.is_list_wanted.unwrap_or(ctx.content_rect().width() >= LEAST_WITH_LIST)
    }

    /// Whether this is the dataset on screen.
    pub fn is_open(&self, data: &Arc<Loaded>) -> bool {
        self.data.as_ref().is_some_and(|open| Arc::ptr_eq(open, data))
    }

    /// The graph that is on screen, or will be.
    pub fn subject(&self) -> Option<Subject> {
        self.data.as_ref().map(|data| Subject::of(data, &self.view))
    }

    /// Changes the view; the old one can be had back. Steps of one drag of a slider count as one. What is known to be
    /// too much for the operator is an error to tell, and nothing changes.
    pub fn change(&mut self, view: View, is_same_gesture: bool) -> Result<(), String> {
        if view == self.view {
            return Ok(());
        }
        self.check(&view)?;
        if !is_same_gesture || self.past.is_empty() {
            self.past.push(self.view.clone());
            if self.past.len() > MOST_UNDO {
                self.past.remove(0);
            }
        }
        self.future.clear();
        self.view = view;
        Ok(())
    }

    /// What is on screen now, to go back to.
    pub fn moment(&self) -> Moment {
        let Self { data, tab, step, view, past, future, .. } = self;
        let (view, past, future) = (view.clone(), past.clone(), future.clone());
        Moment { data: data.clone(), tab: *tab, step: *step, view, past, future }
    }

    /// Goes back to a moment, whatever was changed since; where another dataset is open, to nothing, and false.
    pub fn go_back(&mut self, moment: Moment) -> bool {
        let is_same = moment.data.as_ref().map_or(self.data.is_none(), |data| self.is_open(data));
        if is_same {
            (self.tab, self.step, self.view) = (moment.tab, moment.step, moment.view);
            (self.past, self.future) = (moment.past, moment.future);
        }
        is_same
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        if let Some(view) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.view, view));
        }
    }

    /// Makes it again.
    pub fn redo(&mut self) {
        if let Some(view) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.view, view));
        }
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether something was taken back.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_comes_back_with_its_past() {
        let mut state = State::default();
        let with_s = |s| View { params: Params { s, ..Params::default() }, ..View::default() };
        state.change(with_s(4), false).unwrap();
        let moment = state.moment();
        state.change(with_s(5), false).unwrap();
        state.undo();
        state.undo();
        state.tab = Tab::Train;
        assert!(state.go_back(moment));
        assert_eq!(
            (state.view.params.s, state.tab, state.can_undo(), state.can_redo()),
            (4, Tab::Explore, true, false)
        );
    }

    #[test]
    fn undo_takes_back_gestures_and_redo_makes_them_again() {
        let mut state = State::default();
        let with_s = |s| View { params: Params { s, ..Params::default() }, ..View::default() };
        state.change(with_s(4), false).unwrap();
        state.change(with_s(5), false).unwrap();
        state.change(with_s(6), true).unwrap();
        state.undo();
        assert_eq!(state.view.params.s, 4, "a drag is one step");
        state.undo();
        assert_eq!((state.view.params.s, state.can_undo()), (3, false));
        state.redo();
        state.redo();
        assert_eq!((state.view.params.s, state.can_redo()), (6, false));
        state.undo();
        state.change(with_s(9), false).unwrap();
        assert!(!state.can_redo(), "what was undone is gone after a new change");
    }
}
