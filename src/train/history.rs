//! The events of a run, folded: what plots, tables and the terminal read.

use std::{collections::BTreeMap, time::Duration};

use super::event::{BatchRow, EpochRow, Event, SplitRow, Started};
use crate::math::sample::Sample;

/// The status of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Status {
    /// Preprocessing.
    #[default]
    Preparing,
    Running,
    Paused,
    /// It can be resumed.
    Stopped,
    Finished,
    /// With the reason.
    Failed(String),
}

/// One split so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SplitHistory {
    /// Epoch by epoch.
    pub epochs: Vec<EpochRow>,
    /// The batch that ended last, within an epoch.
    pub batch: Option<BatchRow>,
    /// The result, when it is done.
    pub end: Option<SplitRow>,
}

/// A run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    pub status: Status,
    pub started: Option<Started>,
    /// Preprocessed graphs, and their total.
    pub prepared: (usize, usize),
    /// The history of each split.
    pub splits: BTreeMap<usize, SplitHistory>,
}

impl History {
    /// The history of these events.
    pub fn from_events(events: impl IntoIterator<Item = Event>) -> Self {
        let mut history = Self::default();
        for event in events {
            history.add(event);
        }
        history
    }

    /// Adds an event.
    pub fn add(&mut self, event: Event) {
        match event {
            Event::Prepared { done, total } => self.prepared = (done, total),
            Event::Started(started) => {
                self.status = Status::Running;
                self.started = Some(started);
            }
            Event::BatchEnded(row) => {
                let split = self.split(row.split);
                split.batch = Some(row);
            }
            Event::EpochEnded(row) => {
                let split = self.split(row.split);
                split.batch = None;
                // An epoch that was trained again after a break takes the place of the first try.
                split.epochs.retain(|earlier| earlier.epoch < row.epoch);
                // Only the newest matrix is looked at, and thousands of epochs would fill the memory.
                if let Some(before) = split.epochs.last_mut() {
                    before.validation_confusion = None;
                }
                split.epochs.push(row);
            }
            Event::SplitEnded(row) => {
                let split = self.split(row.split);
                split.end = Some(row);
            }
            Event::Paused => self.status = Status::Paused,
            Event::Resumed => self.status = Status::Running,
            Event::Stopped => self.status = Status::Stopped,
            Event::Finished => self.status = Status::Finished,
            Event::Failed { reason } => self.status = Status::Failed(reason),
        }
    }

    /// Forgets the epochs of a split that has ended: its result stays.
    pub fn forget_epochs(&mut self, split: usize) {
        if let Some(split) = self.splits.get_mut(&split) {
            split.epochs = Vec::new();
        }
    }

    fn split(&mut self, split: usize) -> &mut SplitHistory {
        self.splits.entry(split).or_default()
    }

    /// The splits that are done, in order.
    pub fn ended(&self) -> impl Iterator<Item = &SplitRow> {
        self.splits.values().filter_map(|split| split.end.as_ref())
    }

    /// Of the splits that are done, the one whose model is that of the run: the highest validation accuracy, then the
    /// lowest validation loss.
    pub fn best_split(&self) -> Option<&SplitRow> {
        self.ended().max_by(|a, b| {
            let by_loss = b.validation_loss.total_cmp(&a.validation_loss);
            a.validation_accuracy.total_cmp(&b.validation_accuracy).then(by_loss).then(b.split.cmp(&a.split))
        })
    }

    /// Splits that are being trained.
    pub fn active(&self) -> impl Iterator<Item = (usize, &SplitHistory)> {
        self.splits.iter().filter(|(_, split)| split.end.is_none()).map(|(&number, split)| (number, split))
    }

    /// Expected seconds for `splits_left` splits, at the pace of `epochs` that took `time`; None before the first epoch.
    pub fn seconds_left(
        &self,
        splits_left: usize,
        most_epochs: usize,
        (epochs, time): (usize, Duration),
    ) -> Option<f64> {
        let left = self.epochs_left(splits_left, most_epochs);
        (epochs > 0).then(|| left * time.as_secs_f64() / epochs as f64)
    }

    /// Expected number of remaining epochs for `splits_left` splits: the mean of the finished splits, or the maximum if
    /// none has finished.
    fn epochs_left(&self, splits_left: usize, most_epochs: usize) -> f64 {
        let ended: Vec<usize> = self.ended().map(|row| row.epochs).collect();
        let expected = match ended.len() {
            0 => most_epochs as f64,
            n => ended.iter().sum::<usize>() as f64 / n as f64,
        };
        let running: f64 = self.active().map(|(_, split)| split.epochs.len() as f64).sum();
        (splits_left as f64 * expected - running).max(0.0)
    }

    /// Test accuracies in per cent of the splits that are done and scored, with their numbers.
    pub fn test_accuracies(&self) -> Vec<(usize, f64)> {
        self.ended().filter_map(|row| row.test.as_ref().map(|test| (row.split, 100.0 * test.accuracy))).collect()
    }

    /// Mean and spread of the test accuracies in per cent.
    pub fn test_sample(&self) -> Option<Sample> {
        Sample::new(&self.test_accuracies().into_iter().map(|(_, accuracy)| accuracy).collect::<Vec<_>>())
    }

    /// Mean and spread of the chosen epochs' validation accuracies in per cent.
    pub fn validation_sample(&self) -> Option<Sample> {
        Sample::new(&self.ended().map(|row| 100.0 * row.validation_accuracy).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::event::TestScore;

    fn epoch(split: usize, epoch: usize, loss: f64) -> Event {
        Event::EpochEnded(EpochRow { split, epoch, train_loss: loss, validation_loss: loss, ..EpochRow::default() })
    }

    #[test]
    fn an_epoch_trained_again_takes_the_place_of_the_first_try() {
        let history = History::from_events([epoch(0, 1, 1.0), epoch(0, 2, 0.9), Event::Stopped, epoch(0, 2, 0.8)]);
        let losses: Vec<f64> = history.splits[&0].epochs.iter().map(|row| row.train_loss).collect();
        assert_eq!(losses, [1.0, 0.8]);
        assert_eq!(history.status, Status::Stopped);
    }

    #[test]
    fn splits_that_are_done_tell_how_long_the_others_take() {
        let mut history = History::from_events([epoch(0, 1, 1.0), epoch(1, 1, 1.0), epoch(1, 2, 1.0)]);
        assert_eq!(history.epochs_left(4, 100), 397.0);
        history.add(Event::SplitEnded(SplitRow {
            split: 1,
            epochs: 10,
            best_epoch: 2,
            validation_accuracy: 1.0,
            validation_loss: 0.0,
            test: None,
        }));
        assert_eq!(history.epochs_left(3, 100), 29.0);
    }

    #[test]
    fn a_test_loss_that_is_not_finite_survives_the_log() {
        let test = TestScore { loss: f64::INFINITY, ..TestScore::default() };
        let event = Event::SplitEnded(SplitRow { test: Some(test), ..SplitRow::default() });
        let line = serde_json::to_vec(&event).unwrap();
        let Ok(Event::SplitEnded(SplitRow { test: Some(test), .. })) = Event::FORMAT.read(&line) else { panic!() };
        assert!(test.loss.is_nan());
    }

    #[test]
    fn events_survive_the_log() {
        for event in [epoch(1, 3, 0.1 + 0.2), Event::Paused, Event::Failed { reason: "a “reason”".into() }] {
            let line = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), event, "{line}");
        }
    }
}
