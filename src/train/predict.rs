//! Predictions of a trained model: class, confidence and error.

use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use candle_core::DType;
use rayon::{ThreadPool, prelude::*};

use super::{
    checkpoint::{self, Model, ModelMetadata},
    control::Control,
    division::split_of,
    error::TrainError,
    step::{self, GraphOutput},
};
use crate::{
    graph::{
        Dataset, Graph,
        features::Signal,
        split::{Split, Subset},
    },
    model::Prepared,
};

/// The prediction of a model for one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The class of the highest probability.
    pub class: u32,
    /// The probability of each class.
    pub probabilities: Vec<f64>,
}

impl Prediction {
    fn new(output: &GraphOutput) -> Self {
        let largest = output.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let powers: Vec<f64> = output.logits.iter().map(|&score| f64::from(score - largest).exp()).collect();
        let sum: f64 = powers.iter().sum();
        Self { class: output.predicted(), probabilities: powers.iter().map(|power| power / sum).collect() }
    }

    /// The probability of the predicted class.
    pub fn confidence(&self) -> f64 {
        self.probabilities[self.class as usize]
    }

    /// How far the model is from a class: 0 where it is sure of it, 1 where it is sure of another.
    pub fn wrongness(&self, class: u32) -> f64 {
        1.0 - self.probabilities.get(class as usize).copied().unwrap_or(0.0)
    }
}

/// The predictions of a model for all graphs of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictions {
    pub metadata: ModelMetadata,
    /// The split it was trained on.
    pub split: usize,
    pub epoch: usize,
    pub all: Vec<Prediction>,
    /// Which graphs it was trained on, where this is known: not for other data.
    pub parts: Option<Split>,
}

impl Predictions {
    /// The part of its split that a graph is in.
    pub fn subset_of(&self, graph: usize) -> Option<Subset> {
        self.parts.as_ref()?.subset_of(graph as u32)
    }
}

/// The signal that a model takes, if the dataset has it.
pub fn signal_for(path: &Path, metadata: &ModelMetadata, dataset: &Dataset) -> Result<Signal, TrainError> {
    let signal = Signal::new(dataset, metadata.config.signal)?;
    if signal.columns != metadata.columns {
        let problem = format!(
            "this model was trained on {}, whose node labels differ from those of {}",
            metadata.dataset, dataset.name
        );
        return Err(TrainError::file(path, problem));
    }
    Ok(signal)
}

/// The prediction of a model for one graph.
pub fn one(path: &Path, model: &Model, dataset: &Dataset, graph: &Graph) -> Result<Prediction, TrainError> {
    let signal = signal_for(path, &model.metadata, dataset)?;
    let architecture = model.metadata.architecture()?;
    let prepared = Prepared::new(graph, 0, &signal.values(graph), &architecture, DType::F32)?;
    let outputs = step::outputs_on_this_thread(&architecture, &model.parameters, &[&prepared])?;
    outputs.first().map(Prediction::new).ok_or_else(|| TrainError::file(path, "the model returned no output"))
}

/// The predictions of the model in a file for all graphs of a dataset; none if cancelled.
pub fn all(
    path: &Path,
    dataset: &Dataset,
    fingerprint: &str,
    pool: &ThreadPool,
    control: &Control,
    done: &AtomicUsize,
) -> Result<Option<Predictions>, TrainError> {
    /// Graphs per chunk that is preprocessed, evaluated and dropped.
    const TOGETHER: usize = 32;
    let model = checkpoint::read_model(path)?;
    let signal = signal_for(path, &model.metadata, dataset)?;
    let architecture = model.metadata.architecture()?;
    let judge = |graphs: &[Graph]| -> Result<Vec<Prediction>, TrainError> {
        if control.is_stopping() {
            return Ok(Vec::new());
        }
        let prepare = |graph: &Graph| Prepared::new(graph, 0, &signal.values(graph), &architecture, DType::F32);
        let prepared = graphs.iter().map(prepare).collect::<candle_core::Result<Vec<_>>>()?;
        let outputs =
            step::outputs_on_this_thread(&architecture, &model.parameters, &prepared.iter().collect::<Vec<_>>())?;
        done.fetch_add(graphs.len(), Ordering::Relaxed);
        Ok(outputs.iter().map(Prediction::new).collect())
    };
    let found: Vec<Vec<Prediction>> =
        pool.install(|| dataset.graphs.par_chunks(TOGETHER).map(judge).collect::<Result<_, TrainError>>())?;
    if control.is_stopping() {
        return Ok(None);
    }
    let parts = split_of(path, &model.metadata, model.progress.split, dataset, fingerprint)?;
    let (split, epoch) = (model.progress.split, model.progress.epoch);
    Ok(Some(Predictions { metadata: model.metadata, split, epoch, all: found.concat(), parts }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_wrongness_is_the_rest() {
        let prediction = Prediction::new(&GraphOutput { loss: 0.0, logits: vec![1.0, 3.0] });
        assert_eq!(prediction.class, 1);
        assert!((prediction.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((prediction.confidence() - 1.0 / (1.0 + (-2.0_f64).exp())).abs() < 1e-12);
        assert!((prediction.wrongness(0) - prediction.confidence()).abs() < 1e-12);
        assert_eq!(prediction.wrongness(7), 1.0);
    }
}
