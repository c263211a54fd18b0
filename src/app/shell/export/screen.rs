//! The request of a figure from the window: graph, operators, weights, layout, colours, runs.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use eframe::egui;

use super::Contents;
use crate::{
    app::{
        shell::window::Window,
        state::{command::Command, explored::Explored, tab::Tab},
    },
    figure::FigureRequest,
    graph::features::SignalKind,
    model::WeightSource,
    snippet::Language,
    study::source,
    symbols::Symbol,
};

impl Window {
    pub(in crate::app) fn open_export(&mut self, kind: Option<&'static str>) {
        self.choose_figure(kind);
        self.export.open();
    }

    /// Opens the dialog for the figure of one matrix.
    pub(in crate::app) fn open_map_export(&mut self, level: usize, symbol: &'static Symbol) {
        self.choose_figure(Some("matrix"));
        let options = &mut self.export.request.options;
        (options.matrix, options.level) = (Some(symbol.key.to_owned()), level);
        self.export.open();
    }

    /// Copies a matrix of the trace on screen.
    pub(in crate::app) fn copy_matrix(&mut self, level: usize, symbol: &'static Symbol, language: Language) {
        if let Some(explored) = self.shown_trace().cloned() {
            self.export.copy_matrix(&explored, (level, symbol), language);
        }
    }

    /// Copies the figure of the dialog if it is open, else that of the current view.
    pub(in crate::app) fn copy_figure(&mut self) {
        if !self.export.is_open() {
            self.choose_figure(None);
        }
        self.export.copy();
    }

    fn choose_figure(&mut self, kind: Option<&'static str>) {
        let (tab, view) = (self.state.tab(), self.state.view().clone());
        let methods = match tab {
            Tab::Compare => self.state.looks().compare.operators(),
            Tab::Train => {
                self.tabs.train.scrubbed().map_or(vec![view.method.key], |explored| vec![explored.method.key])
            }
            _ => vec![view.method.key],
        };
        let request = &mut self.export.request;
        if let Some(kind) = kind.or_else(|| (self.export.tab != Some(tab)).then(|| tab.figure_kind())) {
            kind.clone_into(&mut request.kind);
        }
        self.export.tab = Some(tab);
        request.methods = methods.into_iter().map(str::to_owned).collect();
        request.runs.clear();
        // In the Results tab the figure of results is that of the study on screen.
        let study = self.state.looks().results.source.clone().unwrap_or_else(|| source::PAPER.into());
        request.studies = if tab == Tab::Results { vec![study] } else { Vec::new() };
        let options = &mut request.options;
        let maps = &self.state.looks().maps;
        (options.map, options.scale, options.reduction) = (maps.map, maps.scale, maps.reduction);
        options.ranges = maps.limits.iter().map(|(symbol, &ends)| (symbol.key.to_owned(), ends)).collect();
        options.order = view.order;
        options.level = view.level.min(view.params.levels.saturating_sub(1));
        options.colour = view.colour;
        options.node = view.locked.filter(|pair| pair.level == options.level).map(|pair| pair.row);
    }

    /// The trace on screen.
    pub(in crate::app) fn shown_trace(&self) -> Option<&Arc<Explored>> {
        let newest = self.explored.answer().filter(|_| self.explored.is_current() && self.state.data().is_some())?;
        // The Train tab shows the graph with the weights of the selected epoch.
        let scrubbed = self.tabs.train.scrubbed().filter(|_| self.state.tab() == Tab::Train);
        Some(scrubbed.filter(|explored| explored.subject() == newest.subject()).unwrap_or(newest))
    }

    /// Weights of the operators without a model of their own.
    fn shown_weights(&self, explored: &Explored) -> WeightSource {
        let compared = self.state.looks().compare.operators();
        let alone = match &compared[..] {
            // A single operator in Compare is untrained if the model belongs to another operator.
            [key] if self.state.tab() == Tab::Compare => {
                self.tabs.compare.explored(key).map(|explored| explored.weights.clone())
            }
            _ => None,
        };
        alone.unwrap_or_else(|| explored.weights.clone())
    }

    /// Trained models of the compared operators.
    fn compared_models(&self) -> BTreeMap<String, PathBuf> {
        if self.state.tab() == Tab::Compare { self.tabs.compare.models() } else { BTreeMap::new() }
    }

    pub(in crate::app) fn export_ui(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        commands.extend(self.export.take_finished(&mut self.overlay, &mut self.toasts, ctx));
        if let Some(explored) = self.shown_trace().cloned() {
            self.export.matrices_ui(ctx, &explored);
        }
        if !self.export.is_shown() {
            return;
        }
        let request = &self.export.request;
        let study = request.studies.first().filter(|_| request.kind == "results").cloned();
        let contents = if let Some(study) = study {
            Some(Contents::Study(study))
        } else if self.export.is_of_runs() {
            Some(Contents::Runs(self.tabs.train.offered_runs(self.export.request.kind == "results", ctx)))
        } else {
            self.shown_trace().map(|explored| {
                let usual = || SignalKind::default_for(&explored.data.dataset);
                let request = FigureRequest {
                    graph: explored.graph,
                    edits: explored.edits.to_vec(),
                    params: explored.params.clone(),
                    signal: self.state.view().signal.chosen().unwrap_or_else(usual),
                    weights: self.shown_weights(explored),
                    models: self.compared_models(),
                    positions: self.layout.as_ref().map(|layout| layout.live.positions().to_vec()),
                    layout_seed: self.state.view().layout_seed,
                    ..self.export.request.clone()
                };
                Contents::Graph(explored.clone(), Box::new(FigureRequest { runs: Vec::new(), ..request }))
            })
        };
        if let Some(contents) = contents {
            self.export.ui(ctx, contents);
        }
    }
}
