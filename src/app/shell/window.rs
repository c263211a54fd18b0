//! The window and its construction.

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{self, ThemePreference};

use super::{
    export::Export,
    frames::Frames,
    overlay::{Overlay, OverlayWork},
    picture::Before,
    presenting::Presentation,
    screenshot::Screenshot,
    startup::Startup,
    tour::{self, Tour},
};
use crate::{
    app::{
        state::{
            State,
            arguments::{ThemeChoice, WindowArguments},
            command::Command,
            explored::Explored,
            looks::results::ResultsLook,
            question::Question,
            session::{Session, Unreadable},
            session_file::SessionFile,
            tab::Tab,
            version::Version,
        },
        tabs::{TabPage as _, Tabs, train::TrainTab},
        widgets::{theme, toasts::Toasts},
        work::{
            drawing::Drawing,
            file_dialog::FileDialog,
            loading::Loading,
            slot::Slot,
            spectra::{Spectra, SpectraQuestion},
            thumbnails::Thumbnail,
        },
    },
    pooling::Params,
    readers::catalog::{Catalog, Entry},
    trace::order::NodeOrder,
};

pub struct Window {
    pub(super) catalog: Catalog,
    pub(super) entries: Vec<Entry>,
    pub(super) loading: Loading,
    pub(super) state: State,
    pub(super) explored: Slot<Question, Explored>,
    pub(super) spectra: Slot<SpectraQuestion, Spectra>,
    pub(super) layout: Option<Drawing>,
    pub(super) before: Option<Before>,
    /// Position of a new node, until the layout takes it.
    pub(super) placed: Option<[f32; 2]>,
    /// Key of the parameter to focus.
    pub(super) focus: Option<&'static str>,
    pub(super) tabs: Tabs,
    pub(super) overlay: Overlay,
    pub(super) overlay_work: OverlayWork,
    /// Session file to open.
    pub(super) sessions: Slot<(Version, PathBuf), SessionFile>,
    pub(super) toasts: Toasts,
    pub(super) file_dialog: FileDialog,
    pub(super) export: Export,
    pub(super) recent: Vec<String>,
    pub(super) screenshot: Screenshot,
    pub(super) tour: Option<Tour>,
    pub(super) is_tour_seen: bool,
    pub(super) is_remembered: bool,
    /// The last session, if unreadable.
    pub(super) unreadable: Option<Unreadable>,
    pub(super) presentation: Option<Presentation>,
    /// Whether motion is reduced.
    pub(super) is_still: bool,
    /// Zoom factor of the last frame.
    pub(super) zoom: f32,
    pub(super) thumbnails: Slot<(), Vec<Thumbnail>>,
    /// Folder opened in the file manager.
    pub(super) opened: Slot<(Version, PathBuf), ()>,
    /// Whether a map of the last frame was not there yet.
    pub(super) is_drawing: bool,
    /// Frame times, if the window closes after the run.
    pub(super) frames: Option<Frames>,
    /// Times since the program started, if they are to be printed.
    pub(super) startup: Option<Startup>,
}

impl Window {
    /// Opens the dataset of the arguments, else the last one, else MUTAG.
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
            state: State::new(arguments.graph),
            explored: Slot::default(),
            spectra: Slot::default(),
            layout: None,
            before: None,
            placed: None,
            focus: None,
            tabs: Tabs::new(&arguments),
            overlay: Overlay::None,
            overlay_work: OverlayWork::default(),
            sessions: Slot::default(),
            toasts: Toasts::default(),
            file_dialog: FileDialog::default(),
            export: Export::default(),
            recent: Vec::new(),
            tour: None,
            is_tour_seen: false,
            is_remembered: arguments.screenshot.is_none() && !arguments.time_to_picture,
            unreadable: None,
            presentation: None,
            is_still: false,
            zoom: 1.0,
            thumbnails: Slot::default(),
            opened: Slot::default(),
            is_drawing: false,
            frames: arguments.close_when_done.then(Frames::default),
            startup: None,
            screenshot: Screenshot::new(arguments.screenshot, arguments.size),
        };
        // egui would restore the last zoom, which may be that of a presentation.
        ctx.set_zoom_factor(
            session.as_ref().filter(|_| window.is_remembered).and_then(|session| session.zoom).unwrap_or(1.0),
        );
        let mut source = arguments.dataset;
        if let Some(session) = session.filter(|_| window.is_remembered) {
            window.recent = session.recent.clone();
            window.tabs.train.restore(&session.train, arguments.runs.is_none());
            window.is_still = session.is_still;
            window.tabs.explore.list.pictures.is_shown = session.has_row_pictures;
            window.is_tour_seen = session.is_tour_seen;
            theme::set_motion(ctx, !session.is_still);
            if let Some(tree) = session.panels.as_ref().filter(|_| session.width > 0.0) {
                window.tabs.explore.tree = tree.clone();
                window.tabs.explore.last_width = session.width;
            }
            match session.link().filter(|_| source.is_none()) {
                Some(Ok(link)) => source = Some(link.to_string()),
                Some(Err(problem)) => window.toasts.error(problem, ctx),
                None => {}
            }
        }
        window.apply(Command::Open(source.unwrap_or_else(|| "MUTAG".to_owned())), ctx);
        if let Some(study) = arguments.study {
            let source = Some(std::path::absolute(&study).unwrap_or(study));
            window.apply(Command::SetResultsLook(ResultsLook { source, selected: None }), ctx);
            window.apply(Command::ShowTab(Tab::Results), ctx);
        }
        if let Some(tab) = arguments.tab {
            window.apply(Command::ShowTab(tab), ctx);
        }
        if arguments.presentation {
            window.apply(Command::TogglePresentation, ctx);
        }
        window
    }

    /// With the tour on the first start.
    pub fn greeting(ctx: &egui::Context, arguments: WindowArguments, session: Option<Session>) -> Self {
        let is_tour_due = tour::is_due(&arguments, session.as_ref());
        let mut window = Self::new(ctx, arguments, session);
        if is_tour_due {
            window.start_tour(ctx);
        }
        window
    }

    /// With the stored session.
    pub fn restored(ctx: &egui::Context, arguments: WindowArguments, storage: Option<&dyn eframe::Storage>) -> Self {
        match storage.map_or(Ok(None), Session::read) {
            Ok(session) => Self::greeting(ctx, arguments, session),
            Err(unreadable) => {
                let mut window = Self::greeting(ctx, arguments, Some(Session::after_unreadable()));
                if window.is_remembered {
                    window.toasts.error(unreadable.message(), ctx);
                    window.unreadable = Some(unreadable);
                }
                window
            }
        }
    }

    /// Prints the times of the start once the graph is on the screen.
    pub(in crate::app) fn time_start(&mut self, startup: Option<Startup>) {
        self.startup = startup;
    }

    pub fn is_busy(&self) -> bool {
        let is_laid_out = self.layout.as_ref().is_none_or(|layout| layout.live.is_settled());
        let is_tab_busy = self.tabs.page(self.state.tab()).is_busy();
        self.loading.running().is_some()
            || self.explored.is_busy()
            || self.spectra.is_busy()
            || self.sessions.is_busy()
            || self.overlay_work.is_busy()
            || self.export.is_busy()
            || self.tabs.train.is_busy()
            || is_tab_busy
            || self.is_drawing
            || !is_laid_out
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn train(&self) -> &TrainTab {
        &self.tabs.train
    }

    pub fn session(&self) -> Session {
        Session {
            link: self.state.link().map(|link| link.to_string()),
            is_still: self.is_still,
            zoom: Some(self.presentation.as_ref().map_or(self.zoom, Presentation::zoom_before)),
            is_tour_seen: self.is_tour_seen,
            recent: self.recent.clone(),
            has_row_pictures: self.tabs.explore.list.pictures.is_shown,
            width: self.tabs.explore.last_width,
            panels: Some(self.tabs.explore.panels()),
            train: self.tabs.train.session(),
        }
    }

    pub fn link_text(&self) -> Option<String> {
        self.state.link().map(|link| link.to_string())
    }

    /// The newest trace of the open dataset, possibly of an earlier view.
    pub fn explored(&self) -> Option<&Arc<Explored>> {
        self.explored.answer().filter(|answer| self.state.is_open(&answer.data))
    }

    /// The newest trace of an operator in Compare.
    pub fn compared(&self, key: &str) -> Option<&Arc<Explored>> {
        self.tabs.compare.explored(key)
    }

    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<egui::Pos2> {
        self.tabs.explore.canvas.node_screen_pos(level, node)
    }

    /// Number of graphs drawn in the list.
    pub fn n_row_pictures(&self) -> usize {
        self.tabs.explore.list.pictures.n_drawn()
    }

    pub fn save_figure(&mut self, path: PathBuf) {
        self.export.save_figure(path);
    }

    pub fn save_matrices(&mut self, path: PathBuf) {
        if let Some(explored) = self.shown_trace().cloned() {
            self.export.save_matrices(&explored, path);
        }
    }

    pub fn save_graph(&mut self, path: PathBuf) {
        if let Some(subject) = self.state.subject() {
            self.export.save_graph(subject, path);
        }
    }

    /// Sets the parameters, as a slider does.
    pub fn set_params(&mut self, params: Params, ctx: &egui::Context) {
        self.apply(Command::SetParams { params, is_same_gesture: false }, ctx);
    }

    pub fn set_order(&mut self, order: NodeOrder, ctx: &egui::Context) {
        self.apply(Command::SetOrder(order), ctx);
    }

    /// Shows the matrices of a level.
    pub fn set_level(&mut self, level: usize, ctx: &egui::Context) {
        self.apply(Command::SetLevel(level), ctx);
    }

    /// Writes the view, the pins and the opened runs to a file.
    pub fn save_session(&mut self, path: PathBuf) {
        self.note_positions();
        let positions = self.state.positions().cloned();
        if let Some(session) = self.state.session_file(positions, self.tabs.train.opened()) {
            self.export.save_session(session, path);
        }
    }

    /// Restarts the layout.
    pub fn shake(&mut self) {
        if let Some(layout) = &mut self.layout {
            layout.live.reheat();
        }
    }
}
