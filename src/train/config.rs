//! What a training run is made of: everything that decides its result, and nothing else.

use serde::{Deserialize, Serialize};

use super::{
    criterion::Criterion,
    division::Division,
    error::TrainError,
    settings::{BATCH, EPOCHS, HIDDEN, LEARNING_RATE, PATIENCE, SETTINGS, SPLITS, WEIGHT_DECAY},
};
use crate::{
    graph::{
        Dataset,
        features::{Signal, SignalKind},
    },
    model::{Architecture, NetworkKind},
    names::Named as _,
    pooling::{self, METHODS, Method, Params, parameter::HasParameters},
};

/// The configuration of a run. Threads are not in it: they affect speed only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The body of the network.
    #[serde(skip_serializing_if = "NetworkKind::is_default")]
    pub network: NetworkKind,
    /// Key of the pooling operator; not used by a network without pooling.
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
    /// Early-stopping patience: epochs without a better validation.
    pub patience: usize,
    /// What a better validation is to the patience; the paper's is a lower loss.
    #[serde(skip_serializing_if = "is_loss")]
    pub patience_on: Criterion,
    /// What the best epoch is chosen by; the paper's is accuracy.
    #[serde(skip_serializing_if = "is_accuracy")]
    pub best_by: Criterion,
    /// Number of splits.
    pub splits: usize,
    /// Where they come from.
    pub division: Division,
    /// Whether the test set is scored; a search for parameters leaves it alone.
    pub score_test: bool,
}

/// Whether it is the default of the patience.
fn is_loss(criterion: &Criterion) -> bool {
    *criterion == Criterion::Loss
}

/// Whether it is the default of the choice of an epoch.
fn is_accuracy(criterion: &Criterion) -> bool {
    *criterion == Criterion::Accuracy
}

impl Default for Config {
    /// The paper's values.
    fn default() -> Self {
        Self {
            network: NetworkKind::default(),
            pool: METHODS[0].key.to_owned(),
            params: Params::default(),
            signal: SignalKind::Labels,
            hidden: HIDDEN.default as usize,
            batch: BATCH.default as usize,
            lr: LEARNING_RATE.default,
            wd: WEIGHT_DECAY.default,
            epochs: EPOCHS.default as usize,
            patience: PATIENCE.default as usize,
            patience_on: Criterion::Loss,
            best_by: Criterion::Accuracy,
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
        Ok((self.architecture(signal.width(), classes, (dataset.max_nodes(), dataset.mean_nodes()))?, signal))
    }

    /// The network for a feature dimension, a number of classes, and the largest and the mean number of nodes of a graph.
    pub fn architecture(
        &self,
        width: usize,
        classes: usize,
        (max_nodes, mean_nodes): (usize, f64),
    ) -> Result<Architecture, TrainError> {
        self.check()?;
        let key = if self.network.has_pooling() { &*self.pool } else { NO_POOLING };
        let method = pooling::method(key).ok_or_else(|| TrainError::UnknownMethod(key.to_owned()))?;
        let params = Params { max_nodes, mean_nodes, ..self.params.clone() };
        Ok(Architecture {
            network: self.network,
            method,
            params: params.checked()?,
            width,
            hidden: self.hidden,
            classes,
        })
    }

    /// Chooses the network. One without pooling has the operator `none` in its file; back from it, the first is chosen.
    pub fn set_network(&mut self, network: NetworkKind) {
        if network.has_pooling() && !self.network.has_pooling() {
            METHODS[0].key.clone_into(&mut self.pool);
        } else if !network.has_pooling() {
            NO_POOLING.clone_into(&mut self.pool);
        }
        self.network = network;
    }

    /// The operator; none for a network without pooling, or where the key is unknown.
    pub fn operator(&self) -> Option<&'static Method> {
        pooling::method(&self.pool).filter(|_| self.network.has_pooling())
    }

    /// What is trained, by its key: that of the operator, or of a network that has none.
    pub fn key(&self) -> &str {
        if self.network.has_pooling() { &self.pool } else { self.network.key() }
    }

    /// What is trained, by its name: `ProxPool`, `Sum and MLP`.
    pub fn title(&self) -> &str {
        match self.operator() {
            Some(method) => method.name,
            None if self.network.has_pooling() => &self.pool,
            None => self.network.name(),
        }
    }

    /// The parameters of its operator, as `ρ 0.3`.
    pub fn operator_settings(&self) -> Vec<String> {
        let settings = self.operator().map_or_else(Vec::new, |method| method.settings(&self.params));
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

/// Key and name of everything that can be trained, as [`Config::key`] and [`Config::title`] give them: the paper's network
/// with each operator, then the networks without one.
pub fn trainable() -> impl Iterator<Item = (&'static str, &'static str)> {
    let without = NetworkKind::all().filter(|(network, _)| !network.has_pooling());
    pooling::methods()
        .map(|method| (method.key, method.name))
        .chain(without.map(|(network, name)| (network.key(), name)))
}

/// The operator that stands in for one where there is none.
const NO_POOLING: &str = "none";

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
