//! Colours, seeds and links of a step on the graph, at a progress of its animation.

use super::{facts::Facts, step::Kind};
use crate::symbols;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Picture {
    /// Colours by node, from 0 to 1 on a sequential map; none to colour by label.
    pub values: Option<Vec<f64>>,
    pub legend: String,
    /// Highlighted nodes, with intensity.
    pub lit: Vec<(u32, f32)>,
    pub ringed: Vec<u32>,
    /// Lines between nodes, with intensity.
    pub links: Vec<(u32, u32, f32)>,
    /// Whether a line connects the two nodes; off where it could be mistaken for an edge or a weight.
    pub is_pair_joined: bool,
    /// Number of seeds drawn as such, by rank.
    pub n_seeds: usize,
    /// Whether the coarsened graph is shown.
    pub is_coarse: bool,
}

/// Maximum number of weights drawn.
const MAX_LINKS: usize = 4000;

pub(super) fn picture(kind: Kind, facts: &Facts<'_>, s: usize, order: &[u32], share: f64) -> Picture {
    let n_seeds = facts.seeds().len();
    let all = Picture { n_seeds, ..Picture::default() };
    match kind {
        Kind::Graph => Picture { ringed: vec![facts.i, facts.j], ..rows(facts, order, share) },
        Kind::Laplacian => {
            let degrees: Vec<f64> = (0..facts.n() as u32).map(|node| facts.degree(node)).collect();
            let swept = rows(facts, order, share);
            let legend = "colour: degree".to_owned();
            Picture { values: Some(mapped(&degrees)), ringed: vec![facts.i, facts.j], legend, ..swept }
        }
        Kind::Filter => filter(facts, s, share),
        Kind::Structure => {
            let root = |node: u32| facts.entry(&symbols::M, node, node).unwrap_or(1.0).sqrt();
            let own = root(facts.i);
            let value = |node: u32| {
                let m = facts.entry(&symbols::M, facts.i, node).unwrap_or(0.0);
                // From M to M / (√M_ii √M_jj).
                m / (own * root(node)).max(f64::MIN_POSITIVE).powf(share)
            };
            of_row(facts, value, "K_t to")
        }
        Kind::Signal => Picture { ringed: vec![facts.i, facts.j], ..Picture::default() },
        Kind::Similarity => {
            // From τ = 0, where all entries are 1.
            let value = |node: u32| facts.entry(&symbols::K_S, facts.i, node).unwrap_or(0.0).powf(share);
            of_row(facts, value, "K_s to")
        }
        Kind::Proximity => {
            let value = |node: u32| {
                let first =
                    facts.entry(&symbols::K_T, facts.i, node).or_else(|| facts.entry(&symbols::A, facts.i, node));
                let first = first.unwrap_or(0.0);
                let both = facts.entry(&symbols::R, facts.i, node).unwrap_or(0.0);
                first + share * (both - first)
            };
            of_row(facts, value, "R to")
        }
        Kind::Coupling => {
            let swept = &order[..done(order.len(), share)];
            let e = facts.coupling_of_first(swept);
            let voting = swept.last().filter(|_| share < 1.0).copied();
            let links = voting.map_or_else(Vec::new, |node| votes(facts, node));
            let values = Some(on(&e, most(facts.coupling())));
            let legend = if share < 1.0 { "colour: E (partial sum)" } else { "colour: E" };
            Picture { values, links, legend: legend.to_owned(), ..Picture::default() }
        }
        Kind::Seeds => {
            let values = Some(on(facts.coupling(), most(facts.coupling())));
            let n_seeds = done(n_seeds, share);
            Picture { values, n_seeds, legend: "colour: E".to_owned(), ..Picture::default() }
        }
        Kind::Sparsemax => sparsemax(facts, share, all),
        Kind::Assignment => assignment(facts, share, all),
        Kind::Coarsened => Picture { is_coarse: share > 0.25, ..all },
    }
}

pub(super) fn done(n: usize, share: f64) -> usize {
    ((n as f64 * share).ceil() as usize).min(n)
}

/// Node by node, with its edges.
fn rows(facts: &Facts<'_>, order: &[u32], share: f64) -> Picture {
    let node = order.get(done(order.len(), share).saturating_sub(1)).filter(|_| share < 1.0);
    let Some((&node, a)) = node.zip(facts.level.sparse(&symbols::A)) else { return Picture::default() };
    let links = a.row(node).filter(|&(other, _)| other != node).map(|(other, _)| (node, other, 1.0)).collect();
    Picture { lit: vec![(node, 1.0)], links, ..Picture::default() }
}

/// The impulse at the first node spreads hop by hop.
fn filter(facts: &Facts<'_>, s: usize, share: f64) -> Picture {
    let spread = facts.spread(s);
    let hop = done(s, share);
    let Some(row) = spread.get(hop) else { return Picture::default() };
    let reached = (0..).zip(row).filter(|(_, value)| **value > 0.0).map(|(node, _)| node).collect();
    let times = if hop == 1 { "once" } else { "times" };
    let legend = match hop {
        0 => "impulse at node i".to_owned(),
        1 => format!("impulse, filtered {times}"),
        _ => format!("impulse, filtered {hop} {times}"),
    };
    Picture { values: Some(mapped(row)), ringed: reached, is_pair_joined: true, legend, ..Picture::default() }
}

fn of_row(facts: &Facts<'_>, value: impl Fn(u32) -> f64, what: &str) -> Picture {
    let values: Vec<f64> = (0..facts.n() as u32).map(value).collect();
    Picture {
        values: Some(on(&values, 1.0)),
        ringed: vec![facts.i],
        is_pair_joined: true,
        legend: format!("colour: {what} node i"),
        ..Picture::default()
    }
}

/// What a node contributes to the coupling of others.
fn votes(facts: &Facts<'_>, node: u32) -> Vec<(u32, u32, f32)> {
    let (Some(r), volume) = (facts.level.sparse(&symbols::R), facts.volume(node)) else { return Vec::new() };
    let given = r.row(node).filter(|&(other, value)| other != node && value > 0.0);
    given.map(|(other, value)| (node, other, (value / volume) as f32)).collect()
}

/// θ decreases from the largest r̂ until the weights sum to 1.
fn sparsemax(facts: &Facts<'_>, share: f64, all: Picture) -> Picture {
    let Some(found) = facts.projection() else { return all };
    let theta = found.theta_at(share);
    let weight = |r: f64| (r - theta).max(0.0) as f32;
    let held: Vec<(u32, f32)> = found
        .candidates
        .iter()
        .map(|candidate| (candidate.node, weight(candidate.r)))
        .filter(|held| held.1 > 0.0)
        .collect();
    let links = held.iter().map(|&(node, weight)| (found.seed, node, weight)).collect();
    let ringed = found.candidates.iter().map(|candidate| candidate.node).collect();
    let legend = "rings: candidates, lines: weights".to_owned();
    Picture { lit: held, links, ringed, legend, ..all }
}

/// The members of each seed in turn.
fn assignment(facts: &Facts<'_>, share: f64, all: Picture) -> Picture {
    let Some(c) = facts.level.sparse(&symbols::C) else { return all };
    let seeds = &facts.seeds()[..done(facts.seeds().len(), share)];
    let links = (0..).zip(seeds).flat_map(|(row, &seed)| {
        c.row(row).filter(move |&(node, _)| node != seed).map(move |(node, weight)| (seed, node, weight as f32))
    });
    let mut links: Vec<(u32, u32, f32)> = links.collect();
    let mut legend = "lines: weights in C".to_owned();
    if links.len() > MAX_LINKS {
        links.select_nth_unstable_by(MAX_LINKS, |x, y| y.2.total_cmp(&x.2));
        links.truncate(MAX_LINKS);
        legend = format!("lines: the {MAX_LINKS} largest weights in C");
    }
    Picture { links, ringed: vec![facts.i, facts.j], legend, ..all }
}

fn most(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, &value| most.max(value))
}

fn mapped(values: &[f64]) -> Vec<f64> {
    on(values, most(values))
}

/// Values from 0 to `most` as shares of it.
fn on(values: &[f64], most: f64) -> Vec<f64> {
    values.iter().map(|&value| value / most.max(f64::MIN_POSITIVE)).collect()
}
