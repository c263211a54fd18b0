//! The terms of the stress as springs: every pair of a small graph, a sample of a large one.
//!
//! The sample is that of the sparse stress model (Ortmann, Klimenta and Brandes, “A sparse stress
//! model”, JGAA 2017): all edges, and every node i with every pivot p at
//!
//! w_ip = s_ip / d_ip²,  s_ip = |{ j nearest to p : d_jp ≤ d_ip / 2 }|,
//!
//! so that a pivot stands for the nodes around it. Such a spring pulls i but not p.

use super::{
    component::Component,
    distances::{Pivots, hops},
};

/// A spring between two nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    pub a: u32,
    pub b: u32,
    /// Rest length.
    pub rest: f32,
    /// How strongly the first is pulled; 0 where it stands for others.
    pub pull_a: f32,
    /// How strongly the second is pulled.
    pub pull_b: f32,
}

/// All pairs, weighted d⁻².
pub(super) fn all_pairs(component: &Component) -> Vec<Spring> {
    let n = component.n_nodes();
    let mut springs = Vec::with_capacity(n * n.saturating_sub(1) / 2);
    let mut queue = Vec::new();
    for a in 0..n {
        let hops = hops(&component.adjacency, a, &mut queue);
        let others = hops.iter().enumerate().skip(a + 1).filter(|&(_, &d)| d > 1);
        springs.extend(others.map(|(b, &d)| symmetric([a as u32, b as u32], d as f32, 1.0)));
    }
    springs.extend(edges(component));
    springs
}

/// Edges, and pairs of a node and a pivot.
pub(super) fn sparse(component: &Component, pivots: &Pivots) -> Vec<Spring> {
    let n = component.n_nodes();
    // within[p][d]: how many of the nodes nearest to p are at most d hops from it.
    let within: Vec<Vec<u32>> = (0..pivots.nodes.len())
        .map(|pivot| {
            let mut counts = Vec::new();
            for node in (0..n).filter(|&node| pivots.nearest[node] as usize == pivot) {
                let d = pivots.hops[pivot][node] as usize;
                if counts.len() <= d {
                    counts.resize(d + 1, 0);
                }
                counts[d] += 1;
            }
            counts
                .iter()
                .scan(0, |sum, count| {
                    *sum += count;
                    Some(*sum)
                })
                .collect()
        })
        .collect();
    let stands_for = |pivot: usize, d: u32| -> f32 {
        let within = &within[pivot];
        within.get(d as usize / 2).or(within.last()).copied().unwrap_or(1) as f32
    };
    let mut place = vec![None; n];
    for (at, &node) in pivots.nodes.iter().enumerate() {
        place[node as usize] = Some(at);
    }
    let mut springs: Vec<Spring> = edges(component).collect();
    for (at, &pivot) in pivots.nodes.iter().enumerate() {
        for (node, &d) in pivots.hops[at].iter().enumerate().filter(|&(_, &d)| d > 1) {
            let weight = ((d * d) as f32).recip();
            let pull_b = match place[node] {
                Some(other) if other < at => continue,
                Some(other) => stands_for(other, d) * weight,
                None => 0.0,
            };
            let pull_a = stands_for(at, d) * weight;
            springs.push(Spring { a: node as u32, b: pivot, rest: d as f32, pull_a, pull_b });
        }
    }
    springs
}

fn edges(component: &Component) -> impl Iterator<Item = Spring> {
    component.edges.iter().zip(&component.stiffness).map(|(&edge, &stiffness)| symmetric(edge, 1.0, stiffness as f32))
}

fn symmetric([a, b]: [u32; 2], rest: f32, stiffness: f32) -> Spring {
    let pull = stiffness / (rest * rest);
    Spring { a, b, rest, pull_a: pull, pull_b: pull }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::LayoutRequest;

    fn path(n: u32) -> Component {
        let edges = (1..n).map(|node| ([node - 1, node], 1.0)).collect();
        Component::split(&LayoutRequest { n_nodes: n as usize, edges, ..LayoutRequest::default() }).remove(0)
    }

    #[test]
    fn all_pairs_are_there_once() {
        let springs = all_pairs(&path(5));
        assert_eq!(springs.len(), 10);
        assert!(springs.iter().all(|s| s.rest == (s.b - s.a) as f32 && s.pull_a == 1.0 / (s.rest * s.rest)));
    }

    #[test]
    fn with_all_nodes_as_pivots_the_sample_is_whole() {
        let component = path(5);
        let key = |s: &Spring| (s.a.min(s.b), s.a.max(s.b), s.rest as u32, s.pull_a.to_bits(), s.pull_b.to_bits());
        let sorted = |springs: Vec<Spring>| {
            let mut keys: Vec<_> = springs.iter().map(key).collect();
            keys.sort_unstable();
            keys
        };
        let sampled = sparse(&component, &Pivots::spread(&component.adjacency, 5));
        assert_eq!(sorted(sampled), sorted(all_pairs(&component)));
    }
}
