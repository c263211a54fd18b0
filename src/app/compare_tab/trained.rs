//! Trained models for the operators: the newest run of each on the dataset that is open.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::SystemTime};

use super::super::{loading::Loaded, state::SignalSource};
use crate::train::{Config, RunFolder, compare::find};

/// How deep below the folder of runs.
const DEEPEST: usize = 3;

/// Which dataset, and where runs are.
#[derive(Clone)]
pub struct TrainedQuestion {
    pub data: Arc<Loaded>,
    pub runs: PathBuf,
    /// Counts the times that it was asked anew.
    pub number: u64,
}

impl PartialEq for TrainedQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && (&self.runs, self.number) == (&other.runs, other.number)
    }
}

/// A model with what it was trained as.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub path: PathBuf,
    /// The folder of its run.
    pub run: PathBuf,
    pub config: Config,
}

/// By the key of the operator.
pub type Models = BTreeMap<String, Model>;

/// Looks for runs; folders that cannot be read have none.
pub fn trained(TrainedQuestion { data, runs, .. }: TrainedQuestion) -> Result<Models, String> {
    let folders = find(&runs, DEEPEST).unwrap_or_default();
    let mut newest: BTreeMap<String, (SystemTime, Model)> = BTreeMap::new();
    for folder in folders {
        let Ok((found, run)) = RunFolder::open(&folder) else { continue };
        let path = found.model();
        let is_of_this = run.data.name == data.dataset.name
            && run.data.graphs == data.dataset.graphs.len()
            // The signal of the window is the usual one; a model of another does not fit it.
            && run.config.signal == SignalSource::Usual.kind(&data.dataset);
        let Some(time) = path.metadata().and_then(|file| file.modified()).ok().filter(|_| is_of_this) else { continue };
        let key = run.config.pool.clone();
        if newest.get(&key).is_none_or(|(other, _)| *other < time) {
            newest.insert(key, (time, Model { path, run: folder, config: run.config }));
        }
    }
    Ok(newest.into_iter().map(|(key, (_, model))| (key, model)).collect())
}
