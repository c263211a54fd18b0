//! The state of a split after an epoch: enough to resume training exactly.

use serde::{Deserialize, Serialize};

use super::{adam::Adam, config::Config, criterion::Criterion};
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
    /// Highest validation accuracy so far, where the patience is on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest_accuracy: Option<f64>,
    /// Early-stopping counter: epochs since the last one that the patience was on.
    #[serde(rename = "stale")]
    pub epochs_without_improvement: usize,
}

/// The best epoch on the validation set.
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
            highest_accuracy: None,
            epochs_without_improvement: 0,
        };
        Ok(Self { parameters, adam, progress })
    }
}

impl SplitProgress {
    /// Whether all epochs are done, or the validation has not become better for too long.
    pub fn is_done(&self, config: &Config) -> bool {
        self.epoch >= config.epochs || self.epochs_without_improvement >= config.patience
    }

    /// Counts an epoch by its validation; whether it is the best so far.
    ///
    /// Best is what the configuration says, of equals the earlier. The patience on the loss begins anew with a lower loss; that
    /// on the accuracy also with an equal one, since accuracies are few: in a network that has not begun to learn they
    /// stay the same for long.
    pub fn end_epoch(&mut self, config: &Config, accuracy: f64, loss: f64) -> bool {
        self.epoch += 1;
        let here = BestEpoch { epoch: self.epoch, accuracy, loss };
        let is_lowest = self.lowest_loss.is_none_or(|lowest| loss < lowest);
        if is_lowest {
            self.lowest_loss = Some(loss);
        }
        let begins_anew = match config.patience_on {
            Criterion::Loss => is_lowest,
            Criterion::Accuracy => {
                let is_reached = self.highest_accuracy.is_none_or(|highest| accuracy >= highest);
                if is_reached {
                    self.highest_accuracy = Some(accuracy);
                }
                is_reached
            }
        };
        self.epochs_without_improvement = if begins_anew { 0 } else { self.epochs_without_improvement + 1 };
        let is_better = |before: BestEpoch| config.best_by.is_better((accuracy, loss), (before.accuracy, before.loss));
        let is_best = self.best.is_none_or(is_better);
        if is_best {
            self.best = Some(here);
        }
        is_best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_epoch_has_accuracy_then_loss_then_age() {
        let (progress, is_best) = run(&Config::default());
        assert_eq!(is_best, [true, true, true, false, false]);
        assert_eq!(progress.best, Some(BestEpoch { epoch: 3, accuracy: 0.8, loss: 0.5 }));
        assert_eq!((progress.epochs_without_improvement, progress.lowest_loss), (0, Some(0.4)));
    }

    #[test]
    fn patience_and_the_best_epoch_follow_what_they_are_on() {
        let (progress, _) = run(&Config { patience_on: Criterion::Accuracy, ..Config::default() });
        assert_eq!(progress.epochs_without_improvement, 1, "since epoch 4, which is as good as epochs 2 and 3");
        assert_eq!(progress.best.map(|best| best.epoch), Some(3));
        let (progress, is_best) = run(&Config { best_by: Criterion::Loss, ..Config::default() });
        assert_eq!(is_best, [true, false, true, false, true]);
        assert_eq!(progress.best.map(|best| best.epoch), Some(5));
        assert_eq!((progress.epochs_without_improvement, progress.highest_accuracy), (0, None));
    }

    /// Five epochs; the last one has the lowest loss, the third the best accuracy.
    fn run(config: &Config) -> (SplitProgress, Vec<bool>) {
        let mut progress = SplitProgress::default();
        let is_best = [(0.7, 0.6), (0.8, 0.9), (0.8, 0.5), (0.8, 0.5), (0.75, 0.4)]
            .into_iter()
            .map(|(accuracy, loss)| progress.end_epoch(config, accuracy, loss))
            .collect();
        (progress, is_best)
    }
}
