//! The gradient of a batch, and the outputs for graphs: shards of a batch in parallel on a thread pool.

use candle_core::{DType, Result};
use rayon::{ThreadPool, prelude::*};

use super::shard::shards;
use crate::{
    model::{Architecture, Batch, Network, Parameters, Prepared},
    pooling::{Trace, Weights},
    symbols::Symbol,
    tensor::{cpu::vectorised, slice_op::with_values, tape},
};

/// The gradient of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Mean over the batch, of all weights concatenated.
    pub values: Vec<f32>,
    /// Sum of the graphs' losses.
    pub loss: f64,
    /// Graphs classified correctly, before the step.
    pub n_correct: usize,
    /// The losses of the poolings by their keys, each summed over levels and graphs.
    pub losses: Vec<(&'static str, f64)>,
}

/// The output of the network for one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphOutput {
    /// Cross-entropy plus the auxiliary losses of the poolings.
    pub loss: f64,
    /// One per class.
    pub logits: Vec<f32>,
}

impl GraphOutput {
    /// The class of the highest logit; the lowest class among equals.
    pub fn predicted(&self) -> u32 {
        highest(&self.logits) as u32
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
        let (gradients, (outputs, losses)) = tape::gradients(|| {
            let Forward { losses, outputs, of_poolings } = forward(architecture, &weights, &graphs)?;
            Ok(((losses.sum_all()? * (1.0 / batch.len() as f64))?, (outputs, of_poolings)))
        })?;
        let values = parameters.gradients(&weights, &gradients);
        let n_correct = outputs.iter().zip(&graphs).filter(|(output, graph)| output.predicted() == graph.class).count();
        Ok(Gradient { values, loss: outputs.iter().map(|output| output.loss).sum(), n_correct, losses })
    };
    let parts = run(pool, &cut(architecture, batch), of_shard)?;
    let mut parts = parts.into_iter();
    let Some(mut all) = parts.next() else { candle_core::bail!("empty batch") };
    for part in parts {
        // Always in this order, whichever shard was finished first.
        vectorised(
            #[inline(always)]
            || all.values.iter_mut().zip(&part.values).for_each(|(sum, value)| *sum += value),
        );
        all.loss += part.loss;
        all.n_correct += part.n_correct;
        // All shards have the same losses in the same order.
        all.losses.iter_mut().zip(&part.losses).for_each(|((_, sum), (_, loss))| *sum += loss);
    }
    Ok(all)
}

/// The outputs of the network, in the order given; no graph depends on the others.
pub fn outputs(
    pool: &ThreadPool,
    architecture: &Architecture,
    parameters: &Parameters,
    graphs: &[&Prepared],
) -> Result<Vec<GraphOutput>> {
    let weights = parameters.constants(DType::F32)?;
    let shards = cut(architecture, graphs);
    let of_shard = |shard: &Vec<usize>| {
        let graphs: Vec<&Prepared> = shard.iter().map(|&at| graphs[at]).collect();
        Ok(forward(architecture, &weights, &graphs)?.outputs)
    };
    let found = run(pool, &shards, of_shard)?;
    let mut all = vec![None; graphs.len()];
    for (shard, outputs) in shards.iter().zip(found) {
        for (&at, output) in shard.iter().zip(outputs) {
            all[at] = Some(output);
        }
    }
    Ok(all.into_iter().flatten().collect())
}

/// The same on the calling thread, for a few graphs or for callers that run in parallel themselves.
pub fn outputs_on_this_thread(
    architecture: &Architecture,
    parameters: &Parameters,
    graphs: &[&Prepared],
) -> Result<Vec<GraphOutput>> {
    Ok(forward(architecture, &parameters.constants(DType::F32)?, graphs)?.outputs)
}

fn cut(architecture: &Architecture, graphs: &[&Prepared]) -> Vec<Vec<usize>> {
    let size = |graph: &&Prepared| architecture.rows_by_level(graph.n_rows()).sum();
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

/// What comes out for some graphs side by side.
struct Forward {
    /// Of each graph, to be differentiated.
    losses: candle_core::Tensor,
    outputs: Vec<GraphOutput>,
    /// The losses of the poolings by their keys, each summed over levels and graphs.
    of_poolings: Vec<(&'static str, f64)>,
}

fn forward(architecture: &Architecture, weights: &Weights, graphs: &[&Prepared]) -> Result<Forward> {
    let batch = Batch::new(graphs)?;
    let output = Network { architecture, weights }.forward(&batch, &mut Trace::off())?;
    let losses = output.losses(&batch.classes)?;
    let outputs = with_values(&losses, |losses: &[f32]| {
        with_values(&output.scores, |scores: &[f32]| {
            let of_graph =
                |(&loss, logits): (&f32, &[f32])| GraphOutput { loss: f64::from(loss), logits: logits.to_vec() };
            losses.iter().zip(scores.chunks_exact(architecture.classes)).map(of_graph).collect()
        })
    })??;
    let sum = |(symbol, values): (&'static Symbol, candle_core::Tensor)| {
        with_values(&values.contiguous()?, |values: &[f32]| {
            (symbol.key, values.iter().map(|&value| f64::from(value)).sum())
        })
    };
    let of_poolings = output.losses.into_iter().map(sum).collect::<Result<_>>()?;
    Ok(Forward { losses, outputs, of_poolings })
}
