//! MinCutPool (Bianchi et al. 2020), DMoN (Tsitsulin et al. 2023) and Just Balance (Bianchi 2022): one soft clustering with
//! three losses.
//!
//! S = softmax of the rows of X W + b, X' = Sᵀ X, and A' = Sᵀ A S without its diagonal, divided by √(d_i d_j). What differs is
//! what a network is trained for besides the classes: [losses].
//!
//! Settled here, where papers and packages differ. The number of clusters is k = max(1, ⌈ρ n̄⌉) with the mean n̄ of the nodes
//! of a graph in the dataset, and ⌈ρ k⌉ at the next level, so a graph of fewer nodes grows. S is one linear layer of the
//! signal that the convolution before it made, without a hidden layer and without dropout. MinCutPool's A of the first
//! level is D^-½ A D^-½, as in the paper (`--cut-adjacency plain` takes A itself, as PyTorch Geometric and tgp do); A' is
//! normalised already. X' is the sum, without SELU. Just Balance leaves the convolutions as they are. Degrees of A' and the
//! denominator of the cut are at least 1e-8, so a graph without edges has L_c = 0.

pub mod losses;

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    Family,
    diffpool::{S, Transposed},
    laws::Laws,
    method::Method,
    parameter::{LEVELS, Parameter, RHO},
    params::Params,
    precomputed::Precomputed,
    score::required,
    stages::{Assignment, AuxiliaryLoss, Context, Graphs, Pooling, Selection, WeightSpec},
    trace::{
        Axis::{Coarse, Nodes},
        Stage,
    },
};
use crate::{
    math::pattern::Pattern,
    symbols::{A, C, Source, Symbol},
    tensor::{
        Segments, Sparse, bias::add_bias, gram::gram, matmul::matmul, normalise_blocks::normalise_blocks,
        softmax::softmax,
    },
};
use losses::{BALANCE, COLLAPSE, CUT, MODULARITY, ORTHOGONALITY};

/// Which adjacency is cut.
pub static ADJACENCY: Symbol = Symbol::new(
    ["cut-adjacency", "A of the cut", r"\tilde{A}"],
    "adjacency that MinCutPool cuts",
    Source::Peer("Bianchi et al. 2020"),
    r"\tilde{A} = D^{-\frac{1}{2}} A D^{-\frac{1}{2}}",
    "MinCutPool: whether the adjacency of the first level is normalised by the degrees, as in the paper, or taken as it is.",
);
pub static ADJACENCY_PARAMETER: Parameter = Parameter::choice(&ADJACENCY, &["normalised", "plain"]);

/// How much the collapse term counts.
pub static COLLAPSE_WEIGHT: Symbol = Symbol::new(
    ["collapse-weight", "λ_c", r"\lambda_c"],
    "weight of DMoN's collapse loss",
    Source::Peer("Tsitsulin et al. 2023"),
    r"L = L_m + \lambda_c L_{\mathrm{cl}}",
    "DMoN: how much uneven clusters count beside the modularity.",
);
pub static COLLAPSE_PARAMETER: Parameter =
    Parameter { slider: (0.0, 2.0), ..Parameter::own(&COLLAPSE_WEIGHT, (0.0, 100.0), 1.0) };

pub static MINCUT: Method = Method {
    key: "mincut",
    name: "MinCutPool",
    short: "MC",
    paper: "Bianchi et al. 2020",
    about: "learned soft clusters that cut few edges and are of one size",
    family: Family::SoftClustering,
    laws: Laws::SOFT_CLUSTERS,
    parameters: &[&RHO, &ADJACENCY_PARAMETER, &LEVELS],
    matrices: &[&A, &S, &C],
    intermediates: &[],
    symbols: &[&S, &ADJACENCY, &CUT, &ORTHOGONALITY],
    losses: &[&CUT, &ORTHOGONALITY],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &SoftClusters { objective: Objective::MinCut },
};

pub static DMON: Method = Method {
    key: "dmon",
    name: "DMoN",
    short: "DM",
    paper: "Tsitsulin et al. 2023",
    about: "learned soft clusters of high modularity",
    parameters: &[&RHO, &COLLAPSE_PARAMETER, &LEVELS],
    symbols: &[&S, &COLLAPSE_WEIGHT, &MODULARITY, &COLLAPSE],
    losses: &[&MODULARITY, &COLLAPSE],
    operator: &SoftClusters { objective: Objective::Modularity },
    ..MINCUT
};

pub static JUST_BALANCE: Method = Method {
    key: "just-balance",
    name: "Just Balance",
    short: "JB",
    paper: "Bianchi 2022",
    about: "learned soft clusters that are sharp and of one size, whatever the edges",
    parameters: &[&RHO, &LEVELS],
    symbols: &[&S, &BALANCE],
    losses: &[&BALANCE],
    operator: &SoftClusters { objective: Objective::Balance },
    ..MINCUT
};

/// What clusters are trained for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    MinCut,
    Modularity,
    Balance,
}

pub struct SoftClusters {
    pub objective: Objective,
}

impl Pooling for SoftClusters {
    fn weights(&self, level: usize, width: usize, params: &Params) -> Vec<WeightSpec> {
        let k = params.n_clusters_by_mean(level);
        vec![WeightSpec::matrix("w", [width, k]), WeightSpec::bias("b", k)]
    }

    fn n_coarse(&self, _: usize, level: usize, params: &Params) -> usize {
        params.n_clusters_by_mean(level)
    }

    fn is_dense(&self) -> bool {
        true
    }

    fn precompute(&self, a: &Sparse, _: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let is_plain = ADJACENCY_PARAMETER.get(cx.params) != ADJACENCY_PARAMETER.default;
        if self.objective != Objective::MinCut || is_plain || cx.level > 0 {
            return Ok(Precomputed::default());
        }
        Ok(Precomputed::from_matrices(vec![(NORMALISED, a.normalise()?)]))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let s = softmax(&add_bias(&matmul(&graphs.x, required(cx, "w")?)?, required(cx, "b")?)?)?;
        let neighbours = adjacency(graphs, precomputed).matmul(&s)?;
        Ok(Selection { shared: Some(neighbours), ..selected(s, graphs, cx)? })
    }

    fn connect(
        &self,
        graphs: &Graphs,
        precomputed: &Precomputed,
        selection: &Selection,
        _: &mut Context<'_>,
    ) -> Result<Sparse> {
        let (s, neighbours) = parts(selection)?;
        debug_assert_eq!(adjacency(graphs, precomputed).n_rows(), s.dim(0)?);
        connected(s, neighbours, &graphs.segments)
    }

    fn extra_losses(
        &self,
        graphs: &Graphs,
        precomputed: &Precomputed,
        selection: &Selection,
        _: &Sparse,
        cx: &mut Context<'_>,
    ) -> Result<Vec<AuxiliaryLoss>> {
        let (s, neighbours) = parts(selection)?;
        let clusters =
            losses::Clusters { a: adjacency(graphs, precomputed), s, neighbours, segments: &graphs.segments };
        Ok(match self.objective {
            Objective::MinCut => vec![
                AuxiliaryLoss::new(&CUT, clusters.cut()?),
                AuxiliaryLoss::new(&ORTHOGONALITY, clusters.orthogonality()?),
            ],
            Objective::Modularity => vec![
                AuxiliaryLoss::new(&MODULARITY, clusters.modularity()?),
                AuxiliaryLoss {
                    weight: COLLAPSE_PARAMETER.get(cx.params),
                    ..AuxiliaryLoss::new(&COLLAPSE, clusters.collapse()?)
                },
            ],
            Objective::Balance => vec![AuxiliaryLoss::new(&BALANCE, clusters.balance()?)],
        })
    }
}

/// D^-½ A D^-½ among what is precomputed.
const NORMALISED: &str = "N";

/// The adjacency that is cut: that of the level, or its normalised one where there is one.
fn adjacency<'a>(graphs: &'a Graphs, precomputed: &'a Precomputed) -> &'a Sparse {
    precomputed.get(NORMALISED).unwrap_or(&graphs.a)
}

/// S and A S.
fn parts(selection: &Selection) -> Result<(&Tensor, &Tensor)> {
    match (&selection.assignment, &selection.shared) {
        (Assignment::Dense(s), Some(neighbours)) => Ok((s, neighbours)),
        _ => candle_core::bail!("soft clusters have a dense assignment"),
    }
}

/// The selection of a dense S, which the trace shows together with C = Sᵀ.
pub(super) fn selected(s: Tensor, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Selection> {
    let s = cx.trace.keep(Stage::Select, &S, [Nodes, Coarse], s)?;
    let transposed = || Ok(Transposed { s: s.clone(), segments: graphs.segments.clone() });
    cx.trace.show(Stage::Select, &C, [Coarse, Nodes], transposed)?;
    let k = s.dim(1)?;
    Ok(Selection {
        segments: Arc::new(Segments::from_lengths(graphs.segments.ranges().map(|_| k))),
        assignment: Assignment::Dense(s),
        gate: None,
        shared: None,
    })
}

/// A' = Sᵀ A S without its diagonal, divided by √(d_i d_j), from A S.
pub(super) fn connected(s: &Tensor, neighbours: &Tensor, segments: &Arc<Segments>) -> Result<Sparse> {
    let k = s.dim(1)?;
    let pattern = Arc::new(Pattern::full_blocks(segments.len(), k));
    let whole = Sparse::new(pattern.clone(), gram(s, neighbours, segments)?.flatten_all()?)?.symmetrise()?;
    Sparse::new(pattern, normalise_blocks(&whole.values, k)?)
}
