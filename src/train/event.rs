//! The events of a training run. One JSON line each in the run's log.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::confusion::Confusion;
use crate::files::format::FileFormat;

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Preprocessing progress, in graphs.
    Prepared { done: usize, total: usize },
    /// Training started or was resumed.
    Started(Started),
    /// One optimiser step.
    BatchEnded(BatchRow),
    /// An epoch was trained and validated.
    EpochEnded(EpochRow),
    /// A split has finished.
    SplitEnded(SplitRow),
    /// Training is paused.
    Paused,
    /// Training continues after a pause.
    Resumed,
    /// Training was stopped and can be resumed.
    Stopped,
    /// All splits have finished.
    Finished,
    /// Training failed.
    Failed {
        /// Why, and what to do.
        #[serde(default)]
        reason: String,
    },
}

impl Event {
    /// The format of a line; its number is written from 2 on.
    pub const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };

    /// Whether it is kept in the log; progress within an epoch is not.
    pub fn is_logged(&self) -> bool {
        !matches!(self, Self::Prepared { .. } | Self::BatchEnded(_))
    }

    /// Whether it is the last event of a run.
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Stopped | Self::Finished | Self::Failed { .. })
    }
}

/// The start of training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Started {
    /// Total number of splits.
    pub splits: usize,
    /// Splits that an earlier session finished.
    pub splits_done: usize,
    pub threads: usize,
    /// Splits trained at a time.
    #[serde(rename = "side_by_side")]
    pub concurrent_splits: usize,
    /// Number of learned parameters.
    pub n_parameters: usize,
    /// Estimate of the memory needed, in bytes.
    pub memory_bytes: u64,
}

/// Progress within an epoch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BatchRow {
    /// Counted from 0.
    pub split: usize,
    /// Counted from 1.
    pub epoch: usize,
    /// Counted from 1.
    pub batch: usize,
    pub batches: usize,
    /// Mean loss of the batch.
    pub loss: f64,
}

/// Metrics of an epoch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EpochRow {
    /// Counted from 0.
    pub split: usize,
    /// Counted from 1.
    pub epoch: usize,
    /// Mean over the training graphs, each before its step.
    pub train_loss: f64,
    /// Share predicted right, each before its step.
    pub train_accuracy: f64,
    /// The losses of the poolings by their keys, each summed over the levels: means over the training graphs, as `train_loss`,
    /// which has them in it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub losses: BTreeMap<String, f64>,
    /// Mean over the validation graphs.
    pub validation_loss: f64,
    /// From 0 to 1.
    pub validation_accuracy: f64,
    /// Gradient norm ‖∇‖₂, mean over the batches.
    pub gradient_norm: f64,
    /// Whether it is the best epoch so far.
    pub is_best: bool,
    /// Seconds of training, validation not counted.
    pub seconds: f64,
    /// Training throughput, in graphs per second.
    pub graphs_per_second: f64,
    /// Confusion matrix of the validation set; omitted if there are very many classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_confusion: Option<Confusion>,
}

/// Metrics of a split.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitRow {
    /// Counted from 0.
    pub split: usize,
    /// Epochs that were trained.
    pub epochs: usize,
    /// The epoch that was chosen on the validation set.
    pub best_epoch: usize,
    pub validation_accuracy: f64,
    pub validation_loss: f64,
    /// Its score on the test set, once; none where the test set is left alone.
    pub test: Option<TestScore>,
}

/// The score on the test set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TestScore {
    /// From 0 to 1.
    pub accuracy: f64,
    /// Mean loss; the graphs of a test set may be such that it is not finite.
    #[serde(deserialize_with = "not_finite_as_null")]
    pub loss: f64,
    /// Confusion matrix.
    pub confusion: Confusion,
}

/// JSON has no word for what is not finite, and is written with `null` in its place.
fn not_finite_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}
