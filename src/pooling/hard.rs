//! Hard clusters: every node in exactly one. What the operators share that divide a graph.

use std::sync::Arc;

use candle_core::Result;

use super::{
    precomputed::Precomputed,
    stages::{Context, Selection},
    trace::{
        Axis::{Coarse, Nodes},
        Stage,
    },
};
use crate::{
    math::pattern::{Pattern, PatternBuilder},
    symbols::C,
    tensor::{Segments, Sparse},
};

/// The clusters of the graphs of a batch.
#[derive(Debug, Default)]
pub struct Clusters {
    /// Of each node, counted over all graphs.
    pub of_node: Vec<u32>,
    /// How many each graph has.
    pub lengths: Vec<usize>,
}

impl Clusters {
    /// Adds the clusters of the next graph, which may have any names: they are numbered by their lowest node.
    pub fn push(&mut self, of_node: &[u32]) {
        let first = self.lengths.iter().sum::<usize>() as u32;
        let mut numbers = std::collections::HashMap::new();
        for name in of_node {
            let next = first + numbers.len() as u32;
            self.of_node.push(*numbers.entry(*name).or_insert(next));
        }
        self.lengths.push(numbers.len());
    }

    /// Adds the clusters of the next graph by the seed of each node, counted over all graphs: they are numbered by their
    /// seeds.
    pub fn push_by_seed(&mut self, seed_of: &[u32], first_node: usize) {
        let first = self.lengths.iter().sum::<usize>() as u32;
        let is_seed = |node: usize| seed_of[node] as usize == first_node + node;
        let seeds: Vec<u32> = (0..seed_of.len()).filter(|&node| is_seed(node)).map(|node| seed_of[node]).collect();
        let number = |seed: &u32| seeds.binary_search(seed).map_or(u32::MAX, |at| first + at as u32);
        self.of_node.extend(seed_of.iter().map(number));
        self.lengths.push(seeds.len());
    }

    /// Where the entries of C are.
    pub fn pattern(&self) -> Pattern {
        members(&self.of_node, self.lengths.iter().sum())
    }

    /// C of zeros and ones, and A' = C A Cᵀ without its diagonal: what is left for training to know.
    pub fn precomputed(self, a: &Sparse, cx: &mut Context<'_>) -> Result<Precomputed> {
        let pattern = Arc::new(self.pattern());
        let c = Sparse::constant(pattern.clone(), &vec![1.0; pattern.nnz()], a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        let coarse = c.galerkin(&a.detach())?.without_diagonal()?;
        Ok(Precomputed::with_coarse(vec![("C", c)], coarse, Segments::from_lengths(self.lengths)))
    }
}

/// The selection of precomputed clusters.
pub fn selected(precomputed: &Precomputed) -> Result<Selection> {
    Ok(Selection::by(precomputed.need("C")?.clone(), precomputed.need_coarse()?.segments.clone()))
}

/// The weights between clusters, without those within: A' = M A Mᵀ without its diagonal, where M has a 1 for every entry of C.
pub fn between(c: &Sparse, a: &Sparse) -> Result<Sparse> {
    let members = Sparse::constant(c.pattern.clone(), &vec![1.0; c.pattern.nnz()], c.dtype())?;
    members.galerkin(a)?.without_diagonal()
}

/// The 0/1 matrix `[clusters, n]` of who belongs where.
pub fn members(cluster_of: &[u32], n_clusters: usize) -> Pattern {
    let mut nodes = vec![Vec::new(); n_clusters];
    for (node, &cluster) in cluster_of.iter().enumerate() {
        nodes[cluster as usize].push(node as u32);
    }
    let mut pattern = PatternBuilder::default();
    for nodes in nodes {
        nodes.into_iter().for_each(|node| pattern.push(node));
        pattern.end_row();
    }
    pattern.finish(cluster_of.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_numbered_by_their_lowest_node_over_all_graphs() {
        let mut clusters = Clusters::default();
        clusters.push(&[7, 3, 7]);
        clusters.push(&[0, 0]);
        assert_eq!((clusters.of_node.as_slice(), clusters.lengths.as_slice()), (&[0, 1, 0, 2, 2][..], &[2, 1][..]));
        assert_eq!(clusters.pattern(), Pattern::new(5, vec![0, 2, 3, 5], vec![0, 2, 1, 3, 4]));
    }
}
