//! Searches for settings on the validation sets alone: the paper's grid, and that of Errica et al. (ICLR 2020) for their
//! baseline.

use super::{
    config::Config,
    criterion::Criterion,
    history::History,
    settings::{BATCH, EPOCHS, HIDDEN, LEARNING_RATE, PATIENCE, WEIGHT_DECAY},
};
use crate::{
    model::NetworkKind,
    names::Named as _,
    pooling::{
        Parameter,
        parameter::{S, TAU},
    },
};

/// A setting with the values that are searched.
pub enum Axis {
    Operator(&'static Parameter, &'static [f64]),
    Training(&'static Parameter<Config>, &'static [f64]),
    /// What the patience and the choice of the epoch are on, both the same.
    EarlyStopping(&'static [Criterion]),
}

use Axis::{EarlyStopping, Operator, Training};

static OF_POOLING: [Axis; 3] =
    [Operator(&TAU, &[0.1, 1.0]), Operator(&S, &[2.0, 3.0, 4.0]), Training(&WEIGHT_DECAY, &[0.0, 1e-5, 1e-4])];

/// The cheap ones first: few steps in an epoch, few epochs.
static OF_SUM_MLP: [Axis; 7] = [
    Training(&EPOCHS, &[5000.0]),
    Training(&PATIENCE, &[500.0]),
    Training(&LEARNING_RATE, &[1e-1, 1e-3, 1e-6]),
    Training(&BATCH, &[128.0, 32.0]),
    Training(&HIDDEN, &[32.0, 128.0, 256.0]),
    Training(&WEIGHT_DECAY, &[1e-4, 1e-3, 1e-2]),
    EarlyStopping(&[Criterion::Accuracy, Criterion::Loss]),
];

/// The settings that are searched for a network.
pub fn axes(network: NetworkKind) -> &'static [Axis] {
    match network {
        NetworkKind::Pooling => &OF_POOLING,
        NetworkKind::SumMlp => &OF_SUM_MLP,
    }
}

impl Axis {
    /// The keys of its settings.
    pub fn keys(&self) -> Vec<&'static str> {
        match self {
            Operator(parameter, _) => vec![parameter.key()],
            Training(setting, _) => vec![setting.key()],
            EarlyStopping(_) => vec!["patience_on", "best_by"],
        }
    }

    /// What a column of its values is called.
    pub fn heading(&self) -> &'static str {
        match self {
            Operator(parameter, _) => parameter.text(),
            Training(setting, _) => setting.key(),
            EarlyStopping(_) => "stop on",
        }
    }

    /// The value that a setting has.
    pub fn value(&self, config: &Config) -> String {
        match self {
            Operator(parameter, _) => parameter.get(&config.params).to_string(),
            Training(setting, _) => setting.get(config).to_string(),
            EarlyStopping(_) => config.patience_on.key().to_owned(),
        }
    }

    fn is_of(&self, config: &Config) -> bool {
        match self {
            Operator(parameter, _) => config.operator().is_some_and(|method| method.has(parameter)),
            Training(..) | EarlyStopping(_) => true,
        }
    }

    /// A configuration with each of its values.
    pub fn spread(&self, config: &Config) -> Vec<Config> {
        let with = |change: &dyn Fn(&mut Config)| {
            let mut config = config.clone();
            change(&mut config);
            config
        };
        match self {
            Operator(parameter, values) => {
                values.iter().map(|&value| with(&|config| parameter.set(&mut config.params, value))).collect()
            }
            Training(setting, values) => {
                values.iter().map(|&value| with(&|config| setting.set(config, value))).collect()
            }
            EarlyStopping(criteria) => {
                criteria.iter().map(|&by| with(&|config| (config.patience_on, config.best_by) = (by, by))).collect()
            }
        }
    }
}

/// All settings of the grid that make a difference to the network, but for those whose key is `fixed`: these stay as
/// they are. None of them scores the test set.
pub fn candidates(config: &Config, fixed: &[&str]) -> Vec<Config> {
    let start = vec![Config { score_test: false, ..config.clone() }];
    searched(config, fixed).fold(start, |candidates, axis| candidates.iter().flat_map(|it| axis.spread(it)).collect())
}

/// The axes that are searched.
pub fn searched<'a>(config: &'a Config, fixed: &'a [&str]) -> impl Iterator<Item = &'static Axis> + 'a {
    let is_free = |axis: &&Axis| axis.is_of(config) && !axis.keys().iter().any(|key| fixed.contains(key));
    axes(config.network).iter().filter(is_free)
}

/// A name for a setting, fit for a folder: `s3-tau1-wd0.0001`.
pub fn name(config: &Config) -> String {
    let Config { wd, lr, hidden, batch, patience_on, .. } = config;
    match config.network {
        NetworkKind::Pooling => format!("s{}-tau{}-wd{wd}", config.params.s, config.params.tau),
        NetworkKind::SumMlp => format!("lr{lr}-wd{wd}-hidden{hidden}-batch{batch}-{}", patience_on.key()),
    }
}

/// The best of several runs by mean validation accuracy; of equals the lower mean loss, then the first.
pub fn choose(runs: &[History]) -> Option<usize> {
    best(runs.iter().map(|run| {
        let losses: Vec<f64> = run.ended().map(|row| row.validation_loss).collect();
        Some((run.validation_sample()?.mean, losses.iter().sum::<f64>() / losses.len().max(1) as f64))
    }))
}

/// The best of several runs on one split, by the same rule.
pub fn choose_on(runs: &[History], split: usize) -> Option<usize> {
    best(runs.iter().map(|run| {
        let row = run.splits.get(&split)?.end.as_ref()?;
        Some((row.validation_accuracy, row.validation_loss))
    }))
}

fn best(scores: impl Iterator<Item = Option<(f64, f64)>>) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (idx, score) in scores.enumerate() {
        let Some(score) = score else { continue };
        if best.is_none_or(|(_, before)| Criterion::Accuracy.is_better(score, before)) {
            best = Some((idx, score));
        }
    }
    best.map(|(idx, _)| idx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::Dataset,
        train::event::{Event, SplitRow},
    };

    #[test]
    fn only_parameters_that_the_operator_has_are_searched() {
        let count = |pool: &str| {
            let config = Config { pool: pool.into(), ..Config::for_dataset(&Dataset::default()) };
            let candidates = candidates(&config, &[]);
            assert!(candidates.iter().all(|candidate| !candidate.score_test));
            candidates.len()
        };
        assert_eq!([count("proxpool"), count("proxpool-nt"), count("proxpool-ns"), count("gpool")], [18, 6, 9, 3]);
    }

    #[test]
    fn the_grid_of_the_baseline_is_the_published_one_but_for_what_is_fixed() {
        let mut config = Config::default();
        config.set_network(NetworkKind::SumMlp);
        let all = candidates(&config, &[]);
        assert_eq!(all.len(), 2 * 3 * 3 * 3 * 2);
        assert!(all.iter().all(|it| (it.epochs, it.patience) == (5000, 500) && it.patience_on == it.best_by));
        let names: std::collections::BTreeSet<String> = all.iter().map(name).collect();
        assert_eq!(names.len(), all.len(), "each has a folder of its own");
        let some = candidates(&Config { lr: 0.5, epochs: 9, ..config }, &["lr", "epochs", "best_by"]);
        assert_eq!(some.len(), 2 * 3 * 3);
        assert!(some.iter().all(|it| (it.lr, it.epochs, it.patience) == (0.5, 9, 500)));
    }

    #[test]
    fn one_setting_for_all_splits_or_one_for_each() {
        let run = |rows: [(f64, f64); 2]| {
            History::from_events((0..).zip(rows).map(|(split, (validation_accuracy, validation_loss))| {
                Event::SplitEnded(SplitRow { split, validation_accuracy, validation_loss, ..SplitRow::default() })
            }))
        };
        let runs = [run([(0.7, 0.5), (0.7, 0.5)]), run([(0.9, 0.5), (0.6, 0.4)]), run([(0.9, 0.4), (0.5, 0.1)])];
        assert_eq!(choose(&runs), Some(1));
        assert_eq!([0, 1, 2].map(|split| choose_on(&runs, split)), [Some(2), Some(0), None]);
    }
}
