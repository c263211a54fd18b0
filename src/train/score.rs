//! Trained models scored on a dataset.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rayon::ThreadPool;

use super::{
    checkpoint::{self, ModelMetadata},
    config::labelled,
    control::Control,
    data::Data,
    division::split_of,
    engine::computing_threads,
    error::TrainError,
    event::TestScore,
    run::score,
    step,
};
use crate::graph::{Dataset, features::Signal, split::Split};

/// The scores of one model.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    pub path: PathBuf,
    /// The split it was trained on.
    pub split: usize,
    pub epoch: usize,
    pub classes: Vec<String>,
    /// The parts of its split where this is the data it was trained on and the split is known, the test part last; else
    /// all graphs.
    pub parts: Vec<(&'static str, TestScore)>,
}

/// Scores models on one dataset; graphs are prepared once for models of one kind.
pub struct Scorer {
    dataset: Arc<Dataset>,
    fingerprint: String,
    pool: ThreadPool,
    prepared: Option<(ModelMetadata, Data)>,
}

impl Scorer {
    /// For a dataset.
    pub fn new(dataset: Arc<Dataset>, threads: usize) -> Result<Self, TrainError> {
        let fingerprint = dataset.fingerprint();
        Ok(Self { dataset, fingerprint, pool: computing_threads(threads)?, prepared: None })
    }

    pub fn score(&mut self, path: &Path) -> Result<Scored, TrainError> {
        let (metadata, state) = checkpoint::read(path)?;
        let architecture = metadata.architecture()?;
        let graphs = labelled(&self.dataset)?;
        let split = split_of(path, &metadata, state.progress.split, &self.dataset, &self.fingerprint)?;
        let parts = match split {
            Some(Split { train, validation, test }) => {
                vec![("train", train), ("validation", validation), ("test", test)]
            }
            None => vec![("all graphs", graphs)],
        };
        self.prepare_for(path, &metadata)?;
        let Some((_, data)) = &self.prepared else {
            return Err(TrainError::file(path, "the graphs could not be preprocessed"));
        };
        let mut scores = Vec::new();
        for (name, part) in parts {
            let graphs = data.pick(&part);
            let outputs = step::outputs(&self.pool, &architecture, &state.parameters, &graphs)?;
            scores.push((name, score(&outputs, &graphs, architecture.classes)));
        }
        Ok(Scored {
            path: path.to_owned(),
            split: state.progress.split,
            epoch: state.progress.epoch,
            classes: metadata.classes,
            parts: scores,
        })
    }

    /// Prepares the graphs for models like this one, if they are not.
    fn prepare_for(&mut self, path: &Path, metadata: &ModelMetadata) -> Result<(), TrainError> {
        if self.prepared.as_ref().is_some_and(|(prepared, _)| prepared == metadata) {
            return Ok(());
        }
        let signal = Signal::new(&self.dataset, metadata.config.signal)?;
        let classes: Vec<&str> = self.dataset.classes.iter().map(|class| class.show()).collect();
        if signal.columns != metadata.columns || classes != metadata.classes {
            let problem = format!(
                "this model was trained on {}, whose labels or classes differ from those of {}",
                metadata.dataset, self.dataset.name
            );
            return Err(TrainError::file(path, problem));
        }
        let (architecture, control) = (metadata.architecture()?, Control::default());
        let data = Data::prepare(&self.pool, &self.dataset, &signal, &architecture, &control, &|_| ())?;
        self.prepared = data.map(|data| (metadata.clone(), data));
        Ok(())
    }
}
