//! Eigenvalues with their eigenvectors, all of a graph or those at the ends of its spectrum, as views and plots read them.

use std::ops::Range;

use ndarray::{ArrayView1, ArrayView2};

/// Eigenvalues closer than this count as one.
const DEGENERATE: f64 = 1e-8;

/// Ascending eigenvalues, with a column of `vectors` for each.
#[derive(Clone, Copy, Debug)]
pub struct Eigenpairs<'a> {
    pub values: ArrayView1<'a, f64>,
    pub vectors: ArrayView2<'a, f64>,
    /// How many are the lowest of the spectrum; the others are its highest.
    pub n_lowest: usize,
}

impl Eigenpairs<'_> {
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many the graph has.
    pub fn n_nodes(&self) -> usize {
        self.vectors.nrows()
    }

    pub fn is_whole(&self) -> bool {
        self.len() == self.n_nodes()
    }

    /// The place of a pair in the whole spectrum, from 0.
    pub fn number(&self, idx: usize) -> usize {
        if idx < self.n_lowest { idx } else { self.n_nodes() - (self.len() - idx) }
    }

    /// The pair of a place in the whole spectrum, if it is here.
    pub fn place(&self, number: usize) -> Option<usize> {
        let highest = (number + self.len()).checked_sub(self.n_nodes()).filter(|idx| *idx >= self.n_lowest);
        if number < self.n_lowest { Some(number) } else { highest.filter(|idx| *idx < self.len()) }
    }

    /// The run of eigenvalues equal to that of pair `idx`; longer than 1 where its eigenvectors are a choice.
    pub fn degenerate_with(&self, idx: usize) -> Range<usize> {
        let is_seam = |later: usize| !self.is_whole() && later == self.n_lowest;
        let close = |later: usize| !is_seam(later) && (self.values[later] - self.values[later - 1]).abs() < DEGENERATE;
        let start = (0..idx).rev().take_while(|&other| close(other + 1)).last().unwrap_or(idx);
        let end = (idx + 1..self.len()).take_while(|&other| close(other)).last().unwrap_or(idx) + 1;
        start..end
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, Array2};

    use super::*;

    #[test]
    fn pairs_of_both_ends_know_their_places() {
        let (values, vectors) = (Array1::from(vec![0.0, 0.5, 0.5, 1.8]), Array2::zeros((9, 4)));
        let pairs = Eigenpairs { values: values.view(), vectors: vectors.view(), n_lowest: 2 };
        assert_eq!([0, 1, 2, 3].map(|idx| pairs.number(idx)), [0, 1, 7, 8]);
        assert_eq!(
            [0, 1, 2, 6, 7, 8, 9].map(|at| pairs.place(at)),
            [Some(0), Some(1), None, None, Some(2), Some(3), None]
        );
        assert_eq!(pairs.degenerate_with(1), 1..2, "there may be others between");
        let whole = Eigenpairs { vectors: vectors.slice(ndarray::s![..4, ..]), n_lowest: 4, ..pairs };
        assert_eq!((whole.degenerate_with(1), whole.number(3), whole.place(3)), (1..3, 3, Some(3)));
    }
}
