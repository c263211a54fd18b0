//! Another dataset on screen: what of the view is taken along, and what of a kept view the dataset has.

use std::sync::Arc;

use super::{Hover, Pending, SignalSource, State, View, edit::Pen, loaded::Loaded, question::fits};
use crate::graph::features::Signal;

impl State {
    /// Puts another dataset on screen, with the graph and the view that were asked for. What it does not have, or what
    /// is too much for the operator, is replaced by the default; returns what to tell of that.
    pub fn open(&mut self, data: Arc<Loaded>) -> Vec<String> {
        let Pending { graph, view } = std::mem::take(&mut self.pending);
        let graph = graph.or(view.as_ref().map(|view| view.graph)).unwrap_or(0);
        self.is_start_shown = false;
        let mut told = Vec::new();
        let last = data.dataset.graphs.len().saturating_sub(1);
        if graph > last {
            let name = &data.dataset.name;
            told.push(format!("{name} has no graph {graph} (indices 0 to {last}); showing graph {last}"));
        }
        let is_kept = view.is_some();
        let view = view.unwrap_or_else(|| self.view.of_graph(graph));
        let signal = if is_of(&view.signal, &data, is_kept) { view.signal } else { SignalSource::Usual };
        self.view = View { graph: graph.min(last), signal, ..view };
        self.data = Some(data);
        self.predictions = None;
        self.pen = Pen { is_down: self.pen.is_down, ..Pen::default() };
        self.past.clear();
        self.future.clear();
        self.hover = Hover::Nothing;
        told.extend(self.leave_out_edits().err());
        told.extend(self.fall_back().err());
        told
    }

    /// Edits that the graph does not bear are left out.
    fn leave_out_edits(&mut self) -> Result<(), String> {
        let Some(subject) = self.subject() else { return Ok(()) };
        let found = subject.found().map(drop);
        if found.is_err() {
            self.view.edits = Arc::default();
        }
        found
    }

    /// An operator that the graph is too large for gives way to the default one, which runs on every graph.
    fn fall_back(&mut self) -> Result<(), String> {
        let Some(subject) = self.subject() else { return Ok(()) };
        fits(self.view.method, subject.n_nodes()).map_err(|error| {
            self.view.method = View::default().method;
            format!("{error}; using {} instead", self.view.method.name)
        })
    }
}

/// Whether a dataset has a signal. Weights are of the dataset that they were trained on, unless a kept view names them.
fn is_of(signal: &SignalSource, data: &Loaded, is_kept: bool) -> bool {
    match signal {
        SignalSource::Usual | SignalSource::RandomNetwork => true,
        SignalSource::Kind(kind) => Signal::of(&data.dataset, *kind).is_ok(),
        SignalSource::Model(path) => is_kept && path.exists(),
        SignalSource::Epoch { .. } => is_kept,
    }
}
