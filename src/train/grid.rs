//! The paper's search for parameters: τ, s and weight decay, chosen on the validation sets alone.

use super::{config::Config, history::History};
use crate::pooling::{
    Parameter, method,
    parameter::{S, TAU},
};

/// The parameters that are searched, with their values.
static PARAMETERS: [(&Parameter, &[f64]); 2] = [(&TAU, &[0.1, 1.0]), (&S, &[2.0, 3.0, 4.0])];
const WEIGHT_DECAY: [f64; 3] = [0.0, 1e-5, 1e-4];

/// All settings of the grid that make a difference to the operator. None of them scores the test set.
pub fn candidates(config: &Config) -> Vec<Config> {
    let has = |parameter: &Parameter| method(&config.pool).is_some_and(|method| method.has(parameter));
    let mut candidates = vec![Config { score_test: false, ..config.clone() }];
    for (parameter, values) in PARAMETERS.iter().filter(|(parameter, _)| has(parameter)) {
        let with = |config: &Config, value: f64| {
            let mut config = config.clone();
            parameter.set(&mut config.params, value);
            config
        };
        candidates =
            candidates.iter().flat_map(|config| values.iter().map(move |&value| with(config, value))).collect();
    }
    candidates.iter().flat_map(|config| WEIGHT_DECAY.map(|wd| Config { wd, ..config.clone() })).collect()
}

/// A name for a setting, fit for a folder: `s3-tau1-wd0.0001`.
pub fn name(config: &Config) -> String {
    format!("s{}-tau{}-wd{}", config.params.s, config.params.tau, config.wd)
}

/// The best of several runs by mean validation accuracy; of equals the lower mean loss, then the first.
pub fn choose(runs: &[History]) -> Option<usize> {
    let mean_loss = |run: &History| {
        let losses: Vec<f64> = run.ended().map(|row| row.validation_loss).collect();
        losses.iter().sum::<f64>() / losses.len().max(1) as f64
    };
    let mut best: Option<(usize, f64, f64)> = None;
    for (idx, run) in runs.iter().enumerate() {
        let Some(accuracy) = run.validation_sample() else { continue };
        let loss = mean_loss(run);
        if best.is_none_or(|(_, mean, lowest)| (accuracy.mean, -loss) > (mean, -lowest)) {
            best = Some((idx, accuracy.mean, loss));
        }
    }
    best.map(|(idx, ..)| idx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Dataset;

    #[test]
    fn only_parameters_that_the_operator_has_are_searched() {
        let count = |pool: &str| {
            let config = Config { pool: pool.into(), ..Config::for_dataset(&Dataset::default()) };
            let candidates = candidates(&config);
            assert!(candidates.iter().all(|candidate| !candidate.score_test));
            candidates.len()
        };
        assert_eq!([count("proxpool"), count("proxpool-nt"), count("proxpool-ns"), count("gpool")], [18, 6, 9, 3]);
    }
}
