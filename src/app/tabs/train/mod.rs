//! The Train tab: configure, run, monitor and compare training runs, and replay pooling at any epoch.

mod apply;
mod axes;
mod changes;
mod closing;
mod confusion;
mod curves;
mod differences;
mod finished;
mod following;
mod manage;
mod molecule;
mod numbers;
mod offered;
mod page;
mod plot;
mod predicting;
mod progress;
mod readout;
mod run_dialog;
mod runs;
mod runs_folder;
mod series;
mod session;
mod setup;
mod splits;
mod view;
mod wanted;

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::Ui;

use self::{
    changes::RunChanges, closing::Closing, curves::CurvesPanel, differences::Differences, molecule::MoleculePanel,
    setup::Setup, view::RunView,
};
use crate::{
    app::{
        state::{
            arguments::WindowArguments, command::Command, explored::Explored, question::Question, version::Version,
        },
        tabs::{Cx, TabPage},
        work::{
            file_dialog::FileDialog,
            slot::Slot,
            training::{
                live::Live,
                order::Order,
                questions::{CostQuestion, ExportQuestion, PredictQuestion, RunListing, Scan},
            },
        },
    },
    model::WeightSource,
    train::{Status, calibrate::Cost, compare::Run, predict::Predictions},
};

pub(crate) use apply::TrainCx;

pub struct TrainTab {
    setup: Setup,
    cost: Slot<CostQuestion, Option<Cost>>,
    cost_question: Option<CostQuestion>,
    /// The current run, or the last one.
    live: Option<Live>,
    queue: VecDeque<Order>,
    runs: Slot<Scan, RunListing>,
    scan: Scan,
    dialog: FileDialog,
    /// Text field for a run folder, if there is no system dialog.
    typed_run: Option<String>,
    /// Path of the selected run.
    shown: Option<PathBuf>,
    /// Selected split; none for all.
    split: Option<usize>,
    compared: Vec<PathBuf>,
    /// Selected epoch; none for the best.
    epoch: Option<usize>,
    is_following: bool,
    /// When a new epoch was shown last.
    followed_at: f64,
    is_linked: bool,
    scrubbed: Slot<Question, Explored>,
    /// The answer last sent to Explore.
    linked: Option<Version>,
    predictions: Slot<PredictQuestion, Option<Arc<Predictions>>>,
    predict_question: Option<PredictQuestion>,
    export: Slot<ExportQuestion, Vec<PathBuf>>,
    export_question: Option<ExportQuestion>,
    n_exports: u64,
    changes: RunChanges,
    differences: Differences,
    molecule: MoleculePanel,
    curves: CurvesPanel,
    /// Whether a narrow window shows results beside the curves, and not settings.
    are_results_shown: bool,
    closing: Closing,
    /// False for a screenshot, which closes the window without confirmation.
    asks_before_closing: bool,
    /// Run to resume once a dataset is open.
    wanted: Option<PathBuf>,
    /// Run interrupted when the window was closed.
    offer: Option<PathBuf>,
    /// Error to show.
    problem: Option<String>,
}

impl TabPage for TrainTab {
    fn new(arguments: &WindowArguments) -> Self {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let shown = arguments.run.as_deref().map(absolute);
        let root = arguments.runs.as_deref().or_else(|| shown.as_deref()?.parent());
        let root = root.map_or_else(runs_folder::default_root, Path::to_owned);
        Self {
            setup: Setup::default(),
            cost: Slot::default(),
            cost_question: None,
            live: None,
            queue: VecDeque::new(),
            runs: Slot::default(),
            scan: Scan { root: absolute(&root), imported: Vec::new(), number: 0 },
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
            linked: None,
            predictions: Slot::default(),
            predict_question: None,
            export: Slot::default(),
            export_question: None,
            n_exports: 0,
            changes: RunChanges::default(),
            differences: Differences::default(),
            molecule: MoleculePanel::default(),
            curves: CurvesPanel::default(),
            are_results_shown: false,
            closing: Closing::default(),
            asks_before_closing: arguments.screenshot.is_none(),
            wanted: arguments.resume.as_deref().map(absolute),
            offer: None,
            problem: None,
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        self.page_ui(ui, cx, commands);
    }

    fn is_busy(&self) -> bool {
        self.runs.is_busy()
            || self.scrubbed.is_busy()
            || self.cost.is_busy()
            || self.predictions.is_busy()
            || self.export.is_busy()
            || self.changes.is_busy()
    }

    fn rescan(&mut self) {
        self.scan.number += 1;
    }
}

impl TrainTab {
    pub fn is_training(&self) -> bool {
        self.live.as_ref().is_some_and(|live| !live.is_over)
    }

    /// Completed fraction of the current run, from 0 to 1.
    pub fn share(&self) -> Option<f32> {
        self.live.as_ref().filter(|live| !live.is_over).map(Live::share)
    }

    /// Runs folder.
    pub fn root(&self) -> &Path {
        &self.scan.root
    }

    /// A graph with the weights of the selected run; while another epoch is computed, of the epoch before.
    pub fn scrubbed(&self) -> Option<&Arc<Explored>> {
        let shown = self.shown.as_deref()?;
        let is_shown = |weights: &WeightSource| matches!(weights, WeightSource::Model(file) if file.starts_with(shown));
        self.scrubbed.answer().filter(|explored| is_shown(&explored.weights))
    }

    /// Number of epochs over all splits of the selected run.
    pub fn n_epochs(&self) -> usize {
        let shown = self.shown_run();
        shown.map_or(0, |run| run.history.splits.values().map(|split| split.epochs.len()).sum())
    }

    /// Runs whose curves are drawn, from the bottom to the top.
    pub fn drawn_runs(&self) -> Vec<String> {
        self.curves.drawn_runs()
    }

    /// Status of the current or last run.
    pub fn status(&self) -> Option<&Status> {
        self.live.as_ref().map(|live| &live.history.status)
    }

    /// Adapts the repaint interval of training to the frame time.
    pub fn note_frame_time(&mut self, seconds: Option<f32>) {
        if let Some((live, seconds)) = self.live.as_ref().zip(seconds) {
            live.note_frame_time(seconds);
        }
    }

    pub fn is_over(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.is_over)
    }

    pub fn has_run(&self) -> bool {
        self.live.is_some()
    }

    /// The epoch at which the graph is shown: the selected one, else the best.
    fn shown_epoch(&self, run: &RunView<'_>) -> Option<usize> {
        let newest = run.newest_epoch()?;
        Some(match self.epoch {
            Some(epoch) => epoch.clamp(1, newest),
            None => run.best_epoch().unwrap_or(newest),
        })
    }

    fn shown_run(&self) -> Option<RunView<'_>> {
        RunView::find(self.live.as_ref(), found(&self.runs), self.shown.as_deref()?)
    }
}

/// Runs of the last scan.
fn found(runs: &Slot<Scan, RunListing>) -> &[Arc<Run>] {
    runs.answer().map_or(&[], |found| &found.runs)
}
