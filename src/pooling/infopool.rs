//! Pooling by information: the nodes are kept whose signal their neighbours predict worst.
//!
//! g_i = ‖x_i − Σ_j P_ij x_j‖₁, where P averages over the neighbours of i. The criterion is that of HGP-SL (Zhang et al. 2019),
//! and of iPool as far as it is known: parameter-free, an information of each node given its neighbours, which decides both
//! which nodes are kept and how they are joined. It has its own name here until iPool's paper can be read.
//!
//! Settled here: with h = 1, P = D⁻¹ A without self-loops; with h > 1, P is the plain mean over the nodes from 1 to h hops away.
//! An isolated node is predicted as 0, so g_i = ‖x_i‖₁. *Greedy* keeps the ⌈ρn⌉ largest g. *Local* takes, round by round,
//! every node with g no smaller than that of all nodes within h hops which are not covered yet, and covers its ball of h hops;
//! what is then missing of ⌈ρn⌉ is filled up by g. X' = X_idx. C_ci = 1 for the nodes within h hops of seed c, and
//! A' = C A Cᵀ: seeds are joined where their balls touch.

use candle_core::{DType, Result, Tensor};

use super::{
    Family,
    laws::{Laws, Membership, SignalLaw},
    links::{Links, Search},
    method::Method,
    parameter::{LEVELS, Parameter, RHO},
    params::Params,
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection, best_nodes, pick},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    math::{
        pattern::{Pattern, PatternBuilder},
        rank::{n_kept, on_grid},
    },
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{Segments, Sparse, slice_op::to_f64_vec},
};

const PAPER: &str = "after Zhang et al. 2019";

/// What a node is ranked by.
pub static GAIN: Symbol = Symbol::new(
    ["gain", "g_i", "g_i"],
    "information gain",
    Source::Peer(PAPER),
    r"g_i = \Bigl\lVert x_i - \sum_j P_{ij} x_j \Bigr\rVert_1",
    "InfoPool: how far a node's signal is from the mean of its neighbours; the nodes that surprise most are kept.",
);
/// Who predicts whom.
pub static PREDICTION: Symbol = Symbol::new(
    ["prediction", "P", "P"],
    "prediction by neighbours",
    Source::Peer(PAPER),
    r"P = D^{-1} A",
    "InfoPool: averages over the neighbours of a node; rows sum to 1, or to 0 for isolated nodes.",
);
pub static HOPS: Symbol = Symbol::new(
    ["info-hops", "h", "h"],
    "hops of a neighbourhood",
    Source::Peer(PAPER),
    r"\mathrm{dist}(i, j) \leq h",
    "InfoPool: how far the nodes reach that predict a node, and those that belong to a seed.",
)
.in_files("info-hops");
pub static CHOICE: Symbol = Symbol::new(
    ["info-choice", "choice", "i"],
    "choice of InfoPool",
    Source::Peer(PAPER),
    r"\mathrm{idx} = \operatorname{top}_{\lceil \rho n \rceil}(g)",
    "InfoPool: whether the most surprising nodes of the whole graph are kept, or those of each neighbourhood first.",
);
static HOPS_PARAMETER: Parameter = Parameter { slider: (1.0, 4.0), ..Parameter::own(&HOPS, (1.0, 8.0), 1.0) }.whole();
static CHOICE_PARAMETER: Parameter = Parameter::choice(&CHOICE, &["greedy", "local"]);
const LOCAL: f64 = 1.0;

pub static METHOD: Method = Method {
    key: "infopool",
    name: "InfoPool",
    short: "Info",
    paper: PAPER,
    about: "keeps the nodes whose signal their neighbours predict worst",
    family: Family::Score,
    laws: Laws {
        membership: Membership::Any,
        is_hard: false,
        are_seeds_whole: false,
        signal: SignalLaw::Seeds,
        ..Laws::BEST_NODES
    },
    parameters: &[&HOPS_PARAMETER, &CHOICE_PARAMETER, &RHO, &LEVELS],
    matrices: &[&A, &PREDICTION, &GAIN, &C],
    intermediates: &[],
    symbols: &[&GAIN, &PREDICTION, &HOPS, &CHOICE],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &InfoPool,
};

pub struct InfoPool;

impl Pooling for InfoPool {
    fn reach(&self, params: &Params) -> usize {
        2 * HOPS_PARAMETER.get(params) as usize + 1
    }

    fn precompute(&self, a: &Sparse, _: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let hops = HOPS_PARAMETER.get(cx.params) as usize;
        let links = Links::new(a)?;
        let balls = balls(&links, hops);
        let p =
            cx.trace.keep(Stage::Select, &PREDICTION, [Nodes, Nodes], prediction(&links, &balls, hops, a.dtype())?)?;
        let ones = vec![1.0; balls.nnz()];
        Ok(Precomputed::from_matrices(vec![(P, p), (BALLS, Sparse::constant(balls.into(), &ones, a.dtype())?)]))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let x = graphs.x.detach();
        let surprise = (&x - precomputed.need(P)?.matmul(&x)?)?;
        let gain = row_lengths(&to_f64_vec(&surprise)?, graphs.n_nodes());
        let column = Tensor::from_slice(&gain, (gain.len(), 1), x.device())?;
        cx.trace.keep(Stage::Select, &GAIN, [Nodes, Index], column)?;
        let balls = precomputed.need(BALLS)?;
        let (seeds, segments) = match CHOICE_PARAMETER.get(cx.params) {
            LOCAL => local(&gain, &balls.pattern, graphs, cx),
            _ => best_nodes(&GAIN, &gain, graphs, cx),
        };
        let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
        let mut members = PatternBuilder::default();
        for &seed in &seeds {
            balls.pattern.row(seed as usize).iter().for_each(|&node| members.push(node));
            members.end_row();
        }
        let members = members.finish(graphs.n_nodes());
        let ones = vec![1.0; members.nnz()];
        let c = Sparse::constant(members.into(), &ones, graphs.a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        let kept = pick(&seeds, graphs.n_nodes(), graphs.a.dtype())?.matmul(&graphs.x)?;
        Ok(Selection { shared: Some(kept), ..Selection::by(c, segments) })
    }

    fn reduce(&self, _: &Graphs, _: &Precomputed, selection: &Selection, _: &mut Context<'_>) -> Result<Tensor> {
        match &selection.shared {
            Some(kept) => Ok(kept.clone()),
            None => candle_core::bail!("InfoPool keeps the signal of its seeds"),
        }
    }
}

/// P and the balls among what is precomputed.
const P: &str = "P";
const BALLS: &str = "balls";

/// The nodes within some hops of each, itself included.
fn balls(links: &Links<'_>, hops: usize) -> Pattern {
    let (n, mut rows, mut ball) = (links.n_nodes(), PatternBuilder::default(), Vec::new());
    let mut search = Search::new(n);
    for node in 0..n {
        ball.clear();
        ball.extend(search.ball(links, node, hops).map(|(other, _)| other as u32));
        ball.sort_unstable();
        ball.iter().for_each(|&other| rows.push(other));
        rows.end_row();
    }
    rows.finish(n)
}

/// D⁻¹ A for one hop, else the plain mean over the ball without its centre.
fn prediction(links: &Links<'_>, balls: &Pattern, hops: usize, dtype: DType) -> Result<Sparse> {
    let (mut rows, mut values) = (PatternBuilder::default(), Vec::new());
    for node in 0..links.n_nodes() {
        if hops == 1 {
            let degree = links.degree(node);
            for (other, weight) in links.of(node) {
                rows.push(other as u32);
                values.push(weight / degree);
            }
        } else {
            let share = 1.0 / (balls.range(node).len() - 1).max(1) as f64;
            for &other in balls.row(node).iter().filter(|&&other| other as usize != node) {
                rows.push(other);
                values.push(share);
            }
        }
        rows.end_row();
    }
    Sparse::constant(rows.finish(links.n_nodes()).into(), &values, dtype)
}

/// Σ |x| of each of n rows.
fn row_lengths(x: &[f64], n: usize) -> Vec<f64> {
    match x.len().checked_div(n) {
        Some(width) if width > 0 => x.chunks_exact(width).map(|row| row.iter().map(|x| x.abs()).sum()).collect(),
        _ => vec![0.0; n],
    }
}

/// The seeds of each graph, region by region.
fn local(gain: &[f64], balls: &Pattern, graphs: &Graphs, cx: &mut Context<'_>) -> (Vec<u32>, std::sync::Arc<Segments>) {
    cx.trace.mark_ranked_by(&GAIN);
    let on_grid = if graphs.a.dtype() == DType::F64 { on_grid::<f64> } else { on_grid::<f32> };
    let gain: Vec<f64> = gain.iter().map(|&gain| on_grid(gain)).collect();
    let (mut seeds, mut lengths) = (Vec::new(), Vec::new());
    for rows in graphs.segments.ranges() {
        let k = n_kept(rows.len(), cx.params.rho);
        let mut best_first: Vec<usize> = rows.clone().collect();
        best_first.sort_by(|&a, &b| gain[b].total_cmp(&gain[a]).then(a.cmp(&b)));
        let mut is_covered = vec![false; rows.len()];
        let mut taken: Vec<usize> = Vec::new();
        // Each round, then all that are left; of a round that is too large the best, of equals the first.
        loop {
            let leads = |&node: &usize| {
                let near = balls.row(node).iter().map(|&other| other as usize);
                !is_covered[node - rows.start]
                    && near.filter(|other| !is_covered[other - rows.start]).all(|other| gain[node] >= gain[other])
            };
            let mut round: Vec<usize> = best_first.iter().copied().filter(leads).collect();
            if round.is_empty() {
                round = best_first.iter().copied().filter(|node| !taken.contains(node)).collect();
            }
            let room = k - taken.len();
            if let Some(&left_out) = round.get(room)
                && gain[left_out] == gain[round[room - 1]]
            {
                let equal = round.iter().filter(|&&node| gain[node] == gain[left_out]).map(|&node| node as u32);
                let mut equal: Vec<u32> = equal.collect();
                equal.sort_unstable();
                cx.trace.mark_tied(equal.into_iter());
            }
            round.truncate(room);
            for &node in &round {
                balls.row(node).iter().for_each(|&other| is_covered[other as usize - rows.start] = true);
            }
            taken.extend(round);
            if taken.len() == k {
                break;
            }
        }
        lengths.push(taken.len());
        seeds.extend(taken.into_iter().map(|node| node as u32));
    }
    (seeds, Segments::from_lengths(lengths).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pooling::{Params, Trace, Weights};

    #[test]
    fn a_local_choice_covers_regions_before_it_takes_neighbours() {
        let (path, _) = Pattern::from_edges(7, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]);
        let ones = vec![1.0; path.nnz()];
        let a = Sparse::constant(path.into(), &ones, DType::F64).unwrap();
        let balls = balls(&Links::new(&a).unwrap(), 1);
        let x = Tensor::zeros((7, 1), DType::F64, &candle_core::Device::Cpu).unwrap();
        let graphs = Graphs { a, x, segments: Segments::from_lengths([7]).into() };
        let gain = [9.0, 8.0, 1.0, 2.0, 3.0, 7.0, 4.0];
        for (rho, expected) in [(0.3, vec![0, 5, 3]), (0.6, vec![0, 5, 3, 1, 6]), (0.1, vec![0])] {
            let (params, weights, mut trace) = (Params { rho, ..Params::default() }, Weights::default(), Trace::off());
            let mut cx = Context { level: 0, params: &params, weights: &weights, trace: &mut trace };
            assert_eq!(local(&gain, &balls, &graphs, &mut cx).0, expected);
        }
    }
}
