//! Trained models for the operators: the newest run of each on the dataset that is open.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use super::super::{loading::Loaded, state::SignalSource};
use crate::train::{Config, RunFolder};

/// Where runs are, unless they were put elsewhere.
const RUNS: &str = "runs";
/// How deep below that.
const DEEPEST: usize = 3;

/// Which dataset.
#[derive(Clone)]
pub struct TrainedQuestion(pub Arc<Loaded>);

impl PartialEq for TrainedQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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
pub fn find(TrainedQuestion(data): TrainedQuestion) -> Result<Models, String> {
    let mut folders = Vec::new();
    walk(Path::new(RUNS), DEEPEST, &mut folders);
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

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if RunFolder::is_run(folder) {
        found.push(folder.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| depth > 0 && path.is_dir()) {
        walk(&path, depth - 1, found);
    }
}
