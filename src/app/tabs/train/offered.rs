//! Runs available for figures.

use eframe::egui::Context;

use super::{TrainTab, found, view::RunView};
use crate::app::work::{export::OfferedRuns, training::questions};

impl TrainTab {
    /// All runs, and the default ones: the compared runs, else the selected one, or all with a result.
    pub fn offered_runs(&mut self, are_all_default: bool, ctx: &Context) -> OfferedRuns {
        self.runs.ask(self.scan.clone(), ctx, &questions::SCAN);
        let mut all: Vec<RunView<'_>> = found(&self.runs).iter().map(|run| RunView::new(run)).collect();
        let shown = self.shown.as_deref();
        if let Some(shown) = shown.and_then(|path| RunView::find(self.live.as_ref(), found(&self.runs), path)) {
            all.retain(|run| run.path != shown.path);
            all.insert(0, shown);
        }
        let is_scored = |run: &&RunView<'_>| run.history.test_sample().is_some();
        let paths = |runs: &[RunView<'_>]| runs.iter().map(|run| run.path.to_owned()).collect();
        let defaults = match (self.compared.len() > 1, are_all_default) {
            (true, _) => self.compared.clone(),
            // The selected run comes first.
            (false, false) => paths(&all[..all.len().min(1)]),
            (false, true) => all.iter().filter(is_scored).map(|run| run.path.to_owned()).collect(),
        };
        let version = all.iter().map(|run| run.version).sum();
        OfferedRuns { all: all.iter().map(|run| (run.path.to_owned(), run.name())).collect(), defaults, version }
    }
}
