//! Less stress without a new crossing: nodes move one by one to where their springs want them (local
//! majorisation, x_i ← Σ_j w_ij (x_j + d_ij u_ij) / Σ_j w_ij), as far as that lets no edge cross another and
//! leaves room between nodes and edges.

use super::{component::Component, crossings::segments_meet, springs::Spring};

/// Room a node wants to every edge that is not its own.
const ROOM: f64 = 0.35;
/// A sweep in which all moves together are shorter than this ends the relaxation.
const STILL: f64 = 1e-3;

/// Relaxes a drawing in place.
pub(super) fn relax(component: &Component, springs: &[Spring], x: &mut [[f64; 2]], sweeps: usize) {
    let n = component.n_nodes();
    let mut of_node: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
    for spring in springs {
        of_node[spring.a as usize].push((spring.b, f64::from(spring.rest)));
        of_node[spring.b as usize].push((spring.a, f64::from(spring.rest)));
    }
    for _ in 0..sweeps {
        let mut moved = 0.0;
        for node in 0..n {
            let here = x[node];
            let wish = wished(&of_node[node], x, here);
            let state = State::new(component, x, node, here);
            for share in [1.0, 0.5, 0.25, 0.1] {
                let there = [here[0] + share * (wish[0] - here[0]), here[1] + share * (wish[1] - here[1])];
                let next = State::new(component, x, node, there);
                if next.crossings <= state.crossings && (next.room >= ROOM || next.room >= state.room) {
                    x[node] = there;
                    moved += (there[0] - here[0]).abs() + (there[1] - here[1]).abs();
                    break;
                }
            }
        }
        if moved < STILL {
            break;
        }
    }
}

fn wished(springs: &[(u32, f64)], x: &[[f64; 2]], here: [f64; 2]) -> [f64; 2] {
    let (mut sum, mut weights) = ([0.0; 2], 0.0);
    for &(other, rest) in springs {
        let other = x[other as usize];
        let delta = [here[0] - other[0], here[1] - other[1]];
        let length = delta[0].hypot(delta[1]).max(1e-9);
        let weight = 1.0 / (rest * rest);
        for axis in 0..2 {
            sum[axis] += weight * (other[axis] + rest * delta[axis] / length);
        }
        weights += weight;
    }
    sum.map(|x| x / weights)
}

/// What a node's place means for the edges around.
struct State {
    crossings: usize,
    room: f64,
}

impl State {
    fn new(component: &Component, x: &[[f64; 2]], node: usize, place: [f64; 2]) -> Self {
        let at = |other: u32| if other as usize == node { place } else { x[other as usize] };
        let neighbours = component.adjacency.row(node);
        let (mut crossings, mut room) = (0, f64::INFINITY);
        for &[u, v] in &component.edges {
            if u as usize == node || v as usize == node {
                continue;
            }
            room = room.min(distance(place, at(u), at(v)));
            for &neighbour in neighbours.iter().filter(|&&neighbour| neighbour != u && neighbour != v) {
                crossings += usize::from(segments_meet(place, at(neighbour), at(u), at(v)));
            }
        }
        for &neighbour in neighbours {
            let end = at(neighbour);
            let is_end = |other: usize| other == node || other == neighbour as usize;
            for (_, &point) in x.iter().enumerate().filter(|&(other, _)| !is_end(other)) {
                room = room.min(distance(point, place, end));
            }
        }
        Self { crossings, room }
    }
}

/// Distance of a point from a segment.
fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-12)).clamp(0.0, 1.0);
    (p[0] - a[0] - along * dx).hypot(p[1] - a[1] - along * dy)
}
