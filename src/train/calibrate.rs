//! How long a run will take: some of its batches, timed.

use std::time::{Duration, Instant};

use candle_core::DType;
use rayon::prelude::*;

use super::{
    config::{Config, labelled},
    control::Control,
    engine::computing_threads,
    error::TrainError,
    memory::Estimate,
    step,
};
use crate::{
    graph::Dataset,
    math::rng::Rng,
    model::{Parameters, Prepared},
};

/// Estimated cost of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Bytes.
    pub memory: Estimate,
    /// Time, where it was measured.
    pub pace: Option<Pace>,
}

/// Estimated speed of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Training throughput of all threads, in graphs per second.
    pub graphs_per_second: f64,
    /// Seconds of an epoch of one split, with its share of the threads.
    pub epoch_seconds: f64,
    /// Seconds of all splits with all epochs; most splits stop sooner.
    pub most_seconds: f64,
}

/// A short time, so that the user does not notice the wait.
const AT_LEAST: Duration = Duration::from_millis(250);
/// Graphs of a sample; spread over the dataset, so that large ones are among them.
const SAMPLE: usize = 128;

/// The memory that a run will take. Nothing is measured, so that it can be asked while another run is in progress.
pub fn memory(dataset: &Dataset, config: &Config, threads: usize) -> Result<Cost, TrainError> {
    let (architecture, _) = config.network(dataset)?;
    labelled(dataset)?;
    let concurrent_splits = threads.clamp(1, config.splits);
    Ok(Cost { memory: Estimate::new(dataset, &architecture, threads, concurrent_splits), pace: None })
}

/// Trains nothing, but times steps as training takes them, one beside the other on all threads.
/// Nothing if it is stopped meanwhile.
pub fn cost(dataset: &Dataset, config: &Config, threads: usize, control: &Control) -> Result<Option<Cost>, TrainError> {
    let (architecture, signal) = config.network(dataset)?;
    let graphs = labelled(dataset)?;
    let concurrent_splits = threads.clamp(1, config.splits);
    let step_by = graphs.len().div_ceil(SAMPLE.min(config.batch.max(16))).max(1);
    let mut prepared = Vec::new();
    for &idx in graphs.iter().step_by(step_by) {
        if control.is_stopping() {
            return Ok(None);
        }
        let graph = &dataset.graphs[idx as usize];
        let class = graph.class.unwrap_or(0);
        prepared.push(Prepared::new(graph, class, &signal.values(graph), &architecture, DType::F32)?);
    }
    let batch: Vec<&Prepared> = prepared.iter().collect();
    let parameters = Parameters::start(&architecture, &mut Rng::new(config.params.seed))?;
    let (pool, alone) = (computing_threads(threads)?, computing_threads(1)?);
    let step = || step::gradient(&alone, &architecture, &parameters, &batch).map(drop);
    // The first step fills the caches of the allocator.
    step()?;
    let timed = |_| -> Result<f64, TrainError> {
        let start = Instant::now();
        let mut n_steps = 0;
        while n_steps == 0 || (start.elapsed() < AT_LEAST && !control.is_stopping()) {
            step()?;
            n_steps += 1;
        }
        Ok(f64::from(n_steps) * batch.len() as f64 / start.elapsed().as_secs_f64())
    };
    let speeds: Vec<f64> =
        pool.install(|| (0..threads.max(1)).into_par_iter().map(timed).collect::<Result<_, TrainError>>())?;
    if control.is_stopping() {
        return Ok(None);
    }
    let graphs_per_second: f64 = speeds.iter().sum();
    // 80 % of the graphs are trained, 10 % validated, which takes about a third as long per graph.
    let epoch_graphs = graphs.len() as f64 * (0.8 + 0.1 / 3.0);
    let epoch_seconds = epoch_graphs / (graphs_per_second / concurrent_splits as f64);
    let most_seconds = epoch_seconds * (config.epochs * config.splits) as f64 / concurrent_splits as f64;
    let pace = Some(Pace { graphs_per_second, epoch_seconds, most_seconds });
    Ok(Some(Cost { pace, ..memory(dataset, config, threads)? }))
}
