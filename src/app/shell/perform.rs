//! Effects of commands outside the state.

use eframe::egui::{self, ThemePreference, ViewportCommand};

use super::{
    graph_file::file_name,
    overlay::Overlay,
    palette::Palette,
    path_box::{PathBox, Purpose},
    presenting::Presentation,
    smiles_box::SmilesBox,
    window::Window,
};
use crate::app::{
    state::{
        command::{Command, ShellCommand},
        dock,
        effect::Effect,
        labels,
        tab::Tab,
        version::Version,
    },
    tabs::train::TrainCx,
    widgets::theme,
    work::{file_manager, live_layout::LiveLayout, session_file},
};

/// Maximum number of recent datasets.
const MAX_RECENT: usize = 8;

impl Window {
    pub(super) fn apply(&mut self, command: Command, ctx: &egui::Context) {
        self.note_positions();
        for effect in self.state.apply(command) {
            self.perform(effect, ctx);
        }
    }

    pub(super) fn perform(&mut self, effect: Effect, ctx: &egui::Context) {
        match effect {
            Effect::Load(source) => self.loading.start(&source, &self.catalog, ctx),
            Effect::Report(problem) => self.report(problem, ctx),
            Effect::Place(position) => self.placed = Some(position),
            Effect::ReadSession(path) => self.sessions.ask((Version::next(), path), ctx, &session_file::READ),
            Effect::OpenRuns(runs) => self.tabs.train.open(runs),
            Effect::Unfollow => self.tabs.train.unlink(),
            Effect::Rescan => self.tabs.pages().for_each(|page| page.rescan()),
            Effect::Present(true) => self.presentation = Some(Presentation::begin(ctx, !self.is_remembered)),
            Effect::Present(false) => {
                self.presentation.take().into_iter().for_each(|presentation| presentation.end(ctx))
            }
            Effect::Tour(command) => self.apply_tour(command, ctx),
            Effect::Train(command) => {
                let signal = &self.state.view().signal;
                let cx = TrainCx { data: self.state.data(), catalog: &self.catalog, signal };
                for command in self.tabs.train.apply(command, &cx, ctx) {
                    self.apply(command, ctx);
                }
            }
            Effect::Shell(command) => self.apply_shell(command, ctx),
        }
    }

    fn apply_shell(&mut self, command: ShellCommand, ctx: &egui::Context) {
        match command {
            ShellCommand::ChooseFile => self.file_dialog.start(ctx),
            ShellCommand::TypePath => self.overlay = Overlay::Path(PathBox::new(Purpose::Open, "")),
            ShellCommand::TypeSmiles => self.overlay = Overlay::Smiles(SmilesBox::default()),
            ShellCommand::StepGraph(step) => self.step_graph(step, ctx),
            ShellCommand::MoveStep(by) => {
                // From another tab, show the current step first.
                let by = if self.state.tab() == Tab::Steps { by } else { 0 };
                let step = self.tabs.steps.moved(self.state.step(), by);
                self.apply(Command::SetStep(step), ctx);
            }
            ShellCommand::PlaySteps => {
                let step = self.tabs.steps.play(self.state.step());
                self.apply(Command::SetStep(step), ctx);
            }
            ShellCommand::ToggleLayout => self.with_layout(|layout| layout.set_running(!layout.is_running)),
            ShellCommand::RestartLayout => self.with_layout(LiveLayout::reheat),
            ShellCommand::Fit => self.tabs.pages().for_each(|page| page.fit()),
            ShellCommand::Focus(parameter) => self.focus = Some(parameter),
            ShellCommand::CancelTrace => {
                if let Some(question) = self.explored.asked() {
                    self.state.cancel(question, self.explored.answered());
                }
            }
            ShellCommand::OpenFolder(path) => self.opened.ask((Version::next(), path), ctx, &file_manager::OPEN),
            ShellCommand::Copy(text) => {
                self.toasts.note(format!("{} {text}", labels::COPIED), ctx);
                ctx.copy_text(text);
            }
            ShellCommand::CopyAs { what, text } => {
                self.toasts.note(format!("{} {what}", labels::COPIED), ctx);
                ctx.copy_text(text);
            }
            ShellCommand::ToggleTheme => ctx.set_theme(match ctx.theme() {
                egui::Theme::Dark => ThemePreference::Light,
                egui::Theme::Light => ThemePreference::Dark,
            }),
            ShellCommand::ToggleList => {
                let is_shown = self.state.is_list_shown(ctx.content_rect().width());
                self.apply(Command::ShowList(!is_shown), ctx);
            }
            ShellCommand::ToggleMotion => {
                self.is_still = !self.is_still;
                theme::set_motion(ctx, !self.is_still);
            }
            ShellCommand::ResetPanels => {
                self.tabs.explore.reset_panels();
                self.tabs.explore.last_width = dock::DEFAULT_WIDTH;
            }
            ShellCommand::ShowPalette => self.overlay = Overlay::Palette(Palette::default()),
            ShellCommand::ShowKeys => self.overlay = Overlay::Keys,
            ShellCommand::ShowGlossary => self.overlay = Overlay::Glossary(String::new()),
            ShellCommand::ExportFigure(kind) => self.open_export(kind),
            ShellCommand::CloseExport => self.export.close(),
            ShellCommand::CopyFigure => self.copy_figure(),
            ShellCommand::SaveFigure(path) => self.save_figure(path),
            ShellCommand::ExportMap { level, symbol } => self.open_map_export(level, symbol),
            ShellCommand::CopyMatrix { level, symbol, language } => self.copy_matrix(level, symbol, language),
            ShellCommand::ExportMatrices(only) => self.export.choose_matrices(only),
            ShellCommand::SaveMatrices(path) => self.save_matrices(path),
            ShellCommand::ExportGraph => {
                if let Some(subject) = self.state.subject() {
                    self.export.ask_for_graph(&file_name(&subject), ctx);
                }
            }
            ShellCommand::ExportSession => {
                if let Some(data) = self.state.data() {
                    self.export.ask_for_session(&data.dataset.name, ctx);
                }
            }
            ShellCommand::SaveSession(path) => self.save_session(path),
            ShellCommand::Zoom(factor) => {
                let zoom = factor.map_or(1.0, |factor| ctx.zoom_factor() * factor);
                ctx.set_zoom_factor((10.0 * zoom).round().clamp(5.0, 40.0) / 10.0);
            }
            ShellCommand::SaveGraph(path) => self.save_graph(path),
            ShellCommand::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// The next graph in the sorted and filtered list; by index if the current one is filtered out.
    fn step_graph(&mut self, step: isize, ctx: &egui::Context) {
        let graph = self.state.view().graph;
        let n_graphs = self.state.data().map_or(0, |data| data.dataset.graphs.len());
        let by_index = graph.saturating_add_signed(step).min(n_graphs.saturating_sub(1));
        let graph = self.tabs.explore.list.neighbour(graph, step).unwrap_or(by_index);
        self.apply(Command::SelectGraph(graph), ctx);
    }

    /// Shows an error.
    pub(super) fn report(&mut self, problem: String, ctx: &egui::Context) {
        self.screenshot.give_up(&problem);
        self.toasts.error(problem, ctx);
    }

    /// Adds to the recent datasets.
    pub(super) fn remember(&mut self, source: &str) {
        self.recent.retain(|recent| recent != source);
        self.recent.insert(0, source.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    /// Undo brings nodes back to where they are now.
    pub(super) fn note_positions(&mut self) {
        let seed = self.state.view().layout_seed;
        let subject = self.state.subject();
        let layout = self.layout.as_ref().filter(|layout| subject.is_some_and(|subject| layout.is_of(&subject, seed)));
        self.state.note_positions(layout.map(|layout| layout.live.positions()));
    }

    fn with_layout(&mut self, act: impl FnOnce(&mut LiveLayout)) {
        if let Some(layout) = &mut self.layout {
            act(&mut layout.live);
        }
    }
}
