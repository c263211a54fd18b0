//! Background requests of every frame: the cost of the configured run, and the current graph at the selected epoch.

use std::sync::Arc;

use eframe::egui;

use super::TrainTab;
use crate::app::{
    state::{SignalSource, State, command::Command, loaded::Loaded, question::Question, tab::Tab},
    work::{
        explored,
        training::questions::{self, CostQuestion},
    },
};

/// Minimum interval between two epochs shown during training.
const MIN_INTERVAL_SECONDS: f64 = 0.2;

impl TrainTab {
    /// Estimates the cost of a run once its configuration is stable. During training only memory is estimated: a time
    /// measurement would be wrong and slow down the run.
    pub(super) fn ask_cost(&mut self, data: &Arc<Loaded>, state: &State, ctx: &egui::Context) {
        const CALM_SECONDS: f64 = 0.35;
        let Some(config) = self.setup.config.clone().filter(|_| state.tab() == Tab::Train) else { return };
        let question = CostQuestion {
            data: data.clone(),
            config,
            threads: self.setup.threads,
            is_timed: !self.is_training(),
            control: Arc::default(),
        };
        let now = ctx.input(|input| input.time);
        if !self.cost_question.as_ref().is_some_and(|asked| asked.is_about_the_same(&question)) {
            if let Some(old) = self.cost_question.replace(question) {
                old.control.stop();
            }
            self.setup.changed_at = now;
            self.setup.refusal = None;
        }
        let Some(question) = &self.cost_question else { return };
        let since = now - self.setup.changed_at;
        if since >= CALM_SECONDS {
            self.cost.ask(question.clone(), ctx, &questions::COST)
        } else {
            ctx.request_repaint_after_secs((CALM_SECONDS - since) as f32)
        }
    }

    /// Pools the current graph with the weights of the selected epoch.
    pub(super) fn ask_scrubbed(
        &mut self,
        data: &Arc<Loaded>,
        state: &State,
        ctx: &egui::Context,
        commands: &mut Vec<Command>,
    ) {
        if state.tab() != Tab::Train && !self.is_linked {
            return;
        }
        let Some(run) = self.shown_run().filter(|run| run.is_on(data)) else { return };
        let Some(newest) = run.newest_epoch() else { return };
        let (path, best) = (run.path.to_owned(), run.best_epoch());
        let is_live = run.is_live && self.is_training() && self.is_following;
        let now = ctx.input(|input| input.time);
        // Each update costs a frame, so updates are rarer than frames.
        let interval = self.live.as_ref().map_or(0.0, |live| 2.5 * live.interval().as_secs_f64());
        let interval = interval.max(MIN_INTERVAL_SECONDS);
        let epoch = match self.epoch {
            // Epochs of a fast run are skipped, so that training is not slowed down.
            Some(epoch) if is_live && now - self.followed_at < interval => epoch,
            _ if is_live => {
                self.followed_at = now;
                newest
            }
            Some(epoch) => epoch.clamp(1, newest),
            None => best.unwrap_or(newest),
        };
        self.epoch = Some(epoch).filter(|_| self.epoch.is_some() || is_live);
        let signal = SignalSource::Epoch { run: path.clone(), epoch };
        self.scrubbed.ask(Question::as_trained(data, state.view(), signal), ctx, &explored::EXPLORE);
        // Explore is updated only with finished answers, so that requests do not pile up.
        let newest = self.scrubbed.answer().filter(|_| self.is_linked && self.scrubbed.is_current());
        if let Some(explored) = newest.filter(|explored| Some(explored.version) != self.linked) {
            self.linked = Some(explored.version);
            // A long run does not keep every epoch; the one that is shown is the nearest.
            let epoch = explored.seen.as_ref().map_or(epoch, |seen| seen.epoch);
            let signal = SignalSource::Epoch { run: path, epoch };
            commands.push(Command::Follow { method: explored.method, params: explored.params.clone(), signal });
        }
    }
}
