//! Which rows belong to which graph of a batch.

use std::ops::Range;

/// Consecutive ranges of rows, one per graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segments {
    starts: Vec<u32>,
}

impl Segments {
    /// Segments of these lengths, one after the other.
    pub fn from_lengths(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for length in lengths {
            end += length as u32;
            starts.push(end);
        }
        Self { starts }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of rows of all graphs.
    pub fn n_rows(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// Rows of a graph.
    pub fn range(&self, graph: usize) -> Range<usize> {
        self.starts[graph] as usize..self.starts[graph + 1] as usize
    }

    /// Rows of each graph.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.len()).map(|graph| self.range(graph))
    }
}
