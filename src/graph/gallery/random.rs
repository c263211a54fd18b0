//! Graphs by chance: the seed decides, and the same seed gives the same graph again.

use std::f64::consts::{PI, TAU};

use super::{
    Generated,
    classic::{labelled, unlabelled},
};
use crate::math::rng::Rng;

/// Every pair of `n` nodes is joined with probability `p` (Gilbert, 1959; Erdős and Rényi, 1959).
pub(super) fn erdos_renyi(n: u32, p: f64, seed: u64) -> Generated {
    pairs(n, seed, |_, _| p)
}

/// Pairs are joined with probability `inside` in one block and `outside` across (Holland et al., 1983).
pub(super) fn block_model(blocks: u32, size: u32, inside: f64, outside: f64, seed: u64) -> Generated {
    let generated = pairs(blocks * size, seed, |u, v| if u / size == v / size { inside } else { outside });
    let names: Vec<String> = (1..=blocks).map(|block| format!("block {block}")).collect();
    labelled(generated.graph, &names, |node| node / size)
}

/// Points of two interlocked half circles, each joined to its `k` nearest.
pub(super) fn two_moons(size: u32, k: u32, noise: f64, seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let points: Vec<[f64; 2]> = (0..2 * size)
        .map(|i| {
            let angle = PI * f64::from(i % size) / f64::from(size.max(2) - 1);
            let [x, y] = if i < size { [angle.cos(), angle.sin()] } else { [1.0 - angle.cos(), 0.5 - angle.sin()] };
            let [dx, dy] = gaussian_pair(&mut rng);
            [x + noise * dx, y + noise * dy]
        })
        .collect();
    let edges = (0..2 * size).flat_map(|u| nearest(&points, u, k as usize).into_iter().map(move |v| (u, v)));
    labelled(unlabelled(2 * size, edges).graph, &["upper moon", "lower moon"], |node| u32::from(node >= size))
}

/// One draw for each pair in ascending order, whatever its probability.
fn pairs(n: u32, seed: u64, probability: impl Fn(u32, u32) -> f64) -> Generated {
    let mut rng = Rng::new(seed);
    let mut edges = Vec::new();
    for u in 0..n {
        for v in u + 1..n {
            if rng.f64() < probability(u, v) {
                edges.push((u, v));
            }
        }
    }
    unlabelled(n, edges.into_iter())
}

/// The `k` nodes closest to `u`; of equally close ones the lower index.
fn nearest(points: &[[f64; 2]], u: u32, k: usize) -> Vec<u32> {
    let Some(&[x, y]) = points.get(u as usize) else { return Vec::new() };
    let mut others: Vec<(f64, u32)> = points
        .iter()
        .enumerate()
        .filter(|&(v, _)| v != u as usize)
        .map(|(v, [other_x, other_y])| ((other_x - x).powi(2) + (other_y - y).powi(2), v as u32))
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    others.into_iter().take(k).map(|(_, v)| v).collect()
}

/// Two independent normal numbers (Box and Muller, 1958).
fn gaussian_pair(rng: &mut Rng) -> [f64; 2] {
    // 1 - x lies in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * (1.0 - rng.f64()).ln()).sqrt();
    let angle = TAU * rng.f64();
    [radius * angle.cos(), radius * angle.sin()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let makers: [fn(u64) -> Generated; 3] = [
            |seed| erdos_renyi(30, 0.2, seed),
            |seed| block_model(3, 10, 0.7, 0.1, seed),
            |seed| two_moons(15, 3, 0.1, seed),
        ];
        for make in makers {
            assert_eq!(make(5).graph, make(5).graph);
            assert_ne!(make(5).graph, make(6).graph);
        }
    }

    #[test]
    fn certain_probabilities_leave_no_chance() {
        assert_eq!(erdos_renyi(12, 0.0, 1).graph.n_edges(), 0);
        assert_eq!(erdos_renyi(12, 1.0, 1).graph.n_edges(), 66);
        let blocks = block_model(3, 4, 1.0, 0.0, 1).graph;
        assert_eq!((blocks.n_edges(), blocks.components().1), (3 * 6, 3));
        assert_eq!(blocks.node_labels, Some(vec![0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]));
    }

    #[test]
    fn edges_come_as_often_as_their_probability() {
        let edges = erdos_renyi(200, 0.3, 9).graph.n_edges() as f64 / 19_900.0;
        assert!((edges - 0.3).abs() < 0.02, "{edges}");
    }

    #[test]
    fn a_point_has_at_least_k_neighbours_and_moons_without_noise_stay_apart() {
        let graph = two_moons(40, 3, 0.0, 1).graph;
        assert!(graph.degrees().iter().all(|&degree| degree >= 3));
        let labels = graph.node_labels.unwrap();
        assert!(graph.edges.iter().all(|&[u, v]| labels[u as usize] == labels[v as usize]));
    }
}
