//! What a command does: the one place where the state is written.

use std::{path::Path, sync::Arc};

use eframe::egui::{self, ThemePreference, ViewportCommand};

use super::{
    command::{Command, named},
    dock,
    link::{self, Link},
    live_layout::LiveLayout,
    panels::{Overlay, PathBox, Purpose},
    presentation::Presentation,
    state::{Hover, Pair, SignalSource, View},
    tabs::Tab,
    theme,
    version::Version,
    window::Window,
};
use crate::pooling::order::NodeOrder;

/// Files that the menu remembers.
const MOST_RECENT: usize = 8;

impl Window {
    /// Remembers what was opened, unless its name is in the menu anyway.
    pub(super) fn remember(&mut self, wanted: &str) {
        let is_named = self.entries.iter().any(|entry| entry.name == wanted);
        if !is_named && !wanted.starts_with("smiles:") {
            self.recent.retain(|recent| recent != wanted);
            self.recent.insert(0, wanted.to_owned());
            self.recent.truncate(MOST_RECENT);
        }
    }

    /// Keeps a trained model among the signals that can be chosen.
    pub(super) fn remember_model(&mut self, path: &Path) {
        if !self.models.iter().any(|model| model == path) {
            self.models.push(path.to_owned());
        }
    }

    /// Starts to load what was asked for, which may be a link.
    pub(super) fn open(&mut self, wanted: &str, ctx: &egui::Context) {
        if wanted.starts_with(link::SCHEME) {
            match wanted.parse::<Link>() {
                Ok(link) => {
                    self.state.tab = link.tab;
                    self.state.step = link.step;
                    // A link says of a tab only what it shows of it.
                    match link.tab {
                        Tab::Spectrum => self.spectrum.look = link.spectrum,
                        Tab::Compare => self.compare.look = link.compare,
                        _ => {}
                    }
                    self.next_view = Some(link.view);
                    self.loading.start(&link.dataset, &self.catalog, ctx);
                }
                Err(error) => self.tell_missing(format!("{wanted}: {error}"), ctx),
            }
            return;
        }
        self.next_view = None;
        self.loading.start(wanted, &self.catalog, ctx);
    }

    /// Does what was asked for.
    pub(super) fn apply(&mut self, command: Command, ctx: &egui::Context) {
        let view = self.state.view.clone();
        match command {
            Command::Open(wanted) => self.open(&wanted, ctx),
            Command::OpenAt(wanted, graph) => {
                self.next_graph = Some(graph);
                self.open(&wanted, ctx);
            }
            Command::ToggleStart => self.is_start_shown = !self.is_start_shown,
            Command::ChooseFile => self.file_dialog.start(ctx),
            Command::TypePath => self.overlay = Overlay::Path(PathBox::new(Purpose::Open, "")),
            Command::TypeSmiles => self.overlay = Overlay::Smiles(String::new()),
            Command::SelectGraph(graph) => self.select_graph(graph, ctx),
            Command::StepGraph(step) => {
                let n_graphs = self.state.data.as_ref().map_or(0, |data| data.dataset.graphs.len());
                let by_index = view.graph.saturating_add_signed(step).min(n_graphs.saturating_sub(1));
                self.select_graph(self.explore.list.neighbour(view.graph, step).unwrap_or(by_index), ctx);
            }
            Command::SetMethod(method) => {
                self.change(View { method, locked: None, selected: Vec::new(), ..view }, false, ctx);
            }
            Command::SetParams { params, is_same_gesture } => {
                let level = view.level.min(params.levels);
                self.change(View { params, level, ..view }, is_same_gesture, ctx);
            }
            Command::SetSignal(signal) => self.set_signal(signal, ctx),
            Command::SetOrder(order) => self.change(View { order, ..view }, false, ctx),
            Command::NextOrder => {
                let at = NodeOrder::ALL.iter().position(|(order, _)| *order == view.order).unwrap_or(0);
                let order = NodeOrder::ALL[(at + 1) % NodeOrder::ALL.len()].0;
                self.change(View { order, ..view }, false, ctx);
            }
            Command::SetLevel(level) => {
                let level = level.min(view.params.levels);
                self.change(View { level, selected: Vec::new(), ..view }, false, ctx);
            }
            Command::SetColour(colour) => self.change(View { colour, ..view }, false, ctx),
            Command::ToggleHulls => self.change(View { are_hulls_shown: !view.are_hulls_shown, ..view }, false, ctx),
            Command::Hover(hover) => self.state.hover = hover,
            Command::Lock(locked) => self.change(View { locked, ..view }, false, ctx),
            Command::Select { level, nodes } => self.change(View { level, selected: nodes, ..view }, false, ctx),
            Command::Drag { node, position, is_same_gesture } => {
                let mut pins = view.pins.clone();
                Arc::make_mut(&mut pins).insert(node, position);
                self.change(View { pins, ..view }, is_same_gesture, ctx);
            }
            Command::Unpin(node) => {
                let mut pins = view.pins.clone();
                Arc::make_mut(&mut pins).remove(&node);
                self.change(View { pins, ..view }, false, ctx);
            }
            Command::UnpinAll => self.change(View { pins: Arc::default(), ..view }, false, ctx),
            Command::ToggleLayout => self.with_layout(|layout| layout.set_running(!layout.is_running)),
            Command::Reheat => self.with_layout(LiveLayout::reheat),
            Command::SetLayoutSeed(layout_seed) => {
                self.change(View { layout_seed, pins: Arc::default(), ..view }, false, ctx)
            }
            Command::ToggleOneLevel => self.change(View { is_one_level: !view.is_one_level, ..view }, false, ctx),
            Command::ToggleLock => {
                let under_pointer = match self.pointed {
                    Hover::Pair(pair) => Some(pair),
                    Hover::Node { level, node } => Some(Pair { level, row: node, col: node }),
                    Hover::Nothing => None,
                };
                let locked = if view.locked.is_some() && under_pointer.is_none() { None } else { under_pointer };
                self.change(View { locked, ..view }, false, ctx);
            }
            Command::Focus(parameter) => self.focus = Some(parameter),
            Command::CopyLink => {
                if let Some(link) = self.link() {
                    self.apply(Command::Copy(link.to_string()), ctx);
                }
            }
            Command::Copy(text) => {
                self.toasts.note(format!("Copied {text}"), ctx);
                ctx.copy_text(text);
            }
            Command::Fit => {
                self.explore.canvas.fit();
                self.compare.fit();
                self.spectrum.fit();
                self.steps.fit();
            }
            Command::Undo => self.state.undo(),
            Command::Redo => self.state.redo(),
            Command::ToggleTheme => ctx.set_theme(match ctx.theme() {
                egui::Theme::Dark => ThemePreference::Light,
                egui::Theme::Light => ThemePreference::Dark,
            }),
            Command::TogglePalette => self.overlay = Overlay::Palette(String::new(), 0),
            Command::ToggleKeys => self.overlay = Overlay::Keys,
            Command::ShowGlossary => self.overlay = Overlay::Glossary(String::new()),
            Command::Tour(command) => self.apply_tour(command, ctx),
            Command::TogglePresentation => match self.state.presentation.take() {
                Some(presentation) => presentation.end(ctx),
                None => self.state.presentation = Some(Presentation::begin(ctx, false)),
            },
            Command::ToggleList => {
                self.state.is_list_wanted = Some(!self.state.is_list_shown(ctx));
            }
            Command::ToggleMotion => {
                self.is_still = !self.is_still;
                theme::set_motion(ctx, !self.is_still);
            }
            Command::ResetPanels => {
                self.explore.tree = dock::usual();
                self.explore.last_width = dock::USUAL_WIDTH;
            }
            Command::ExportFigure(kind) => self.open_export(kind),
            Command::CloseExport => self.export.close(),
            Command::CopyFigure => self.copy_figure(),
            Command::SaveFigure(path) => self.save_figure(path),
            Command::ExportMatrices => self.export.ask_for_matrices(ctx),
            Command::SaveMatrices(path) => self.save_matrices(path),
            Command::ShowTab(tab) => {
                self.state.tab = tab;
                self.compare.look_again();
                self.train.look_again();
            }
            Command::StepTab(step) => {
                let at = Tab::ALL.iter().position(|(tab, _)| *tab == self.state.tab).unwrap_or(0);
                let at = (at as isize + step).rem_euclid(Tab::ALL.len() as isize) as usize;
                self.apply(Command::ShowTab(Tab::ALL[at].0), ctx);
            }
            Command::SetStep(step) => self.show_step(step),
            // From another tab the first wish is to see where one is.
            Command::MoveStep(_) if self.state.tab != Tab::Steps => self.show_step(self.state.step),
            Command::MoveStep(by) => {
                let step = self.steps.moved(self.state.step, by);
                self.show_step(step);
            }
            Command::PlaySteps => {
                let step = self.steps.play(self.state.step);
                self.show_step(step);
            }
            Command::ShowOperator { method, params, signal } => {
                let is_epoch = |signal: &SignalSource| matches!(signal, SignalSource::Epoch { .. });
                // Epochs that follow each other are one change.
                let is_same_gesture = is_epoch(&view.signal) && is_epoch(&signal);
                if !is_epoch(&signal) {
                    self.train.unlink();
                }
                self.show_signal(View { signal, ..view }.with_operator(method, params), is_same_gesture, ctx);
            }
            Command::SetPredictions(predictions) => {
                self.state.predictions = predictions.map(|predictions| (Version::next(), predictions));
            }
            Command::Edit(command) => self.apply_edit(command, ctx),
            Command::Train(command) => self.apply_train(command, ctx),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Changes the view, or says why that cannot be.
    pub(super) fn change(&mut self, view: View, is_same_gesture: bool, ctx: &egui::Context) {
        if let Err(error) = self.state.change(view, is_same_gesture) {
            self.tell_missing(error, ctx);
        }
    }

    /// Another signal. A model comes with its operator and its parameters, in one change.
    fn set_signal(&mut self, signal: SignalSource, ctx: &egui::Context) {
        // Who chooses a signal follows no run any more.
        self.train.unlink();
        match (View { signal, ..self.state.view.clone() }).following_model() {
            Ok(view) => self.show_signal(view, false, ctx),
            Err(error) => self.tell_missing(error.to_string(), ctx),
        }
    }

    /// A view with another signal; a model is offered from now on.
    fn show_signal(&mut self, view: View, is_same_gesture: bool, ctx: &egui::Context) {
        if let SignalSource::Model(path) = &view.signal {
            self.remember_model(path);
        }
        self.change(view, is_same_gesture, ctx);
    }

    fn show_step(&mut self, step: usize) {
        self.state.step = step;
        self.state.tab = Tab::Steps;
    }

    /// Another graph is shown as it is in the dataset; undo brings the edits of this one back.
    fn select_graph(&mut self, graph: usize, ctx: &egui::Context) {
        if graph != self.state.view.graph {
            self.change(self.state.view.of_graph(graph), false, ctx);
        }
    }

    fn with_layout(&mut self, act: impl FnOnce(&mut LiveLayout)) {
        if let Some(layout) = &mut self.layout {
            act(&mut layout.live);
        }
    }
}

/// Commands whose keys were pressed. Keys without Ctrl are for whoever has the focus, but for those that nobody types
/// with.
pub(super) fn pressed(ctx: &egui::Context) -> Vec<Command> {
    // An open menu is closed by Escape, and has arrows of its own.
    let is_free = ctx.memory(|memory| memory.focused()).is_none() && !egui::Popup::is_any_open(ctx);
    let is_pressed = |key: &egui::KeyboardShortcut| {
        let is_for_all = key.modifiers.command || matches!(key.logical_key, egui::Key::F1 | egui::Key::F11);
        (is_free || is_for_all) && ctx.input_mut(|input| input.consume_shortcut(key))
    };
    let mut all = named();
    // A key without Shift would be taken for pressed where the same key with Shift is.
    all.sort_by_key(|found| !found.key.is_some_and(|key| key.modifiers.shift));
    all.into_iter().filter(|found| found.key.as_ref().is_some_and(is_pressed)).map(|found| found.command).collect()
}
