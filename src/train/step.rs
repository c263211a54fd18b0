//! The gradient of a batch, and the scores of graphs: parts of a batch side by side on a pool of threads.

use candle_core::{DType, Result};
use rayon::{ThreadPool, prelude::*};

use super::shard::shards;
use crate::{
    model::{Architecture, Batch, Network, Parameters, Prepared},
    pooling::{Trace, Weights},
    tensor::slice_op::with_values,
};

/// What a batch says about the weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Of all weights one after the other: the mean over the batch.
    pub values: Vec<f32>,
    /// Sum of the graphs' losses.
    pub loss: f64,
    /// Graphs whose class was predicted, before the step.
    pub n_right: usize,
}

/// What a network says of one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Loss, with what the poolings add.
    pub loss: f64,
    /// A score for each class.
    pub scores: Vec<f32>,
}

impl Verdict {
    /// The class of the highest score; the lowest of several.
    pub fn predicted(&self) -> u32 {
        highest(&self.scores) as u32
    }
}

fn highest(scores: &[f32]) -> usize {
    (0..scores.len()).fold(0, |best, class| if scores[class] > scores[best] { class } else { best })
}

/// The mean gradient over a batch.
pub fn gradient(
    pool: &ThreadPool,
    architecture: &Architecture,
    parameters: &Parameters,
    batch: &[&Prepared],
) -> Result<Gradient> {
    let weights = parameters.variables()?;
    let of_shard = |shard: &Vec<usize>| -> Result<Gradient> {
        let graphs: Vec<&Prepared> = shard.iter().map(|&at| batch[at]).collect();
        let (losses, verdicts) = forward(architecture, &weights, &graphs)?;
        let mean = (losses.sum_all()? * (1.0 / batch.len() as f64))?;
        let values = parameters.gradients(&weights, &mean.backward()?)?;
        let n_right =
            verdicts.iter().zip(&graphs).filter(|(verdict, graph)| verdict.predicted() == graph.class).count();
        Ok(Gradient { values, loss: verdicts.iter().map(|verdict| verdict.loss).sum(), n_right })
    };
    let parts = run(pool, &cut(architecture, batch), of_shard)?;
    let mut parts = parts.into_iter();
    let Some(mut all) = parts.next() else { candle_core::bail!("a batch without graphs") };
    for part in parts {
        // Always in this order, whoever was ready first.
        all.values.iter_mut().zip(&part.values).for_each(|(sum, value)| *sum += value);
        all.loss += part.loss;
        all.n_right += part.n_right;
    }
    Ok(all)
}

/// What a network says of each graph, in the order given; no graph depends on the others.
pub fn verdicts(
    pool: &ThreadPool,
    architecture: &Architecture,
    parameters: &Parameters,
    graphs: &[&Prepared],
) -> Result<Vec<Verdict>> {
    let weights = parameters.constants(DType::F32)?;
    let shards = cut(architecture, graphs);
    let of_shard = |shard: &Vec<usize>| {
        let graphs: Vec<&Prepared> = shard.iter().map(|&at| graphs[at]).collect();
        Ok(forward(architecture, &weights, &graphs)?.1)
    };
    let found = run(pool, &shards, of_shard)?;
    let mut all = vec![None; graphs.len()];
    for (shard, verdicts) in shards.iter().zip(found) {
        for (&at, verdict) in shard.iter().zip(verdicts) {
            all[at] = Some(verdict);
        }
    }
    Ok(all.into_iter().flatten().collect())
}

/// The same on the thread that asks, for a few graphs or for callers that are side by side themselves.
pub fn verdicts_here(
    architecture: &Architecture,
    parameters: &Parameters,
    graphs: &[&Prepared],
) -> Result<Vec<Verdict>> {
    Ok(forward(architecture, &parameters.constants(DType::F32)?, graphs)?.1)
}

fn cut(architecture: &Architecture, graphs: &[&Prepared]) -> Vec<Vec<usize>> {
    let size = |graph: &&Prepared| architecture.nodes_by_level(graph.n_nodes()).sum();
    shards(&graphs.iter().map(size).collect::<Vec<usize>>())
}

fn run<T: Send>(
    pool: &ThreadPool,
    shards: &[Vec<usize>],
    of_shard: impl Fn(&Vec<usize>) -> Result<T> + Sync + Send,
) -> Result<Vec<T>> {
    match pool.current_num_threads() {
        // Nothing to hand over.
        1 => shards.iter().map(of_shard).collect(),
        _ => pool.install(|| shards.par_iter().with_max_len(1).map(of_shard).collect()),
    }
}

fn forward(
    architecture: &Architecture,
    weights: &Weights,
    graphs: &[&Prepared],
) -> Result<(candle_core::Tensor, Vec<Verdict>)> {
    let batch = Batch::of(graphs)?;
    let output = Network { architecture, weights }.forward(&batch, &mut Trace::off())?;
    let losses = output.losses(&batch.classes)?;
    let verdicts = with_values(&losses, |losses: &[f32]| {
        with_values(&output.scores, |scores: &[f32]| {
            let verdict = |(&loss, scores): (&f32, &[f32])| Verdict { loss: f64::from(loss), scores: scores.to_vec() };
            losses.iter().zip(scores.chunks_exact(architecture.classes)).map(verdict).collect()
        })
    })??;
    Ok((losses, verdicts))
}
