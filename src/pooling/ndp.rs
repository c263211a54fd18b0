//! NDP, node decimation pooling (Bianchi et al. 2020): one side of an approximate maximum cut is kept, and joined by Kron
//! reduction.
//!
//! u is the eigenvector of the largest eigenvalue of L = I − D^-½ A D^-½, the signal that differs most between neighbours.
//! V⁺ = {i : u_i ≥ 0} is kept, the other nodes are dropped: X' = X of V⁺. A' is the Kron reduction of A to V⁺ ([`kron`]), of
//! which weights up to a threshold are left out.
//!
//! Settled here: all of this per connected component, for across components the eigenvalue is a multiple one; so no component
//! is lost, and an isolated node is kept. A component with two sides, all of whose edges are between them, is cut exactly.
//! The sign is that in which the entry of largest magnitude is positive, of equals the first. Where less than half of the
//! edge weight of a component is cut, its first node is kept, its second dropped, and the rest drawn from the seed, as in the
//! authors' code. Entries below 1e-9 are 0. Nodes of which the numbering decided — an eigenvector of a multiple
//! eigenvalue, either sign, random halves — are marked as tied. The cut is found from weights in single precision, so that
//! the explorer keeps the nodes that training keeps.

use std::{ops::Range, sync::Arc};

use candle_core::Result;
use ndarray::Array2;

use super::{
    Family,
    hard::selected,
    kron::kron,
    laws::{EdgeLaw, Laws, Membership, SizeLaw},
    links::Links,
    method::Method,
    parameter::{LEVELS, Parameter},
    params::Params,
    parts::Part,
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection, pick},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    math::{pattern::PatternBuilder, rng::Rng},
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{Segments, Sparse},
};

const PAPER: &str = "Bianchi et al. 2020";

/// The signal that is cut.
pub static U_MAX: Symbol = Symbol::new(
    ["u_max", "u_max", r"u_{\max}"],
    "last eigenvector",
    Source::Peer(PAPER),
    r"L u_{\max} = \lambda_{\max} u_{\max}, \quad V^+ = \{i : u_{\max, i} \geq 0\}",
    "NDP: the eigenvector of the largest eigenvalue of each component; nodes where it is not negative are kept.",
)
.in_files("umax");
/// What is left out of A'.
pub static THRESHOLD: Symbol = Symbol::new(
    ["kron-threshold", "ε_K", r"\varepsilon_K"],
    "threshold of the Kron reduction",
    Source::Peer(PAPER),
    r"A'_{ij} \leq \varepsilon_K \;\Rightarrow\; A'_{ij} = 0",
    "NDP: edges of the reduced graph up to this weight are left out.",
);
static THRESHOLD_PARAMETER: Parameter =
    Parameter { slider: (0.0, 0.2), ..Parameter::own(&THRESHOLD, (0.0, 1.0), 0.01) };

pub static METHOD: Method = Method {
    key: "ndp",
    name: "NDP",
    short: "NDP",
    paper: PAPER,
    about: "one side of a maximum cut, joined by Kron reduction",
    family: Family::OneOverK,
    laws: Laws { membership: Membership::WholeOrNone, edges: EdgeLaw::Own, size: SizeLaw::Free, ..Laws::PARTITION },
    parameters: &[&THRESHOLD_PARAMETER, &LEVELS],
    matrices: &[&A, &U_MAX, &C],
    intermediates: &[],
    symbols: &[&U_MAX, &THRESHOLD],
    losses: &[],
    max_nodes_interactive: None,
    is_random: true,
    is_compared_by_default: false,
    operator: &Ndp,
};

pub struct Ndp;

impl Pooling for Ndp {
    fn n_coarse(&self, n: usize, _: usize, _: &Params) -> usize {
        n
    }

    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let (decide, exact) = (Links::rounded(a)?, Links::new(a)?);
        let mut cut = Cut::new(a.n_rows());
        for rows in segments.ranges() {
            cut.add(&decide, rows, cx)?;
        }
        let u = Array2::from_shape_vec((a.n_rows(), 1), cut.u).map_err(candle_core::Error::wrap)?;
        cx.trace.keep(Stage::Select, &U_MAX, [Nodes, Index], u)?;
        cx.trace.mark_tied((0..).zip(&cut.is_tied).filter(|(_, is_tied)| **is_tied).map(|(node, _)| node));
        let seeds: Vec<u32> = (0..).zip(&cut.is_kept).filter(|(_, is_kept)| **is_kept).map(|(node, _)| node).collect();
        let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], pick(&seeds, a.n_rows(), a.dtype())?)?;

        let threshold = THRESHOLD_PARAMETER.get(cx.params);
        let number = |node: usize| seeds.binary_search(&(node as u32)).map_or(u32::MAX, |at| at as u32);
        let (mut pattern, mut values, mut lengths) = (PatternBuilder::default(), Vec::new(), Vec::new());
        for rows in segments.ranges() {
            let reduced = kron(&exact, rows.clone(), |node| cut.is_kept[node]);
            let kept = rows.clone().filter(|&node| cut.is_kept[node]);
            lengths.push(kept.clone().count());
            for node in kept {
                for (&other, &weight) in reduced[node - rows.start].iter().filter(|(_, weight)| **weight > threshold) {
                    pattern.push(number(other));
                    values.push(weight);
                }
                pattern.end_row();
            }
        }
        let coarse = Sparse::constant(Arc::new(pattern.finish(seeds.len())), &values, a.dtype())?;
        Ok(Precomputed::with_coarse(vec![("C", c)], coarse, Segments::from_lengths(lengths)))
    }

    fn select(&self, _: &Graphs, precomputed: &Precomputed, _: &mut Context<'_>) -> Result<Selection> {
        selected(precomputed)
    }
}

/// The cut of the graphs of a batch.
struct Cut {
    u: Vec<f64>,
    is_kept: Vec<bool>,
    /// Of which the numbering decided.
    is_tied: Vec<bool>,
    place: Vec<u32>,
}

impl Cut {
    fn new(n: usize) -> Self {
        Self { u: vec![0.0; n], is_kept: vec![true; n], is_tied: vec![false; n], place: Vec::new() }
    }

    /// Cuts the next graph, component by component.
    fn add(&mut self, links: &Links<'_>, rows: Range<usize>, cx: &Context<'_>) -> Result<()> {
        let whole = Part::new(links, rows.clone().map(|node| node as u32).collect(), &mut self.place);
        for (number, places) in whole.components().into_iter().enumerate() {
            if places.len() == 1 {
                continue;
            }
            let nodes: Vec<u32> = places.into_iter().map(|at| at + rows.start as u32).collect();
            let part = Part::new(links, nodes, &mut self.place);
            let mut is_tied;
            let u = match part.sides() {
                Some(sides) => {
                    // D^½ with a sign for each side is the vector of λ = 2.
                    let root = |at: usize| part.degree(at).sqrt();
                    let most = (0..part.n_nodes()).map(root).fold(0.0, f64::max);
                    let first = (0..part.n_nodes()).find(|&at| root(at) > most - 1e-9).unwrap_or(0);
                    is_tied = (0..part.n_nodes()).any(|at| sides[at] != sides[first] && root(at) > most - 1e-9);
                    let length = (0..part.n_nodes()).map(|at| part.degree(at)).sum::<f64>().sqrt();
                    let entry = |at| if sides[at] == sides[first] { root(at) / length } else { -root(at) / length };
                    (0..part.n_nodes()).map(entry).collect::<Vec<f64>>()
                }
                None => {
                    let vector = part.last()?;
                    is_tied = vector.is_arbitrary || vector.is_of_either_sign();
                    vector.rounded().collect()
                }
            };
            let mut is_kept: Vec<bool> = u.iter().map(|&entry| entry >= 0.0).collect();
            if share_cut(&part, &is_kept) < 0.5 {
                let mut rng = Rng::derived(cx.params.seed, &[rows.len() as u64, cx.level as u64, number as u64]);
                is_kept.iter_mut().for_each(|is_kept| *is_kept = rng.below(2) == 0);
                (is_kept[0], is_kept[1]) = (true, false);
                is_tied = true;
            }
            for (at, &node) in part.nodes.iter().enumerate() {
                self.u[node as usize] = u[at];
                self.is_kept[node as usize] = is_kept[at];
                self.is_tied[node as usize] = is_tied;
            }
        }
        Ok(())
    }
}

/// The share of the edge weight between those that are kept and the others: γ = zᵀ L z / (2 Σ d) with z = ±1.
fn share_cut(part: &Part, is_kept: &[bool]) -> f64 {
    let (mut cut, mut all) = (0.0, 0.0);
    for at in 0..part.n_nodes() {
        for (other, weight) in part.of(at) {
            all += weight;
            cut += if is_kept[at] == is_kept[other] { 0.0 } else { weight };
        }
    }
    cut / all
}
