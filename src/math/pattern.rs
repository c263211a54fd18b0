//! Where the entries of a sparse matrix are (compressed sparse rows), without their values.

use std::{ops::Range, sync::OnceLock};

/// The positions of a sparse matrix's entries: row by row, columns ascending.
#[derive(Clone, Debug)]
pub struct Pattern {
    n_cols: usize,
    row_starts: Vec<u32>,
    cols: Vec<u32>,
    /// Made when first asked for; several operations on one pattern need it.
    mirror: OnceLock<Vec<u32>>,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        (self.n_cols, &self.row_starts, &self.cols) == (other.n_cols, &other.row_starts, &other.cols)
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// A pattern from its parts: entry positions of row `i` are `row_starts[i]..row_starts[i + 1]`.
    ///
    /// Columns must ascend within each row and stay below `n_cols`.
    pub fn new(n_cols: usize, row_starts: Vec<u32>, cols: Vec<u32>) -> Self {
        debug_assert_eq!(row_starts.last().map(|&end| end as usize), Some(cols.len()));
        debug_assert!(row_starts.windows(2).all(|pair| {
            let row = &cols[pair[0] as usize..pair[1] as usize];
            row.windows(2).all(|pair| pair[0] < pair[1]) && row.iter().all(|&col| (col as usize) < n_cols)
        }));
        Self::unchecked(n_cols, row_starts, cols)
    }

    fn unchecked(n_cols: usize, row_starts: Vec<u32>, cols: Vec<u32>) -> Self {
        Self { n_cols, row_starts, cols, mirror: OnceLock::new() }
    }

    /// The square pattern of undirected edges, each given once, both directions stored.
    ///
    /// `edges` must be simple; they may come in any order. Also returns, for each edge, the
    /// positions of its two entries.
    pub fn from_edges(n: usize, edges: &[[u32; 2]]) -> (Self, Vec<[u32; 2]>) {
        let mut row_starts = vec![0_u32; n + 1];
        for &[u, v] in edges {
            row_starts[u as usize + 1] += 1;
            row_starts[v as usize + 1] += 1;
        }
        for row in 0..n {
            row_starts[row + 1] += row_starts[row];
        }
        let mut next = row_starts.clone();
        let mut entries = vec![(0_u32, 0_u32, 0_u8); 2 * edges.len()];
        for (edge, &[u, v]) in edges.iter().enumerate() {
            for (side, (row, col)) in [(u, v), (v, u)].into_iter().enumerate() {
                let slot = &mut next[row as usize];
                entries[*slot as usize] = (col, edge as u32, side as u8);
                *slot += 1;
            }
        }
        let mut positions = vec![[0; 2]; edges.len()];
        for row in 0..n {
            let range = row_starts[row] as usize..row_starts[row + 1] as usize;
            entries[range.clone()].sort_unstable();
            for at in range {
                let (_, edge, side) = entries[at];
                positions[edge as usize][side as usize] = at as u32;
            }
        }
        (Self::new(n, row_starts, entries.into_iter().map(|(col, _, _)| col).collect()), positions)
    }

    /// The identity's pattern.
    pub fn diagonal(n: usize) -> Self {
        Self::unchecked(n, (0..=n as u32).collect(), (0..n as u32).collect())
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// Number of columns.
    pub fn n_cols(&self) -> usize {
        self.n_cols
    }

    /// Number of entries.
    pub fn nnz(&self) -> usize {
        self.cols.len()
    }

    /// Positions of a row's entries.
    pub fn range(&self, row: usize) -> Range<usize> {
        self.row_starts[row] as usize..self.row_starts[row + 1] as usize
    }

    /// Columns of a row's entries.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.cols[self.range(row)]
    }

    /// Columns of all entries, row by row.
    pub fn cols(&self) -> &[u32] {
        &self.cols
    }

    /// Where each row starts; one longer than there are rows.
    pub fn row_starts(&self) -> &[u32] {
        &self.row_starts
    }

    /// Position of an entry, if there is one.
    pub fn position(&self, row: usize, col: u32) -> Option<usize> {
        let range = self.range(row);
        self.cols[range.clone()].binary_search(&col).ok().map(|offset| range.start + offset)
    }

    /// All entries as (position, row, column).
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.n_rows()).flat_map(move |row| self.range(row).map(move |at| (at, row, self.cols[at] as usize)))
    }

    /// The transpose, and for each of its entries the position here.
    pub fn transpose(&self) -> (Self, Vec<u32>) {
        let mut row_starts = vec![0_u32; self.n_cols + 1];
        for &col in &self.cols {
            row_starts[col as usize + 1] += 1;
        }
        for col in 0..self.n_cols {
            row_starts[col + 1] += row_starts[col];
        }
        let mut next = row_starts.clone();
        let mut rows = vec![0; self.nnz()];
        let mut sources = vec![0; self.nnz()];
        for (at, row, col) in self.entries() {
            let slot = &mut next[col];
            rows[*slot as usize] = row as u32;
            sources[*slot as usize] = at as u32;
            *slot += 1;
        }
        (Self::unchecked(self.n_rows(), row_starts, rows), sources)
    }

    /// For a pattern that equals its transpose: the position of (j, i) for each entry (i, j).
    pub fn mirror(&self) -> &[u32] {
        debug_assert_eq!(self.n_rows(), self.n_cols);
        self.mirror.get_or_init(|| {
            let mut next = self.row_starts.clone();
            // Rows are visited in ascending order, so each row's entries are met in their own order.
            let meet = |&col: &u32| {
                let slot = &mut next[col as usize];
                *slot += 1;
                *slot - 1
            };
            self.cols.iter().map(meet).collect()
        })
    }

    /// The pattern with every diagonal entry present; for each entry its position here, if any.
    pub fn with_diagonal(&self) -> (Self, Vec<Option<u32>>) {
        let n = self.n_rows();
        let mut row_starts = Vec::with_capacity(n + 1);
        let mut cols = Vec::with_capacity(self.nnz() + n);
        let mut sources = Vec::with_capacity(self.nnz() + n);
        row_starts.push(0);
        for row in 0..n {
            let mut missing = true;
            for at in self.range(row) {
                let col = self.cols[at];
                if missing && col as usize >= row {
                    missing = false;
                    if col as usize != row {
                        cols.push(row as u32);
                        sources.push(None);
                    }
                }
                cols.push(col);
                sources.push(Some(at as u32));
            }
            if missing {
                cols.push(row as u32);
                sources.push(None);
            }
            row_starts.push(cols.len() as u32);
        }
        (Self::unchecked(self.n_cols, row_starts, cols), sources)
    }

    /// The pattern without its diagonal entries, and the positions here of those that stay.
    pub fn without_diagonal(&self) -> (Self, Vec<u32>) {
        let mut pattern = PatternBuilder::default();
        let mut kept = Vec::with_capacity(self.nnz());
        for row in 0..self.n_rows() {
            for at in self.range(row) {
                if self.cols[at] as usize != row {
                    pattern.push(self.cols[at]);
                    kept.push(at as u32);
                }
            }
            pattern.end_row();
        }
        (pattern.finish(self.n_cols), kept)
    }

    /// The pattern of the `hops`-th power of this square pattern, the diagonal included: entry
    /// (i, j) where j is within so many steps of i.
    pub fn reach(&self, hops: usize) -> Self {
        let n = self.n_rows();
        let mut row_starts = Vec::with_capacity(n + 1);
        let mut cols: Vec<u32> = Vec::with_capacity(self.nnz() * 2 + n);
        let mut seen_by = vec![u32::MAX; n];
        let mut ball: Vec<u32> = Vec::new();
        row_starts.push(0);
        for row in 0..n as u32 {
            ball.clear();
            ball.push(row);
            seen_by[row as usize] = row;
            let mut frontier = 0..1;
            for _ in 0..hops {
                for at in frontier.clone() {
                    for &next in self.row(ball[at] as usize) {
                        if std::mem::replace(&mut seen_by[next as usize], row) != row {
                            ball.push(next);
                        }
                    }
                }
                frontier = frontier.end..ball.len();
            }
            ball.sort_unstable();
            cols.extend_from_slice(&ball);
            row_starts.push(cols.len() as u32);
        }
        Self::unchecked(self.n_cols, row_starts, cols)
    }

    /// Patterns one after the other along the diagonal.
    pub fn block_diagonal<'a>(blocks: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let mut all = Self::unchecked(0, vec![0], Vec::new());
        for block in blocks {
            let (first_col, first_entry) = (all.n_cols as u32, all.cols.len() as u32);
            all.cols.extend(block.cols.iter().map(|col| col + first_col));
            all.row_starts.extend(block.row_starts[1..].iter().map(|end| end + first_entry));
            all.n_cols += block.n_cols;
        }
        all
    }

    /// Patterns of the same width one below the other.
    pub fn stacked<'a>(blocks: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let mut all = Self::unchecked(0, vec![0], Vec::new());
        for block in blocks {
            let first_entry = all.cols.len() as u32;
            all.cols.extend_from_slice(&block.cols);
            all.row_starts.extend(block.row_starts[1..].iter().map(|end| end + first_entry));
            all.n_cols = block.n_cols;
        }
        all
    }
}

/// Collects a pattern row by row.
#[derive(Clone, Debug)]
pub struct PatternBuilder {
    row_starts: Vec<u32>,
    cols: Vec<u32>,
}

impl Default for PatternBuilder {
    fn default() -> Self {
        Self { row_starts: vec![0], cols: Vec::new() }
    }
}

impl PatternBuilder {
    /// Adds an entry to the row in progress; columns must ascend.
    pub fn push(&mut self, col: u32) {
        self.cols.push(col);
    }

    /// Ends the row in progress.
    pub fn end_row(&mut self) {
        self.row_starts.push(self.cols.len() as u32);
    }

    /// The pattern of all ended rows.
    pub fn finish(self, n_cols: usize) -> Pattern {
        Pattern::new(n_cols, self.row_starts, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0–1–2–3 and a loop at 1.
    fn path() -> Pattern {
        Pattern::new(4, vec![0, 1, 4, 6, 7], vec![1, 0, 1, 2, 1, 3, 2])
    }

    #[test]
    fn edges_make_a_symmetric_pattern() {
        let (pattern, positions) = Pattern::from_edges(3, &[[1, 2], [0, 1]]);
        assert_eq!(pattern, Pattern::new(3, vec![0, 1, 3, 4], vec![1, 0, 2, 1]));
        assert_eq!(positions, [[2, 3], [0, 1]]);
    }

    #[test]
    fn mirror_and_transpose_agree_on_symmetric_patterns() {
        let (transpose, sources) = path().transpose();
        assert_eq!(transpose, path());
        assert_eq!(path().mirror(), sources);
    }

    #[test]
    fn the_diagonal_is_filled_in_once() {
        let (full, sources) = path().with_diagonal();
        assert_eq!(full.cols(), [0, 1, 0, 1, 2, 1, 2, 3, 2, 3]);
        assert_eq!(sources.iter().filter(|source| source.is_none()).count(), 3);
    }

    #[test]
    fn reach_is_the_ball_of_so_many_hops() {
        assert_eq!(path().reach(0), Pattern::diagonal(4));
        assert_eq!(path().reach(2).row(0), [0, 1, 2]);
        assert_eq!(path().reach(9).nnz(), 16);
    }

    #[test]
    fn blocks_stand_along_the_diagonal() {
        let both = Pattern::block_diagonal([&path(), &Pattern::diagonal(1)]);
        assert_eq!((both.n_rows(), both.n_cols(), both.row(4)), (5, 5, &[4][..]));
    }
}
