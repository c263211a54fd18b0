//! ASAP (Ranjan, Sanyal and Talukdar 2020): a cluster around every node, by attention, of which the fittest are kept.
//!
//! Â is A with a self-loop of weight 1 where there is none, N̂(i) the nodes of row i. m_i = max of x_j over N̂(i), feature by
//! feature; α_ij = softmax over N̂(i) of LeakyReLU₀.₂(a₁ · (m_i W + b_w) + a₂ · x_j + b_a); x^c_i = Σ_j α_ij x_j. The fitness
//! φ = sigmoid(LEConv(x^c)) with LEConv(x)_i = x_i w₃ + b₃ + Σ_{j ∈ N̂(i)} (x_j w₁ + b₁ − x_i w₂). The ⌈ρn⌉ fittest are
//! kept: C has the rows α_c of these, X'_c = φ_c (C X)_c, A' = C Â Cᵀ without its diagonal.
//!
//! Settled here, as PyTorch Geometric has it: LEConv without edge weights, loops of A' dropped (the authors' code sets them to
//! 1), gradients also through C in A' (the authors' code cuts them), and no graph convolution within. Clusters are ranked by
//! what goes into the sigmoid, which is the order of φ but for those that it rounds to 1. tgp restricts Â to the
//! kept nodes instead of C Â Cᵀ, which is not the paper.

use candle_core::{Result, Tensor};

use super::{
    Family,
    kmis::sigmoid,
    laws::{EdgeLaw, Laws, Membership},
    method::Method,
    parameter::{LEVELS, RHO},
    params::Params,
    precomputed::Precomputed,
    score::required,
    stages::{Assignment, Context, Graphs, Pooling, Selection, WeightSpec, best_nodes},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    math::pattern::PatternBuilder,
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{
        Segments, Sparse,
        bias::add_bias,
        chosen::chosen_or_one,
        ends::{at_cols, at_rows},
        matmul::matmul,
        neighbour_max::neighbour_max,
        part::picked,
        row_softmax::row_softmax,
        slice_op::to_f64_vec,
    },
};

const PAPER: &str = "Ranjan et al. 2020";

/// Who is in the cluster around whom.
pub static ATTENTION: Symbol = Symbol::new(
    ["alpha", "α", r"\alpha"],
    "cluster attention",
    Source::Peer(PAPER),
    r"\alpha_{ij} = \operatorname{softmax}_{j \in N(i)} \operatorname{LeakyReLU}(a \cdot [W m_i \Vert x_j])",
    "ASAP: how much each neighbour counts in the cluster around a node; rows sum to 1.",
);
/// What clusters are ranked by.
pub static FITNESS: Symbol = Symbol::new(
    ["fitness", "φ", r"\varphi"],
    "fitness of clusters",
    Source::Peer(PAPER),
    r"\varphi = \sigma(\operatorname{LEConv}(x^c)), \quad X'_c = \varphi_c \, (C X)_c",
    "ASAP: the score of the cluster around a node; the fittest are kept, and their signals are multiplied by it.",
)
.in_files("fitness");

pub static METHOD: Method = Method {
    key: "asap",
    name: "ASAP",
    short: "ASAP",
    paper: PAPER,
    about: "a cluster around every node by attention, of which the fittest are kept",
    family: Family::Score,
    laws: Laws {
        membership: Membership::Any,
        is_hard: false,
        are_seeds_whole: false,
        edges: EdgeLaw::Own,
        ..Laws::BEST_NODES
    },
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &ATTENTION, &FITNESS, &C],
    intermediates: &[],
    symbols: &[&ATTENTION, &FITNESS],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &Asap,
};

/// Slope of LeakyReLU below 0.
const SLOPE: f64 = 0.2;

pub struct Asap;

impl Pooling for Asap {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        let column = |name| WeightSpec::matrix(name, [width, 1]);
        vec![
            WeightSpec::matrix("w", [width, width]),
            WeightSpec::bias("bw", width),
            column("a1"),
            column("a2"),
            WeightSpec::bias("ba", 1),
            column("w1"),
            WeightSpec::bias("b1", 1),
            column("w2"),
            column("w3"),
            WeightSpec::bias("b3", 1),
        ]
    }

    /// Clusters reach over their neighbours' neighbours.
    fn reach(&self, _: &Params) -> usize {
        2
    }

    fn precompute(&self, a: &Sparse, _: &Segments, _: &mut Context<'_>) -> Result<Precomputed> {
        let (pattern, sources) = a.pattern.with_diagonal();
        let values = chosen_or_one(&a.values, sources)?;
        Ok(Precomputed::from_matrices(vec![(LOOPED, Sparse::new(pattern.into(), values)?)]))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let near = &precomputed.need(LOOPED)?.pattern;
        let x = &graphs.x;
        let linear = |x: &Tensor, name: &str| matmul(x, required(cx, name)?);
        let query = add_bias(&linear(&neighbour_max(near, x)?, "w")?, required(cx, "bw")?)?;
        let of_pair =
            (at_rows(near, &linear(&query, "a1")?.flatten_all()?)? + at_cols(near, &linear(x, "a2")?.flatten_all()?)?)?;
        let z = of_pair.broadcast_add(&required(cx, "ba")?.flatten_all()?)?;
        let leaky = ((z.relu()? * (1.0 - SLOPE))? + (z * SLOPE)?)?.contiguous()?;
        let alpha = Sparse::new(near.clone(), row_softmax(near, &leaky)?)?;

        let clusters = alpha.matmul(x)?;
        let from_neighbours = add_bias(&linear(&clusters, "w1")?, required(cx, "b1")?)?;
        let ones = Sparse::constant(near.clone(), &vec![1.0; near.nnz()], alpha.dtype())?;
        let n_near: Vec<f64> = (0..near.n_rows()).map(|row| near.range(row).len() as f64).collect();
        let n_near = Tensor::from_vec(n_near, (near.n_rows(), 1), x.device())?.to_dtype(x.dtype())?;
        let own = add_bias(&linear(&clusters, "w3")?, required(cx, "b3")?)?;
        let against = (linear(&clusters, "w2")? * n_near)?;
        let score = ((own + ones.matmul(&from_neighbours)?)? - against)?;
        let fitness = sigmoid(&score)?;

        let alpha = cx.trace.keep(Stage::Select, &ATTENTION, [Nodes, Nodes], alpha)?;
        let fitness = cx.trace.keep(Stage::Select, &FITNESS, [Nodes, Index], fitness)?;
        let (seeds, segments) = best_nodes(&FITNESS, &to_f64_vec(&score)?, graphs, cx);
        let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], rows(&alpha, &seeds)?)?;
        let gate = picked(&fitness.flatten_all()?, seeds)?.unsqueeze(1)?;
        Ok(Selection { assignment: Assignment::Sparse(c), segments, gate: Some(gate), shared: None })
    }

    fn connect(
        &self,
        _: &Graphs,
        precomputed: &Precomputed,
        selection: &Selection,
        _: &mut Context<'_>,
    ) -> Result<Sparse> {
        match &selection.assignment {
            Assignment::Sparse(c) => c.galerkin(precomputed.need(LOOPED)?)?.without_diagonal(),
            Assignment::Dense(_) => candle_core::bail!("ASAP has a sparse assignment"),
        }
    }
}

/// Â among what is precomputed.
const LOOPED: &str = "looped";

/// Some rows of a matrix, in this order.
fn rows(matrix: &Sparse, wanted: &[u32]) -> Result<Sparse> {
    let mut pattern = PatternBuilder::default();
    let mut positions = Vec::new();
    for &row in wanted {
        for at in matrix.pattern.range(row as usize) {
            pattern.push(matrix.pattern.cols()[at]);
            positions.push(at as u32);
        }
        pattern.end_row();
    }
    Sparse::new(pattern.finish(matrix.n_cols()).into(), picked(&matrix.values, positions)?)
}
