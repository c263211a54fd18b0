//! Short rings, and springs that make them regular.
//!
//! Hops alone pull a hexagon's opposite nodes 3 apart and squeeze it where others push. A regular ring of m
//! nodes and sides of 1 has its k-th neighbours sin(πk/m) / sin(π/m) apart.

use std::{
    collections::{BTreeMap, BTreeSet},
    f64::consts::PI,
};

use super::{part::Part, springs::Spring};

/// Longer rings are left to find their shape.
const MAX_REGULAR: usize = 8;
/// How much stiffer the springs of a ring are.
const STIFFER: f32 = 3.0;

/// A shortest ring through each edge, each ring once.
pub fn rings(part: &Part) -> BTreeSet<Vec<u32>> {
    part.edges.iter().filter_map(|&edge| shortest_ring(part, edge)).map(|ring| normal(&ring)).collect()
}

/// Gives the pairs of short rings the distances of a regular ring.
pub fn make_regular(part: &Part, springs: &mut [Spring]) {
    let mut short: Vec<Vec<u32>> = rings(part).into_iter().filter(|ring| ring.len() <= MAX_REGULAR).collect();
    short.sort_by_key(Vec::len);
    let mut chords: BTreeMap<[u32; 2], f64> = BTreeMap::new();
    for ring in &short {
        let m = ring.len();
        for (place, &u) in ring.iter().enumerate() {
            for (other, &v) in ring.iter().enumerate().skip(place + 1) {
                let chord = (PI * (other - place) as f64 / m as f64).sin() / (PI / m as f64).sin();
                // Of two rings the shorter one wins: it has less freedom.
                chords.entry([u.min(v), u.max(v)]).or_insert(chord);
            }
        }
    }
    for spring in springs {
        if let Some(&chord) = chords.get(&[spring.a.min(spring.b), spring.a.max(spring.b)]) {
            spring.rest = chord as f32;
            spring.pull_a *= STIFFER;
            spring.pull_b *= STIFFER;
        }
    }
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
fn shortest_ring(part: &Part, [from, to]: [u32; 2]) -> Option<Vec<u32>> {
    let mut before = vec![u32::MAX; part.n_nodes()];
    before[from as usize] = from;
    let mut queue = vec![from];
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        for &next in part.adjacency.row(node as usize) {
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
        let part = Part::split(&request).remove(0);
        assert_eq!(rings(&part).into_iter().collect::<Vec<_>>(), [[0, 1, 2, 3, 4, 5]]);
        let mut springs = all_pairs(&part);
        make_regular(&part, &mut springs);
        let rest = |a, b| springs.iter().find(|spring| (spring.a, spring.b) == (a, b)).map(|spring| spring.rest);
        assert_eq!((rest(0, 1), rest(0, 3), rest(0, 6)), (Some(1.0), Some(2.0), Some(2.0)));
        assert!(rest(0, 2).is_some_and(|rest| (rest - 3_f32.sqrt()).abs() < 1e-6));
    }
}
