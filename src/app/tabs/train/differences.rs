//! Texts of the run table: settings, results, and the difference from the selected run.

use std::{collections::HashMap, path::PathBuf};

use super::view::RunView;
use crate::{
    math::sample::Sample,
    train::{
        Status,
        compare::{Difference, paired_so_far},
        paper::reported,
    },
    units::or_dash,
};

/// Cached differences of all runs from the selected one.
#[derive(Default)]
pub(super) struct Differences {
    reference: Option<(PathBuf, u64)>,
    known: HashMap<PathBuf, (u64, String)>,
}

impl Differences {
    /// Cached, because the exact test is too slow for every frame.
    pub(super) fn text(&mut self, reference: Option<RunView<'_>>, run: &RunView<'_>) -> String {
        let Some(reference) = reference else { return String::new() };
        if reference.path == run.path {
            return "selected".to_owned();
        }
        let key = (reference.path.to_owned(), scored(&reference));
        if self.reference.as_ref() != Some(&key) {
            (self.reference, self.known) = (Some(key), HashMap::new());
        }
        let n_scored = scored(run);
        match self.known.get(run.path) {
            Some((scored, text)) if *scored == n_scored => text.clone(),
            _ => {
                let text = difference(&reference, run);
                self.known.insert(run.path.to_owned(), (n_scored, text.clone()));
                text
            }
        }
    }
}

/// Number of ended splits: the difference is recomputed when it changes.
fn scored(run: &RunView<'_>) -> u64 {
    run.history.ended().count() as u64
}

fn difference(reference: &RunView<'_>, run: &RunView<'_>) -> String {
    let differences = paired_so_far((reference.file, reference.history), (run.file, run.history));
    Difference::compute(&differences).map_or_else(|| "no common splits".to_owned(), |found| found.line())
}

pub(super) fn texts(run: &RunView<'_>, name: &str, difference: String) -> [String; 10] {
    let config = &run.file.config;
    let show = |sample: Option<Sample>| or_dash(sample.map(|sample| format!("{sample:.1}")));
    let paper = reported(&run.file.data.name, config.key());
    let state = match &run.history.status {
        Status::Finished => "done",
        Status::Failed(_) => "failed",
        Status::Paused if run.is_live => "paused",
        Status::Running | Status::Preparing if run.is_live => "running",
        _ => "stopped",
    };
    [
        name.to_owned(),
        state.to_owned(),
        run.file.data.name.clone(),
        config.title().to_owned(),
        config.operator_settings().join(" "),
        format!("{}/{}", run.history.ended().count(), config.splits),
        show(run.history.validation_sample()),
        show(run.history.test_sample()),
        show(paper),
        difference,
    ]
}
