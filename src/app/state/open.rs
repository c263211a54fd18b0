//! Opening a dataset: which parts of the previous or requested view are kept.

use std::sync::Arc;

use super::{Hover, Pending, SignalSource, State, View, edit::Pen, loaded::Loaded, question::fits};
use crate::graph::features::Signal;

impl State {
    /// Opens a dataset with the requested graph and view. Parts that it does not have, or a graph too large for the
    /// operator, fall back to defaults; returns messages about that.
    pub fn open(&mut self, data: Arc<Loaded>) -> Vec<String> {
        let Pending { graph, view, generated, positions } = std::mem::take(&mut self.pending);
        if let Some(is_same_gesture) = generated {
            self.replace(data, is_same_gesture);
            return self.fall_back().err().into_iter().collect();
        }
        let graph = graph.or(view.as_ref().map(|view| view.graph)).unwrap_or(0);
        self.is_start_shown = false;
        let mut messages = Vec::new();
        let last = data.dataset.graphs.len().saturating_sub(1);
        if graph > last {
            let name = &data.dataset.name;
            messages.push(format!("{name} has no graph {graph} (indices 0 to {last}); showing graph {last}"));
        }
        let is_kept = view.is_some();
        let view = view.unwrap_or_else(|| self.view.of_graph(graph));
        let signal = if is_of(&view.signal, &data, is_kept) { view.signal } else { SignalSource::Default };
        self.view = View { graph: graph.min(last), signal, ..view };
        self.data = Some(data);
        (self.predictions, self.unpredicted, self.before_following) = (None, None, None);
        self.note_model(&self.view.signal.clone());
        self.pen = Pen { is_down: self.pen.is_down, ..Pen::default() };
        (self.positions, self.arranged) = (None, positions);
        self.past.clear();
        self.future.clear();
        self.hover = Hover::Nothing;
        messages.extend(self.leave_out_edits().err());
        messages.extend(self.fall_back().err());
        messages
    }

    /// Drops edits that do not apply to the graph.
    fn leave_out_edits(&mut self) -> Result<(), String> {
        let Some(subject) = self.subject() else { return Ok(()) };
        let graph = subject.edited_graph().map(drop);
        if graph.is_err() {
            self.view.edits = Arc::default();
        }
        graph
    }

    /// Falls back to the default operator if the graph is too large for the current one.
    fn fall_back(&mut self) -> Result<(), String> {
        let Some(subject) = self.subject() else { return Ok(()) };
        fits(self.view.method, subject.n_nodes()).map_err(|error| {
            self.view.method = View::default().method;
            format!("{error}. Using {} instead", self.view.method.name)
        })
    }
}

/// Whether a dataset has a signal. Trained weights are kept only if a requested view names them.
pub(super) fn is_of(signal: &SignalSource, data: &Loaded, is_kept: bool) -> bool {
    match signal {
        SignalSource::Default | SignalSource::RandomNetwork => true,
        SignalSource::Kind(kind) => Signal::new(&data.dataset, *kind).is_ok(),
        SignalSource::Model(path) => is_kept && path.exists(),
        SignalSource::Epoch { .. } => is_kept,
    }
}
