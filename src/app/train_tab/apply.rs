//! What the commands of the Train tab do.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui;

use super::{
    super::{command::Command, jobs::Slot, state::SignalSource, tabs::Tab, window::Window},
    TrainCommand, TrainTab,
    closing::Closing,
    live::Live,
    order::{Order, What},
    questions::{ExportQuestion, Exported, PredictQuestion},
    view::RunView,
};
use crate::train::{RunFolder, Status};

impl Window {
    /// Does what the Train tab asked for.
    pub(in crate::app) fn apply_train(&mut self, command: TrainCommand, ctx: &egui::Context) {
        let train = &mut self.train;
        match command {
            TrainCommand::SetConfig(config) => train.setup.config = Some(*config),
            TrainCommand::SetThreads(threads) => train.setup.threads = threads,
            TrainCommand::SetRoot(root) => {
                train.scan.root = std::path::absolute(&root).unwrap_or(root);
                train.scan.number += 1;
            }
            TrainCommand::Start => self.start_training(ctx),
            TrainCommand::Unqueue(idx) => drop(train.queue.remove(idx)),
            TrainCommand::TogglePause => train.live.iter().for_each(Live::toggle_pause),
            TrainCommand::Stop => train.live.iter().for_each(Live::stop),
            TrainCommand::ResumeRun(path) => {
                train.offer = None;
                self.state.tab = Tab::Train;
                self.order(What::Resume(path), ctx);
            }
            TrainCommand::DismissOffer => train.offer = None,
            TrainCommand::ShowRun(path) => train.show_run(path),
            TrainCommand::ToggleCompared(path) => match train.compared.iter().position(|other| *other == path) {
                Some(at) => drop(train.compared.remove(at)),
                None => train.compared.push(path),
            },
            TrainCommand::ShowSplit(split) => train.split = split,
            TrainCommand::Scrub(epoch) => (train.epoch, train.is_following) = (Some(epoch), false),
            TrainCommand::SetFollowing(is_following) => train.is_following = is_following,
            TrainCommand::SetLinked(is_linked) => (train.is_linked, train.linked) = (is_linked, None),
            TrainCommand::UseModel => self.use_model(ctx),
            TrainCommand::CancelPredictions => train.cancel_predictions(),
            TrainCommand::ChooseRun => train.dialog.start_folder("Import a run", ctx),
            TrainCommand::Import(path) => train.import(&path),
            TrainCommand::Rescan => train.look_again(),
            TrainCommand::ExportCurves => train.export(Exported::Csv),
            TrainCommand::ExportFigure => train.export(Exported::Figure),
            TrainCommand::StopAndClose => {
                train.closing = Closing::WhenSaved;
                train.live.iter().for_each(Live::stop);
            }
            TrainCommand::KeepOpen => train.closing = Closing::No,
        }
        ctx.request_repaint();
    }

    fn start_training(&mut self, ctx: &egui::Context) {
        if let Some(config) = self.train.setup.config.clone() {
            let root = self.train.scan.root.clone();
            self.order(What::New { config: Box::new(config), root }, ctx);
        }
    }

    /// Now, or after what is in progress.
    fn order(&mut self, what: What, ctx: &egui::Context) {
        let (data, catalog) = (self.state.data.clone(), self.catalog.clone());
        let order = Order { data, catalog, what, threads: self.train.setup.threads };
        match self.train.is_training() {
            true => self.train.queue.push_back(order),
            false => self.train.live = Some(Live::start(order, ctx)),
        }
    }

    /// The best weights of the run become the explorer's signal; all graphs get a predicted class.
    fn use_model(&mut self, ctx: &egui::Context) {
        let Some(data) = self.state.data.clone() else { return };
        let Some(run) = self.train.shown_run() else { return };
        let Some(model) = best_of(&run) else { return };
        self.train.is_linked = false;
        self.train.cancel_predictions();
        self.train.predict_question =
            Some(PredictQuestion { data, model: model.clone(), control: Arc::default(), done: Arc::default() });
        self.apply(Command::SetSignal(model), ctx);
        self.state.tab = Tab::Explore;
    }
}

/// The model of the best split; while the run is not done, the best epoch of the first split so far.
fn best_of(run: &RunView<'_>) -> Option<SignalSource> {
    let whole = RunFolder::at(run.path).model();
    match run.history.status == Status::Finished && whole.exists() {
        true => Some(SignalSource::Model(whole)),
        false => run.best_epoch().map(|epoch| SignalSource::Epoch { run: run.path.to_owned(), epoch }),
    }
}

impl TrainTab {
    fn show_run(&mut self, path: PathBuf) {
        if self.shown.as_ref() != Some(&path) {
            (self.epoch, self.split) = (None, None);
            self.is_following = true;
        }
        self.shown = Some(path);
    }

    fn import(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if !RunFolder::is_run(&path) {
            self.problem = Some(format!("{}: this is no folder of a run; it has no run.json", path.display()));
            return;
        }
        if !self.scan.imported.contains(&path) {
            self.scan.imported.push(path.clone());
        }
        self.scan.number += 1;
        self.show_run(path);
    }

    fn cancel_predictions(&mut self) {
        if let Some(question) = self.predict_question.take() {
            question.control.stop();
            self.predictions = Slot::default();
        }
    }

    /// Has the curves written: of the runs that are compared, else of the one that is shown.
    fn export(&mut self, what: Exported) {
        let Some(shown) = self.shown.clone() else { return };
        let runs = if self.compared.len() > 1 { self.compared.clone() } else { vec![shown.clone()] };
        self.n_exports += 1;
        self.export_question = Some(ExportQuestion { what, runs, shown, number: self.n_exports });
    }
}
