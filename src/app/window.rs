//! The window: everything that it holds, and how it starts.

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{self, ThemePreference};

use super::{
    ThemeChoice, WindowArguments,
    compare_tab::CompareTab,
    drawing::Drawing,
    explore_tab::ExploreTab,
    explored::{Explored, Question},
    export::Export,
    file_dialog::FileDialog,
    jobs::Slot,
    link::Link,
    loading::Loading,
    panels::{Folder, Overlay},
    presentation::Presentation,
    screenshot::Screenshot,
    session::{Session, Unreadable},
    spectra::{Spectra, SpectraQuestion},
    spectrum_tab::SpectrumTab,
    state::{Hover, State, View},
    steps_tab::StepsTab,
    tabs::Tab,
    theme,
    thumbnails::Thumbnail,
    toasts::Toasts,
    tour::{self, Tour},
    train_tab::TrainTab,
};
use crate::readers::catalog::{Catalog, Entry};

/// The application.
pub struct Window {
    pub(super) catalog: Catalog,
    pub(super) entries: Vec<Entry>,
    pub(super) loading: Loading,
    /// The graph to show once a dataset is there, where one was asked for.
    pub(super) next_graph: Option<usize>,
    /// The view to show then, where a link asked for it.
    pub(super) next_view: Option<View>,
    pub(super) state: State,
    pub(super) explored: Slot<Question, Explored>,
    pub(super) spectra: Slot<SpectraQuestion, Spectra>,
    pub(super) layout: Option<Drawing>,
    /// Where the newest node was put by hand, until the layout takes it up.
    pub(super) placed: Option<[f32; 2]>,
    /// What the pointer was on when the frame began.
    pub(super) pointed: Hover,
    /// The parameter that a key asked for.
    pub(super) focus: Option<&'static str>,
    pub(super) explore: ExploreTab,
    pub(super) compare: CompareTab,
    pub(super) spectrum: SpectrumTab,
    pub(super) steps: StepsTab,
    pub(super) overlay: Overlay,
    /// What the box for paths shows.
    pub(super) folders: Slot<PathBuf, Folder>,
    pub(super) toasts: Toasts,
    pub(super) file_dialog: FileDialog,
    pub(super) export: Export,
    pub(super) recent: Vec<String>,
    pub(super) models: Vec<PathBuf>,
    pub(super) screenshot: Screenshot,
    pub(super) train: TrainTab,
    pub(super) tour: Option<Tour>,
    pub(super) is_tour_seen: bool,
    pub(super) is_remembered: bool,
    /// The session of last time, where it could not be read.
    pub(super) unreadable: Option<Unreadable>,
    pub(super) is_start_shown: bool,
    /// Whether nothing moves by itself.
    pub(super) is_still: bool,
    /// How much larger than usual everything was drawn in the last frame.
    pub(super) zoom: f32,
    pub(super) thumbnails: Slot<(), Vec<Thumbnail>>,
}

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
            next_graph: arguments.graph,
            next_view: None,
            state: State::default(),
            explored: Slot::default(),
            spectra: Slot::default(),
            layout: None,
            placed: None,
            pointed: Hover::Nothing,
            focus: None,
            explore: ExploreTab::default(),
            compare: CompareTab::default(),
            spectrum: SpectrumTab::default(),
            steps: StepsTab::default(),
            overlay: Overlay::None,
            folders: Slot::default(),
            toasts: Toasts::default(),
            file_dialog: FileDialog::default(),
            export: Export::default(),
            recent: Vec::new(),
            models: Vec::new(),
            train: TrainTab::new(&arguments),
            tour: None,
            is_tour_seen: false,
            is_remembered: arguments.screenshot.is_none(),
            unreadable: None,
            is_start_shown: false,
            is_still: false,
            zoom: 1.0,
            thumbnails: Slot::default(),
            screenshot: Screenshot::new(arguments.screenshot, arguments.size),
        };
        // The toolkit would start with the size that it ended with, which may be that of a presentation.
        ctx.set_zoom_factor(
            session.as_ref().filter(|_| window.is_remembered).and_then(|session| session.zoom).unwrap_or(1.0),
        );
        let mut wanted = arguments.dataset;
        if let Some(session) = session.filter(|_| window.is_remembered) {
            window.recent = session.recent.clone();
            window.train.restore(&session.train, arguments.runs.is_none());
            window.is_still = session.is_still;
            window.is_tour_seen = session.is_tour_seen;
            theme::set_motion(ctx, !session.is_still);
            if let Some(tree) = session.panels.as_ref().filter(|_| session.width > 0.0) {
                window.explore.tree = tree.clone();
                window.explore.last_width = session.width;
            }
            match session.link().filter(|_| wanted.is_none()) {
                Some(Ok(link)) => wanted = Some(link.to_string()),
                Some(Err(problem)) => window.toasts.error(problem, ctx),
                None => {}
            }
        }
        window.open(wanted.as_deref().unwrap_or("MUTAG"), ctx);
        if let Some(tab) = arguments.tab {
            window.state.tab = tab;
        }
        if arguments.presentation {
            // A picture has the size that was asked for.
            window.state.presentation = Some(Presentation::begin(ctx, !window.is_remembered));
        }
        window
    }

    /// The window as people open it: the first time it shows itself.
    pub fn greeting(ctx: &egui::Context, arguments: WindowArguments, session: Option<Session>) -> Self {
        let is_tour_due = tour::is_due(&arguments, session.as_ref());
        let mut window = Self::new(ctx, arguments, session);
        if is_tour_due {
            window.start_tour(ctx);
        }
        window
    }

    /// The window as people open it, with what the toolkit has kept of the last one.
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

    /// Whether something is still being loaded, computed or laid out.
    pub fn is_busy(&self) -> bool {
        let is_laid_out = self.layout.as_ref().is_none_or(|layout| layout.live.is_settled());
        let is_tab_busy = match self.state.tab {
            Tab::Explore | Tab::Train => false,
            Tab::Compare => self.compare.is_busy(),
            Tab::Spectrum => self.spectrum.is_busy(),
            Tab::Steps => self.steps.is_busy(),
        };
        self.loading.running().is_some()
            || self.explored.is_busy()
            || self.spectra.is_busy()
            || self.export.is_busy()
            || self.train.is_busy()
            || is_tab_busy
            || !is_laid_out
    }

    /// What is on screen.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The Train tab.
    pub fn train(&self) -> &TrainTab {
        &self.train
    }

    /// What is found again when the window is opened the next time.
    pub fn session(&self) -> Session {
        Session {
            link: self.link().map(|link| link.to_string()),
            is_still: self.is_still,
            zoom: Some(self.state.presentation.as_ref().map_or(self.zoom, Presentation::zoom_before)),
            is_tour_seen: self.is_tour_seen,
            recent: self.recent.clone(),
            width: self.explore.last_width,
            panels: Some(self.explore.tree.clone()),
            train: self.train.session(),
        }
    }

    /// The link to what is on screen.
    pub fn link_text(&self) -> Option<String> {
        self.link().map(|link| link.to_string())
    }

    /// What is on screen, for somebody else's window or for a later one.
    pub(super) fn link(&self) -> Option<Link> {
        let data = self.state.data.as_ref()?;
        Some(Link {
            dataset: data.source.clone(),
            tab: self.state.tab,
            step: self.state.step,
            view: self.state.view.clone(),
            spectrum: self.spectrum.look,
            compare: self.compare.look.clone(),
        })
    }

    /// The newest trace of the dataset on screen, which may be of an earlier view.
    pub fn explored(&self) -> Option<&Arc<Explored>> {
        self.explored.answer().filter(|answer| self.state.is_open(&answer.data))
    }

    /// The newest trace of an operator that is compared.
    pub fn compared(&self, key: &str) -> Option<&Arc<Explored>> {
        self.compare.explored(key)
    }

    /// Where a node is on screen.
    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<egui::Pos2> {
        self.explore.canvas.node_screen_pos(level, node)
    }

    /// Writes the figure of the export dialog.
    pub fn save_figure(&mut self, path: PathBuf) {
        self.export.save_figure(path);
    }

    /// Writes the matrices of the trace that is on screen.
    pub fn save_matrices(&mut self, path: PathBuf) {
        let shown = self.shown_trace().cloned();
        if let Some(explored) = shown {
            self.export.save_matrices(&explored, path);
        }
    }

    /// Writes the graph that is on screen.
    pub fn save_graph(&mut self, path: PathBuf) {
        if let Some(subject) = self.state.subject() {
            self.export.save_graph(subject, path);
        }
    }

    /// Lets the layout move again.
    pub fn shake(&mut self) {
        if let Some(layout) = &mut self.layout {
            layout.live.reheat();
        }
    }
}
