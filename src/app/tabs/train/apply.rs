//! Executes the commands of the Train tab.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui;

use super::{TrainTab, closing::Closing, view::RunView};
use crate::{
    app::{
        state::{
            SignalSource,
            action::Action,
            command::{Command, ShellCommand},
            loaded::Loaded,
            tab::Tab,
            train_command::TrainCommand,
        },
        tabs::TabPage,
        work::{
            slot::Slot,
            training::{
                live::Live,
                order::{Order, What},
                questions::ExportQuestion,
                run_files::RunChange,
            },
        },
    },
    readers::catalog::Catalog,
    train::{RunFolder, snapshot::nearest},
};

/// What the commands need from the window.
pub struct TrainCx<'a> {
    pub data: Option<&'a Arc<Loaded>>,
    pub catalog: &'a Catalog,
    /// The signal in Explore, which may be a model of a run.
    pub signal: &'a SignalSource,
}

impl TrainTab {
    /// Executes a command; returns follow-up commands for the window.
    pub fn apply(&mut self, command: TrainCommand, cx: &TrainCx<'_>, ctx: &egui::Context) -> Vec<Command> {
        ctx.request_repaint();
        match command {
            TrainCommand::SetConfig(config) => self.setup.config = Some(*config),
            TrainCommand::SetThreads(threads) => self.setup.threads = threads,
            TrainCommand::SetRoot(root) => {
                let path = std::path::absolute(&root).unwrap_or(root);
                self.changes.add(RunChange::Root { path, is_created: false });
            }
            TrainCommand::CreateRoot(path) => self.changes.add(RunChange::Root { path, is_created: true }),
            TrainCommand::KeepRoot => self.changes.refused = None,
            TrainCommand::Start => self.start_training(cx, ctx),
            TrainCommand::Unqueue(idx) => drop(self.queue.remove(idx)),
            TrainCommand::TogglePause => self.live.iter().for_each(Live::toggle_pause),
            TrainCommand::Stop => self.live.iter_mut().for_each(Live::stop),
            TrainCommand::ResumeRun(path) => {
                self.offer = None;
                self.order(What::Resume(path), cx, ctx);
                return vec![Command::ShowTab(Tab::Train)];
            }
            TrainCommand::DismissOffer => self.offer = None,
            TrainCommand::ShowRun(path) => self.show_run(path),
            TrainCommand::ToggleCompared(path) => match self.compared.iter().position(|other| *other == path) {
                Some(at) => drop(self.compared.remove(at)),
                None => self.compared.push(path),
            },
            TrainCommand::ShowSplit(split) => self.split = split,
            TrainCommand::Scrub(epoch) => (self.epoch, self.is_following) = (Some(epoch), false),
            TrainCommand::SetFollowing(is_following) => self.is_following = is_following,
            TrainCommand::SetLinked(is_linked) => {
                (self.is_linked, self.linked) = (is_linked, None);
                if !is_linked {
                    return vec![Command::StopFollowing];
                }
            }
            TrainCommand::UseModel => return self.use_model(cx, |tab, run| tab.weights_on_screen(run)),
            TrainCommand::UseBestModel => {
                return self.use_model(cx, |_, run| Some(SignalSource::Model(run.best_model()?.0)));
            }
            TrainCommand::CancelPredictions => {
                self.cancel_predictions();
                return vec![Command::HidePredictions];
            }
            TrainCommand::ChooseRun => self.dialog.start_folder(Action::ImportRun.title(), ctx),
            TrainCommand::Import(path) => self.import(&path),
            TrainCommand::Rescan => TabPage::rescan(self),
            TrainCommand::OfRun(command, path) => return self.apply_to_run(command, path, cx),
            TrainCommand::RenameRun { path, name } => self.changes.add(RunChange::Rename { path, name }),
            TrainCommand::SetNote { path, text } => self.changes.add(RunChange::Note { path, text }),
            TrainCommand::RestoreRun => self.restore_run(),
            TrainCommand::CloseRunDialog => self.changes.dialog = None,
            TrainCommand::ExportCurves => self.export(),
            TrainCommand::ExportFigure => return vec![ShellCommand::ExportFigure(Some("training")).into()],
            TrainCommand::StopAndClose => {
                self.closing = Closing::WhenSaved;
                self.live.iter_mut().for_each(Live::stop);
            }
            TrainCommand::KeepOpen => self.closing = Closing::No,
        }
        Vec::new()
    }

    fn start_training(&mut self, cx: &TrainCx<'_>, ctx: &egui::Context) {
        if let Some(config) = self.setup.config.clone() {
            let root = self.scan.root.clone();
            self.order(What::New { config: Box::new(config), root }, cx, ctx);
        }
    }

    /// Starts now, or queues behind the current run.
    fn order(&mut self, what: What, cx: &TrainCx<'_>, ctx: &egui::Context) {
        let (data, catalog) = (cx.data.cloned(), cx.catalog.clone());
        let order = Order { data, catalog, what, threads: self.setup.threads };
        if self.is_training() { self.queue.push_back(order) } else { self.live = Some(Live::start(order, ctx)) }
    }

    /// Uses a model of the selected run as the signal in Explore.
    fn use_model(&self, cx: &TrainCx<'_>, model: impl Fn(&Self, &RunView<'_>) -> Option<SignalSource>) -> Vec<Command> {
        let run = self.shown_run().filter(|run| cx.data.is_some_and(|data| run.is_on(data)));
        let Some(model) = run.and_then(|run| model(self, &run)) else { return Vec::new() };
        vec![Command::SetSignal(model), Command::ShowTab(Tab::Explore)]
    }

    /// The split and the epoch at which the graph is shown.
    fn weights_on_screen(&self, run: &RunView<'_>) -> Option<SignalSource> {
        let epoch = self.shown_epoch(run)?;
        // A long run does not keep every epoch; on screen is the nearest one, and its number goes along.
        let epoch = nearest(run.path, epoch).map_or(epoch, |(kept, _)| kept);
        Some(SignalSource::Epoch { run: run.path.to_owned(), epoch })
    }

    pub(super) fn show_run(&mut self, path: PathBuf) {
        if self.shown.as_ref() != Some(&path) {
            (self.epoch, self.split) = (None, None);
            self.is_following = true;
        }
        self.shown = Some(path);
    }

    fn import(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if !RunFolder::is_run(&path) {
            self.problem = Some(format!("{}: not a run folder (run.json is missing)", path.display()));
            return;
        }
        if !self.scan.imported.contains(&path) {
            self.scan.imported.push(path.clone());
        }
        self.scan.number += 1;
        self.show_run(path);
    }

    pub(super) fn cancel_predictions(&mut self) {
        if let Some(question) = self.predict_question.take() {
            question.control.stop();
            self.predictions = Slot::default();
        }
    }

    /// Exports the curves of the compared runs, else of the selected one.
    fn export(&mut self) {
        let Some(shown) = self.shown.clone() else { return };
        let runs = if self.compared.len() > 1 { self.compared.clone() } else { vec![shown] };
        self.n_exports += 1;
        self.export_question = Some(ExportQuestion { runs, number: self.n_exports });
    }
}
