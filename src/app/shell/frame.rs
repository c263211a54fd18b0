//! One frame of the window: takes finished work, draws the panels, then executes their commands.

use eframe::egui::{self, Frame, Margin, Panel};

use super::{
    health::{CONVERGED, Freshness, health_ui, waiting_ui},
    keys::pressed,
    menus::top_ui,
    overlay::{Overlay, overlay_ui},
    palette::Sources,
    path_box::{PathBox, Purpose},
    picture::{Before, picture},
    presentation::hint_ui,
    start::{StartInput, start_ui},
    tour::{self, TourCx},
    window::Window,
};
use crate::{
    app::{
        state::{
            SignalSource,
            command::{Command, ShellCommand},
            question::Question,
            tab::Tab,
        },
        tabs::Cx,
        widgets::{
            heatmap,
            keys::key_text,
            places::{self, Place},
        },
        work::{
            drawing::Drawing,
            explored,
            file_dialog::Answer,
            slot::Slot,
            spectra::{self, SpectraQuestion},
            thumbnails,
        },
    },
    view::look::ColourBy,
};

impl Window {
    /// Takes finished work, draws, then executes the commands.
    pub fn draw(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.zoom = ctx.zoom_factor();
        self.take_finished(&ctx);
        let mut commands = Vec::new();
        let explored = self.explored.answer().filter(|_| self.explored.is_current()).map(|explored| &**explored);
        self.tabs.train.take_finished(&self.state, explored, &mut self.toasts, &ctx, &mut commands);
        commands.extend(self.tour_commands(&ctx));
        if !self.overlay.is_open() {
            if !egui::Popup::is_any_open(&ctx) {
                commands.extend(self.escaped(&ctx));
                // Before the shortcuts of the window, which bind some of the same keys.
                commands.extend(self.tabs.page_mut(self.state.tab()).pressed(&ctx));
            }
            commands.extend(pressed(&ctx));
        }
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(12, 6));
        let is_presenting = self.state.is_presenting();
        if let Some(presentation) = &mut self.presentation {
            presentation.fit(&ctx);
        } else {
            Panel::top("top").frame(bar).show(ui, |ui| {
                let share = self.tabs.train.share();
                let graph_before = self.before.as_ref().filter(|before| before.is_of(&self.state)).map(Before::graph);
                top_ui(ui, &self.state, graph_before, &self.entries, &self.recent, share, &mut commands);
            });
        }
        self.tabs.train.offer_ui(ui, &mut commands);
        self.tabs.train.following_ui(ui, &self.state, &mut commands);
        // The start page hides the graph that the bar speaks of.
        if self.state.data().is_some() && !is_presenting && !self.state.is_start_shown() {
            Panel::bottom("health").frame(bar).show(ui, |ui| self.health_ui(ui, &mut commands));
        }
        self.centre_ui(ui, &mut commands);
        self.is_drawing = heatmap::is_any_made(&ctx);
        let sources = Sources {
            state: &self.state,
            entries: &self.entries,
            recent: &self.recent,
            runs: if self.overlay.is_open() { self.tabs.train.run_names() } else { Vec::new() },
            key_name: &|key| key_text(&ctx, key),
        };
        overlay_ui(&ctx, &mut self.overlay, &mut self.overlay_work, &sources, &mut commands);
        self.tabs.train.overlay_ui(&ctx, &mut commands);
        self.export_ui(&ctx, &mut commands);
        if is_presenting {
            hint_ui(&ctx, self.state.tab(), &mut commands);
        }
        if let Some(tour) = &self.tour {
            tour.ui(&ctx, &mut commands);
        }
        if self.is_loading_shown() {
            self.loading.ui(&ctx);
        }
        if self.loading.question.as_mut().is_some_and(|question| question.ui(&ctx, &mut commands)) {
            self.loading.question = None;
        }
        self.toasts.ui(&ctx, &mut commands);
        commands.extend(self.dropped(&ctx));
        self.state.release_hover();
        for command in commands {
            self.apply(command, &ctx);
        }
        if self.state.has_hover_changed() {
            ctx.request_repaint();
        }
    }

    /// The status bar; before the first trace, its progress or error. In the Train tab, of the trace that is shown there:
    /// that of Explore may have another model and other parameters.
    fn health_ui(&mut self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        if !self.state.tab().is_of_graph() {
            return drop(ui.label(""));
        }
        if self.state.tab() == Tab::Train {
            let scrubbed = self.tabs.train.scrubbed();
            match scrubbed.filter(|scrubbed| self.state.subject() == Some(scrubbed.subject())) {
                Some(scrubbed) => health_ui(ui, scrubbed, Freshness::Current, self.layout_state(), commands),
                None => drop(ui.label("")),
            }
            return;
        }
        let Some(explored) = self.picture().map(|(explored, _)| explored.clone()) else {
            waiting_ui(ui, self.explored.error(), self.explored.is_slow() && self.explored().is_some(), commands);
            return;
        };
        let layout = self.layout_state();
        let freshness = match (self.explored.is_current(), self.explored.is_slow()) {
            (true, _) => Freshness::Current,
            (false, false) => Freshness::Computing,
            (false, true) => Freshness::Slow,
        };
        if freshness == Freshness::Computing {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(400));
        }
        health_ui(ui, &explored, freshness, layout, commands);
        self.tabs.train.follow_ui(ui, &self.state, &explored, commands);
    }

    /// A graph of the gallery is there at once: its parameters can be dragged without a flicker.
    fn is_loading_shown(&self) -> bool {
        self.loading.running().is_some() && (!self.state.is_generating() || self.loading.is_slow())
    }

    fn layout_state(&self) -> &'static str {
        match &self.layout {
            Some(layout) if layout.live.is_settled() => CONVERGED,
            _ => "layout running",
        }
    }

    /// Commands of the tour, which pauses under a dialog.
    fn tour_commands(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let Some(tour) = self.tour.as_mut().filter(|_| !self.overlay.is_open()) else { return Vec::new() };
        let explored = self.explored.answer().filter(|_| self.explored.is_current());
        let cx = TourCx { state: &self.state, explored: explored.map(|explored| &**explored) };
        let mut commands = tour.commands(&cx, ctx);
        commands.extend(tour::pressed(ctx));
        commands
    }

    /// Escape closes messages, else the start page, else the export dialog, else exits the presentation, else unlocks
    /// the pair.
    fn escaped(&mut self, ctx: &egui::Context) -> Option<Command> {
        let is_pressed =
            |ctx: &egui::Context| ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        if !self.toasts.is_empty() && is_pressed(ctx) {
            self.toasts.close();
            return None;
        }
        if self.state.is_start_shown() && self.state.data().is_some() && is_pressed(ctx) {
            return Some(Command::ToggleStart);
        }
        let leaving = match (self.export.is_open(), self.state.is_presenting()) {
            (true, _) => ShellCommand::CloseExport.into(),
            (false, true) => Command::TogglePresentation,
            (false, false) => return None,
        };
        ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)).then_some(leaving)
    }

    fn centre_ui(&mut self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        let frame = Frame::central_panel(ui.style()).inner_margin(0.0);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if self.state.data().is_none() || self.state.is_start_shown() {
                // Nothing to choose while the first dataset loads.
                if self.state.data().is_some() || self.loading.running().is_none() {
                    self.thumbnails.ask((), ui.ctx(), &thumbnails::THUMBNAILS);
                    let input = StartInput {
                        is_open: self.state.data().is_some(),
                        entries: &self.entries,
                        recent: &self.recent,
                        thumbnails: self.thumbnails.answer().map_or(&[], |all| all),
                    };
                    Frame::new().inner_margin(Margin::symmetric(24, 12)).show(ui, |ui| start_ui(ui, &input, commands));
                }
                return;
            }
            places::mark(ui, Place::Page, ui.max_rect());
            let is_loading = self.is_loading_shown();
            let runs = self.tabs.train.root().to_owned();
            // Train and Compare have traces of their own, which need the layout of the graph of the view.
            let has_own = matches!(self.state.tab(), Tab::Train | Tab::Compare);
            let picture = picture(self.before.as_ref(), &self.state, self.explored.answer(), self.layout.as_ref());
            let cx = Cx {
                state: &self.state,
                explored: picture.map(|(explored, _)| explored),
                layout: if has_own { self.layout.as_ref() } else { picture.map(|(_, drawing)| drawing) },
                spectra: self.spectra.answer().filter(|_| self.spectra.is_current()),
                focus: self.focus.take(),
                stale: self.explored.stale_for(),
                runs: &runs,
                entries: &self.entries,
            };
            self.tabs.page_mut(self.state.tab()).ui(ui, &cx, commands);
            if is_loading && self.state.tab().is_of_graph() {
                // What is below is of the dataset before.
                ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill.gamma_multiply(0.6));
            }
        });
    }

    fn take_finished(&mut self, ctx: &egui::Context) {
        self.loading.poll();
        if let Some(error) = self.loading.error.take() {
            self.report(error, ctx);
        }
        if let Some(loaded) = self.loading.loaded.take() {
            if !self.state.is_generating() {
                self.remember(&loaded.source);
            }
            for problem in self.state.open(loaded) {
                self.report(problem, ctx);
            }
        }
        // A view that failed is reverted, so that the panels match the screen.
        if let Some(failure) = self.explored.poll()
            && self.state.retract(&failure.question, self.explored.answered())
        {
            self.report(failure.error, ctx);
        }
        if matches!(self.state.view().colour, ColourBy::Eigenvector(_))
            && let Some(explored) = self.explored().cloned()
        {
            self.spectra.ask(SpectraQuestion(explored), ctx, &spectra::SPECTRA);
        }
        let errors =
            [self.thumbnails.poll().map(|failure| failure.error), self.spectra.poll().map(|failure| failure.error)];
        let sessions = self.sessions.poll().map(|failure| failure.error);
        if let Some(session) = self.sessions.answer().filter(|_| self.sessions.is_current()).cloned() {
            self.sessions = Slot::default();
            self.apply(Command::OpenSession(Box::new((*session).clone())), ctx);
        }
        if let Some(error) = sessions {
            self.report(error, ctx);
        }
        let errors = errors.into_iter().chain([self.opened.poll().map(|failure| failure.error)]);
        errors.flatten().for_each(|error| self.toasts.error(error, ctx));
        match self.file_dialog.take_answer() {
            Some(Answer::Chosen(path)) => self.apply(Command::Open(path), ctx),
            Some(Answer::NoDialog) => self.overlay = Overlay::Path(PathBox::new(Purpose::Open, "")),
            Some(Answer::Cancelled) | None => {}
        }
        if let Some(data) = self.state.data() {
            self.explored.ask(Question::from_view(data, self.state.view()), ctx, &explored::EXPLORE);
            self.lay_out(ctx);
        }
    }

    /// Starts the layout of the graph on screen. After an edit the old drawing stays until the new trace is ready.
    fn lay_out(&mut self, ctx: &egui::Context) {
        let (Some(subject), seed) = (self.state.subject(), self.state.view().layout_seed) else { return };
        self.layout = match self.layout.take() {
            Some(layout) if layout.is_of(&subject, seed) => Some(layout),
            Some(layout) if layout.is_before_edits(&subject, seed) => {
                if self.explored.is_current() {
                    layout.edited(subject.clone(), self.placed.take(), ctx)
                } else {
                    Some(layout)
                }
            }
            old => {
                old.into_iter().for_each(|old| self.keep_picture(old));
                Drawing::start(subject.clone(), seed, ctx)
            }
        };
        self.renew_picture(ctx);
        if let Some(layout) = self.layout.as_mut().filter(|layout| layout.is_of(&subject, seed))
            && let Some(positions) = self.state.take_arranged()
        {
            layout.live.hold(&self.state.view().pins);
            layout.live.put(positions);
        }
        // Pins belong to the requested graph, which may not be drawn yet.
        if let Some(layout) = self.layout.as_mut().filter(|layout| layout.is_of(&subject, seed)) {
            layout.live.hold(&self.state.view().pins);
        }
    }

    fn dropped(&self, ctx: &egui::Context) -> Option<Command> {
        let path = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()))?;
        if path.extension().is_some_and(|extension| extension == "safetensors") {
            Some(Command::SetSignal(SignalSource::Model(path)))
        } else {
            Some(Command::Open(path.display().to_string()))
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let seconds = frame.info().cpu_usage;
        self.tabs.train.note_frame_time(seconds);
        if let Some((frames, seconds)) = self.frames.as_mut().zip(seconds).filter(|_| self.tabs.train.has_run()) {
            frames.add(seconds);
        }
        if let Some(frames) = self.frames.take_if(|_| self.tabs.train.is_over()) {
            println!("{}", frames.line());
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if let Some(startup) = &mut self.startup {
            startup.begin_frame(ui.ctx());
        }
        self.draw(ui);
        let has_graph = self.picture().is_some();
        if let Some(startup) = &mut self.startup {
            startup.end_frame(has_graph, ui.ctx());
        }
        let is_ready = !self.is_busy() && self.explored.is_current();
        self.screenshot.take_when(is_ready, &ui.ctx().clone());
    }

    /// A screenshot must not depend on the pointer.
    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        if !self.is_remembered {
            input.events.retain(|event| !matches!(event, egui::Event::PointerMoved(_)));
        }
    }

    /// A screenshot window saves no session.
    fn persist_egui_memory(&self) -> bool {
        self.is_remembered
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if self.is_remembered {
            if let Some(unreadable) = &self.unreadable {
                unreadable.keep_aside(storage);
            }
            self.session().write(storage);
        }
    }
}
