//! Short rings, and springs that make them regular.
//!
//! Hops alone pull a hexagon's opposite nodes 3 apart and stretch it along whatever hangs on it. A regular
//! ring of m nodes and sides of 1 has its k-th neighbours sin(πk/m) / sin(π/m) apart; with these
//! chords as further edges, the lengths of shortest paths take the place of hops.

use std::{
    collections::{BTreeMap, BTreeSet},
    f64::consts::PI,
};

use super::{component::Component, springs::Spring};

/// Longer rings are left to find their shape.
const MAX_REGULAR: usize = 8;
/// How much stiffer the springs of a ring are.
const STIFFER: f32 = 5.0;

/// A shortest ring through each edge, each ring once.
pub(super) fn rings(component: &Component) -> BTreeSet<Vec<u32>> {
    component.edges.iter().filter_map(|&edge| shortest_ring(component, edge)).map(|ring| normal(&ring)).collect()
}

/// Gives the pairs of short rings the distances of a regular ring, and all others those that follow.
/// The springs must be all pairs.
pub(super) fn make_regular(component: &Component, springs: &mut [Spring]) {
    let chords = chords(component);
    if chords.is_empty() {
        return;
    }
    let lengths = path_lengths(component, &chords);
    for spring in springs {
        let pair = [spring.a.min(spring.b), spring.a.max(spring.b)];
        let rest = lengths[pair[0] as usize * component.n_nodes() + pair[1] as usize];
        let stiffer = if chords.contains_key(&pair) { STIFFER } else { 1.0 };
        let pull = stiffer * (spring.rest / rest).powi(2);
        *spring = Spring { rest, pull_a: pull * spring.pull_a, pull_b: pull * spring.pull_b, ..*spring };
    }
}

/// How far apart the pairs of short rings are to be.
fn chords(component: &Component) -> BTreeMap<[u32; 2], f32> {
    let mut short: Vec<Vec<u32>> = rings(component).into_iter().filter(|ring| ring.len() <= MAX_REGULAR).collect();
    short.sort_by_key(Vec::len);
    let mut chords = BTreeMap::new();
    for ring in &short {
        let m = ring.len();
        for (place, &u) in ring.iter().enumerate() {
            for (other, &v) in ring.iter().enumerate().skip(place + 1) {
                let chord = (PI * (other - place) as f64 / m as f64).sin() / (PI / m as f64).sin();
                // Of two rings the shorter one wins: it has less freedom.
                chords.entry([u.min(v), u.max(v)]).or_insert(chord as f32);
            }
        }
    }
    chords
}

/// Lengths of shortest paths over edges and chords, row by row (Floyd and Warshall).
fn path_lengths(component: &Component, chords: &BTreeMap<[u32; 2], f32>) -> Vec<f32> {
    let n = component.n_nodes();
    let mut lengths = vec![f32::INFINITY; n * n];
    let edges = component.edges.iter().map(|edge| (edge, &1.0));
    for (&[u, v], &length) in edges.chain(chords) {
        lengths[u as usize * n + v as usize] = length;
        lengths[v as usize * n + u as usize] = length;
    }
    for via in 0..n {
        let from_via = lengths[via * n..(via + 1) * n].to_vec();
        for row in lengths.chunks_exact_mut(n) {
            let to_via = row[via];
            for (length, rest) in row.iter_mut().zip(&from_via) {
                *length = length.min(to_via + rest);
            }
        }
    }
    lengths
}

/// A ring from its lowest node towards the lower of the two beside it, so that equal rings are equal.
fn normal(ring: &[u32]) -> Vec<u32> {
    let lowest = (0..ring.len()).min_by_key(|&at| ring[at]).unwrap_or(0);
    let mut ring: Vec<u32> = ring[lowest..].iter().chain(&ring[..lowest]).copied().collect();
    if ring.last() < ring.get(1) {
        ring[1..].reverse();
    }
    ring
}

/// A shortest ring through an edge; none through a bridge.
fn shortest_ring(component: &Component, [from, to]: [u32; 2]) -> Option<Vec<u32>> {
    let mut before = vec![u32::MAX; component.n_nodes()];
    before[from as usize] = from;
    let mut queue = vec![from];
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        for &next in component.adjacency.row(node as usize) {
            let is_the_edge = node == from && next == to;
            if before[next as usize] == u32::MAX && !is_the_edge {
                before[next as usize] = node;
                queue.push(next);
            }
        }
    }
    if before[to as usize] == u32::MAX {
        return None;
    }
    let mut ring = vec![to];
    let mut node = to;
    while node != from {
        node = before[node as usize];
        ring.push(node);
    }
    Some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{LayoutRequest, springs::all_pairs};

    #[test]
    fn a_hexagon_on_a_stick_has_one_ring_and_its_chords() {
        let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [5, 6]].map(|edge| (edge, 1.0));
        let request = LayoutRequest { n_nodes: 7, edges: edges.to_vec(), ..LayoutRequest::default() };
        let component = Component::split(&request).remove(0);
        assert_eq!(rings(&component).into_iter().collect::<Vec<_>>(), [[0, 1, 2, 3, 4, 5]]);
        let mut springs = all_pairs(&component);
        make_regular(&component, &mut springs);
        let rest = |a, b| springs.iter().find(|spring| (spring.a, spring.b) == (a, b)).map(|spring| spring.rest);
        assert_eq!((rest(0, 1), rest(0, 3), rest(0, 6)), (Some(1.0), Some(2.0), Some(2.0)));
        assert_eq!((rest(1, 6), rest(2, 6)), (Some(1.0 + 3_f32.sqrt()), Some(3.0)));
        assert!(rest(0, 2).is_some_and(|rest| (rest - 3_f32.sqrt()).abs() < 1e-6));
    }
}
