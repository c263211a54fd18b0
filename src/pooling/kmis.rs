//! k-MIS pooling (Bacciu, Conte and Landolfi 2023): a maximal set of nodes more than k hops apart, and the nodes around
//! each.
//!
//! Nodes are visited by their priority π, the highest first and the lower index among equals; one is taken if no taken one is
//! within k hops. Every node joins, of the seeds within k hops, the one of highest priority — not the nearest, as the authors'
//! code has it. The score r is 1 by default, so the operator has no weights, and the graph alone decides; or the degree; or
//! sigmoid(x · w + b), which is learned. π = r / ((A₀ + I)^k 1) with the pattern A₀ of the edges: the more nodes one would
//! cover, the later it comes, so that many are taken. X' = C X with C_ci = r_i, A' the weights between clusters. Seeds are
//! numbered by their nodes. ρ is not used: the number of coarse nodes follows from k.

use candle_core::{DType, Result, Tensor};
use ndarray::Array2;

use super::{
    Family,
    hard::{Clusters, between, selected},
    laws::Laws,
    links::{Links, Search},
    method::Method,
    parameter::{LEVELS, Parameter},
    params::Params,
    precomputed::Precomputed,
    score::required,
    stages::{Assignment, Context, Graphs, Pooling, Selection, WeightSpec},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    math::rank::on_grid,
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{Segments, Sparse, bias::add_bias, matmul::matmul, part::picked, slice_op::to_f64_vec},
};

const PAPER: &str = "Bacciu et al. 2023";

/// How far apart seeds are.
pub static K: Symbol = Symbol::new(
    ["mis-k", "k", "k"],
    "hops between seeds",
    Source::Peer(PAPER),
    r"\mathrm{dist}(c, d) > k",
    "k-MIS: seeds are more than k hops apart, and every node is within k hops of one.",
);
/// What nodes are scored by.
pub static SCORE: Symbol = Symbol::new(
    ["mis-score", "score", "r"],
    "score of k-MIS",
    Source::Peer(PAPER),
    r"r_i = 1, \quad r_i = d_i, \quad r_i = \sigma(x_i \cdot w + b)",
    "k-MIS: what a node counts for: all alike, its degree, or what a network has learned.",
);
/// The order in which nodes are visited.
pub static PI: Symbol = Symbol::new(
    ["pi", "π", r"\pi"],
    "priority",
    Source::Peer(PAPER),
    r"\pi = \frac{r}{(A_0 + I)^k \mathbf{1}}",
    "k-MIS: nodes are visited in its order, the highest first, and taken if no taken node is within k hops.",
);

pub static K_PARAMETER: Parameter = Parameter { slider: (1.0, 4.0), ..Parameter::own(&K, (1.0, 8.0), 1.0) }.whole();
pub static SCORE_PARAMETER: Parameter = Parameter::choice(&SCORE, &["constant", "degree", "learned"]);

const DEGREE: f64 = 1.0;
const LEARNED: f64 = 2.0;

pub static METHOD: Method = Method {
    key: "kmis",
    name: "k-MIS",
    short: "MIS",
    paper: PAPER,
    about: "a maximal set of nodes more than k hops apart, and the nodes around each",
    family: Family::OneOverK,
    laws: Laws::PARTITION,
    parameters: &[&K_PARAMETER, &SCORE_PARAMETER, &LEVELS],
    matrices: &[&A, &PI, &C],
    intermediates: &[],
    symbols: &[&K, &SCORE, &PI],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &KMis,
};

pub struct KMis;

impl Pooling for KMis {
    fn weights(&self, _level: usize, width: usize, params: &Params) -> Vec<WeightSpec> {
        match SCORE_PARAMETER.get(params) {
            LEARNED => vec![WeightSpec::matrix("w", [width, 1]), WeightSpec::bias("b", 1)],
            _ => Vec::new(),
        }
    }

    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let score = SCORE_PARAMETER.get(cx.params);
        if score == LEARNED {
            return Ok(Precomputed::default());
        }
        let links = Links::new(a)?;
        let r: Vec<f64> =
            (0..links.n_nodes()).map(|node| if score == DEGREE { links.degree(node) } else { 1.0 }).collect();
        let (clusters, _) = cluster(&links, &r, DType::F64, segments, cx)?;
        if score != DEGREE {
            return clusters.precomputed(a, cx);
        }
        let pattern = clusters.pattern();
        let values: Vec<f64> = pattern.cols().iter().map(|&node| r[node as usize]).collect();
        let c = Sparse::constant(pattern.into(), &values, a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        let coarse = between(&c, &a.detach())?;
        Ok(Precomputed::with_coarse(vec![("C", c)], coarse, Segments::from_lengths(clusters.lengths)))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        if precomputed.coarse().is_some() {
            return selected(precomputed);
        }
        let score = add_bias(&matmul(&graphs.x, required(cx, "w")?)?, required(cx, "b")?)?;
        let r = sigmoid(&score.flatten_all()?)?;
        let (clusters, segments) =
            cluster(&Links::new(&graphs.a)?, &to_f64_vec(&r)?, graphs.a.dtype(), &graphs.segments, cx)?;
        let pattern = clusters.pattern();
        let c = picked(&r, pattern.cols().to_vec())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], Sparse::new(pattern.into(), c)?)?;
        Ok(Selection::by(c, segments.into()))
    }

    fn connect(
        &self,
        graphs: &Graphs,
        precomputed: &Precomputed,
        selection: &Selection,
        _: &mut Context<'_>,
    ) -> Result<Sparse> {
        match (precomputed.coarse(), &selection.assignment) {
            (None, Assignment::Sparse(c)) => between(c, &graphs.a),
            _ => Ok(precomputed.need_coarse()?.a.clone()),
        }
    }
}

/// 1 / (1 + e^−x), by the function that has no overflow.
pub(super) fn sigmoid(x: &Tensor) -> Result<Tensor> {
    (((x * 0.5)?.tanh()? + 1.0)? * 0.5)?.contiguous()
}

/// The clusters by a score, and which belong to which graph.
fn cluster(
    links: &Links<'_>,
    r: &[f64],
    dtype: DType,
    segments: &Segments,
    cx: &mut Context<'_>,
) -> Result<(Clusters, Segments)> {
    let k = K_PARAMETER.get(cx.params) as usize;
    let n_walks = n_walks(links, k);
    let priority: Vec<f64> = r.iter().zip(&n_walks).map(|(r, n)| r / n).collect();
    let shown = || Array2::from_shape_vec((priority.len(), 1), priority.clone()).map_err(candle_core::Error::wrap);
    cx.trace.show(Stage::Select, &PI, [Nodes, Index], shown)?;
    let on_grid = if dtype == DType::F64 { on_grid::<f64> } else { on_grid::<f32> };
    let ranks: Vec<f64> = priority.iter().map(|&priority| on_grid(priority)).collect();
    let (seed_of, tied) = independent(links, &ranks, k);
    cx.trace.mark_tied(tied.into_iter());
    let seeds: Vec<u32> = (0..seed_of.len() as u32).filter(|&node| seed_of[node as usize] == node).collect();
    cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
    let mut clusters = Clusters::default();
    for rows in segments.ranges() {
        clusters.push_by_seed(&seed_of[rows.clone()], rows.start);
    }
    let segments = Segments::from_lengths(clusters.lengths.iter().copied());
    Ok((clusters, segments))
}

/// (A₀ + I)^k 1: walks of k steps from each node, where staying is a step.
fn n_walks(links: &Links<'_>, k: usize) -> Vec<f64> {
    let step = |n: Vec<f64>| {
        (0..n.len()).map(|node| n[node] + links.of(node).map(|(other, _)| n[other]).sum::<f64>()).collect()
    };
    (0..k).fold(vec![1.0; links.n_nodes()], |n, _| step(n))
}

/// The seed of each node, and the nodes whose index decided: two of one rank that exclude each other, and those that could
/// join either of two seeds of one rank.
fn independent(links: &Links<'_>, ranks: &[f64], k: usize) -> (Vec<u32>, Vec<u32>) {
    let n = links.n_nodes();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_by(|&a, &b| ranks[b as usize].total_cmp(&ranks[a as usize]).then(a.cmp(&b)));
    let mut seed_of = vec![u32::MAX; n];
    let mut is_tied = vec![false; n];
    let mut search = Search::new(n);
    for seed in order {
        if seed_of[seed as usize] != u32::MAX {
            continue;
        }
        // The first seed that reaches a node is the one of highest priority among all that do.
        for (node, _) in search.ball(links, seed as usize, k) {
            let before = std::mem::replace(&mut seed_of[node], seed);
            if before != u32::MAX {
                seed_of[node] = before;
                is_tied[node] |= ranks[before as usize] == ranks[seed as usize];
            } else if node != seed as usize && ranks[node] == ranks[seed as usize] {
                is_tied[node] = true;
                is_tied[seed as usize] = true;
            }
        }
    }
    let tied = (0..n as u32).filter(|&node| is_tied[node as usize]).collect();
    (seed_of, tied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::pattern::Pattern;

    fn path(n: u32) -> Sparse {
        let edges: Vec<[u32; 2]> = (1..n).map(|node| [node - 1, node]).collect();
        let (pattern, _) = Pattern::from_edges(n as usize, &edges);
        let ones = vec![1.0; pattern.nnz()];
        Sparse::constant(pattern.into(), &ones, DType::F64).unwrap()
    }

    #[test]
    fn nodes_join_the_seed_of_highest_priority_and_not_the_nearest() {
        let a = path(5);
        let links = Links::new(&a).unwrap();
        assert_eq!(n_walks(&links, 2), [5.0, 8.0, 9.0, 8.0, 5.0]);
        let (seed_of, tied) = independent(&links, &[1.0, 0.5, 0.2, 0.3, 2.0], 3);
        assert_eq!((seed_of, tied), (vec![0, 4, 4, 4, 4], vec![]));
        let (seed_of, tied) = independent(&links, &[1.0, 0.5, 0.2, 0.3, 1.0], 3);
        assert_eq!((seed_of, tied), (vec![0, 0, 0, 0, 4], vec![1, 2, 3]));
    }
}
