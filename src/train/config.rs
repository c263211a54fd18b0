//! What a training run is made of: everything that decides its result, and nothing else.

use serde::{Deserialize, Serialize};

use super::error::TrainError;
use crate::{
    graph::{
        Dataset,
        features::{Signal, SignalKind},
    },
    model::Architecture,
    pooling::{
        self, Params,
        params::{Q_WIDTH, RHO, S, TAU},
    },
};

/// The configuration of a run. Threads are not in it: they change the time, not the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Key of the pooling operator.
    pub pool: String,
    /// Hops of the structure kernel.
    pub s: usize,
    /// Precision of the signal kernel.
    pub tau: f64,
    /// Share of the nodes that is kept.
    pub rho: f64,
    /// Width of the signal that is compared.
    pub dprime: usize,
    /// Cuts the gradient through the coarsened adjacency.
    pub detach_adjacency: bool,
    /// Where the input signal comes from.
    pub signal: SignalKind,
    /// Numbers a node after each convolution.
    pub hidden: usize,
    /// Graphs a step.
    pub batch: usize,
    /// Adam's step size.
    pub lr: f64,
    /// Coupled weight decay.
    pub wd: f64,
    /// At most so many epochs.
    pub epochs: usize,
    /// Stop after so many epochs without a better validation loss.
    pub patience: usize,
    /// How many splits.
    pub splits: usize,
    /// Decides splits, start and order of batches.
    pub seed: u64,
    /// Whether the test set is scored; a search for parameters leaves it alone.
    pub score_test: bool,
}

/// Number of poolings of the network.
pub const LEVELS: usize = 2;

/// The paper's values for most datasets.
impl Default for Config {
    fn default() -> Self {
        Self {
            pool: "proxpool".into(),
            s: S.default as usize,
            tau: TAU.default,
            rho: RHO.default,
            dprime: Q_WIDTH.default as usize,
            detach_adjacency: false,
            signal: SignalKind::Labels,
            hidden: 64,
            batch: 64,
            lr: 1e-3,
            wd: 1e-4,
            epochs: 200,
            patience: 50,
            splits: 20,
            seed: 0,
            score_test: true,
        }
    }
}

impl Config {
    /// The paper's values for a dataset.
    pub fn for_dataset(dataset: &Dataset) -> Self {
        let signal = if dataset.node_labels.is_empty() { SignalKind::Degree } else { SignalKind::Labels };
        let usual = Self { signal, ..Self::default() };
        match dataset.name.as_str() {
            "DD" | "D&D" => Self { rho: 0.25, lr: 1e-4, ..usual },
            _ => usual,
        }
    }

    /// The network for a dataset, and the signal that goes in.
    pub fn network(&self, dataset: &Dataset) -> Result<(Architecture, Signal), TrainError> {
        let signal = Signal::of(dataset, self.signal)?;
        let classes = dataset.classes.len();
        if classes < 2 {
            return Err(TrainError::TooFewClasses { dataset: dataset.name.clone(), classes });
        }
        let max_nodes = dataset.graphs.iter().map(|graph| graph.n_nodes).max().unwrap_or(0);
        Ok((self.architecture(signal.width(), classes, max_nodes)?, signal))
    }

    /// The network for signals of a width, so many classes, and graphs up to a size.
    pub fn architecture(&self, width: usize, classes: usize, max_nodes: usize) -> Result<Architecture, TrainError> {
        self.check()?;
        let method = pooling::method(&self.pool).ok_or_else(|| TrainError::UnknownMethod(self.pool.clone()))?;
        let params = Params {
            s: self.s,
            tau: self.tau,
            rho: self.rho,
            levels: LEVELS,
            q_width: self.dprime,
            seed: self.seed,
            max_nodes,
            detach_adjacency: self.detach_adjacency,
        };
        Ok(Architecture { method, params: params.checked()?, width, hidden: self.hidden, classes })
    }

    /// Whether all numbers make sense.
    fn check(&self) -> Result<(), TrainError> {
        let whole = [
            ("hidden dimension", self.hidden, 1, 4096),
            ("batch size", self.batch, 1, 65_536),
            ("epochs", self.epochs, 1, 1_000_000),
            ("patience", self.patience, 1, 1_000_000),
            ("splits", self.splits, 1, 10_000),
        ];
        for (name, value, min, max) in whole {
            if !(min..=max).contains(&value) {
                return Err(TrainError::out_of_range(name, value as f64, min as f64, max as f64));
            }
        }
        for (name, value, max) in [("learning rate", self.lr, 10.0), ("weight decay", self.wd, 10.0)] {
            if !(0.0..=max).contains(&value) {
                return Err(TrainError::out_of_range(name, value, 0.0, max));
            }
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
