//! What a search found on published folds, after Errica et al. (ICLR 2020): of each split the setting that was chosen and
//! the test accuracies of several runs with it.

use serde::{Serialize, Serializer};

use super::{config::Config, history::History};
use crate::math::sample::Sample;

/// The splits on which one setting was chosen, in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Among the candidates of the search.
    pub candidate: usize,
    pub splits: Vec<usize>,
}

/// Splits by the candidate that was chosen for each.
pub fn by_candidate(chosen: &[usize]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (split, &candidate) in chosen.iter().enumerate() {
        match choices.iter_mut().find(|choice| choice.candidate == candidate) {
            Some(choice) => choice.splits.push(split),
            None => choices.push(Choice { candidate, splits: vec![split] }),
        }
    }
    choices
}

/// One split: the setting chosen for it, and what its test set says of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessed {
    pub split: usize,
    /// Name of the setting.
    pub setting: String,
    pub config: Config,
    /// Of the search, in per cent.
    pub validation_accuracy: f64,
    /// One for each run, in per cent.
    pub test_accuracies: Vec<f64>,
}

impl Assessed {
    /// Mean over the runs, in per cent.
    pub fn test_accuracy(&self) -> f64 {
        self.test_accuracies.iter().sum::<f64>() / self.test_accuracies.len().max(1) as f64
    }
}

/// The mean of the runs of each split, then mean and spread over the splits; none without a split.
pub fn over_splits(splits: &[Assessed]) -> Option<Sample> {
    Sample::new(&splits.iter().map(Assessed::test_accuracy).collect::<Vec<_>>())
}

/// Adds the test accuracies of a run on the splits of a choice, which it counts from 0.
pub fn add(splits: &mut [Assessed], choice: &Choice, history: &History) {
    for (at, accuracy) in history.test_accuracies() {
        let split = choice.splits.get(at).and_then(|&split| splits.get_mut(split));
        if let Some(split) = split {
            split.test_accuracies.push(accuracy);
        }
    }
}

/// The whole result, as it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    pub dataset: String,
    pub fingerprint: String,
    /// Runs of each split.
    pub repeats: usize,
    pub splits: Vec<Assessed>,
    #[serde(serialize_with = "as_object")]
    pub test_accuracy: Option<Sample>,
}

fn as_object<S: Serializer>(sample: &Option<Sample>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Object {
        mean: f64,
        std: f64,
        splits: usize,
    }
    sample.map(|Sample { n, mean, std }| Object { mean, std, splits: n }).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::event::{Event, SplitRow, TestScore};

    #[test]
    fn runs_are_averaged_within_a_split_then_splits() {
        let choices = by_candidate(&[4, 1, 4]);
        assert_eq!(choices, [Choice { candidate: 4, splits: vec![0, 2] }, Choice { candidate: 1, splits: vec![1] }]);
        let row = |split| Assessed {
            split,
            setting: String::new(),
            config: Config::default(),
            validation_accuracy: 0.0,
            test_accuracies: Vec::new(),
        };
        let mut splits: Vec<Assessed> = (0..3).map(row).collect();
        let run = |accuracies: &[f64]| {
            History::from_events(accuracies.iter().enumerate().map(|(split, &accuracy)| {
                let test = Some(TestScore { accuracy, ..TestScore::default() });
                Event::SplitEnded(SplitRow { split, test, ..SplitRow::default() })
            }))
        };
        for (first, last, middle) in [(0.5, 0.75, 1.0), (0.25, 0.75, 0.5)] {
            add(&mut splits, &choices[0], &run(&[first, last]));
            add(&mut splits, &choices[1], &run(&[middle]));
        }
        assert_eq!(splits[2].test_accuracies, [75.0, 75.0]);
        assert_eq!(splits.iter().map(Assessed::test_accuracy).collect::<Vec<_>>(), [37.5, 75.0, 75.0]);
        assert_eq!(
            over_splits(&splits),
            Some(Sample { n: 3, mean: 62.5, std: (3.0 * 468.75_f64 / 2.0 - 234.375).sqrt() })
        );
    }
}
