//! Kron reduction: the graph that is left when nodes are eliminated from its Laplacian.
//!
//! L' = L₊₊ − L₊₋ L₋₋⁻¹ L₋₊ is the Laplacian of the kept nodes in which every pair is as far from each other, in effective
//! resistance, as before (Dörfler and Bullo 2013). Nodes are eliminated one by one: its neighbours are joined to each other by
//! w_i w_j / d. That is Gaussian elimination without subtractions, sparse as long as the graph is, and A' = −L' off its diagonal
//! is positive and symmetric to the last bit. Those of lowest degree go first, so that few edges are added.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use super::links::Links;
use crate::cancel::checkpoint;

/// The edges among the kept nodes of a graph after all others are eliminated, row by row: nodes as they were, and weights.
pub fn kron(
    links: &Links<'_>,
    rows: std::ops::Range<usize>,
    is_kept: impl Fn(usize) -> bool,
) -> Vec<BTreeMap<usize, f64>> {
    let first = rows.start;
    let mut edges: Vec<BTreeMap<usize, f64>> = rows.clone().map(|node| links.of(node).collect()).collect();
    let mut queue: BinaryHeap<Reverse<(usize, usize)>> =
        rows.filter(|&node| !is_kept(node)).map(|node| Reverse((edges[node - first].len(), node))).collect();
    while let Some(Reverse((degree, node))) = queue.pop() {
        // A node whose degree has changed is in the queue again.
        let is_current = edges[node - first].len() == degree;
        if !is_current {
            queue.push(Reverse((edges[node - first].len(), node)));
            continue;
        }
        checkpoint();
        let near: Vec<(usize, f64)> = std::mem::take(&mut edges[node - first]).into_iter().collect();
        let sum: f64 = near.iter().map(|(_, weight)| weight).sum();
        for (at, &(u, of_u)) in near.iter().enumerate() {
            edges[u - first].remove(&node);
            for &(v, of_v) in &near[at + 1..] {
                let weight = of_u * of_v / sum;
                *edges[u - first].entry(v).or_insert(0.0) += weight;
                *edges[v - first].entry(u).or_insert(0.0) += weight;
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use candle_core::DType;
    use ndarray::Array2;

    use super::*;
    use crate::{
        math::{dense::product, eigen, pattern::Pattern, rng::Rng},
        tensor::Sparse,
    };

    fn laplacian(n: usize, edges: impl Iterator<Item = (usize, usize, f64)>) -> Array2<f64> {
        let mut l = Array2::zeros((n, n));
        for (u, v, weight) in edges {
            l[[u, v]] -= weight;
            l[[u, u]] += weight;
        }
        l
    }

    /// R_uv = L⁺_uu + L⁺_vv − 2 L⁺_uv.
    fn resistance(l: &Array2<f64>, u: usize, v: usize) -> f64 {
        let eigen = eigen::symmetric(l).unwrap();
        let scaled = Array2::from_shape_fn(l.dim(), |(row, at)| {
            let value = eigen.values[at];
            if value > 1e-9 { eigen.vectors[[row, at]] / value } else { 0.0 }
        });
        let inverse = product(&scaled, &eigen.vectors.t());
        inverse[[u, u]] + inverse[[v, v]] - 2.0 * inverse[[u, v]]
    }

    #[test]
    fn resistances_between_kept_nodes_stay() {
        let n = 12;
        let mut rng = Rng::new(4);
        let mut pairs: Vec<[u32; 2]> = (1..n).map(|v| [rng.below(u64::from(v)) as u32, v]).collect();
        pairs.extend((0..n).filter(|v| v % 3 == 0).map(|v| [v, (v + 5) % n].map(|end| end.min(n - 1))));
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs.dedup();
        let (pattern, positions) = Pattern::from_edges(n as usize, &pairs);
        let mut values = vec![0.0; pattern.nnz()];
        positions.iter().for_each(|both| {
            let weight = 0.2 + rng.f64();
            both.iter().for_each(|&at| values[at as usize] = weight);
        });
        let a = Sparse::constant(pattern.into(), &values, DType::F64).unwrap();
        let links = Links::new(&a).unwrap();
        let before = (0..n as usize).flat_map(|u| links.of(u).map(move |(v, weight)| (u, v, weight)));
        let before = laplacian(n as usize, before.collect::<Vec<_>>().into_iter());
        let is_kept = |node: usize| node.is_multiple_of(2);
        let reduced = kron(&links, 0..n as usize, is_kept);
        let edges = (0..n as usize).flat_map(|u| reduced[u].iter().map(move |(&v, &weight)| (u, v, weight)));
        let edges: Vec<_> = edges.collect();
        assert!(edges.iter().all(|&(u, v, weight)| is_kept(u) && is_kept(v) && weight > 0.0));
        let after = laplacian(n as usize, edges.into_iter());
        for u in (0..n as usize).step_by(2) {
            for v in (0..u).step_by(2) {
                let (a, b) = (resistance(&before, u, v), resistance(&after, u, v));
                assert!((a - b).abs() < 1e-9, "{u}–{v}: {a} and {b}");
                assert_eq!(reduced[u].get(&v).map(|w| w.to_bits()), reduced[v].get(&u).map(|w| w.to_bits()));
            }
        }
    }
}
