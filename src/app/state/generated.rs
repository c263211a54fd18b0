//! Graphs of the gallery with other parameters: another dataset in name, a step like any other to the user.

use std::sync::Arc;

use super::{State, View, effect::Effect, loaded::Loaded, open::is_of};
use crate::graph::gallery::Chosen;

impl State {
    /// The graph of the gallery on screen, with its parameters.
    pub fn chosen(&self) -> Option<Chosen> {
        Chosen::from_source(&self.data.as_ref()?.source, self.view.graph)
    }

    /// Whether the dataset being loaded is a graph of the gallery with other parameters.
    pub fn is_generating(&self) -> bool {
        self.pending.generated.is_some()
    }

    /// Asks for another graph of the gallery. One drag of a parameter is one step.
    pub(super) fn generate(&mut self, chosen: &Chosen, is_same_gesture: bool) -> Vec<Effect> {
        // What was asked for in the meantime and never came is part of this step.
        let is_first_missing = self.pending.generated.take() == Some(false);
        self.pending.generated = Some(is_same_gesture && !is_first_missing);
        (self.pending.graph, self.pending.view) = (None, None);
        vec![Effect::Load(chosen.source())]
    }

    /// Shows the graph in place of the one before: settings stay, and undo leads back.
    pub(super) fn replace(&mut self, data: Arc<Loaded>, is_same_gesture: bool) {
        let before = self.undo_state();
        let signal = if is_of(&self.view.signal, &data, true) { self.view.signal.clone() } else { Default::default() };
        self.view = View { signal, ..self.view.of_graph(0) };
        self.data = Some(data);
        (self.positions, self.arranged) = (None, None);
        (self.predictions, self.unpredicted) = (None, None);
        self.record(before, is_same_gesture);
    }
}
