//! Graclus (Dhillon, Guan and Kulis 2007): nodes are matched in a random order, each with the free neighbour it is tied to most.
//! And its control (Mesquita, Souza and Kaski 2020): the same matching on the complement, of nodes that are not joined.
//!
//! An unmatched node u takes the unmatched neighbour v of largest A_uv (1/d_u + 1/d_v), the lower index among equals; without
//! one it stays alone. X' is the sum, A' the weights between the pairs. There are no weights, and ρ is not used: at best half
//! of the nodes are left.
//!
//! Settled here: the order is drawn from the seed, the size of the graph and the level, so that a graph is pooled alike
//! alone and in a batch. `--graclus-tie plain` takes A_uv alone, as PyTorch Geometric and tgp do. In the complement all
//! weights are 1 and u takes the free node of lowest degree there, that is the one with most neighbours in the graph; only the
//! matching is of the complement, A' is of the graph.

use candle_core::Result;

use super::{
    Family,
    hard::{Clusters, selected},
    laws::{Laws, Numbering, SizeLaw},
    links::Links,
    method::Method,
    parameter::{LEVELS, Parameter},
    params::Params,
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection},
};
use crate::{
    math::{rank::on_grid, rng::Rng},
    symbols::{A, C, Source, Symbol},
    tensor::{Segments, Sparse},
};
use std::ops::Range;

/// What ties nodes to each other.
pub static TIE: Symbol = Symbol::new(
    ["graclus-tie", "weight of pairs", "w"],
    "weight of Graclus",
    Source::Peer("Dhillon et al. 2007"),
    r"w_{uv} = A_{uv} \left( \frac{1}{d_u} + \frac{1}{d_v} \right)",
    "Graclus: whether a pair is matched by the weight of its edge over the degrees, as in the paper, or by that weight alone.",
);
static TIE_PARAMETER: Parameter = Parameter::choice(&TIE, &["degrees", "plain"]);

pub static METHOD: Method = Method {
    key: "graclus",
    name: "Graclus",
    short: "Gra",
    paper: "Dhillon et al. 2007",
    about: "pairs of neighbours, matched in random order",
    family: Family::OneOverK,
    laws: Laws { size: SizeLaw::HalfOrMore, numbering: Numbering::Counts, ..Laws::PARTITION },
    parameters: &[&TIE_PARAMETER, &LEVELS],
    matrices: &[&A, &C],
    intermediates: &[],
    symbols: &[&TIE],
    losses: &[],
    max_nodes_interactive: None,
    is_random: true,
    is_compared_by_default: false,
    operator: &Graclus { is_complement: false },
};

/// Pairs of nodes that are not joined.
pub static COMPLEMENT: Method = Method {
    key: "graclus-complement",
    name: "Graclus of the complement",
    short: "GrC",
    paper: "Mesquita et al. 2020",
    about: "control: pairs of nodes that are not neighbours, matched in random order",
    family: Family::Control,
    laws: Laws { keeps_components_apart: false, ..METHOD.laws },
    parameters: &[&LEVELS],
    symbols: &[],
    operator: &Graclus { is_complement: true },
    ..METHOD
};

pub struct Graclus {
    is_complement: bool,
}

impl Pooling for Graclus {
    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let links = Links::rounded(a)?;
        let is_plain = TIE_PARAMETER.get(cx.params) != TIE_PARAMETER.default;
        let mut clusters = Clusters::default();
        for rows in segments.ranges() {
            let order = random_order(&rows, cx);
            let partner = if self.is_complement {
                match_strangers(&links, rows, &order)
            } else {
                match_neighbours(&links, rows, &order, is_plain)
            };
            clusters.push(&partner);
        }
        clusters.precomputed(a, cx)
    }

    fn select(&self, _: &Graphs, precomputed: &Precomputed, _: &mut Context<'_>) -> Result<Selection> {
        selected(precomputed)
    }
}

/// The nodes of a graph in an order that its size, the level and the seed determine.
fn random_order(rows: &Range<usize>, cx: &Context<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = rows.clone().collect();
    Rng::derived(cx.params.seed, &[rows.len() as u64, cx.level as u64, 0x6772]).shuffle(&mut order);
    order
}

/// For each node the lower of itself and its partner.
fn match_neighbours(links: &Links<'_>, rows: Range<usize>, order: &[usize], is_plain: bool) -> Vec<u32> {
    let first = rows.start;
    let inverse: Vec<f64> = rows.clone().map(|node| links.degree(node).recip()).collect();
    let mut name = vec![u32::MAX; rows.len()];
    for &node in order.iter() {
        if name[node - first] != u32::MAX {
            continue;
        }
        let tie = |other: usize, weight: f64| {
            if is_plain { weight } else { on_grid::<f32>(weight * (inverse[node - first] + inverse[other - first])) }
        };
        let mut best: Option<(f64, usize)> = None;
        for (other, weight) in links.of(node).filter(|(other, _)| name[other - first] == u32::MAX) {
            let tie = tie(other, weight);
            if best.is_none_or(|(most, _)| tie > most) {
                best = Some((tie, other));
            }
        }
        pair(&mut name, node - first, best.map(|(_, other)| other - first));
    }
    name
}

/// The same on the complement, which is never made: of the free nodes, those of highest degree first, the first that is no
/// neighbour.
fn match_strangers(links: &Links<'_>, rows: Range<usize>, order: &[usize]) -> Vec<u32> {
    let first = rows.start;
    let n_neighbours: Vec<usize> = rows.clone().map(|node| links.of(node).count()).collect();
    let mut by_degree: Vec<usize> = (0..rows.len()).collect();
    by_degree.sort_by_key(|&node| (std::cmp::Reverse(n_neighbours[node]), node));
    let mut name = vec![u32::MAX; rows.len()];
    for &node in order {
        let node = node - first;
        if name[node] != u32::MAX {
            continue;
        }
        by_degree.retain(|&other| name[other] == u32::MAX);
        let is_stranger = |other: usize| other != node && links.of(node + first).all(|(near, _)| near - first != other);
        let stranger = by_degree.iter().copied().find(|&other| is_stranger(other));
        pair(&mut name, node, stranger);
    }
    name
}

fn pair(name: &mut [u32], node: usize, partner: Option<usize>) {
    let lowest = partner.map_or(node, |partner| partner.min(node)) as u32;
    name[node] = lowest;
    if let Some(partner) = partner {
        name[partner] = lowest;
    }
}

#[cfg(test)]
mod tests {
    use candle_core::DType;

    use super::*;
    use crate::math::pattern::Pattern;

    /// A star of three leaves with one more leaf on the first.
    fn graph() -> Sparse {
        let (pattern, _) = Pattern::from_edges(5, &[[0, 1], [0, 2], [0, 3], [1, 4]]);
        let values = vec![1.0; pattern.nnz()];
        Sparse::constant(pattern.into(), &values, DType::F64).unwrap()
    }

    #[test]
    fn a_node_takes_the_neighbour_it_is_tied_to_most() {
        let a = graph();
        let links = Links::new(&a).unwrap();
        // 0 prefers its leaves of degree 1; of two equals the lower.
        assert_eq!(match_neighbours(&links, 0..5, &[0, 1, 2, 3, 4], false), [0, 1, 0, 3, 1]);
        assert_eq!(match_neighbours(&links, 0..5, &[0, 1, 2, 3, 4], true), [0, 0, 2, 3, 4]);
        assert_eq!(match_neighbours(&links, 0..5, &[4, 3, 2, 1, 0], false), [0, 1, 2, 0, 1]);
    }

    #[test]
    fn strangers_are_matched_with_those_that_have_most_neighbours() {
        let a = graph();
        let links = Links::new(&a).unwrap();
        // 0 is a neighbour of all but 4.
        assert_eq!(match_strangers(&links, 0..5, &[4, 2, 1, 3, 0]), [0, 1, 1, 3, 0]);
        assert_eq!(match_strangers(&links, 0..5, &[2, 4, 0, 1, 3]), [0, 1, 1, 3, 0]);
    }
}
