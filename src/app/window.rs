//! The window: takes finished work, draws the panels, then does what they asked for.

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{self, Frame, Margin, Panel, ThemePreference, ViewportCommand};
use egui_tiles::Tree;

use super::{
    ThemeChoice, WindowArguments,
    command::{Command, named},
    dock::{self, Pane},
    explored::{self, Explored, Question},
    file_dialog::FileDialog,
    jobs::Slot,
    live_layout::LiveLayout,
    loading::{Loaded, Loading},
    panels::{
        CanvasPanel, ListPanel, MapsPanel, Overlay, health_ui, overlay_ui, pair_ui, parameters_ui, start_ui, top_ui,
    },
    screenshot::Screenshot,
    session::Session,
    state::{Hover, SignalSource, State, View},
    theme,
    toasts::Toasts,
};
use crate::{
    layout::LayoutRequest,
    pooling::order::NodeOrder,
    readers::catalog::{Catalog, Entry},
};

/// The application.
pub struct Window {
    catalog: Catalog,
    entries: Vec<Entry>,
    loading: Loading,
    /// The graph to show once a dataset is there.
    next_graph: usize,
    state: State,
    explored: Slot<Question, Explored>,
    layout: Option<Layout>,
    tree: Tree<Pane>,
    list: ListPanel,
    canvas: CanvasPanel,
    maps: MapsPanel,
    overlay: Overlay,
    toasts: Toasts,
    file_dialog: FileDialog,
    recent: Vec<String>,
    models: Vec<PathBuf>,
    screenshot: Screenshot,
    is_remembered: bool,
}

/// The layout of one graph.
struct Layout {
    data: Arc<Loaded>,
    graph: usize,
    live: LiveLayout,
}

/// Files that the menu remembers.
const MOST_RECENT: usize = 8;

impl Window {
    /// A window that opens what the arguments ask for, else what was open last, else MUTAG.
    pub fn new(ctx: &egui::Context, arguments: WindowArguments, session: Option<Session>) -> Self {
        theme::install(ctx);
        match arguments.theme {
            Some(ThemeChoice::Dark) => ctx.set_theme(ThemePreference::Dark),
            Some(ThemeChoice::Light) => ctx.set_theme(ThemePreference::Light),
            None => {}
        }
        let catalog = Catalog::from_environment();
        let mut window = Self {
            entries: catalog.entries(),
            catalog,
            loading: Loading::default(),
            next_graph: arguments.graph.unwrap_or(0),
            state: State::default(),
            explored: Slot::default(),
            layout: None,
            tree: dock::usual(),
            list: ListPanel::default(),
            canvas: CanvasPanel::default(),
            maps: MapsPanel::default(),
            overlay: Overlay::None,
            toasts: Toasts::default(),
            file_dialog: FileDialog::default(),
            recent: Vec::new(),
            models: Vec::new(),
            is_remembered: arguments.screenshot.is_none(),
            screenshot: Screenshot::new(arguments.screenshot),
        };
        let mut wanted = arguments.dataset;
        if let Some(session) = session.filter(|_| window.is_remembered) {
            window.recent = session.recent.clone();
            if let Some(tree) = &session.panels {
                window.tree = tree.clone();
            }
            if wanted.is_none() {
                window.state.view = session.view();
                window.next_graph = arguments.graph.unwrap_or(session.graph);
                wanted = session.dataset.clone();
            }
        }
        window.open(wanted.as_deref().unwrap_or("MUTAG"), ctx);
        window
    }

    /// Whether something is still being loaded, computed or laid out.
    pub fn is_busy(&self) -> bool {
        let is_laid_out = self.layout.as_ref().is_none_or(|layout| layout.live.is_settled());
        self.loading.running().is_some() || self.explored.is_busy() || !is_laid_out
    }

    /// What is on screen.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The newest trace.
    pub fn explored(&self) -> Option<&Arc<Explored>> {
        self.explored.answer()
    }

    /// Where a node is on screen.
    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<egui::Pos2> {
        self.canvas.node_screen_pos(level, node)
    }

    /// Takes finished work, draws, then does what was asked for.
    pub fn draw(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.take_finished(&ctx);
        let mut commands = Vec::new();
        if self.overlay == Overlay::None {
            commands.extend(pressed(&ctx));
        }
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 6));
        Panel::top("top").frame(bar).show(ui, |ui| {
            top_ui(ui, &self.state, &self.entries, &self.recent, &mut commands);
        });
        if let Some(explored) = self.explored.answer().filter(|_| self.state.data.is_some()) {
            Panel::bottom("health").frame(bar).show(ui, |ui| {
                let layout = match &self.layout {
                    Some(layout) if layout.live.is_settled() => "layout settled",
                    _ => "layout moves",
                };
                health_ui(ui, explored, self.explored.is_current(), layout);
            });
        }
        let hover_before = self.state.hover;
        self.centre_ui(ui, &mut commands);
        overlay_ui(&ctx, &mut self.overlay, &mut commands);
        self.loading_ui(&ctx);
        self.toasts.ui(&ctx);
        commands.extend(self.dropped(&ctx));
        // What the pointer was on is forgotten unless a panel says it is still there.
        self.state.hover = Hover::Nothing;
        for command in commands {
            self.apply(command, &ctx);
        }
        if self.state.hover != hover_before {
            ctx.request_repaint();
        }
    }

    fn centre_ui(&mut self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let frame = Frame::central_panel(ui.style()).inner_margin(0.0);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if self.state.data.is_none() {
                Frame::new().inner_margin(Margin::symmetric(24, 12)).show(ui, |ui| {
                    if self.loading.running().is_none() {
                        start_ui(ui, &self.entries, &self.recent, commands);
                    }
                });
                return;
            }
            let mut panes = Panes {
                state: &self.state,
                explored: self.explored.answer(),
                layout: self.layout.as_ref(),
                list: &mut self.list,
                canvas: &mut self.canvas,
                maps: &mut self.maps,
                models: &self.models,
                commands,
            };
            self.tree.ui(&mut panes, ui);
        });
    }

    /// Loaded datasets, traces and files that were chosen.
    fn take_finished(&mut self, ctx: &egui::Context) {
        self.loading.poll();
        if let Some(error) = self.loading.error.take() {
            self.toasts.error(error, ctx);
        }
        if let Some(loaded) = self.loading.shown.take() {
            self.state.show(loaded, std::mem::take(&mut self.next_graph));
        }
        if let Some(error) = self.explored.poll() {
            self.toasts.error(error, ctx);
        }
        if let Some(wanted) = self.file_dialog.poll(&mut self.overlay) {
            self.open(&wanted, ctx);
        }
        if let Some(data) = &self.state.data {
            self.explored.ask(Question::of(data, &self.state.view), ctx, explored::answer);
            let graph = self.state.view.graph;
            let is_laid_out =
                self.layout.as_ref().is_some_and(|layout| Arc::ptr_eq(&layout.data, data) && layout.graph == graph);
            if !is_laid_out && let Some(found) = data.dataset.graphs.get(graph) {
                let live = LiveLayout::start(LayoutRequest::new(found, 0), ctx);
                self.layout = Some(Layout { data: data.clone(), graph, live });
            }
        }
    }

    fn loading_ui(&mut self, ctx: &egui::Context) {
        let Some(name) = self.loading.running().map(str::to_owned) else { return };
        let mut is_cancelled = false;
        egui::Area::new(egui::Id::unique("loading")).anchor(egui::Align2::CENTER_BOTTOM, [0.0, -48.0]).show(
            ctx,
            |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.spinner();
                        ui.label(format!("Loading {name}…"));
                        is_cancelled = ui.button("Cancel").clicked();
                    });
                });
            },
        );
        if is_cancelled {
            self.loading.cancel();
        }
    }

    fn dropped(&self, ctx: &egui::Context) -> Option<Command> {
        let path = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()))?;
        match path.extension().is_some_and(|extension| extension == "safetensors") {
            true => Some(Command::SetSignal(SignalSource::Model(path))),
            false => Some(Command::Open(path.display().to_string())),
        }
    }

    fn open(&mut self, wanted: &str, ctx: &egui::Context) {
        let is_named = self.entries.iter().any(|entry| entry.name == wanted);
        if !is_named && !wanted.starts_with("smiles:") {
            self.recent.retain(|recent| recent != wanted);
            self.recent.insert(0, wanted.to_owned());
            self.recent.truncate(MOST_RECENT);
        }
        self.loading.start(wanted, &self.catalog, ctx);
    }

    /// The one place where the state is written.
    fn apply(&mut self, command: Command, ctx: &egui::Context) {
        let view = self.state.view.clone();
        match command {
            Command::Open(wanted) => self.open(&wanted, ctx),
            Command::ChooseFile => self.file_dialog.start(ctx),
            Command::TypeSmiles => self.overlay = Overlay::Smiles(String::new()),
            Command::SelectGraph(graph) => self.select_graph(graph),
            Command::StepGraph(step) => {
                let n_graphs = self.state.data.as_ref().map_or(0, |data| data.dataset.graphs.len());
                self.select_graph(view.graph.saturating_add_signed(step).min(n_graphs.saturating_sub(1)));
            }
            Command::SetMethod(method) => {
                self.change(View { method, locked: None, selected: Vec::new(), ..view });
            }
            Command::SetParams { params, is_same_gesture } => {
                let level = view.level.min(params.levels);
                self.state.change(View { params, level, ..view }, is_same_gesture);
            }
            Command::SetSignal(signal) => {
                if let SignalSource::Model(path) = &signal
                    && !self.models.contains(path)
                {
                    self.models.push(path.clone());
                }
                self.change(View { signal, ..view });
            }
            Command::SetOrder(order) => self.change(View { order, ..view }),
            Command::NextOrder => {
                let at = NodeOrder::ALL.iter().position(|(order, _)| *order == view.order).unwrap_or(0);
                let order = NodeOrder::ALL[(at + 1) % NodeOrder::ALL.len()].0;
                self.change(View { order, ..view });
            }
            Command::SetLevel(level) => {
                let level = level.min(view.params.levels);
                self.change(View { level, selected: Vec::new(), ..view });
            }
            Command::SetColour(colour) => self.change(View { colour, ..view }),
            Command::ToggleHulls => self.change(View { are_hulls_shown: !view.are_hulls_shown, ..view }),
            Command::Hover(hover) => self.state.hover = hover,
            Command::Lock(locked) => self.change(View { locked, ..view }),
            Command::Select(selected) => self.change(View { selected, ..view }),
            Command::Drag { node, position } => self.with_layout(|layout| layout.drag(node, position)),
            Command::Unpin(node) => self.with_layout(|layout| layout.unpin(node)),
            Command::ToggleLayout => self.with_layout(|layout| layout.set_running(!layout.is_running)),
            Command::Reheat => self.with_layout(LiveLayout::reheat),
            Command::Fit => self.canvas.fit(),
            Command::Undo => self.state.undo(),
            Command::Redo => self.state.redo(),
            Command::ToggleTheme => ctx.set_theme(match ctx.theme() {
                egui::Theme::Dark => ThemePreference::Light,
                egui::Theme::Light => ThemePreference::Dark,
            }),
            Command::TogglePalette => self.overlay = Overlay::Palette(String::new(), 0),
            Command::ToggleKeys => self.overlay = Overlay::Keys,
            Command::ResetPanels => self.tree = dock::usual(),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    fn change(&mut self, view: View) {
        self.state.change(view, false);
    }

    fn select_graph(&mut self, graph: usize) {
        self.change(View { graph, locked: None, selected: Vec::new(), ..self.state.view.clone() });
    }

    fn with_layout(&mut self, act: impl FnOnce(&mut LiveLayout)) {
        if let Some(layout) = &mut self.layout {
            act(&mut layout.live);
        }
    }
}

/// Commands whose keys were pressed. Keys without Ctrl are for whoever has the focus.
fn pressed(ctx: &egui::Context) -> Vec<Command> {
    let is_free = ctx.memory(|memory| memory.focused()).is_none();
    let is_pressed = |key: &egui::KeyboardShortcut| {
        (is_free || key.modifiers.command) && ctx.input_mut(|input| input.consume_shortcut(key))
    };
    named().into_iter().filter(|found| found.key.as_ref().is_some_and(is_pressed)).map(|found| found.command).collect()
}

/// The panels, as the dock asks for them.
struct Panes<'a> {
    state: &'a State,
    explored: Option<&'a Arc<Explored>>,
    layout: Option<&'a Layout>,
    list: &'a mut ListPanel,
    canvas: &'a mut CanvasPanel,
    maps: &'a mut MapsPanel,
    models: &'a [PathBuf],
    commands: &'a mut Vec<Command>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: egui_tiles::TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match (pane, self.explored, self.layout) {
                (Pane::List, ..) => self.list.ui(ui, self.state, self.commands),
                (Pane::Side, explored, _) => {
                    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        parameters_ui(ui, self.state, self.models, self.commands);
                        ui.add_space(12.0);
                        if let Some(explored) = explored {
                            pair_ui(ui, self.state, explored);
                        }
                    });
                }
                (Pane::Canvas, Some(explored), Some(layout)) => {
                    self.canvas.ui(ui, self.state, explored, &layout.live, self.commands);
                }
                (Pane::Maps, Some(explored), _) => self.maps.ui(ui, self.state, explored, self.commands),
                _ => {
                    ui.spinner();
                }
            }
        });
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
        let is_ready = !self.is_busy() && self.explored.is_current();
        self.screenshot.take_when(is_ready, &ui.ctx().clone());
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if self.is_remembered {
            let dataset = self.state.data.as_ref().map(|data| data.source.clone());
            let session = Session::new(dataset, &self.state.view, &self.tree, &self.recent);
            session.write(storage);
        }
    }
}
