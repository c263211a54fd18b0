//! EdgePool (Diehl 2019): edges are contracted, the one of highest score first, as long as both ends are free.
//!
//! Every edge i → j has r = x_i · w + x_j · u + b, and s = softmax of r over the edges with the same target j, + ½. Edges are
//! taken by s, and what is left stays alone with s = 1. X'_c = s (x_i + x_j), so C has s at both ends; A' is what lies between
//! the contracted nodes, with members of weight 1.
//!
//! Settled here: in the softmax over the sources of one target, the target's part x_j · u and b cancel, so they are no
//! weights (packages have them, and they never move). With `--edge-score tanh` or `sigmoid` they count, and s = ½ + tanh(r)
//! or ½ + sigmoid(r). Self-loops are no candidates and A' has none. Of equal scores the edge of lower source goes first, then
//! of lower target; where that decides, the ends are marked as tied. Coarse nodes are numbered by their lowest node. Half of
//! the nodes are left at best: ρ is not used. Rows of S are s and not 1, though every node belongs to exactly one coarse
//! node, which is what expressiveness asks for (Bianchi and Lachi 2023).

use candle_core::{DType, Result, Tensor};

use super::{
    Family,
    hard::{Clusters, between},
    kmis::sigmoid,
    laws::{EdgeLaw, Laws, Membership, SizeLaw},
    method::Method,
    parameter::{LEVELS, Parameter},
    params::Params,
    precomputed::Precomputed,
    score::required,
    stages::{Assignment, Context, Graphs, Pooling, Selection, WeightSpec},
    trace::{
        Axis::{Coarse, Nodes},
        Stage,
    },
};
use crate::{
    math::{pattern::Pattern, rank::on_grid},
    symbols::{A, C, Source, Symbol},
    tensor::{
        Segments, Sparse,
        chosen::chosen_or_one,
        ends::{at_cols, at_rows},
        matmul::matmul,
        row_softmax::row_softmax,
        slice_op::to_f64_vec,
    },
};

const PAPER: &str = "Diehl 2019";

/// The score of every edge: row target, column source.
pub static EDGE_SCORES: Symbol = Symbol::new(
    ["edgescores", "s_e", "s_e"],
    "edge scores",
    Source::Peer(PAPER),
    r"s_{ji} = \operatorname{softmax}_i (x_i \cdot w) + \tfrac{1}{2}",
    "EdgePool: the score of the edge from the node of the column to that of the row; the highest are contracted first.",
);
pub static FUNCTION: Symbol = Symbol::new(
    ["edge-score", "score of edges", "f"],
    "score of EdgePool",
    Source::Peer(PAPER),
    r"s = f(x_i \cdot w + x_j \cdot u + b) + \tfrac{1}{2}",
    "EdgePool: what makes a score of a number: softmax over the edges to the same node, tanh, or the sigmoid.",
);
static FUNCTION_PARAMETER: Parameter = Parameter::choice(&FUNCTION, &["softmax", "tanh", "sigmoid"]);
const SOFTMAX: f64 = 0.0;
const TANH: f64 = 1.0;

pub static METHOD: Method = Method {
    key: "edgepool",
    name: "EdgePool",
    short: "Edge",
    paper: PAPER,
    about: "contracts the edges of highest learned score, each node once",
    family: Family::OneOverK,
    laws: Laws { membership: Membership::Any, edges: EdgeLaw::Own, size: SizeLaw::HalfOrMore, ..Laws::PARTITION },
    parameters: &[&FUNCTION_PARAMETER, &LEVELS],
    matrices: &[&A, &EDGE_SCORES, &C],
    intermediates: &[],
    symbols: &[&EDGE_SCORES, &FUNCTION],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: false,
    operator: &EdgePool,
};

pub struct EdgePool;

impl Pooling for EdgePool {
    fn weights(&self, _level: usize, width: usize, params: &Params) -> Vec<WeightSpec> {
        let source = WeightSpec::matrix("w", [width, 1]);
        match FUNCTION_PARAMETER.get(params) {
            SOFTMAX => vec![source],
            _ => vec![source, WeightSpec::matrix("u", [width, 1]), WeightSpec::bias("b", 1)],
        }
    }

    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn precompute(&self, a: &Sparse, _: &Segments, _: &mut Context<'_>) -> Result<Precomputed> {
        Ok(Precomputed::from_matrices(vec![(EDGES, a.detach().without_diagonal()?)]))
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let edges = &precomputed.need(EDGES)?.pattern;
        let of_source = at_cols(edges, &column(graphs, cx, "w")?)?;
        let function = FUNCTION_PARAMETER.get(cx.params);
        let scores = if function == SOFTMAX {
            row_softmax(edges, &of_source)?
        } else {
            let of_target = (at_rows(edges, &column(graphs, cx, "u")?)? + of_source)?;
            let r = of_target.broadcast_add(&required(cx, "b")?.flatten_all()?)?;
            if function == TANH { r.tanh()? } else { sigmoid(&r)? }
        };
        let scores = (scores + 0.5)?.contiguous()?;
        let shown = || Sparse::new(edges.clone(), scores.clone());
        cx.trace.show(Stage::Select, &EDGE_SCORES, [Nodes, Nodes], shown)?;

        let Contraction { partner, tied } = contract(edges, &to_f64_vec(&scores)?, graphs.a.dtype());
        cx.trace.mark_tied(tied.into_iter());
        let mut clusters = Clusters::default();
        for rows in graphs.segments.ranges() {
            let name = |node: usize| partner[node].map_or(node as u32, |(other, _)| other.min(node as u32));
            clusters.push(&rows.map(name).collect::<Vec<u32>>());
        }
        let pattern = clusters.pattern();
        let sources = pattern.cols().iter().map(|&node| partner[node as usize].map(|(_, at)| at)).collect();
        let c = Sparse::new(pattern.into(), chosen_or_one(&scores, sources)?)?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        Ok(Selection::by(c, Segments::from_lengths(clusters.lengths).into()))
    }

    fn connect(&self, graphs: &Graphs, _: &Precomputed, selection: &Selection, _: &mut Context<'_>) -> Result<Sparse> {
        match &selection.assignment {
            Assignment::Sparse(c) => between(c, &graphs.a),
            Assignment::Dense(_) => candle_core::bail!("EdgePool has a sparse assignment"),
        }
    }
}

/// The edges that may be contracted.
const EDGES: &str = "edges";

/// X w.
fn column(graphs: &Graphs, cx: &Context<'_>, weight: &str) -> Result<Tensor> {
    matmul(&graphs.x, required(cx, weight)?)?.flatten_all()
}

/// Which edges are contracted.
struct Contraction {
    /// Of each node the other end, and the position of the edge's score.
    partner: Vec<Option<(u32, u32)>>,
    /// Nodes of which the numbering decided, ascending.
    tied: Vec<u32>,
}

fn contract(edges: &Pattern, scores: &[f64], dtype: DType) -> Contraction {
    let on_grid = if dtype == DType::F64 { on_grid::<f64> } else { on_grid::<f32> };
    let mirror = edges.mirror();
    // (score, position in order of sources, position of the score, target, source).
    let mut order: Vec<(f64, u32, u32, [u32; 2])> = edges
        .entries()
        .map(|(at, target, source)| (on_grid(scores[at]), mirror[at], at as u32, [target as u32, source as u32]))
        .collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let n = edges.n_rows();
    let mut partner: Vec<Option<(u32, u32)>> = vec![None; n];
    let mut is_tied = vec![false; n];
    // Of the edges of one score that could still be contracted, the one met first at each node.
    let mut first = vec![u32::MAX; n];
    for equal in order.chunk_by(|a, b| a.0 == b.0) {
        let free: Vec<_> =
            equal.iter().filter(|(.., ends)| ends.iter().all(|&end| partner[end as usize].is_none())).collect();
        for &&(.., [target, source]) in &free {
            for (end, other) in [(target, source), (source, target)] {
                let before = std::mem::replace(&mut first[end as usize], other);
                if before != u32::MAX && before != other {
                    [end, other, before].iter().for_each(|&node| is_tied[node as usize] = true);
                }
            }
        }
        for &&(_, _, at, [target, source]) in &free {
            [target, source].iter().for_each(|&end| first[end as usize] = u32::MAX);
            if partner[target as usize].is_none() && partner[source as usize].is_none() {
                partner[target as usize] = Some((source, at));
                partner[source as usize] = Some((target, at));
            }
        }
    }
    let tied = (0..n as u32).filter(|&node| is_tied[node as usize]).collect();
    Contraction { partner, tied }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_contracted_best_first_and_ties_are_marked() {
        let (path, _) = Pattern::from_edges(5, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        let score = |value: [f64; 4]| -> Vec<f64> { path.entries().map(|(_, a, b)| value[a.min(b)]).collect() };
        let partners = |found: &Contraction| -> Vec<Option<u32>> {
            found.partner.iter().map(|partner| partner.map(|(other, _)| other)).collect()
        };
        let found = contract(&path, &score([0.6, 0.9, 0.7, 0.8]), DType::F64);
        assert_eq!(partners(&found), [None, Some(2), Some(1), Some(4), Some(3)]);
        assert_eq!(found.tied, [0; 0]);
        let found = contract(&path, &score([0.9, 0.9, 0.1, 0.9]), DType::F64);
        assert_eq!(partners(&found), [Some(1), Some(0), None, Some(4), Some(3)]);
        assert_eq!(found.tied, [0, 1, 2]);
    }
}
