//! A run in the words of the table: how it is set up, how it went, and how it compares with the one that is shown.

use std::{collections::HashMap, path::PathBuf};

use super::view::RunView;
use crate::{
    math::sample::Sample,
    pooling::method,
    train::{
        Status,
        compare::{Difference, paired_so_far},
        paper::reported,
    },
    units::or_dash,
};

/// Each run against the one that is shown, as long as both stay the same.
#[derive(Default)]
pub struct Differences {
    reference: Option<(PathBuf, u64)>,
    known: HashMap<PathBuf, (u64, String)>,
}

impl Differences {
    /// In words; the test is exact and takes a while, so that it is not made in every frame.
    pub fn of(&mut self, reference: Option<RunView<'_>>, run: &RunView<'_>) -> String {
        let Some(reference) = reference else { return String::new() };
        if reference.path == run.path {
            return "shown".to_owned();
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

/// Changes when a run has more to be compared.
fn scored(run: &RunView<'_>) -> u64 {
    run.history.ended().count() as u64
}

/// Against the run that is shown, on equal splits.
fn difference(reference: &RunView<'_>, run: &RunView<'_>) -> String {
    let differences = paired_so_far((reference.file, reference.history), (run.file, run.history));
    match Difference::of(&differences) {
        Some(found) => format!("{}, p {} ({})", found.show(), found.show_p(), differences.len()),
        None => "no equal splits".to_owned(),
    }
}

/// What the columns say.
pub fn texts(run: &RunView<'_>, name: &str, difference: String) -> [String; 10] {
    let config = &run.file.config;
    let show = |sample: Option<Sample>| or_dash(sample.map(|sample| format!("{sample:.1}")));
    let paper = reported(&run.file.data.name, &config.pool);
    let state = match &run.history.status {
        Status::Finished => "done",
        Status::Failed(_) => "failed",
        Status::Paused if run.is_live => "paused",
        Status::Running | Status::Preparing if run.is_live => "trains",
        _ => "stopped",
    };
    [
        name.to_owned(),
        state.to_owned(),
        run.file.data.name.clone(),
        method(&config.pool).map_or(config.pool.clone(), |method| method.name.to_owned()),
        config.operator_settings().join(" "),
        format!("{}/{}", run.history.ended().count(), config.splits),
        show(run.history.validation_sample()),
        show(run.history.test_sample()),
        show(paper),
        difference,
    ]
}
