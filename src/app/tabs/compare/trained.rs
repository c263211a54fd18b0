//! Trained models: the newest run of each operator on the open dataset.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::SystemTime};

use crate::app::work::{error::WorkError, slot::Job};
use crate::{
    app::state::loaded::Loaded,
    train::{RunFolder, compare::find},
};

/// Search depth below the runs folder.
const DEEPEST: usize = 3;

#[derive(Clone)]
pub(super) struct TrainedQuestion {
    pub data: Arc<Loaded>,
    pub runs: PathBuf,
    /// Incremented to scan again.
    pub number: u64,
}

impl PartialEq for TrainedQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && (&self.runs, self.number) == (&other.runs, other.number)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub path: PathBuf,
    pub run: PathBuf,
}

/// By the key of the operator.
pub(super) type Models = BTreeMap<String, Model>;

/// Scans for runs, ignoring folders that cannot be read.
pub(super) const TRAINED: Job<TrainedQuestion, Models> = Job { name: "trained models", run: trained };

fn trained(TrainedQuestion { data, runs, .. }: TrainedQuestion) -> Result<Models, WorkError> {
    let folders = find(&runs, DEEPEST).unwrap_or_default();
    let mut newest: BTreeMap<String, (SystemTime, Model)> = BTreeMap::new();
    for folder in folders {
        let Ok((found, run)) = RunFolder::open(&folder) else { continue };
        let path = found.model();
        let is_of_this = run.data.name == data.dataset.name && run.data.graphs == data.dataset.graphs.len();
        let Some(time) = path.metadata().and_then(|file| file.modified()).ok().filter(|_| is_of_this) else { continue };
        if !run.config.network.has_pooling() {
            continue;
        }
        if newest.get(&run.config.pool).is_none_or(|(other, _)| *other < time) {
            newest.insert(run.config.pool, (time, Model { path, run: folder }));
        }
    }
    Ok(newest.into_iter().map(|(key, (_, model))| (key, model)).collect())
}
