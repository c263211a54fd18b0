//! A control: soft clusters that nothing has learned (Mesquita, Souza and Kaski 2020).
//!
//! S = softmax of the rows of random numbers, normal, uniform in [0, 1) or Bernoulli(½); X' = Sᵀ X, and A' as MinCutPool has
//! it. The numbers are drawn from the seed, the size of the graph and the level: the same in every epoch, and alone as in a
//! batch. The number of clusters is that of MinCutPool, max(1, ⌈ρ n̄⌉).

use candle_core::{Result, Tensor};

use super::{
    Family,
    laws::{Laws, Numbering},
    method::Method,
    mincut::{connected, selected},
    parameter::{LEVELS, Parameter, RHO},
    params::Params,
    precomputed::Precomputed,
    stages::{Assignment, Context, Graphs, Pooling, Selection},
};
use crate::{
    math::rng::Rng,
    symbols::{A, C, Source, Symbol},
    tensor::{Sparse, softmax::softmax},
};

use super::diffpool::S;

const PAPER: &str = "Mesquita et al. 2020";

/// What the numbers are.
pub static DISTRIBUTION: Symbol = Symbol::new(
    ["random-s", "distribution", r"\mathcal{P}"],
    "distribution of the random assignment",
    Source::Peer(PAPER),
    r"S = \operatorname{softmax}(\tilde{S}), \quad \tilde{S}_{ic} \sim \mathcal{P}",
    "Random soft clusters: standard normal numbers, uniform ones in [0, 1), or zeros and ones.",
);
static DISTRIBUTION_PARAMETER: Parameter = Parameter::choice(&DISTRIBUTION, &["normal", "uniform", "bernoulli"]);
const UNIFORM: f64 = 1.0;
const BERNOULLI: f64 = 2.0;

pub static METHOD: Method = Method {
    key: "random-dense",
    name: "random soft clusters",
    short: "rndS",
    paper: PAPER,
    about: "control: every node is shared out over all clusters at random",
    family: Family::Control,
    laws: Laws { numbering: Numbering::Counts, ..Laws::SOFT_CLUSTERS },
    parameters: &[&RHO, &DISTRIBUTION_PARAMETER, &LEVELS],
    matrices: &[&A, &S, &C],
    intermediates: &[],
    symbols: &[&S, &DISTRIBUTION],
    losses: &[],
    max_nodes_interactive: None,
    is_random: true,
    is_compared_by_default: false,
    operator: &RandomDense,
};

pub struct RandomDense;

impl Pooling for RandomDense {
    fn n_coarse(&self, _: usize, level: usize, params: &Params) -> usize {
        params.n_clusters_by_mean(level)
    }

    fn is_dense(&self) -> bool {
        true
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let (k, distribution) = (cx.params.n_clusters_by_mean(cx.level), DISTRIBUTION_PARAMETER.get(cx.params));
        let mut numbers = Vec::with_capacity(graphs.n_nodes() * k);
        for rows in graphs.segments.ranges() {
            let mut rng = Rng::derived(cx.params.seed, &[rows.len() as u64, cx.level as u64, 0x7264]);
            numbers.extend((0..rows.len() * k).map(|_| draw(&mut rng, distribution)));
        }
        let logits = Tensor::from_vec(numbers, (graphs.n_nodes(), k), graphs.x.device())?.to_dtype(graphs.x.dtype())?;
        let s = softmax(&logits)?;
        let neighbours = graphs.a.matmul(&s)?;
        Ok(Selection { shared: Some(neighbours), ..selected(s, graphs, cx)? })
    }

    fn connect(&self, graphs: &Graphs, _: &Precomputed, selection: &Selection, _: &mut Context<'_>) -> Result<Sparse> {
        match (&selection.assignment, &selection.shared) {
            (Assignment::Dense(s), Some(neighbours)) => connected(s, neighbours, &graphs.segments),
            _ => candle_core::bail!("soft clusters have a dense assignment"),
        }
    }
}

fn draw(rng: &mut Rng, distribution: f64) -> f64 {
    match distribution {
        UNIFORM => rng.f64(),
        BERNOULLI => rng.below(2) as f64,
        // Box and Muller; 1 − u is never 0.
        _ => (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_moments_of_their_distribution() {
        for (distribution, mean, variance) in [(0.0, 0.0, 1.0), (UNIFORM, 0.5, 1.0 / 12.0), (BERNOULLI, 0.5, 0.25)] {
            let mut rng = Rng::new(1);
            let numbers: Vec<f64> = (0..20_000).map(|_| draw(&mut rng, distribution)).collect();
            let found = numbers.iter().sum::<f64>() / numbers.len() as f64;
            let spread = numbers.iter().map(|x| (x - found).powi(2)).sum::<f64>() / numbers.len() as f64;
            assert!((found - mean).abs() < 0.03 && (spread / variance - 1.0).abs() < 0.05, "{found} {spread}");
        }
    }
}
