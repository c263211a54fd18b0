//! The paper's search for parameters: τ, s and weight decay, chosen on the validation sets alone.

use super::{config::Config, history::History};
use crate::pooling::method;

const TAU: [f64; 2] = [0.1, 1.0];
const S: [usize; 3] = [2, 3, 4];
const DECAY: [f64; 3] = [0.0, 1e-5, 1e-4];

/// All settings of the grid that make a difference to the operator. None of them scores the test set.
pub fn candidates(config: &Config) -> Vec<Config> {
    let has = |key: &str| {
        method(&config.pool).is_some_and(|method| method.parameters.iter().any(|parameter| parameter.key == key))
    };
    let (taus, hops) =
        (if has("tau") { TAU.to_vec() } else { vec![config.tau] }, if has("s") { S.to_vec() } else { vec![config.s] });
    let mut found = Vec::new();
    for &tau in &taus {
        for &s in &hops {
            found.extend(DECAY.map(|wd| Config { tau, s, wd, score_test: false, ..config.clone() }));
        }
    }
    found
}

/// A name for a setting, fit for a folder: `s3-tau1-wd0.0001`.
pub fn name(config: &Config) -> String {
    format!("s{}-tau{}-wd{}", config.s, config.tau, config.wd)
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
