//! How much work a job is: a rough model before anything has been trained, corrected by what runs have taken.
//!
//! The model only has to put jobs in order. What is told to people comes from the logs: how long the epochs of the same
//! operator on the same data took, else of the same operator, else of any.

use crate::{
    graph::{Dataset, Graph},
    pooling::stages::adjacency,
    train::{Config, History, TrainError, config::labelled},
};

/// Microseconds of one processor, from measurements of ProxPool and gPool on NCI1 and DD.
const PER_GRAPH: f64 = 5.0;
const PER_NODE: f64 = 0.8;
const PER_ENTRY: f64 = 0.03;
/// Dense products: multiply-adds per microsecond, forward and backward.
const DENSE: f64 = 5000.0;

/// Seconds that one processor would take for all splits.
pub fn seconds(dataset: &Dataset, config: &Config) -> Result<f64, TrainError> {
    const SAMPLE: usize = 32;
    let (architecture, _) = config.network(dataset)?;
    let operator = architecture.method.operator;
    let graphs = labelled(dataset)?;
    let hops = operator.reach(&architecture.params);
    let (mut entries, mut nodes) = (0, 1);
    for &idx in graphs.iter().step_by(graphs.len().div_ceil(SAMPLE)) {
        let graph = &dataset.graphs[idx as usize];
        entries += adjacency(graph).0.reach(hops).nnz();
        nodes += graph.n_nodes;
    }
    let near = entries as f64 / nodes as f64;
    let step = |graph: &Graph| {
        let levels: Vec<f64> = architecture.rows_by_level(graph.n_nodes).map(|n| n as f64).collect();
        let sparse = levels[0] * (PER_NODE + PER_ENTRY * near);
        if !operator.is_dense() {
            return PER_GRAPH + sparse;
        }
        let hidden = architecture.hidden as f64;
        let products = |pair: &[f64]| pair[0] * pair[1] * (pair[1] + 2.0 * hidden);
        PER_GRAPH + sparse + levels.windows(2).map(products).sum::<f64>() / DENSE
    };
    let all: f64 = graphs.iter().map(|&idx| step(&dataset.graphs[idx as usize])).sum();
    // 80 % of the graphs are trained; validating the next 10 % takes about a third as long per graph.
    Ok(all * 1e-6 * (0.8 + 0.1 / 3.0) * expected_epochs(config) * config.splits as f64)
}

/// Epochs until a split stops, before any has: somewhat more than its patience.
pub fn expected_epochs(config: &Config) -> f64 {
    let (most, patience) = (config.epochs as f64, config.patience as f64);
    most.min(patience + 0.4 * (most - patience).max(0.0))
}

/// What a run has taken so far, and the share of it that this was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Taken {
    /// Seconds of one processor.
    pub seconds: f64,
    /// Of the whole run, from 0 to 1.
    pub share: f64,
}

impl Taken {
    /// From the log of a run.
    pub fn of(history: &History, config: &Config) -> Self {
        let ended: Vec<f64> = history.ended().map(|row| row.epochs as f64).collect();
        let expected = match ended.len() {
            0 => expected_epochs(config),
            n => ended.iter().sum::<f64>() / n as f64,
        };
        let all = (expected * config.splits as f64).max(1.0);
        let epochs = || history.splits.values().flat_map(|split| &split.epochs);
        let running: f64 = history.active().map(|(_, split)| (split.epochs.len() as f64).min(expected)).sum();
        let processors = history.started.as_ref().map_or(1.0, |started| {
            started.threads as f64 / started.concurrent_splits.clamp(1, started.threads.max(1)) as f64
        });
        // Validation is not in the seconds of an epoch.
        let seconds = 1.05 * processors * epochs().map(|row| row.seconds).sum::<f64>();
        Self { seconds, share: ((ended.len() as f64 * expected + running) / all).min(1.0) }
    }
}

/// A job for the estimate: what it is of, what the model says and what its run has taken so far.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    pub data: usize,
    pub arm: &'a str,
    pub cost: f64,
    pub taken: Taken,
    pub is_finished: bool,
}

/// Seconds of one processor until all of these are finished.
pub fn seconds_left(jobs: &[Progress<'_>]) -> f64 {
    jobs.iter().filter(|job| !job.is_finished).map(|job| seconds_left_of(job, jobs)).sum()
}

/// The same of one of them.
pub fn seconds_left_of(job: &Progress<'_>, jobs: &[Progress<'_>]) -> f64 {
    let alike: [&dyn Fn(&Progress<'_>) -> bool; 3] =
        [&|other| other.data == job.data && other.arm == job.arm, &|other| other.arm == job.arm, &|_| true];
    // Less than this says nothing yet.
    const ENOUGH: f64 = 0.02;
    let pace = alike.iter().find_map(|is_alike| {
        let known = jobs.iter().filter(|other| is_alike(other) && other.taken.share > ENOUGH);
        let (taken, modelled) = known.fold((0.0, 0.0), |(taken, modelled), other| {
            (taken + other.taken.seconds, modelled + other.cost * other.taken.share)
        });
        (modelled > 0.0).then(|| taken / modelled)
    });
    job.cost * (1.0 - job.taken.share) * pace.unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(data: usize, arm: &str, cost: f64, seconds: f64, share: f64) -> Progress<'_> {
        Progress { data, arm, cost, taken: Taken { seconds, share }, is_finished: share == 1.0 }
    }

    #[test]
    fn what_runs_took_corrects_the_model() {
        let fresh = [job(0, "a", 100.0, 0.0, 0.0), job(1, "a", 50.0, 0.0, 0.0)];
        assert_eq!(seconds_left(&fresh), 150.0);
        // The first took twice as long as the model says, so will the second; half of it is done.
        let second = [job(0, "a", 100.0, 200.0, 1.0), job(1, "a", 50.0, 0.0, 0.0)];
        assert_eq!(seconds_left(&second), 100.0);
        // The same operator on the same data knows better than another one.
        let own = [job(0, "a", 100.0, 200.0, 1.0), job(1, "b", 50.0, 12.5, 0.5)];
        assert_eq!(seconds_left(&own), 12.5);
    }
}
