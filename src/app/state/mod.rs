//! The state of the window. Tabs and widgets read it; only this room writes it: commands by [`State::apply`], results of
//! background work by [`State::open`] and [`State::retract`].
//!
//! There are two kinds of state. Of a [`View`] undo covers what was done, not what was looked at: see [`history`]. [`Looks`]
//! are the display settings of each tab, stored in links and sessions. Typed text, scrolling and zoom belong to the widgets.

pub(super) mod action;
mod apply;
mod apply_edit;
pub(super) mod arguments;
pub(super) mod command;
pub(super) mod dock;
pub(super) mod edit;
pub(super) mod effect;
pub(super) mod explored;
mod failure;
mod follow;
mod following;
pub(super) mod generated;
pub(super) mod history;
pub mod labels;
pub(super) mod link;
pub(super) mod loaded;
pub(super) mod looks;
mod models;
mod open;
pub(super) mod question;
pub(super) mod run_command;
pub(super) mod session;
pub(super) mod session_file;
mod step_name;
pub(super) mod subject;
pub(super) mod tab;
pub(super) mod tour_command;
pub(super) mod train_command;
pub(super) mod version;
pub(super) mod view;

use std::sync::Arc;

pub(super) use self::view::{Hover, Pair, Pins, SignalSource, View};
use self::{
    edit::Pen,
    history::{Positions, UndoStep},
    loaded::Loaded,
    looks::{Looks, maps::Block},
    models::UsedModel,
    subject::Subject,
    tab::Tab,
    version::Version,
};
use crate::train::predict::Predictions;

#[derive(Default)]
pub struct State {
    data: Option<Arc<Loaded>>,
    view: View,
    past: Vec<UndoStep>,
    future: Vec<UndoStep>,
    /// Where the nodes of the graph of the view are, if it is on screen.
    positions: Option<Positions>,
    /// Where they are to be put.
    arranged: Option<Positions>,
    looks: Looks,
    tab: Tab,
    /// Index in the Steps tab, from 0.
    step: usize,
    hover: Hover,
    hover_before: Hover,
    pen: Pen,
    /// Predictions of a trained model for all graphs.
    predictions: Option<(Version, Arc<Predictions>)>,
    /// The model that they are of.
    predicted_by: SignalSource,
    /// The model whose predictions were hidden or cancelled, or failed.
    unpredicted: Option<SignalSource>,
    models: Vec<UsedModel>,
    /// The view before a run was followed.
    before_following: Option<Box<View>>,
    /// None until chosen: then the window width decides.
    is_list_wanted: Option<bool>,
    is_start_shown: bool,
    is_presenting: bool,
    /// What to show of the dataset being loaded.
    pending: Pending,
}

#[derive(Default)]
struct Pending {
    graph: Option<usize>,
    view: Option<View>,
    /// For a graph of the gallery with other parameters: whether it continues a gesture.
    generated: Option<bool>,
    /// Where its nodes are.
    positions: Option<Positions>,
}

/// The view and the undo history at a moment.
pub struct Snapshot {
    data: Option<Arc<Loaded>>,
    tab: Tab,
    step: usize,
    view: View,
    past: Vec<UndoStep>,
    future: Vec<UndoStep>,
    is_start_shown: bool,
}

/// Width in points below which the graph list is hidden by default.
const MIN_WITH_LIST: f32 = 1100.0;

impl State {
    pub fn new(graph: Option<usize>) -> Self {
        Self { pending: Pending { graph, ..Pending::default() }, ..Self::default() }
    }

    pub fn data(&self) -> Option<&Arc<Loaded>> {
        self.data.as_ref()
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    pub fn tab(&self) -> Tab {
        self.tab
    }

    pub fn step(&self) -> usize {
        self.step
    }

    pub fn hover(&self) -> Hover {
        self.hover
    }

    pub fn pen(&self) -> Pen {
        self.pen
    }

    /// The predictions of the model that is the signal.
    pub fn predictions(&self) -> Option<&(Version, Arc<Predictions>)> {
        self.predictions.as_ref().filter(|_| self.predicted_by == self.view.signal)
    }

    /// Whether the predictions of the signal are missing, and nobody declined them.
    pub fn is_without_predictions(&self) -> bool {
        self.predictions().is_none() && self.unpredicted.as_ref() != Some(&self.view.signal)
    }

    pub fn is_start_shown(&self) -> bool {
        self.is_start_shown
    }

    pub fn is_presenting(&self) -> bool {
        self.is_presenting
    }

    /// `width` is that of the window in points.
    pub fn is_list_shown(&self, window_width: f32) -> bool {
        self.is_list_wanted.unwrap_or(window_width >= MIN_WITH_LIST)
    }

    pub fn is_open(&self, data: &Arc<Loaded>) -> bool {
        self.data.as_ref().is_some_and(|open| Arc::ptr_eq(open, data))
    }

    /// The pair under the pointer, else the locked one.
    pub fn shown_pair(&self) -> Option<Pair> {
        match self.hover {
            Hover::Pair(pair) => Some(pair),
            _ => self.view.locked,
        }
    }

    /// The block of cells that was brushed, as long as its nodes are the selected ones.
    pub fn selected_block(&self) -> Option<&Block> {
        let block = self.looks.maps.block.as_ref()?;
        (block.level == self.view.level && block.nodes() == self.view.selected).then_some(block)
    }

    /// The graph of the current view.
    pub fn subject(&self) -> Option<Subject> {
        self.data.as_ref().map(|data| Subject::from_view(data, &self.view))
    }

    /// Resets the hover before the commands of a frame set it again.
    pub fn release_hover(&mut self) {
        self.hover_before = std::mem::take(&mut self.hover);
    }

    pub fn has_hover_changed(&self) -> bool {
        self.hover != self.hover_before
    }

    /// Changes the view; what undo covers is one step, into which changes of the same gesture are merged. If the graph is
    /// known to be too large for the operator, nothing changes.
    fn change(&mut self, view: View, is_same_gesture: bool) -> Result<(), String> {
        if view == self.view {
            return Ok(());
        }
        self.check(&view)?;
        let before = self.undo_state();
        if view.graph != self.view.graph {
            self.arranged = None;
        }
        self.view = view;
        self.record(before, is_same_gesture);
        Ok(())
    }

    pub fn snapshot(&self) -> Snapshot {
        let Self { data, tab, step, view, past, future, is_start_shown, .. } = self;
        Snapshot {
            data: data.clone(),
            tab: *tab,
            step: *step,
            view: view.clone(),
            past: past.clone(),
            future: future.clone(),
            is_start_shown: *is_start_shown,
        }
    }

    /// Restores a snapshot, unless another dataset is open.
    pub fn restore(&mut self, snapshot: Snapshot) {
        let Snapshot { data, tab, step, view, past, future, is_start_shown } = snapshot;
        if data.as_ref().map_or(self.data.is_none(), |data| self.is_open(data)) {
            (self.tab, self.step, self.view, self.past, self.future) = (tab, step, view, past, future);
            self.is_start_shown |= is_start_shown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pooling::Params;

    #[test]
    fn a_snapshot_is_restored_with_its_past() {
        let mut state = State::default();
        let with_s = |s| View { params: Params { s, ..Params::default() }, ..View::default() };
        state.change(with_s(4), false).unwrap();
        let snapshot = state.snapshot();
        state.change(with_s(5), false).unwrap();
        state.undo();
        state.undo();
        state.tab = Tab::Train;
        state.restore(snapshot);
        assert_eq!(
            (state.view.params.s, state.tab, state.can_undo(), state.can_redo()),
            (4, Tab::Explore, true, false)
        );
    }
}
