//! The normalised cut (Shi and Malik 2000) and recursive spectral bisection (Simon 1991): clusters by eigenvectors, which
//! EigenPool's clustering generalises. No k-means, so the same clusters always.
//!
//! *Ncut* takes the part of largest volume and orders its nodes by y = D^-½ u₂, the second eigenvector of I − D^-½ A D^-½ of the
//! part; of the splits into the first t and the rest it takes the one of lowest cut/vol + cut/vol. *RSB* takes the part with
//! most nodes and splits it at the median of u₂ of D − A, ⌈n/2⌉ and ⌊n/2⌋. Both go on until there are ⌈ρn⌉ parts.
//!
//! Settled here: parts begin as the connected components, and a part that falls into several is split into the largest and
//! the rest, so clusters never merge components; there may be more components than ⌈ρn⌉. Weights and degrees are those within
//! the part. Of equal parts and splits the first is taken, and nodes of which the numbering decided are marked as tied: an
//! eigenvector of a multiple eigenvalue (looked for in parts of up to 400 nodes), equal entries at the split, equal parts at the
//! end. X' is the sum over a cluster, A' what lies between clusters.

use candle_core::Result;

use super::{
    Family,
    hard::{Clusters, selected},
    laws::{Laws, SizeLaw},
    links::Links,
    method::Method,
    parameter::{LEVELS, RHO},
    parts::{Laplacian, Part},
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection},
};
use crate::{
    math::rank::{n_kept, on_grid},
    symbols::{A, C},
    tensor::{Segments, Sparse},
};

pub static NCUT: Method = Method {
    key: "ncut",
    name: "normalised cut",
    short: "Ncut",
    paper: "Shi and Malik 2000",
    about: "divides the largest part again and again where the normalised cut is least",
    family: Family::Spectral,
    laws: Laws { size: SizeLaw::RatioOrComponents, ..Laws::PARTITION },
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &C],
    intermediates: &[],
    symbols: &[],
    losses: &[],
    max_nodes_interactive: Some(MOST_NODES),
    is_random: false,
    is_compared_by_default: false,
    operator: &Bisection::NormalisedCut,
};

pub static RSB: Method = Method {
    key: "rsb",
    name: "spectral bisection",
    short: "RSB",
    paper: "Simon 1991",
    about: "halves the largest part again and again at the median of its Fiedler vector",
    operator: &Bisection::Median,
    ..NCUT
};

/// Of more, the eigenvectors of the first parts take longer than anybody waits.
const MOST_NODES: usize = 20_000;

/// Where a part is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bisection {
    NormalisedCut,
    Median,
}

impl Pooling for Bisection {
    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let links = Links::rounded(a)?;
        let (mut clusters, mut place) = (Clusters::default(), Vec::new());
        for rows in segments.ranges() {
            let nodes: Vec<u32> = rows.clone().map(|row| row as u32).collect();
            let mut division = Division { rule: *self, links: &links, place: &mut place, tied: Vec::new() };
            let parts = division.divide(nodes, n_kept(rows.len(), cx.params.rho))?;
            let mut tied = division.tied;
            tied.sort_unstable();
            tied.dedup();
            cx.trace.mark_tied(tied.into_iter());
            let mut of_node = vec![0; rows.len()];
            for (number, part) in (0..).zip(&parts) {
                part.nodes.iter().for_each(|&node| of_node[node as usize - rows.start] = number);
            }
            clusters.push(&of_node);
        }
        clusters.precomputed(a, cx)
    }

    fn select(&self, _: &Graphs, precomputed: &Precomputed, _: &mut Context<'_>) -> Result<Selection> {
        selected(precomputed)
    }
}

/// The division of a graph in progress.
struct Division<'a> {
    rule: Bisection,
    links: &'a Links<'a>,
    place: &'a mut Vec<u32>,
    tied: Vec<u32>,
}

/// A part, and by what parts are compared.
struct Sized {
    part: Part,
    size: f64,
}

impl Division<'_> {
    fn divide(&mut self, nodes: Vec<u32>, n_parts: usize) -> Result<Vec<Part>> {
        let whole = Part::new(self.links, nodes, self.place);
        let components = whole.components();
        let mut parts: Vec<Sized> = components.iter().map(|places| self.part(pick(&whole, places))).collect();
        while parts.len() < n_parts {
            let is_larger = |a: &Sized, b: &Sized| a.size > b.size || (a.size == b.size && a.part.nodes < b.part.nodes);
            let candidates = (0..parts.len()).filter(|&at| parts[at].part.n_nodes() > 1);
            let largest = candidates.reduce(|best, at| if is_larger(&parts[at], &parts[best]) { at } else { best });
            let Some(largest) = largest else { break };
            let Sized { part, size } = parts.swap_remove(largest);
            let is_last = parts.len() + 2 == n_parts;
            // Of parts of one size, this one is split and the others are not.
            let left_out = parts.iter().filter(|other| is_last && other.size == size && other.part.n_nodes() > 1);
            let left_out: Vec<u32> = left_out.flat_map(|other| other.part.nodes.iter().copied()).collect();
            if !left_out.is_empty() {
                self.tied.extend(left_out.iter().chain(&part.nodes));
            }
            let [left, right] = self.split(&part)?;
            parts.extend([self.part(left), self.part(right)]);
        }
        Ok(parts.into_iter().map(|sized| sized.part).collect())
    }

    fn part(&mut self, nodes: Vec<u32>) -> Sized {
        let part = Part::new(self.links, nodes, self.place);
        let size = match self.rule {
            // The volume in the whole graph: isolated nodes have none.
            Bisection::NormalisedCut => {
                on_grid::<f32>(part.nodes.iter().map(|&node| self.links.degree(node as usize)).sum())
            }
            Bisection::Median => part.n_nodes() as f64,
        };
        Sized { part, size }
    }

    /// The nodes of two parts.
    fn split(&mut self, part: &Part) -> Result<[Vec<u32>; 2]> {
        let components = part.components();
        if components.len() > 1 {
            let most = components.iter().map(Vec::len).max().unwrap_or(0);
            let largest = components.iter().position(|places| places.len() == most).unwrap_or(0);
            if components.iter().filter(|places| places.len() == most).count() > 1 {
                self.tied.extend(&part.nodes);
            }
            let rest: Vec<u32> = (0..part.n_nodes() as u32).filter(|at| !components[largest].contains(at)).collect();
            return Ok([pick(part, &components[largest]), pick(part, &rest)]);
        }
        let kind = match self.rule {
            Bisection::NormalisedCut => Laplacian::Normalised,
            Bisection::Median => Laplacian::Plain,
        };
        let vector = part.second(kind)?;
        if vector.is_arbitrary {
            self.tied.extend(&part.nodes);
        }
        let scale = |at: usize| match self.rule {
            Bisection::NormalisedCut => part.degree(at).sqrt().recip(),
            Bisection::Median => 1.0,
        };
        let y: Vec<f64> = vector.rounded().enumerate().map(|(at, entry)| on_grid::<f64>(entry * scale(at))).collect();
        let mut order: Vec<u32> = (0..part.n_nodes() as u32).collect();
        order.sort_by(|&a, &b| y[a as usize].total_cmp(&y[b as usize]).then(a.cmp(&b)));
        let n_left = match self.rule {
            Bisection::Median => {
                if part.n_nodes() % 2 == 1 && vector.is_of_either_sign() {
                    self.tied.extend(&part.nodes);
                }
                part.n_nodes().div_ceil(2)
            }
            Bisection::NormalisedCut => {
                let (n_left, is_tied) = least_cut(part, &order);
                if is_tied {
                    self.tied.extend(&part.nodes);
                }
                n_left
            }
        };
        if y[order[n_left - 1] as usize] == y[order[n_left] as usize] {
            self.tied.extend(&part.nodes);
        }
        let (left, right) = order.split_at(n_left);
        let sorted = |places: &[u32]| {
            let mut places = places.to_vec();
            places.sort_unstable();
            pick(part, &places)
        };
        Ok([sorted(left), sorted(right)])
    }
}

/// The nodes at some places of a part.
fn pick(part: &Part, places: &[u32]) -> Vec<u32> {
    places.iter().map(|&at| part.nodes[at as usize]).collect()
}

/// How many nodes of an order are on one side where cut/vol + cut/vol is least, and whether another split is as good.
fn least_cut(part: &Part, order: &[u32]) -> (usize, bool) {
    let volume: f64 = (0..part.n_nodes()).map(|at| part.degree(at)).sum();
    let mut is_left = vec![false; part.n_nodes()];
    let (mut cut, mut left) = (0.0, 0.0);
    let (mut best, mut is_tied) = ((f64::INFINITY, 1), false);
    for (n_left, &at) in (1..).zip(&order[..order.len() - 1]) {
        let at = at as usize;
        let inside: f64 = part.of(at).filter(|(other, _)| is_left[*other]).map(|(_, weight)| weight).sum();
        cut += part.degree(at) - 2.0 * inside;
        left += part.degree(at);
        is_left[at] = true;
        let value = on_grid::<f64>(cut / left + cut / (volume - left));
        if value < best.0 {
            (best, is_tied) = ((value, n_left), false);
        } else if value == best.0 {
            is_tied = true;
        }
    }
    (best.1, is_tied)
}

#[cfg(test)]
mod tests {
    use candle_core::DType;

    use super::*;
    use crate::math::pattern::Pattern;

    /// Two triangles with a bridge, and a pair apart.
    fn graph() -> Sparse {
        let edges = [[0, 1], [0, 2], [1, 2], [2, 3], [3, 4], [3, 5], [4, 5], [6, 7]];
        let (pattern, _) = Pattern::from_edges(8, &edges);
        let ones = vec![1.0; pattern.nnz()];
        Sparse::constant(pattern.into(), &ones, DType::F64).unwrap()
    }

    #[test]
    fn components_come_first_and_bridges_are_cut_next() {
        let a = graph();
        let links = Links::new(&a).unwrap();
        for rule in [Bisection::NormalisedCut, Bisection::Median] {
            let mut place = Vec::new();
            let mut division = Division { rule, links: &links, place: &mut place, tied: Vec::new() };
            let mut nodes = |n_parts: usize| -> Vec<Vec<u32>> {
                let parts = division.divide((0..8).collect(), n_parts).unwrap();
                let mut nodes: Vec<Vec<u32>> = parts.into_iter().map(|part| part.nodes).collect();
                nodes.sort();
                nodes
            };
            assert_eq!(nodes(1), [vec![0, 1, 2, 3, 4, 5], vec![6, 7]]);
            assert_eq!(nodes(3), [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]);
            assert_eq!(nodes(8).len(), 8);
        }
    }
}
