//! Results of background work since the last frame: the current run, the scanned runs, a cost estimate, an export,
//! predictions.

use std::sync::Arc;

use eframe::egui;

use super::{TrainTab, closing::Closing, view::RunView};
use crate::app::{
    state::{
        State,
        command::{Command, ShellCommand},
        explored::Explored,
        labels,
        loaded::Loaded,
        tab::Tab,
        train_command::TrainCommand,
    },
    widgets::toasts::Toasts,
    work::{
        file_dialog::Answer,
        training::{
            live::Live,
            questions::{self, PredictQuestion},
        },
    },
};

impl TrainTab {
    /// Takes finished background work and submits the next requests. `explored` is the trace of the view.
    pub fn take_finished(
        &mut self,
        state: &State,
        explored: Option<&Explored>,
        toasts: &mut Toasts,
        ctx: &egui::Context,
        commands: &mut Vec<Command>,
    ) {
        self.take_live(ctx);
        let errors = [self.runs.poll().map(|failure| failure.error), self.scrubbed.poll().map(|failure| failure.error)];
        errors.into_iter().flatten().for_each(|error| toasts.error(error, ctx));
        self.forget_gone();
        self.compare_live();
        self.select_newest();
        self.take_export(toasts, ctx);
        if let Some(failure) = self.cost.poll() {
            self.setup.refusal = Some(failure.error);
        }
        if let Some(problem) = self.problem.take() {
            toasts.error(problem, ctx);
        }
        match self.dialog.take_answer() {
            Some(Answer::Chosen(path)) => commands.push(Command::Train(TrainCommand::Import(path.into()))),
            Some(Answer::NoDialog) => self.typed_run = Some(String::new()),
            Some(Answer::Cancelled) | None => {}
        }
        self.close_when_asked(ctx);
        // Before the next scan is asked for: what was moved is not gone.
        self.take_changes(toasts, ctx);
        if state.tab() == Tab::Train || !self.compared.is_empty() || self.is_linked {
            self.runs.ask(self.scan.clone(), ctx, &questions::SCAN);
        }
        let Some(data) = state.data() else { return };
        self.setup.follow(data);
        if let Some(path) = self.wanted.take() {
            commands.push(Command::Train(TrainCommand::ResumeRun(path)));
        }
        self.ask_cost(data, state, ctx);
        self.ask_scrubbed(data, state, ctx, commands);
        self.want_predictions(data, state, explored);
        self.take_predictions(toasts, ctx, commands);
    }

    /// The list shows the predictions of the model that is the signal; while Explore follows a run, that changes all the
    /// time.
    fn want_predictions(&mut self, data: &Arc<Loaded>, state: &State, explored: Option<&Explored>) {
        let model = &state.view().signal;
        let is_asked =
            |asked: &PredictQuestion| asked.model == *model && Arc::ptr_eq(&asked.data, data) && !self.is_linked;
        match &self.predict_question {
            Some(asked) if is_asked(asked) => return,
            Some(_) => self.cancel_predictions(),
            None => {}
        }
        let is_trained = explored.is_some_and(|explored| explored.seen.is_some());
        if is_trained && !self.is_linked && state.is_without_predictions() {
            let (data, model) = (data.clone(), model.clone());
            self.predict_question =
                Some(PredictQuestion { data, model, control: Arc::default(), done: Arc::default() });
        }
    }

    /// Selects the newest run where none is selected, or the selected one is gone.
    fn select_newest(&mut self) {
        let is_known = self.runs.answered() == Some(&self.scan);
        let newest = self.runs.answer().and_then(|found| found.newest.clone());
        if let Some(newest) = newest.filter(|_| is_known && self.shown_run().is_none()) {
            self.show_run(newest);
        }
    }

    /// A run in training is among those that are compared, whichever these are: nobody would see its curves otherwise.
    fn compare_live(&mut self) {
        let Some((path, _)) = self.live.as_ref().filter(|live| !live.is_over).and_then(|live| live.run.as_ref()) else {
            return;
        };
        if !self.compared.is_empty() && !self.compared.contains(path) {
            self.compared.push(path.clone());
        }
    }

    /// Stops comparing runs whose folder was deleted.
    fn forget_gone(&mut self) {
        if self.runs.is_current() && self.runs.answer().is_some() {
            let (live, runs) = (self.live.as_ref(), super::found(&self.runs));
            self.compared.retain(|path| RunView::find(live, runs, path).is_some());
        }
    }

    fn take_predictions(&mut self, toasts: &mut Toasts, ctx: &egui::Context, commands: &mut Vec<Command>) {
        if let Some(failure) = self.predictions.poll() {
            toasts.error(failure.error, ctx);
            self.predict_question = None;
            // Asked again in every frame otherwise.
            commands.push(Command::HidePredictions);
        }
        let Some(question) = self.predict_question.clone() else { return };
        let model = question.model.clone();
        self.predictions.ask(question, ctx, &questions::PREDICT);
        if self.predictions.is_current() {
            self.predict_question = None;
            let found = self.predictions.answer().and_then(|answer| (**answer).clone());
            commands.extend(found.map(|found| Command::SetPredictions(model, found)));
        }
    }

    fn take_export(&mut self, toasts: &mut Toasts, ctx: &egui::Context) {
        if let Some(failure) = self.export.poll() {
            toasts.error(failure.error, ctx);
            self.export_question = None;
        }
        let Some(question) = self.export_question.clone() else { return };
        self.export.ask(question, ctx, &questions::EXPORT);
        if self.export.is_current() {
            self.export_question = None;
            if let Some(written) = self.export.answer() {
                let message = format!("{} {}", labels::SAVED, questions::show_paths(written));
                let folder = written.first().and_then(|path| path.parent()).unwrap_or(&self.scan.root).to_owned();
                toasts.offer(message, labels::OPEN_FOLDER, ShellCommand::OpenFolder(folder).into(), ctx);
            }
        }
    }

    fn take_live(&mut self, ctx: &egui::Context) {
        let Some(live) = &mut self.live else { return };
        let was_unknown = live.run.is_none();
        let was_over = live.is_over;
        live.poll();
        if let Some((path, _)) = live.run.as_ref().filter(|_| was_unknown) {
            if !path.starts_with(&self.scan.root) && !self.scan.imported.contains(path) {
                self.scan.imported.push(path.clone());
            }
            // A run is listed from its start.
            self.scan.number += 1;
            if live.is_to_be_shown {
                self.shown = Some(path.clone());
                (self.split, self.is_following, self.epoch) = (None, true, None);
            }
        }
        if live.is_over && !was_over {
            self.scan.number += 1;
            let was_shown = live.run.as_ref().map(|(path, _)| path) == self.shown.as_ref();
            // After training, a followed run shows its best epoch.
            self.epoch = self.epoch.filter(|_| !(was_shown && self.is_following));
            if self.closing == Closing::No
                && let Some(order) = self.queue.pop_front()
            {
                let mut next = Live::start(order, ctx);
                // A run selected meanwhile stays selected.
                next.is_to_be_shown = was_shown;
                self.live = Some(next);
            }
        }
    }
}
