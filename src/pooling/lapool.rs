//! LaPool (Noutahi et al. 2019): leaders are where the signal differs most from its neighbours, and every other node is shared
//! out over them by the likeness of signals.
//!
//! v_i = ‖(L X)_i‖; a leader has v_i ≥ v_j for all neighbours j, so isolated nodes are leaders and every component has one.
//! A leader belongs to itself; any other node has sparsemax(β_ic cos(x_i, x_c)) over the leaders c. X' = C X, and
//! A' = C A Cᵀ without its diagonal. There are no weights and no loss, and ρ is not used: leaders are as many as there are.
//!
//! Settled here: candidates are the leaders of the node's own component, as in ProxPool (tgp takes all of the graph, so that
//! with β = 1 components merge, and with β = 1/hops mass is lost). L = D − A (tgp) or I − D⁻¹A (the authors' code).
//! Sparsemax as in the paper, or softmax with β multiplied afterwards as in tgp. Values of v are compared up to
//! rounding, so that neighbours that differ alike are both leaders. No fully connected layer follows. With equal signals v = 0 everywhere:
//! every node is a leader, and nothing is pooled.

use candle_core::{DType, Result};
use ndarray::Array2;

use super::{
    Family,
    laws::{Laws, SizeLaw},
    links::{Links, Search},
    method::Method,
    parameter::{LEVELS, Parameter},
    params::Params,
    precomputed::Precomputed,
    stages::{Assignment, Context, Graphs, Pooling, Selection},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{
        Segments, Sparse,
        leaders::{Sharing, shared_out},
        slice_op::to_f64_vec,
    },
};

const PAPER: &str = "Noutahi et al. 2019";

/// How much the signal varies.
pub static VARIATION: Symbol = Symbol::new(
    ["v", "v", "v"],
    "variation of the signal",
    Source::Peer(PAPER),
    r"v_i = \lVert (L X)_i \rVert_2",
    "LaPool: how much a node's signal differs from its neighbours; leaders differ at least as much as all their neighbours.",
);
pub static LAPLACIAN: Symbol = Symbol::new(
    ["lapool-laplacian", "L of v", "L"],
    "Laplacian of LaPool's variation",
    Source::Peer(PAPER),
    r"L = D - A, \quad L = I - D^{-1} A",
    "LaPool: whether differences are summed over the neighbours or averaged.",
);
pub static SHARING: Symbol = Symbol::new(
    ["lapool-sharing", "sharing", r"\sigma"],
    "sharing of LaPool",
    Source::Peer(PAPER),
    r"S_i = \operatorname{sparsemax}(\beta_i \odot \cos(x_i, X_{\mathrm{idx}}))",
    "LaPool: whether a node joins a few leaders, by sparsemax, or all, by softmax.",
);
pub static BETA: Symbol = Symbol::new(
    ["lapool-beta", "β", r"\beta"],
    "distance in LaPool",
    Source::Peer(PAPER),
    r"\beta_{ic} = 1, \quad \beta_{ic} = 1 / \mathrm{dist}(i, c)",
    "LaPool: whether near leaders count more than far ones.",
);

static LAPLACIAN_PARAMETER: Parameter = Parameter::choice(&LAPLACIAN, &["sum", "mean"]);
static SHARING_PARAMETER: Parameter = Parameter::choice(&SHARING, &["sparsemax", "softmax"]);
static BETA_PARAMETER: Parameter = Parameter::choice(&BETA, &["none", "hops"]);

/// The second of two choices.
const SECOND: f64 = 1.0;

pub static METHOD: Method = Method {
    key: "lapool",
    name: "LaPool",
    short: "LaP",
    paper: PAPER,
    about: "leaders differ most from their neighbours; the others join those with a like signal",
    family: Family::Proximity,
    laws: Laws { is_hard: false, size: SizeLaw::Free, ..Laws::PARTITION },
    parameters: &[&LAPLACIAN_PARAMETER, &SHARING_PARAMETER, &BETA_PARAMETER, &LEVELS],
    matrices: &[&A, &VARIATION, &C],
    intermediates: &[],
    symbols: &[&VARIATION, &LAPLACIAN, &SHARING, &BETA],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &LaPool,
};

pub struct LaPool;

impl Pooling for LaPool {
    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let links = Links::new(&graphs.a)?;
        let v = variation(&links, &to_f64_vec(&graphs.x)?, LAPLACIAN_PARAMETER.get(cx.params) == SECOND);
        let (v, most): (Vec<f64>, Vec<f64>) = v.into_iter().unzip();
        let shown = || Array2::from_shape_vec((v.len(), 1), v.clone()).map_err(candle_core::Error::wrap);
        cx.trace.show(Stage::Select, &VARIATION, [Nodes, Index], shown)?;
        let leaders = leaders(&links, (&v, &most), graphs.a.dtype(), &graphs.segments);
        let leaders = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], leaders)?;

        let component = links.components().of_node;
        let n_components = component.iter().max().map_or(0, |&last| last as usize + 1);
        let mut of_component: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n_components];
        for (&leader, number) in leaders.iter().zip(0..) {
            of_component[component[leader as usize] as usize].push((number, leader));
        }
        let has_hops = BETA_PARAMETER.get(cx.params) == SECOND;
        let mut search = Search::new(links.n_nodes());
        let mut hops = vec![0; if has_hops { links.n_nodes() } else { 0 }];
        let candidates = |node: usize, near: &mut Vec<(u32, f64)>| {
            let all = &of_component[component[node] as usize];
            if has_hops {
                search.ball(&links, node, usize::MAX).for_each(|(other, steps)| hops[other] = steps);
            }
            let beta = |leader: u32| if has_hops { 1.0 / f64::from(hops[leader as usize]) } else { 1.0 };
            near.extend(all.iter().map(|&(number, leader)| (number, beta(leader))));
        };
        let is_soft = SHARING_PARAMETER.get(cx.params) == SECOND;
        let sharing = if is_soft { Sharing::Softmax } else { Sharing::Sparsemax };
        let c = shared_out(&graphs.x.contiguous()?, &leaders, sharing, candidates)?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        let count =
            |rows: std::ops::Range<usize>| leaders.iter().filter(|&&leader| rows.contains(&(leader as usize))).count();
        Ok(Selection::by(c, Segments::from_lengths(graphs.segments.ranges().map(count)).into()))
    }

    fn connect(&self, graphs: &Graphs, _: &Precomputed, selection: &Selection, _: &mut Context<'_>) -> Result<Sparse> {
        match &selection.assignment {
            Assignment::Sparse(c) => c.galerkin(&graphs.a)?.without_diagonal(),
            Assignment::Dense(_) => candle_core::bail!("LaPool has a sparse assignment"),
        }
    }
}

/// v_i = ‖Σ_j A_ij (x_i − x_j)‖, over d_i where it is a mean; and Σ_j A_ij (‖x_i‖ + ‖x_j‖), than which it cannot be more. An
/// isolated node has 0.
fn variation(links: &Links<'_>, x: &[f64], is_mean: bool) -> Vec<(f64, f64)> {
    let n = links.n_nodes();
    let width = x.len().checked_div(n).unwrap_or(0);
    let row = |node: usize| &x[node * width..(node + 1) * width];
    let lengths: Vec<f64> = (0..n).map(|node| row(node).iter().map(|x| x * x).sum::<f64>().sqrt()).collect();
    let of_node = |node: usize| {
        let (mut difference, mut most) = (vec![0.0; width], 0.0);
        for (other, weight) in links.of(node) {
            most += weight * (lengths[node] + lengths[other]);
            let pairs = row(node).iter().zip(row(other));
            difference.iter_mut().zip(pairs).for_each(|(sum, (own, other))| *sum += weight * (own - other));
        }
        let length = difference.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        let degree = links.degree(node);
        if is_mean && degree > 0.0 { (length / degree, most / degree) } else { (length, most) }
    };
    (0..n).map(of_node).collect()
}

/// The nodes with v_i ≥ v_j for all neighbours j, up to the rounding of the largest v that there could be in a graph.
fn leaders(links: &Links<'_>, (v, most): (&[f64], &[f64]), dtype: DType, segments: &Segments) -> Vec<u32> {
    let rounding = if dtype == DType::F64 { 1.0 / (1_u64 << 40) as f64 } else { 1.0 / (1_u64 << 20) as f64 };
    let mut leaders = Vec::new();
    for rows in segments.ranges() {
        let slack = rounding * most[rows.clone()].iter().copied().fold(0.0, f64::max);
        let leads = |&node: &usize| links.of(node).all(|(other, _)| v[node] >= v[other] - slack);
        leaders.extend(rows.filter(leads).map(|node| node as u32));
    }
    leaders
}
