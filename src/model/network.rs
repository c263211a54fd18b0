//! The forward pass, from a batch of graphs to a score for each class.

use candle_core::{Result, Tensor};

use super::{Architecture, Batch, NetworkKind};
use crate::{
    pooling::{
        Graphs, Trace, Weights, pool,
        stages::{Context, conv, pool_precomputed},
        trace::{Axis, Stage},
    },
    symbols::{self, Symbol},
    tensor::{
        beside::beside,
        bias::{add_bias, add_bias_relu},
        cross_entropy::cross_entropy,
        matmul::matmul,
        readout::readout,
        relu_norm::relu_norm,
    },
};

/// A network with its weights.
pub struct Network<'a> {
    pub architecture: &'a Architecture,
    pub weights: &'a Weights,
}

/// The output of the network for a batch.
pub struct Output {
    /// A score for each class `[graphs, classes]`.
    pub scores: Tensor,
    /// What the poolings add to the loss `[graphs]`.
    pub extra_loss: Option<Tensor>,
    /// The same one by one, each summed over the levels.
    pub losses: Vec<(&'static Symbol, Tensor)>,
}

impl Output {
    /// The loss of each graph `[graphs]`: cross entropy and what the poolings add.
    pub fn losses(&self, classes: &[u32]) -> Result<Tensor> {
        let loss = cross_entropy(&self.scores, classes.to_vec())?;
        match &self.extra_loss {
            Some(extra) => loss + extra,
            None => Ok(loss),
        }
    }
}

impl Network<'_> {
    pub fn forward(&self, batch: &Batch, trace: &mut Trace) -> Result<Output> {
        match self.architecture.network {
            NetworkKind::Pooling => self.pooled(batch, trace),
            NetworkKind::SumMlp => self.summed(batch, trace),
        }
    }

    /// relu(relu(Σᵢ xᵢ W₀ + b₀) W₁ + b₁).
    fn summed(&self, batch: &Batch, trace: &mut Trace) -> Result<Output> {
        let hidden = add_bias_relu(&batch.input.matmul(self.weight("head.0.w")?)?, self.weight("head.0.b")?)?;
        trace.start_level();
        trace.show(Stage::Input, &symbols::HIDDEN, [Axis::Index, Axis::Index], || Ok(hidden.clone()))?;
        let scores = add_bias_relu(&matmul(&hidden, self.weight("head.1.w")?)?, self.weight("head.1.b")?)?;
        Ok(Output { scores, extra_loss: None, losses: Vec::new() })
    }

    /// [conv – pool] × levels – conv – readout – prediction.
    fn pooled(&self, batch: &Batch, trace: &mut Trace) -> Result<Output> {
        let params = &self.architecture.params;
        let operator = self.architecture.method.operator;
        let x = relu_norm(&batch.input.matmul(self.weight("conv.0.w")?)?)?;
        let mut graphs = Graphs { a: batch.a.clone(), x, segments: batch.segments.clone() };
        let (mut read, mut extra_loss): (Option<Tensor>, _) = (None, None);
        let mut losses: Vec<(&'static Symbol, Tensor)> = Vec::new();
        for level in 0..=params.levels {
            if level > 0 {
                graphs.x = conv(&graphs, Some(self.weight(&format!("conv.{level}.w"))?))?;
            }
            trace.start_level();
            trace.show(Stage::Input, &symbols::H, [Axis::Nodes, Axis::Index], || Ok(graphs.x.clone()))?;
            let here = readout(&graphs.x, &graphs.segments)?;
            read = Some(match read {
                Some(before) => beside(&before, &here)?,
                None => here,
            });
            if level == params.levels {
                break;
            }
            let mut cx = Context { level, params, weights: self.weights, trace };
            let pooled = match batch.precomputed.get(level) {
                Some(precomputed) => pool_precomputed(operator, &graphs, precomputed, &mut cx)?,
                None => pool(operator, &graphs, &mut cx)?,
            };
            graphs = pooled.graphs;
            extra_loss = match (extra_loss, pooled.extra_loss) {
                (Some(sum), Some(extra)) => Some((sum + extra)?),
                (sum, extra) => sum.or(extra),
            };
            for loss in pooled.losses {
                match losses.iter_mut().find(|(symbol, _)| *symbol == loss.symbol) {
                    Some((_, sum)) => *sum = (&*sum + loss.values)?,
                    None => losses.push((loss.symbol, loss.values)),
                }
            }
        }
        let Some(read) = read else { candle_core::bail!("a network has a level") };
        let hidden = add_bias_relu(&matmul(&read, self.weight("head.0.w")?)?, self.weight("head.0.b")?)?;
        trace.show(Stage::Input, &symbols::HIDDEN, [Axis::Index, Axis::Index], || Ok(hidden.clone()))?;
        let scores = add_bias(&matmul(&hidden, self.weight("head.1.w")?)?, self.weight("head.1.b")?)?;
        Ok(Output { scores, extra_loss, losses })
    }

    fn weight(&self, name: &str) -> Result<&Tensor> {
        match self.weights.named(name) {
            Some(weight) => Ok(weight),
            None => candle_core::bail!("the weight {name} is missing"),
        }
    }
}
