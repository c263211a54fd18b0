//! A graph in plain numbers, for what selects by it without gradients: edges of positive weight, without self-loops.

use std::collections::VecDeque;

use candle_core::Result;

use crate::{
    math::{components::Components, pattern::Pattern},
    tensor::Sparse,
};

/// The edges of all graphs of a batch.
pub struct Links<'a> {
    pattern: &'a Pattern,
    weights: Vec<f64>,
}

impl<'a> Links<'a> {
    pub fn new(a: &'a Sparse) -> Result<Self> {
        Ok(Self { pattern: &a.pattern, weights: a.to_f64()? })
    }

    /// The same in single precision, so that what decides by them decides alike in the explorer and in training.
    pub fn rounded(a: &'a Sparse) -> Result<Self> {
        let mut links = Self::new(a)?;
        links.weights.iter_mut().for_each(|weight| *weight = f64::from(*weight as f32));
        Ok(links)
    }

    pub fn n_nodes(&self) -> usize {
        self.pattern.n_rows()
    }

    /// The neighbours of a node, ascending, with the weights of the edges.
    pub fn of(&self, node: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let entries = self.pattern.range(node).map(|at| (self.pattern.cols()[at] as usize, self.weights[at]));
        entries.filter(move |&(other, weight)| other != node && weight > 0.0)
    }

    /// Σ_j A_ij without the self-loop.
    pub fn degree(&self, node: usize) -> f64 {
        self.of(node).map(|(_, weight)| weight).sum()
    }

    pub fn components(&self) -> Components {
        let edges =
            (0..self.n_nodes()).flat_map(|node| self.of(node).map(move |(other, _)| [node as u32, other as u32]));
        Components::new(self.n_nodes(), edges)
    }
}

/// Breadth-first searches, one after the other.
pub struct Search {
    hops: Vec<u32>,
    queue: VecDeque<u32>,
    reached: Vec<u32>,
}

impl Search {
    pub fn new(n_nodes: usize) -> Self {
        Self { hops: vec![u32::MAX; n_nodes], queue: VecDeque::new(), reached: Vec::new() }
    }

    /// The nodes within a number of hops of a node, itself included, with their hops; the nearest first.
    pub fn ball(&mut self, links: &Links<'_>, start: usize, most: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        for node in self.reached.drain(..) {
            self.hops[node as usize] = u32::MAX;
        }
        self.hops[start] = 0;
        self.queue.push_back(start as u32);
        while let Some(node) = self.queue.pop_front() {
            self.reached.push(node);
            let next = self.hops[node as usize] + 1;
            if next as usize > most {
                continue;
            }
            for (other, _) in links.of(node as usize) {
                if self.hops[other] == u32::MAX {
                    self.hops[other] = next;
                    self.queue.push_back(other as u32);
                }
            }
        }
        self.reached.iter().map(|&node| (node as usize, self.hops[node as usize]))
    }
}

#[cfg(test)]
mod tests {
    use candle_core::DType;

    use super::*;

    #[test]
    fn balls_grow_by_a_hop_and_loops_and_zeros_are_no_edges() {
        let (pattern, _) = Pattern::from_edges(6, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        let (pattern, _) = pattern.with_diagonal();
        let values: Vec<f64> = pattern.entries().map(|(_, row, col)| if row + col == 7 { 0.0 } else { 2.0 }).collect();
        let a = Sparse::constant(pattern.into(), &values, DType::F64).unwrap();
        let links = Links::new(&a).unwrap();
        assert_eq!((links.degree(1), links.degree(3), links.components().n), (4.0, 2.0, 3));
        let mut search = Search::new(6);
        assert_eq!(search.ball(&links, 1, 1).collect::<Vec<_>>(), [(1, 0), (0, 1), (2, 1)]);
        assert_eq!(search.ball(&links, 3, 9).collect::<Vec<_>>(), [(3, 0), (2, 1), (1, 2), (0, 3)]);
        assert_eq!(search.ball(&links, 4, 9).collect::<Vec<_>>(), [(4, 0)]);
    }
}
