//! The state of a split after an epoch: enough to resume training exactly.

use serde::{Deserialize, Serialize};

use super::{adam::Adam, config::Config};
use crate::{
    math::rng::Rng,
    model::{Architecture, Parameters},
};

/// The state of one split between two epochs.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitState {
    pub parameters: Parameters,
    pub adam: Adam,
    pub progress: SplitProgress,
}

/// The part of a state that is not tensors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitProgress {
    /// Counted from 0.
    pub split: usize,
    /// Number of finished epochs.
    pub epoch: usize,
    /// State of the generator that orders the batches.
    pub rng: u64,
    /// Steps of the optimiser.
    pub steps: u64,
    pub best: Option<BestEpoch>,
    /// Lowest validation loss so far.
    pub lowest_loss: Option<f64>,
    /// Early-stopping counter: epochs since the lowest validation loss.
    #[serde(rename = "stale")]
    pub epochs_without_improvement: usize,
}

/// The best epoch by validation accuracy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BestEpoch {
    /// Counted from 1.
    pub epoch: usize,
    /// From 0 to 1.
    pub accuracy: f64,
    pub loss: f64,
}

impl SplitState {
    /// Before the first epoch.
    pub fn start(architecture: &Architecture, config: &Config, split: usize) -> candle_core::Result<Self> {
        let mut rng = Rng::derived(config.params.seed, &[split as u64, 1]);
        let parameters = Parameters::start(architecture, &mut rng)?;
        let adam = Adam::new(parameters.n_values());
        let progress = SplitProgress {
            split,
            epoch: 0,
            rng: rng.state(),
            steps: 0,
            best: None,
            lowest_loss: None,
            epochs_without_improvement: 0,
        };
        Ok(Self { parameters, adam, progress })
    }
}

impl SplitProgress {
    /// Whether all epochs are done, or the validation loss has not fallen for too long.
    pub fn is_done(&self, config: &Config) -> bool {
        self.epoch >= config.epochs || self.epochs_without_improvement >= config.patience
    }

    /// Counts an epoch by its validation; whether it is the best so far.
    ///
    /// Best is the highest accuracy, of equals the lower loss, of equals the earlier.
    pub fn end_epoch(&mut self, accuracy: f64, loss: f64) -> bool {
        self.epoch += 1;
        if self.lowest_loss.is_none_or(|lowest| loss < lowest) {
            self.lowest_loss = Some(loss);
            self.epochs_without_improvement = 0;
        } else {
            self.epochs_without_improvement += 1;
        }
        let is_best = self.best.is_none_or(|best| (accuracy, -loss) > (best.accuracy, -best.loss));
        if is_best {
            self.best = Some(BestEpoch { epoch: self.epoch, accuracy, loss });
        }
        is_best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_epoch_has_accuracy_then_loss_then_age() {
        let mut progress = SplitProgress {
            split: 0,
            epoch: 0,
            rng: 0,
            steps: 0,
            best: None,
            lowest_loss: None,
            epochs_without_improvement: 0,
        };
        let is_best: Vec<bool> = [(0.7, 0.6), (0.8, 0.9), (0.8, 0.5), (0.8, 0.5), (0.75, 0.4)]
            .into_iter()
            .map(|(accuracy, loss)| progress.end_epoch(accuracy, loss))
            .collect();
        assert_eq!(is_best, [true, true, true, false, false]);
        assert_eq!(progress.best, Some(BestEpoch { epoch: 3, accuracy: 0.8, loss: 0.5 }));
        assert_eq!((progress.epochs_without_improvement, progress.lowest_loss), (0, Some(0.4)));
    }
}
