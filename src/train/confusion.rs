//! Confusion matrix.

use serde::{Deserialize, Serialize};

/// Counts by true class (row) and predicted class (column).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion(pub Vec<Vec<u32>>);

impl Confusion {
    pub fn new(classes: usize) -> Self {
        Self(vec![vec![0; classes]; classes])
    }

    pub fn add(&mut self, class: u32, predicted: u32) {
        self.0[class as usize][predicted as usize] += 1;
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            row.iter_mut().zip(other).for_each(|(count, other)| *count += other);
        }
    }

    pub fn n_graphs(&self) -> u32 {
        self.0.iter().flatten().sum()
    }

    /// Share of correct predictions, from 0 to 1.
    pub fn accuracy(&self) -> f64 {
        let right: u32 = self.0.iter().enumerate().map(|(class, row)| row[class]).sum();
        f64::from(right) / f64::from(self.n_graphs().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_diagonal_is_right() {
        let mut confusion = Confusion::new(2);
        for (class, predicted) in [(0, 0), (1, 1), (1, 1), (1, 0)] {
            confusion.add(class, predicted);
        }
        assert_eq!((confusion.accuracy(), confusion.n_graphs()), (0.75, 4));
        confusion.merge(&Confusion(vec![vec![1, 0], vec![0, 3]]));
        assert_eq!(confusion, Confusion(vec![vec![2, 0], vec![1, 5]]));
    }
}
