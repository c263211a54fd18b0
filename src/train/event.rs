//! What a training run tells: facts, in the past tense. One JSON line each in the run's log.

use serde::{Deserialize, Deserializer, Serialize};

use super::confusion::Confusion;
use crate::files::format::FileFormat;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Some graphs were made ready.
    Prepared {
        /// So many.
        done: usize,
        /// Of so many.
        total: usize,
    },
    /// Training began or went on.
    Started(Started),
    /// A step was taken.
    BatchEnded(BatchRow),
    /// An epoch was trained and validated.
    EpochEnded(EpochRow),
    /// A split is done.
    SplitEnded(SplitRow),
    /// Training waits.
    Paused,
    /// Training goes on.
    Resumed,
    /// Training was stopped and can be resumed.
    Stopped,
    /// All splits are done.
    Finished,
    /// Training cannot go on.
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

    /// Whether nothing comes after it.
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Stopped | Self::Finished | Self::Failed { .. })
    }
}

/// How training began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Started {
    /// Splits in all.
    pub splits: usize,
    /// Splits that an earlier session finished.
    pub splits_done: usize,
    /// Threads in use.
    pub threads: usize,
    /// Splits trained at a time.
    #[serde(rename = "side_by_side")]
    pub concurrent_splits: usize,
    /// Numbers that are learned.
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
    /// Of so many.
    pub batches: usize,
    /// Mean loss of the batch.
    pub loss: f64,
}

/// An epoch in numbers.
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
    /// Mean over the validation graphs.
    pub validation_loss: f64,
    /// Share predicted right.
    pub validation_accuracy: f64,
    /// Mean over the batches of the length of the gradient.
    pub gradient_norm: f64,
    /// Whether it is the best epoch so far.
    pub is_best: bool,
    /// Seconds of training, validation not counted.
    pub seconds: f64,
    /// Training graphs a second.
    pub graphs_per_second: f64,
    /// Which classes of the validation graphs were taken for which; left out where there are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_confusion: Option<Confusion>,
}

/// A split in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitRow {
    /// Counted from 0.
    pub split: usize,
    /// Epochs that were trained.
    pub epochs: usize,
    /// The epoch that was chosen on the validation set.
    pub best_epoch: usize,
    /// Its validation accuracy.
    pub validation_accuracy: f64,
    /// Its validation loss.
    pub validation_loss: f64,
    /// Its score on the test set, once; none where the test set is left alone.
    pub test: Option<TestScore>,
}

/// The score on the test set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TestScore {
    /// Share predicted right.
    pub accuracy: f64,
    /// Mean loss; the graphs of a test set may be such that it is not finite.
    #[serde(deserialize_with = "not_finite_as_null")]
    pub loss: f64,
    /// Which classes were taken for which.
    pub confusion: Confusion,
}

/// JSON has no word for what is not finite, and is written with `null` in its place.
fn not_finite_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}
