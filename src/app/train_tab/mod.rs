//! The Train tab: set a run up, watch it, compare it with others, and see a graph as the network sees it on
//! its way.

mod apply;
mod closing;
mod command;
mod curves;
mod live;
mod molecule;
mod offered;
mod order;
mod progress;
mod questions;
mod runs;
mod setup;
mod splits;
mod view;

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Sense, UiBuilder, vec2};
use serde::{Deserialize, Serialize};

use self::{
    closing::Closing,
    curves::CurvesPanel,
    live::Live,
    molecule::MoleculePanel,
    order::Order,
    questions::{CostQuestion, FigureQuestion, Found, PredictQuestion, Scan},
    setup::Setup,
    view::RunView,
};
use super::{
    WindowArguments,
    command::Command,
    explored::{self, Explored, Question},
    file_dialog::{Answer, FileDialog},
    frames::Frames,
    jobs::Slot,
    loading::Loaded,
    state::{SignalSource, State},
    tabs::{Cx, Tab},
    toasts::Toasts,
};
use crate::train::{RunFolder, Status, calibrate::Cost, compare::Run, folder::RUNS, predict::Predictions};
pub use command::TrainCommand;

/// Everything that the tab keeps from frame to frame.
pub struct TrainTab {
    /// The run to be set up.
    setup: Setup,
    cost: Slot<CostQuestion, Option<Cost>>,
    cost_question: Option<CostQuestion>,
    /// The run in progress, or the last one.
    live: Option<Live>,
    queue: VecDeque<Order>,
    runs: Slot<Scan, Found>,
    scan: Scan,
    dialog: FileDialog,
    /// A path to be typed, where no dialog answers.
    typed_run: Option<String>,
    /// The run that is looked at.
    shown: Option<PathBuf>,
    /// Its split; all together where none is chosen.
    split: Option<usize>,
    compared: Vec<PathBuf>,
    /// The epoch that is looked at; the best where none is chosen.
    epoch: Option<usize>,
    is_following: bool,
    /// When the newest epoch was looked at last.
    followed_at: f64,
    is_linked: bool,
    scrubbed: Slot<Question, Explored>,
    /// The answer that the Explore tab was told of.
    linked: u64,
    predictions: Slot<PredictQuestion, Option<Arc<Predictions>>>,
    predict_question: Option<PredictQuestion>,
    figure: Slot<FigureQuestion, PathBuf>,
    figure_question: Option<FigureQuestion>,
    molecule: MoleculePanel,
    curves: CurvesPanel,
    closing: Closing,
    /// A picture of the window closes it without a word.
    asks_before_closing: bool,
    /// A run to go on with as soon as a dataset is open.
    wanted: Option<PathBuf>,
    /// The frames so far, where the window closes after the run.
    frames: Option<Frames>,
    /// A run that was interrupted when the window was closed.
    offer: Option<PathBuf>,
    /// Something to be said that went well, or did not.
    note: Option<Result<String, String>>,
}

/// Between two epochs that are looked at while they come, at least.
const SOONEST_SECONDS: f64 = 0.2;

/// What is found again when the window is opened the next time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TrainSession {
    root: Option<PathBuf>,
    unfinished: Option<PathBuf>,
    imported: Vec<PathBuf>,
}

impl TrainTab {
    /// With the run that the arguments name.
    pub fn new(arguments: &WindowArguments) -> Self {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let shown = arguments.run.as_deref().map(absolute);
        let root = arguments.runs.as_deref().or_else(|| shown.as_deref()?.parent()).unwrap_or(Path::new(RUNS));
        Self {
            setup: Setup::default(),
            cost: Slot::default(),
            cost_question: None,
            live: None,
            queue: VecDeque::new(),
            runs: Slot::default(),
            scan: Scan { root: absolute(root), imported: Vec::new(), number: 0 },
            dialog: FileDialog::default(),
            typed_run: None,
            shown,
            split: None,
            compared: Vec::new(),
            epoch: arguments.epoch,
            is_following: true,
            followed_at: 0.0,
            is_linked: false,
            scrubbed: Slot::default(),
            linked: 0,
            predictions: Slot::default(),
            predict_question: None,
            figure: Slot::default(),
            figure_question: None,
            molecule: MoleculePanel::default(),
            curves: CurvesPanel::default(),
            closing: Closing::default(),
            asks_before_closing: arguments.screenshot.is_none(),
            wanted: arguments.resume.as_deref().map(absolute),
            frames: arguments.close_when_done.then(Frames::default),
            offer: None,
            note: None,
        }
    }

    /// Takes up what an earlier session left.
    pub fn restore(&mut self, session: &TrainSession, is_root_free: bool) {
        if let Some(root) = session.root.as_ref().filter(|_| is_root_free && self.shown.is_none()) {
            self.scan.root.clone_from(root);
        }
        self.scan.imported.clone_from(&session.imported);
        self.offer = session.unfinished.clone().filter(|path| RunFolder::is_run(path));
    }

    /// What a later session should find.
    pub fn session(&self) -> TrainSession {
        let interrupted = self.live.as_ref().filter(|live| !live.is_over || self.closing != Closing::No);
        let interrupted = interrupted.filter(|live| live.history.status != Status::Finished);
        let unfinished = interrupted.and_then(|live| live.run.as_ref()).map(|(path, _)| path.clone());
        TrainSession {
            root: Some(self.scan.root.clone()),
            unfinished: unfinished.or_else(|| self.offer.clone()),
            imported: self.scan.imported.clone(),
        }
    }

    /// Whether a run is in progress.
    pub fn is_training(&self) -> bool {
        self.live.as_ref().is_some_and(|live| !live.is_over)
    }

    /// The folder of runs.
    pub fn root(&self) -> &Path {
        &self.scan.root
    }

    /// Whether something is being read or computed, training aside.
    pub fn is_busy(&self) -> bool {
        self.runs.is_busy()
            || self.scrubbed.is_busy()
            || self.cost.is_busy()
            || self.predictions.is_busy()
            || self.figure.is_busy()
    }

    /// The epoch whose weights are shown.
    pub fn scrubbed(&self) -> Option<&Arc<Explored>> {
        self.scrubbed.answer()
    }

    /// Epochs of all splits of the run that is looked at.
    pub fn n_epochs(&self) -> usize {
        let shown = self.shown_run();
        shown.map_or(0, |run| run.history.splits.values().map(|split| split.epochs.len()).sum())
    }

    /// Where the run stands that is in progress, or was last.
    pub fn status(&self) -> Option<&Status> {
        self.live.as_ref().map(|live| &live.history.status)
    }

    /// How long a frame takes decides how often training asks for one.
    pub fn note_frame_time(&mut self, seconds: Option<f32>) {
        if let Some((live, seconds)) = self.live.as_ref().zip(seconds) {
            live.note_frame_time(seconds);
            if let Some(frames) = &mut self.frames {
                frames.add(seconds);
            }
        }
    }

    /// Whether the window is to close because its run has ended; the frames are told then.
    pub fn is_closing_when_done(&mut self) -> bool {
        let is_done = self.live.as_ref().is_some_and(|live| live.is_over);
        let frames = self.frames.take_if(|_| is_done);
        if let Some(frames) = &frames {
            println!("{}", frames.line());
        }
        frames.is_some()
    }

    fn shown_run(&self) -> Option<RunView<'_>> {
        RunView::find(self.live.as_ref(), found(&self.runs), self.shown.as_deref()?)
    }

    /// Takes in what other threads did, and asks them for what is wanted next.
    pub fn take_finished(
        &mut self,
        state: &State,
        toasts: &mut Toasts,
        ctx: &egui::Context,
        commands: &mut Vec<Command>,
    ) {
        self.take_live(ctx);
        for error in [self.runs.poll(), self.scrubbed.poll(), self.predictions.poll()].into_iter().flatten() {
            toasts.error(error, ctx);
        }
        self.take_figure(toasts, ctx);
        if let Some(error) = self.cost.poll() {
            self.setup.refusal = Some(error);
        }
        match self.note.take() {
            Some(Ok(note)) => toasts.note(note, ctx),
            Some(Err(problem)) => toasts.error(problem, ctx),
            None => {}
        }
        match self.dialog.take_answer() {
            Some(Answer::Chosen(path)) => commands.push(Command::Train(TrainCommand::Import(path.into()))),
            Some(Answer::NoDialog) => self.typed_run = Some(String::new()),
            Some(Answer::Cancelled) | None => {}
        }
        self.close_when_asked(ctx);
        if state.tab == Tab::Train || !self.compared.is_empty() || self.is_linked {
            self.runs.ask(self.scan.clone(), ctx, questions::scan);
        }
        let Some(data) = &state.data else { return };
        self.setup.follow(data);
        if let Some(path) = self.wanted.take() {
            commands.push(Command::Train(TrainCommand::ResumeRun(path)));
        }
        self.ask_cost(data, state, ctx);
        self.ask_scrubbed(data, state, ctx, commands);
        if let Some(question) = &self.predict_question {
            self.predictions.ask(question.clone(), ctx, questions::predict);
            if self.predictions.is_current() {
                let found = self.predictions.answer().and_then(|answer| (**answer).clone());
                let question = self.predict_question.take();
                if let Some((found, _)) = found.zip(question.filter(|question| Arc::ptr_eq(&question.data, data))) {
                    commands.push(Command::SetPredictions(Some(found)));
                }
            }
        }
    }

    fn take_figure(&mut self, toasts: &mut Toasts, ctx: &egui::Context) {
        if let Some(error) = self.figure.poll() {
            toasts.error(error, ctx);
            self.figure_question = None;
        }
        let Some(question) = self.figure_question.clone() else { return };
        self.figure.ask(question, ctx, questions::figure);
        if self.figure.is_current() {
            self.figure_question = None;
            self.note = self.figure.answer().map(|path| Ok(format!("Written: {}", path.display())));
        }
    }

    fn take_live(&mut self, ctx: &egui::Context) {
        let Some(live) = &mut self.live else { return };
        let was_unknown = live.run.is_none();
        let was_over = live.is_over;
        live.poll();
        if let Some((path, _)) = live.run.as_ref().filter(|_| was_unknown) {
            self.shown = Some(path.clone());
            if !path.starts_with(&self.scan.root) && !self.scan.imported.contains(path) {
                self.scan.imported.push(path.clone());
            }
            // It is in the list from its start.
            self.scan.number += 1;
            (self.split, self.is_following, self.epoch) = (None, true, None);
        }
        if live.is_over && !was_over {
            self.scan.number += 1;
            // What was followed to its end is left at its best.
            self.epoch = self.epoch.filter(|_| !self.is_following);
            if self.closing == Closing::No
                && let Some(order) = self.queue.pop_front()
            {
                self.live = Some(Live::start(order, ctx));
            }
        }
    }

    /// Measures what a run would cost, once nobody changes its configuration any more and nothing trains.
    fn ask_cost(&mut self, data: &Arc<Loaded>, state: &State, ctx: &egui::Context) {
        const CALM_SECONDS: f64 = 0.35;
        let Some(config) = self.setup.config.clone().filter(|_| state.tab == Tab::Train) else { return };
        let question =
            CostQuestion { data: data.clone(), config, threads: self.setup.threads, control: Arc::default() };
        if self.is_training() {
            if let Some(question) = &self.cost_question {
                question.control.stop();
            }
            return;
        }
        let now = ctx.input(|input| input.time);
        if self.cost_question.as_ref() != Some(&question) {
            if let Some(old) = self.cost_question.replace(question) {
                old.control.stop();
            }
            self.setup.changed_at = now;
            self.setup.refusal = None;
        }
        let Some(question) = &self.cost_question else { return };
        let since = now - self.setup.changed_at;
        match since >= CALM_SECONDS {
            true => self.cost.ask(question.clone(), ctx, questions::cost),
            false => ctx.request_repaint_after_secs((CALM_SECONDS - since) as f32),
        }
    }

    /// Has the graph on screen pooled with the weights of the epoch that is looked at.
    fn ask_scrubbed(&mut self, data: &Arc<Loaded>, state: &State, ctx: &egui::Context, commands: &mut Vec<Command>) {
        if state.tab != Tab::Train && !self.is_linked {
            return;
        }
        let Some(run) = self.shown_run().filter(|run| run.is_on(data)) else { return };
        let Some((newest, (method, params))) = run.newest_epoch().zip(run.operator(data)) else { return };
        let (path, best) = (run.path.to_owned(), run.best_epoch());
        let is_live = run.is_live && self.is_training() && self.is_following;
        let now = ctx.input(|input| input.time);
        // Each look costs a frame of its own, so looks are rarer than frames.
        let interval = self.live.as_ref().map_or(0.0, |live| 2.5 * live.interval().as_secs_f64());
        let interval = interval.max(SOONEST_SECONDS);
        let epoch = match self.epoch {
            // Not every epoch of a quick run can be looked at, nor is it worth the time that training would lose.
            Some(epoch) if is_live && now - self.followed_at < interval => epoch,
            _ if is_live => {
                self.followed_at = now;
                newest
            }
            Some(epoch) => epoch.clamp(1, newest),
            None => best.unwrap_or(newest),
        };
        self.epoch = Some(epoch).filter(|_| self.epoch.is_some() || is_live);
        let signal = SignalSource::Epoch { run: path, epoch };
        let question = Question::with_signal(data, &state.view, method, params.clone(), signal.clone());
        self.scrubbed.ask(question, ctx, explored::answer);
        // The Explore tab is told when the answer is there, so that it never lags behind by several.
        let version = self.scrubbed.answer().map_or(0, |answer| answer.version);
        if self.is_linked && self.scrubbed.is_current() && self.linked != version {
            self.linked = version;
            commands.push(Command::ShowEpoch { method, params, signal });
        }
    }

    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(12, 8));
        let Some(data) = cx.state.data.clone() else { return };
        let size = ui.available_size();
        if cx.state.presentation.is_none() {
            Panel::left("train-setup").exact_size(272.0).resizable(false).frame(frame).show(ui, |ui| {
                within(ui, |ui| self.setup_ui(ui, cx.state, &data, commands));
            });
        }
        Panel::right("train-splits").exact_size(272.0).resizable(false).frame(frame).show(ui, |ui| {
            within(ui, |ui| self.results_ui(ui, &data, commands));
        });
        // Shares of the height that there is: the molecule and the curves are the picture.
        let runs_height = (size.y * 0.22).clamp(110.0, 320.0);
        let molecule_height = (size.y * 0.38).clamp(150.0, 560.0);
        Panel::bottom("train-runs").exact_size(runs_height).resizable(false).frame(frame).show(ui, |ui| {
            within(ui, |ui| self.runs_ui(ui, commands));
        });
        Panel::top("train-molecule").exact_size(molecule_height).resizable(false).frame(frame).show(ui, |ui| {
            within(ui, |ui| self.molecule_ui(ui, cx, &data, commands));
        });
        CentralPanel::default().frame(frame).show(ui, |ui| within(ui, |ui| self.curves_ui(ui, commands)));
    }
}

/// Draws in the space there is; what is too large for it does not push the other panels aside.
fn within(ui: &mut egui::Ui, draw: impl FnOnce(&mut egui::Ui)) {
    let rect = ui.available_rect_before_wrap();
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.shrink_clip_rect(rect.expand2(vec2(12.0, 6.0)));
    draw(&mut child);
    ui.allocate_rect(rect, Sense::hover());
}

/// The runs that were found last.
fn found(runs: &Slot<Scan, Found>) -> &[Arc<Run>] {
    runs.answer().map_or(&[], |found| &found.runs)
}
