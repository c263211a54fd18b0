//! Curves over epochs, for plots: smoothed, thinned to the pixels there are, or as a band over splits.

use std::collections::BTreeSet;

use super::{
    event::EpochRow,
    history::{History, SplitHistory},
};
use crate::math::sample::Sample;

/// A quantity logged per epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Training loss.
    TrainLoss,
    /// Validation loss.
    ValidationLoss,
    /// Accuracy on the training part, in per cent.
    TrainAccuracy,
    /// Accuracy on the validation part, in per cent.
    ValidationAccuracy,
    /// Gradient norm.
    GradientNorm,
    /// A loss of the poolings on the training part, by its key.
    Auxiliary(&'static str),
}

impl Quantity {
    /// Its value in an epoch.
    pub fn value(self, row: &EpochRow) -> f64 {
        match self {
            Self::TrainLoss => row.train_loss,
            Self::ValidationLoss => row.validation_loss,
            Self::TrainAccuracy => 100.0 * row.train_accuracy,
            Self::ValidationAccuracy => 100.0 * row.validation_accuracy,
            Self::GradientNorm => row.gradient_norm,
            Self::Auxiliary(key) => row.losses.get(key).copied().unwrap_or(f64::NAN),
        }
    }

    /// What it can be at least and at most. A loss of a pooling may be negative, and the whole loss with it.
    fn range(self) -> (f64, f64) {
        match self {
            Self::TrainAccuracy | Self::ValidationAccuracy => (0.0, 100.0),
            Self::TrainLoss | Self::ValidationLoss | Self::GradientNorm => (0.0, f64::INFINITY),
            Self::Auxiliary(_) => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}

/// A curve with the spread around it; `low` and `high` are empty where there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Epochs, counted from 1.
    pub epochs: Vec<f64>,
    /// The values, or their means over splits.
    pub values: Vec<f64>,
    /// One standard deviation below, but within what the quantity can be.
    pub low: Vec<f64>,
    /// One standard deviation above, likewise.
    pub high: Vec<f64>,
    /// The standard deviation itself.
    pub std: Vec<f64>,
    /// Of how many splits each value is the mean.
    pub n_splits: Vec<usize>,
}

impl Curve {
    /// The curve of one split.
    pub fn of_split(history: &History, split: usize, quantity: Quantity) -> Self {
        let rows = history.splits.get(&split).map_or(&[][..], |split| &split.epochs);
        Self {
            epochs: rows.iter().map(|row| row.epoch as f64).collect(),
            values: rows.iter().map(|row| quantity.value(row)).collect(),
            n_splits: vec![1; rows.len()],
            ..Self::default()
        }
    }

    /// Mean and standard deviation over the splits. One that has ended keeps its last value: a mean over those that are
    /// left would jump where it ends. One in progress counts up to where it is.
    pub fn band(history: &History, quantity: Quantity) -> Self {
        let longest = history.splits.values().map(|split| split.epochs.len()).max().unwrap_or(0);
        let mut curve = Self::default();
        for at in 0..longest {
            let row = |split: &'_ SplitHistory| {
                let row = split.epochs.get(at).or_else(|| split.epochs.last().filter(|_| split.end.is_some()))?;
                Some(quantity.value(row))
            };
            let values: Vec<f64> = history.splits.values().filter_map(row).collect();
            let Some(sample) = Sample::new(&values) else { break };
            curve.epochs.push((at + 1) as f64);
            curve.values.push(sample.mean);
            let (least, most) = quantity.range();
            curve.low.push((sample.mean - sample.std).max(least.min(sample.mean)));
            curve.high.push((sample.mean + sample.std).min(most));
            curve.std.push(sample.std);
            curve.n_splits.push(sample.n);
        }
        curve
    }

    /// An exponential mean with this weight on what came before, without the pull of the start:
    /// mₜ = w mₜ₋₁ + (1 − w) xₜ, shown as mₜ / (1 − wᵗ).
    pub fn smoothed(&self, weight: f64) -> Self {
        let smooth = |values: &[f64]| {
            let (mut mean, mut share) = (0.0, 1.0);
            let next = |&value: &f64| {
                mean = weight * mean + (1.0 - weight) * value;
                share *= weight;
                mean / (1.0 - share)
            };
            values.iter().map(next).collect()
        };
        if (0.0..1.0).contains(&weight) && weight > 0.0 {
            Self {
                epochs: self.epochs.clone(),
                values: smooth(&self.values),
                low: smooth(&self.low),
                high: smooth(&self.high),
                std: self.std.clone(),
                n_splits: self.n_splits.clone(),
            }
        } else {
            self.clone()
        }
    }

    /// At most about `most` points, of each stretch the lowest and the highest, so that no peak is lost.
    pub fn thinned(&self, most: usize) -> Self {
        let n = self.values.len();
        if n <= most.max(4) {
            return self.clone();
        }
        let stretch = (2 * n).div_ceil(most);
        let mut picked = Vec::new();
        for start in (0..n).step_by(stretch) {
            let range = start..(start + stretch).min(n);
            let by_value = |a: &usize, b: &usize| self.values[*a].total_cmp(&self.values[*b]);
            let (low, high) = (range.clone().min_by(by_value), range.max_by(by_value));
            let (low, high) = (low.unwrap_or(start), high.unwrap_or(start));
            picked.extend(if low == high { vec![low] } else { vec![low.min(high), low.max(high)] });
        }
        fn pick<T: Copy>(values: &[T], picked: &[usize]) -> Vec<T> {
            picked.iter().filter_map(|&at| values.get(at).copied()).collect()
        }
        Self {
            epochs: pick(&self.epochs, &picked),
            values: pick(&self.values, &picked),
            low: pick(&self.low, &picked),
            high: pick(&self.high, &picked),
            std: pick(&self.std, &picked),
            n_splits: pick(&self.n_splits, &picked),
        }
    }
}

/// The keys of the losses that poolings added, of all epochs.
pub fn loss_keys(history: &History) -> Vec<&str> {
    let rows = history.splits.values().flat_map(|split| &split.epochs);
    let keys: BTreeSet<&str> = rows.flat_map(|row| row.losses.keys().map(String::as_str)).collect();
    keys.into_iter().collect()
}

/// All epochs of a run as comma-separated values, in full precision.
pub fn csv(history: &History) -> Result<Vec<u8>, csv::Error> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let losses = loss_keys(history);
    let columns = [
        "split",
        "epoch",
        "train_loss",
        "train_accuracy",
        "validation_loss",
        "validation_accuracy",
        "gradient_norm",
        "seconds",
        "graphs_per_second",
        "is_best",
    ];
    table.write_record(columns.into_iter().chain(losses.iter().copied()))?;
    for row in history.splits.values().flat_map(|split| &split.epochs) {
        let columns = [
            row.split.to_string(),
            row.epoch.to_string(),
            row.train_loss.to_string(),
            row.train_accuracy.to_string(),
            row.validation_loss.to_string(),
            row.validation_accuracy.to_string(),
            row.gradient_norm.to_string(),
            row.seconds.to_string(),
            row.graphs_per_second.to_string(),
            row.is_best.to_string(),
        ];
        let of_poolings = losses.iter().map(|key| row.losses.get(*key).map_or_else(String::new, f64::to_string));
        table.write_record(columns.into_iter().chain(of_poolings))?;
    }
    table.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{Event, event::SplitRow};

    fn history(splits: &[&[f64]]) -> History {
        let row = |split: usize, epoch: usize, loss: f64| {
            Event::EpochEnded(EpochRow {
                split,
                epoch,
                train_loss: loss,
                train_accuracy: 0.5,
                validation_loss: loss,
                validation_accuracy: 0.5,
                gradient_norm: 1.0,
                seconds: 0.1,
                graphs_per_second: 10.0,
                ..EpochRow::default()
            })
        };
        let rows = splits.iter().enumerate().flat_map(|(split, losses)| {
            losses.iter().zip(1..).map(move |(&loss, epoch)| row(split, epoch, loss)).collect::<Vec<_>>()
        });
        History::from_events(rows)
    }

    fn end(history: &mut History, split: usize) {
        history.add(Event::SplitEnded(SplitRow { split, ..SplitRow::default() }));
    }

    #[test]
    fn a_band_is_over_all_splits() {
        let mut history = history(&[&[1.0, 2.0, 5.0], &[3.0, 4.0]]);
        (0..2).for_each(|split| end(&mut history, split));
        let curve = Curve::band(&history, Quantity::TrainLoss);
        assert_eq!((curve.epochs, curve.values), (vec![1.0, 2.0, 3.0], vec![2.0, 3.0, 4.5]));
        assert_eq!(curve.n_splits, [2, 2, 2]);
        let spread = 2.0_f64.sqrt();
        assert_eq!((curve.low[0], curve.high[1], curve.high[2]), (2.0 - spread, 3.0 + spread, 4.5 + 0.5_f64.sqrt()));
    }

    #[test]
    fn a_band_stays_within_what_the_quantity_can_be() {
        let mut history = history(&[&[0.1], &[9.0]]);
        for (split, accuracy) in [(0, 1.0), (1, 0.7)] {
            history.splits.get_mut(&split).unwrap().epochs[0].validation_accuracy = accuracy;
        }
        let curve = Curve::band(&history, Quantity::ValidationAccuracy);
        assert_eq!((curve.values[0], curve.high[0]), (85.0, 100.0));
        assert!((curve.std[0] - 450.0_f64.sqrt()).abs() < 1e-9, "the deviation is not cut");
        assert_eq!(Curve::band(&history, Quantity::ValidationLoss).low, [0.0]);
    }

    #[test]
    fn a_mean_does_not_jump_where_a_split_ends() {
        // The worst split ends first; the others do not change.
        let mut history = history(&[&[9.0; 3], &[1.0; 6], &[2.0; 8]]);
        (0..3).for_each(|split| end(&mut history, split));
        assert_eq!(Curve::band(&history, Quantity::ValidationLoss).values, [4.0; 8]);
    }

    #[test]
    fn a_split_in_progress_counts_up_to_where_it_is() {
        let mut history = history(&[&[1.0], &[1.0, 2.0], &[1.0, 2.0, 9.0, 9.0]]);
        assert_eq!(Curve::band(&history, Quantity::TrainLoss).n_splits, [3, 2, 1, 1]);
        end(&mut history, 0);
        assert_eq!(Curve::band(&history, Quantity::TrainLoss).n_splits, [3, 3, 2, 2]);
        let thinned = Curve::band(&history, Quantity::TrainLoss).smoothed(0.5).thinned(1);
        assert_eq!(thinned.n_splits.len(), thinned.values.len());
    }

    #[test]
    fn a_constant_stays_and_a_step_is_softened() {
        let curve = |values: &[f64]| Curve::of_split(&history(&[values]), 0, Quantity::ValidationLoss);
        let flat = curve(&[3.0; 5]).smoothed(0.9).values;
        assert!(flat.iter().all(|value| (value - 3.0).abs() < 1e-12), "{flat:?}");
        let step = curve(&[0.0, 0.0, 1.0]).smoothed(0.5).values;
        assert!(step[2] > 0.5 && step[2] < 0.6, "{step:?}");
        assert_eq!(curve(&[1.0, 2.0]).smoothed(0.0).values, [1.0, 2.0]);
    }

    #[test]
    fn thinning_keeps_the_peaks() {
        let mut values = vec![1.0; 10_000];
        (values[1234], values[7777]) = (9.0, -9.0);
        let curve = Curve::of_split(&history(&[&values]), 0, Quantity::TrainLoss).thinned(400);
        assert!(curve.values.len() <= 410, "{}", curve.values.len());
        assert!(curve.values.contains(&9.0) && curve.values.contains(&-9.0));
        assert!(curve.epochs.is_sorted());
    }

    #[test]
    fn a_line_for_every_epoch() {
        let text = String::from_utf8(csv(&history(&[&[0.5, 0.25], &[1.0]])).unwrap()).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert_eq!(text.lines().nth(2), Some("0,2,0.25,0.5,0.25,0.5,1,0.1,10,false"));
    }
}
