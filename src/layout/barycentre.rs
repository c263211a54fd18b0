//! Planar drawings of ring systems after Tutte (“How to draw a graph”, 1963): the nodes of one ring on
//! a circle, every other node at the centre of its neighbours.
//!
//! A three-connected planar graph gets no crossing where the ring is a face. Which rings are faces is not
//! known here, so many are tried: the shortest ring through each edge, and rings that are sums
//! (symmetric differences) of those. What hangs on the ring system follows as it is drawn.

use std::{
    collections::{BTreeMap, BTreeSet},
    f64::consts::{PI, TAU},
};

use super::{component::Component, moves::pieces, rings::rings};

/// Rings up to this many are summed in all ways, more only in pairs.
const ALL_SUMS: usize = 8;
/// Sets of edges are bits of one number.
const MAX_EDGES: usize = 128;
const SWEEPS: usize = 200;

/// Edges that belong together by rings, one set of nodes for each ring system with a crossing edge.
pub(super) fn ring_systems(component: &Component, crossing: &[u32]) -> Vec<RingSystem> {
    let rings = rings(component);
    let mut systems: Vec<BTreeSet<u32>> = Vec::new();
    for ring in &rings {
        let mut joined: BTreeSet<u32> = ring.iter().copied().collect();
        systems.retain(|system| {
            let touches = !system.is_disjoint(&joined);
            if touches {
                joined.extend(system);
            }
            !touches
        });
        systems.push(joined);
    }
    systems
        .into_iter()
        .filter(|system| crossing.iter().filter(|node| system.contains(node)).count() > 2)
        .map(|nodes| {
            let rings = rings.iter().filter(|ring| nodes.contains(&ring[0])).cloned().collect();
            RingSystem { nodes, rings }
        })
        .collect()
}

/// Nodes that rings join, and some of these rings.
pub(super) struct RingSystem {
    nodes: BTreeSet<u32>,
    rings: BTreeSet<Vec<u32>>,
}

impl RingSystem {
    /// Drawings of the whole component with this system drawn anew, one for each ring tried.
    pub(super) fn drawings<'a>(
        &'a self,
        component: &'a Component,
        x: &'a [[f64; 2]],
    ) -> impl Iterator<Item = Vec<[f64; 2]>> + 'a {
        self.outer_rings().into_iter().map(move |ring| self.drawing(component, x, &ring))
    }

    fn outer_rings(&self) -> Vec<Vec<u32>> {
        let mut bit_of: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        for edge in self.rings.iter().flat_map(|ring| sides(ring)) {
            let next = bit_of.len();
            bit_of.entry(edge).or_insert(next);
        }
        if bit_of.len() > MAX_EDGES {
            return self.rings.iter().cloned().collect();
        }
        let sets: Vec<u128> =
            self.rings.iter().map(|ring| sides(ring).fold(0, |set, edge| set | 1 << bit_of[&edge])).collect();
        let mut sums: BTreeSet<u128> = sets.iter().copied().collect();
        if sets.len() <= ALL_SUMS {
            for set in &sets {
                let longer: Vec<u128> = sums.iter().map(|sum| sum ^ set).collect();
                sums.extend(longer);
            }
        } else {
            for (idx, set) in sets.iter().enumerate() {
                sums.extend(sets[..idx].iter().filter(|other| *other & set != 0).map(|other| other ^ set));
            }
        }
        let edges: Vec<[u32; 2]> = {
            let mut edges = vec![[0; 2]; bit_of.len()];
            bit_of.iter().for_each(|(&edge, &bit)| edges[bit] = edge);
            edges
        };
        sums.into_iter().filter_map(|sum| one_ring(&edges, sum)).collect()
    }

    fn drawing(&self, component: &Component, x: &[[f64; 2]], outer: &[u32]) -> Vec<[f64; 2]> {
        let mut drawn = vec![[0.0; 2]; x.len()];
        let radius = 0.5 / (PI / outer.len() as f64).sin();
        for (place, &node) in outer.iter().enumerate() {
            let (sin, cos) = (place as f64 * TAU / outer.len() as f64).sin_cos();
            drawn[node as usize] = [radius * cos, radius * sin];
        }
        let inner: Vec<u32> = self.nodes.iter().copied().filter(|node| !outer.contains(node)).collect();
        for _ in 0..SWEEPS {
            for &node in &inner {
                let (mut sum, mut count) = ([0.0; 2], 0.0);
                for next in self.neighbours(component, node) {
                    sum = [sum[0] + drawn[next as usize][0], sum[1] + drawn[next as usize][1]];
                    count += 1.0;
                }
                drawn[node as usize] = sum.map(|x| x / count);
            }
        }
        let system: Vec<u32> = self.nodes.iter().copied().collect();
        for branch in pieces(component, &system) {
            self.hang(component, x, &branch, outer, &mut drawn);
        }
        drawn
    }

    /// Draws a branch as it was, turned to where there is room: outwards, or small into the widest gap.
    fn hang(&self, component: &Component, x: &[[f64; 2]], branch: &[u32], outer: &[u32], drawn: &mut [[f64; 2]]) {
        let bridge = branch.iter().find_map(|&node| {
            let hinge = component.adjacency.row(node as usize).iter().find(|next| self.nodes.contains(next));
            hinge.map(|&hinge| (hinge, node))
        });
        let Some((hinge, first)) = bridge else { return };
        let place = drawn[hinge as usize];
        let around: Vec<[f64; 2]> = self
            .neighbours(component, hinge)
            .map(|next| [drawn[next as usize][0] - place[0], drawn[next as usize][1] - place[1]])
            .collect();
        let (direction, scale) = if outer.contains(&hinge) {
            (place[1].atan2(place[0]), 1.0)
        } else {
            let shortest = around.iter().map(|d| d[0].hypot(d[1])).fold(1.0, f64::min);
            (widest_gap(&around), 0.2 * shortest)
        };
        let (from, to) = (x[hinge as usize], x[first as usize]);
        let turn = direction - (to[1] - from[1]).atan2(to[0] - from[0]);
        let (sin, cos) = (scale * turn.sin(), scale * turn.cos());
        for &node in branch {
            let (dx, dy) = (x[node as usize][0] - from[0], x[node as usize][1] - from[1]);
            drawn[node as usize] = [place[0] + cos * dx - sin * dy, place[1] + sin * dx + cos * dy];
        }
    }

    fn neighbours<'a>(&'a self, component: &'a Component, node: u32) -> impl Iterator<Item = u32> + 'a {
        component.adjacency.row(node as usize).iter().copied().filter(|next| self.nodes.contains(next))
    }
}

/// The middle of the widest angle between some directions.
fn widest_gap(directions: &[[f64; 2]]) -> f64 {
    let mut angles: Vec<f64> = directions.iter().map(|d| d[1].atan2(d[0])).collect();
    angles.sort_by(f64::total_cmp);
    let next = |idx: usize| if idx + 1 < angles.len() { angles[idx + 1] } else { angles[0] + TAU };
    let widest = (0..angles.len()).max_by(|&a, &b| (next(a) - angles[a]).total_cmp(&(next(b) - angles[b])));
    widest.map_or(0.0, |idx| (angles[idx] + next(idx)) / 2.0)
}

fn sides(ring: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    (0..ring.len()).map(|at| {
        let (u, v) = (ring[at], ring[(at + 1) % ring.len()]);
        [u.min(v), u.max(v)]
    })
}

/// The nodes along a set of edges, where it is a single ring.
fn one_ring(edges: &[[u32; 2]], set: u128) -> Option<Vec<u32>> {
    let chosen: Vec<[u32; 2]> = (0..edges.len()).filter(|&bit| set >> bit & 1 == 1).map(|bit| edges[bit]).collect();
    let mut around: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &[u, v] in &chosen {
        around.entry(u).or_default().push(v);
        around.entry(v).or_default().push(u);
    }
    if around.values().any(|next| next.len() != 2) {
        return None;
    }
    let start = *around.keys().next()?;
    let mut ring = vec![start];
    let (mut last, mut node) = (start, around[&start][0]);
    while node != start {
        ring.push(node);
        let next = around[&node].iter().copied().find(|&next| next != last)?;
        (last, node) = (node, next);
    }
    (ring.len() == chosen.len()).then_some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{LayoutRequest, crossings};

    #[test]
    fn the_cube_has_a_drawing_without_crossings() {
        let edges: Vec<([u32; 2], f64)> = (0..8_u32)
            .flat_map(|u| [1, 2, 4].map(|bit| (u, u ^ bit)))
            .filter(|(u, v)| u < v)
            .map(|(u, v)| ([u, v], 1.0))
            .collect();
        let component = Component::split(&LayoutRequest { n_nodes: 8, edges, ..LayoutRequest::default() }).remove(0);
        let all: Vec<u32> = (0..8).collect();
        let systems = ring_systems(&component, &all);
        assert_eq!((systems.len(), systems[0].rings.iter().all(|ring| ring.len() == 4)), (1, true));
        let old = vec![[0.0; 2]; 8];
        assert!(systems[0].drawings(&component, &old).any(|x| crossings(&component.edges, &x) == 0));
    }
}
