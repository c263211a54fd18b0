//! Neighbours of every node of a level, and the rings that bonds are part of.

use crate::view::picture::EdgeLook;

/// Rings larger than this have no inside that a bond could lean to.
const RING_MAX: usize = 8;

/// Neighbours in compressed rows.
pub struct Adjacency {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    /// Of the nodes `0..n_nodes`; edges to others are ignored.
    pub fn new(n_nodes: usize, edges: &[EdgeLook]) -> Self {
        let ends = || {
            let known = edges.iter().filter(|edge| edge.a.max(edge.b) < n_nodes as u32);
            known.flat_map(|edge| [(edge.a, edge.b), (edge.b, edge.a)])
        };
        let mut starts = vec![0; n_nodes + 1];
        for (node, _) in ends() {
            starts[node as usize + 1] += 1;
        }
        for node in 0..n_nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![0; starts[n_nodes] as usize];
        for (node, other) in ends() {
            neighbours[next[node as usize] as usize] = other;
            next[node as usize] += 1;
        }
        Self { starts, neighbours }
    }

    /// The neighbours of a node.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        let range = self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize;
        &self.neighbours[range]
    }

    /// The smallest ring through the edge between `a` and `b`, from `a` to `b`.
    pub fn ring_through(&self, a: u32, b: u32) -> Option<Vec<u32>> {
        // Nodes as they are reached, each with the place of the one it was reached from.
        let mut reached = vec![(a, 0)];
        let mut layer_start = 0;
        for _ in 1..RING_MAX {
            let layer = layer_start..reached.len();
            layer_start = layer.end;
            for place in layer {
                let node = reached[place].0;
                for &next in self.neighbours(node) {
                    if next == b && node != a {
                        return Some(path_to(&reached, place, b));
                    }
                    if next != b && reached.iter().all(|&(known, _)| known != next) {
                        reached.push((next, place));
                    }
                }
            }
        }
        None
    }
}

fn path_to(reached: &[(u32, usize)], mut place: usize, end: u32) -> Vec<u32> {
    let mut path = vec![end];
    while place != 0 {
        path.push(reached[place].0);
        place = reached[place].1;
    }
    path.push(reached[0].0);
    path.reverse();
    path
}

/// The middle of the widest gap between directions; of gaps about as wide, the one that points up.
pub fn free_direction(mut angles: Vec<f64>) -> [f64; 2] {
    const UP: [f64; 2] = [0.0, -1.0];
    angles.sort_unstable_by(f64::total_cmp);
    let n = angles.len();
    let gaps = (0..n).map(|i| {
        let width = (angles[(i + 1) % n] - angles[i]).rem_euclid(std::f64::consts::TAU);
        let width = if width < 1e-6 && i + 1 == n { std::f64::consts::TAU } else { width };
        let (y, x) = (angles[i] + width / 2.0).sin_cos();
        (width - 0.3 * y, [x, y])
    });
    gaps.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(UP, |(_, middle)| middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::picture::Bond;

    fn adjacency(n_nodes: usize, edges: &[(u32, u32)]) -> Adjacency {
        let look = |&(a, b): &(u32, u32)| EdgeLook { a, b, width_weight: 1.0, bond: Bond::Plain };
        Adjacency::new(n_nodes, &edges.iter().map(look).collect::<Vec<_>>())
    }

    #[test]
    fn the_smallest_ring_is_found() {
        // A square and a triangle share the edge 0–1; node 5 hangs outside.
        let graph = adjacency(6, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 1), (2, 5), (9, 1)]);
        assert_eq!(graph.ring_through(0, 1), Some(vec![0, 4, 1]));
        assert_eq!(graph.ring_through(2, 3), Some(vec![2, 1, 0, 3]));
        assert_eq!(graph.ring_through(2, 5), None);
        assert_eq!(graph.neighbours(5), [2]);
    }

    #[test]
    fn large_rings_do_not_count() {
        let ring: Vec<(u32, u32)> = (0..12).map(|i| (i, (i + 1) % 12)).collect();
        assert_eq!(adjacency(12, &ring).ring_through(0, 1), None);
    }

    #[test]
    fn a_loop_stands_where_no_neighbour_is() {
        let close = |angles: &[f64], x: f64, y: f64| {
            let direction = free_direction(angles.to_vec());
            assert!((direction[0] - x).hypot(direction[1] - y) < 1e-3, "{angles:?}: {direction:?}");
        };
        close(&[], 0.0, -1.0);
        close(&[0.0], -1.0, 0.0);
        close(&[0.0, std::f64::consts::PI], 0.0, -1.0);
        close(&[-2.0, -1.14159], 0.0, 1.0);
    }
}
