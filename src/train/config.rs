//! What a training run is made of: everything that decides its result, and nothing else.

use serde::{Deserialize, Serialize};

use super::{
    division::Division,
    error::TrainError,
    settings::{BATCH, EPOCHS, HIDDEN, LEARNING_RATE, PATIENCE, SETTINGS, SPLITS, WEIGHT_DECAY},
};
use crate::{
    graph::{
        Dataset,
        features::{Signal, SignalKind},
    },
    model::Architecture,
    pooling::{self, METHODS, Params, parameter::HasParameters},
};

/// The configuration of a run. Threads are not in it: they affect speed only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Key of the pooling operator.
    pub pool: String,
    /// Its parameters; the seed is that of splits, initialisation and shuffling too.
    #[serde(flatten)]
    pub params: Params,
    /// Where the input signal comes from.
    pub signal: SignalKind,
    pub hidden: usize,
    /// Batch size, in graphs.
    pub batch: usize,
    /// Adam's learning rate.
    pub lr: f64,
    /// Coupled weight decay.
    pub wd: f64,
    pub epochs: usize,
    /// Early-stopping patience: epochs without a lower validation loss.
    pub patience: usize,
    /// Number of splits.
    pub splits: usize,
    /// Where they come from.
    pub division: Division,
    /// Whether the test set is scored; a search for parameters leaves it alone.
    pub score_test: bool,
}

impl Default for Config {
    /// The paper's values.
    fn default() -> Self {
        Self {
            pool: METHODS[0].key.to_owned(),
            params: Params::default(),
            signal: SignalKind::Labels,
            hidden: HIDDEN.default as usize,
            batch: BATCH.default as usize,
            lr: LEARNING_RATE.default,
            wd: WEIGHT_DECAY.default,
            epochs: EPOCHS.default as usize,
            patience: PATIENCE.default as usize,
            splits: SPLITS.default as usize,
            division: Division::Random,
            score_test: true,
        }
    }
}

impl HasParameters for Config {
    fn params(&self) -> &Params {
        &self.params
    }

    fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }
}

impl Config {
    /// The paper's values for a dataset.
    pub fn for_dataset(dataset: &Dataset) -> Self {
        let usual = Self { signal: SignalKind::default_for(dataset), ..Self::default() };
        match dataset.name.as_str() {
            "DD" | "D&D" => Self { lr: 1e-4, params: Params { rho: 0.25, ..usual.params }, ..usual },
            _ => usual,
        }
    }

    /// The network for a dataset, and the signal that goes in.
    pub fn network(&self, dataset: &Dataset) -> Result<(Architecture, Signal), TrainError> {
        let signal = Signal::new(dataset, self.signal)?;
        let classes = dataset.classes.len();
        if classes < 2 {
            return Err(TrainError::TooFewClasses { dataset: dataset.name.clone(), classes });
        }
        Ok((self.architecture(signal.width(), classes, dataset.max_nodes())?, signal))
    }

    /// The network for a feature dimension, a number of classes and a maximum graph size.
    pub fn architecture(&self, width: usize, classes: usize, max_nodes: usize) -> Result<Architecture, TrainError> {
        self.check()?;
        let method = pooling::method(&self.pool).ok_or_else(|| TrainError::UnknownMethod(self.pool.clone()))?;
        let params = Params { max_nodes, ..self.params.clone() };
        Ok(Architecture { method, params: params.checked()?, width, hidden: self.hidden, classes })
    }

    /// The parameters of its operator, as `ρ 0.3`.
    pub fn operator_settings(&self) -> Vec<String> {
        let settings = pooling::method(&self.pool).map_or_else(Vec::new, |method| method.settings(&self.params));
        settings.into_iter().map(|(name, value)| format!("{name} {value}")).collect()
    }

    /// Checks that all settings are in range.
    fn check(&self) -> Result<(), TrainError> {
        for setting in SETTINGS {
            setting.check(setting.get(self))?;
        }
        Ok(())
    }
}

/// The graphs of a dataset that can be trained on: those with a class.
pub fn labelled(dataset: &Dataset) -> Result<Vec<u32>, TrainError> {
    const FEWEST: usize = 10;
    let labelled: Vec<u32> =
        dataset.graphs.iter().zip(0..).filter(|(graph, _)| graph.class.is_some()).map(|(_, idx)| idx).collect();
    match labelled.len() {
        n if n < FEWEST => Err(TrainError::TooFewGraphs { dataset: dataset.name.clone(), labelled: n, needed: FEWEST }),
        _ => Ok(labelled),
    }
}
