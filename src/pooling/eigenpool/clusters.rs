//! The spectral clusters of a graph, and the first eigenvectors of each.

use std::ops::Range;

use ndarray::s;

use super::MODES;
use crate::math::{
    cluster::k_means,
    eigen::{Eigen, NoConvergence, lowest},
    pattern::Pattern,
    rank::on_grid,
};

/// What EigenPool needs to know of a graph.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clusters {
    /// The cluster of each node; none is empty.
    pub cluster_of: Vec<u32>,
    /// Each node's entry of the h-th eigenvector of its cluster; 0 where a cluster has no h-th.
    pub modes: [Vec<f64>; MODES.len()],
}

/// An adjacency matrix in plain numbers.
pub(super) struct Plain<'a> {
    pub pattern: &'a Pattern,
    pub values: Vec<f64>,
}

/// The edges among some nodes.
pub(super) struct Induced {
    pub n: usize,
    /// Row, column and weight; both directions of each edge.
    pub edges: Vec<(usize, usize, f64)>,
}

impl Plain<'_> {
    /// The graph of these rows: a block of the matrix.
    pub(super) fn graph(&self, rows: Range<usize>) -> Induced {
        let nodes: Vec<u32> = (rows.start as u32..rows.end as u32).collect();
        induced(&nodes, |node| self.pattern.range(node as usize).map(|at| (self.pattern.cols()[at], self.values[at])))
    }
}

/// What is among `nodes` (ascending) of the edges from each of them.
fn induced<I: Iterator<Item = (u32, f64)>>(nodes: &[u32], edges_of: impl Fn(u32) -> I) -> Induced {
    let mut edges = Vec::new();
    for (row, &node) in nodes.iter().enumerate() {
        for (other, weight) in edges_of(node) {
            if let Ok(col) = nodes.binary_search(&other) {
                edges.push((row, col, weight));
            }
        }
    }
    Induced { n: nodes.len(), edges }
}

impl Induced {
    fn degrees(&self) -> Vec<f64> {
        let mut degrees = vec![0.0; self.n];
        for &(row, _, weight) in &self.edges {
            degrees[row] += weight;
        }
        degrees
    }

    /// The lowest eigenvectors of L = I − D^-½ A D^-½, with L_ii = 0 at isolated vertices.
    pub(super) fn lowest(&self, k: usize) -> Result<Eigen, NoConvergence> {
        let degrees = self.degrees();
        let scale = |node: usize| if degrees[node] > 0.0 { degrees[node].sqrt().recip() } else { 0.0 };
        let scale: Vec<f64> = (0..self.n).map(scale).collect();
        let mut diagonal: Vec<f64> = scale.iter().map(|&scale| if scale > 0.0 { 1.0 } else { 0.0 }).collect();
        for &(row, _, weight) in self.edges.iter().filter(|(row, col, _)| row == col) {
            diagonal[row] -= weight * (scale[row] * scale[row]);
        }
        let beside = self.edges.iter().filter(|(row, col, _)| row != col);
        let beside = beside.map(|&(row, col, weight)| (row, col, -weight * (scale[row] * scale[col])));
        lowest(self.n, beside.chain(diagonal.into_iter().enumerate().map(|(idx, entry)| (idx, idx, entry))), k)
    }
}

impl Clusters {
    /// Normalised spectral clustering (Ng, Jordan, Weiss) by the first K eigenvectors: unit rows, and k-means from the
    /// node of highest degree.
    pub(super) fn compute(graph: &Induced, eigen: &Eigen, k: usize) -> Result<Self, NoConvergence> {
        let mut rows = eigen.vectors.slice(s![.., ..k]).to_owned();
        for mut row in rows.rows_mut() {
            let length = row.dot(&row).sqrt();
            if length > 0.0 {
                row /= length;
            }
        }
        let degrees = graph.degrees();
        let mut first = 0;
        for node in 0..graph.n {
            if on_grid::<f64>(degrees[node]) > on_grid::<f64>(degrees[first]) {
                first = node;
            }
        }
        let cluster_of = k_means(rows.view(), k, first);
        let modes = modes(graph, &cluster_of)?;
        Ok(Self { cluster_of, modes })
    }
}

/// The first eigenvectors of each cluster's own Laplacian.
fn modes(graph: &Induced, cluster_of: &[u32]) -> Result<[Vec<f64>; MODES.len()], NoConvergence> {
    let n_clusters = cluster_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut members = vec![Vec::new(); n_clusters];
    let mut place = vec![0; graph.n];
    for (node, &cluster) in cluster_of.iter().enumerate() {
        place[node] = members[cluster as usize].len();
        members[cluster as usize].push(node);
    }
    let mut edges = vec![Vec::new(); n_clusters];
    for &(row, col, weight) in graph.edges.iter().filter(|&&(row, col, _)| cluster_of[row] == cluster_of[col]) {
        edges[cluster_of[row] as usize].push((place[row], place[col], weight));
    }
    let mut modes = MODES.map(|_| vec![0.0; graph.n]);
    for (members, edges) in members.iter().zip(edges) {
        let inside = Induced { n: members.len(), edges }.lowest(MODES.len())?;
        for (mode, vector) in modes.iter_mut().zip(inside.vectors.columns()) {
            for (&node, &entry) in members.iter().zip(vector) {
                mode[node] = entry;
            }
        }
    }
    Ok(modes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cliques_with_a_bridge_are_two_clusters_with_their_modes() {
        let mut edges = Vec::new();
        for first in [0, 4] {
            for i in first..first + 4 {
                edges.extend((first..first + 4).filter(|&j| i != j).map(|j| (i, j, 1.0)));
            }
        }
        edges.extend([(3, 4, 1.0), (4, 3, 1.0)]);
        let graph = Induced { n: 8, edges };
        let found = Clusters::compute(&graph, &graph.lowest(2).unwrap(), 2).unwrap();
        assert_eq!(found.cluster_of, [0, 0, 0, 0, 1, 1, 1, 1]);
        assert!(found.modes[0].iter().all(|entry| (entry - 0.5).abs() < 1e-12), "a clique's first vector is even");
    }
}
