//! Where the entries of a sparse matrix are (compressed sparse rows), without their values.

use std::{ops::Range, sync::OnceLock};

use crate::cancel::checkpoint_at;

/// The positions of a sparse matrix's entries: row by row, columns ascending.
#[derive(Clone, Debug)]
pub struct Pattern {
    n_cols: usize,
    row_starts: Vec<u32>,
    cols: Vec<u32>,
    /// Made when first asked for; several operations on one pattern need it.
    mirror: OnceLock<Vec<u32>>,
    /// The same for the transpose, of patterns without a mirror.
    transpose: OnceLock<Box<(Pattern, Vec<u32>)>>,
    /// Size of the blocks where the pattern is full square blocks along the diagonal, and known to be.
    block: Option<usize>,
}

/// The entries of a pattern column by column.
#[derive(Clone, Copy, Debug)]
pub struct Transposed<'a> {
    starts: &'a [u32],
    /// The row of each entry, ascending within each column.
    pub rows: &'a [u32],
    /// The position of each entry in the pattern.
    pub sources: &'a [u32],
}

impl Transposed<'_> {
    /// Which `rows` and `sources` belong to a column.
    #[inline]
    pub fn range(&self, col: usize) -> Range<usize> {
        self.starts[col] as usize..self.starts[col + 1] as usize
    }
}

/// Blocks up to this size are small enough for a bit for every pair.
const WITHIN_BITS: usize = 2048;

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
        Self { n_cols, row_starts, cols, mirror: OnceLock::new(), transpose: OnceLock::new(), block: None }
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

    /// `n` full `k × k` blocks along the diagonal.
    pub fn full_blocks(n: usize, k: usize) -> Self {
        let row_starts = (0..=(n * k) as u32).map(|row| row * k as u32).collect();
        let cols = (0..n * k).flat_map(|row| (row / k * k) as u32..(row / k * k + k) as u32).collect();
        Self { block: Some(k), ..Self::unchecked(n * k, row_starts, cols) }
    }

    /// Size of the full blocks, for a pattern that was made of them.
    pub fn block_size(&self) -> Option<usize> {
        self.block
    }

    /// The identity's pattern.
    pub fn diagonal(n: usize) -> Self {
        Self::unchecked(n, (0..=n as u32).collect(), (0..n as u32).collect())
    }

    #[inline]
    pub fn n_rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    #[inline]
    pub fn n_cols(&self) -> usize {
        self.n_cols
    }

    #[inline]
    pub fn nnz(&self) -> usize {
        self.cols.len()
    }

    /// Positions of a row's entries.
    #[inline]
    pub fn range(&self, row: usize) -> Range<usize> {
        self.row_starts[row] as usize..self.row_starts[row + 1] as usize
    }

    /// Columns of a row's entries.
    #[inline]
    pub fn row(&self, row: usize) -> &[u32] {
        &self.cols[self.range(row)]
    }

    /// Columns of all entries, row by row.
    #[inline]
    pub fn cols(&self) -> &[u32] {
        &self.cols
    }

    /// Where each row starts; one longer than there are rows.
    #[inline]
    pub fn row_starts(&self) -> &[u32] {
        &self.row_starts
    }

    /// Position of an entry, if there is one.
    pub fn position(&self, row: usize, col: u32) -> Option<usize> {
        let range = self.range(row);
        self.cols[range.clone()].binary_search(&col).ok().map(|offset| range.start + offset)
    }

    /// All entries as (position, row, column).
    #[inline]
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
        for row in 0..self.n_rows() {
            let range = self.range(row);
            for (at, &col) in range.clone().zip(&self.cols[range]) {
                let slot = &mut next[col as usize];
                rows[*slot as usize] = row as u32;
                sources[*slot as usize] = at as u32;
                *slot += 1;
            }
        }
        (Self::unchecked(self.n_rows(), row_starts, rows), sources)
    }

    /// The entries column by column, cached.
    pub fn transposed(&self) -> Transposed<'_> {
        if let Some(mirror) = self.mirror.get() {
            return Transposed { starts: &self.row_starts, rows: &self.cols, sources: mirror };
        }
        let (pattern, sources) = &**self.transpose.get_or_init(|| Box::new(self.transpose()));
        Transposed { starts: &pattern.row_starts, rows: &pattern.cols, sources }
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
            let (range, here) = (self.range(row), self.row(row));
            let below = here.iter().take_while(|&&col| (col as usize) < row).count();
            let has_diagonal = here.get(below) == Some(&(row as u32));
            let (before, after) = (range.start..range.start + below, range.start + below..range.end);
            cols.extend_from_slice(&here[..below]);
            sources.extend(before.map(|at| Some(at as u32)));
            if !has_diagonal {
                cols.push(row as u32);
                sources.push(None);
            }
            cols.extend_from_slice(&here[below..]);
            sources.extend(after.map(|at| Some(at as u32)));
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
    /// The entries (i, j) with j within `steps` hops of i.
    pub fn reach(&self, hops: usize) -> Self {
        let mut rows = PatternBuilder::default();
        rows.cols.reserve(self.nnz() * 2);
        rows.row_starts.reserve(self.n_rows());
        let mut seen_by = Vec::new();
        for block in self.blocks() {
            if block.len() <= WITHIN_BITS {
                self.reach_in_bits(block, hops, &mut rows);
            } else {
                seen_by.resize(self.n_rows(), u32::MAX);
                self.reach_by_steps(block, hops, &mut seen_by, &mut rows);
            }
        }
        Self::unchecked(self.n_cols, rows.row_starts, rows.cols)
    }

    /// Each row a set of bits, which takes in the sets of its neighbours hop by hop.
    fn reach_in_bits(&self, block: Range<usize>, hops: usize, rows: &mut PatternBuilder) {
        let (first, words) = (block.start, block.len().div_ceil(64));
        let mut sets = vec![0_u64; block.len() * words];
        for row in 0..block.len() {
            sets[row * words + row / 64] |= 1 << (row % 64);
        }
        let mut next = sets.clone();
        for _ in 0..hops {
            if words == 1 {
                // Most blocks, and no loop over words.
                for (row, set) in block.clone().zip(&mut next) {
                    *set = self.row(row).iter().fold(*set, |set, &col| set | sets[col as usize - first]);
                }
            } else {
                for (row, set) in block.clone().zip(next.chunks_exact_mut(words)) {
                    for &col in self.row(row) {
                        let near = (col as usize - first) * words;
                        for (set, near) in set.iter_mut().zip(&sets[near..near + words]) {
                            *set |= near;
                        }
                    }
                }
            }
            sets.copy_from_slice(&next);
        }
        rows.cols.reserve(sets.iter().map(|bits| bits.count_ones() as usize).sum());
        for set in sets.chunks_exact(words) {
            for (word, &bits) in set.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    rows.push((first + word * 64) as u32 + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
            rows.end_row();
        }
    }

    /// Each row a ball that grows by the neighbours of what came last; `seen_by` is for marks.
    fn reach_by_steps(&self, block: Range<usize>, hops: usize, seen_by: &mut [u32], rows: &mut PatternBuilder) {
        for row in block.start as u32..block.end as u32 {
            checkpoint_at(row as usize);
            let start = rows.cols.len();
            rows.push(row);
            seen_by[row as usize] = row;
            let mut frontier = start..start + 1;
            for _ in 0..hops {
                for at in frontier.clone() {
                    for &next in self.row(rows.cols[at] as usize) {
                        if std::mem::replace(&mut seen_by[next as usize], row) != row {
                            rows.push(next);
                        }
                    }
                }
                frontier = frontier.end..rows.cols.len();
            }
            rows.cols[start..].sort_unstable();
            rows.end_row();
        }
    }

    /// The shortest ranges of rows between which a square pattern has no entries.
    pub fn blocks(&self) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = Vec::new();
        let mut end = 0;
        for row in 0..self.n_rows() {
            if row >= end {
                starts.push(row);
            }
            if let (Some(&first), Some(&last)) = (self.row(row).first(), self.row(row).last()) {
                while starts.pop_if(|start| *start > first as usize).is_some() {}
                end = end.max(last as usize + 1);
            }
            end = end.max(row + 1);
        }
        let ends = starts.iter().copied().skip(1).chain([self.n_rows()]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Without rows, but with space for those of all blocks.
    fn empty_for(blocks: &[&Pattern]) -> Self {
        let mut row_starts = Vec::with_capacity(1 + blocks.iter().map(|block| block.n_rows()).sum::<usize>());
        row_starts.push(0);
        Self::unchecked(0, row_starts, Vec::with_capacity(blocks.iter().map(|block| block.nnz()).sum()))
    }

    /// Patterns one after the other along the diagonal.
    #[inline(always)]
    pub fn block_diagonal<'a>(blocks: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let blocks: Vec<&Pattern> = blocks.into_iter().collect();
        let mut all = Self::empty_for(&blocks);
        // The mirror of the whole is made of those of its blocks, if all have theirs.
        let mirrors: Option<Vec<&Vec<u32>>> = blocks.iter().map(|block| block.mirror.get()).collect();
        let mut mirror = mirrors.as_ref().map(|_| Vec::with_capacity(all.cols.capacity()));
        for (idx, block) in blocks.iter().enumerate() {
            let (first_col, first_entry) = (all.n_cols as u32, all.cols.len() as u32);
            if let (Some(mirror), Some(mirrors)) = (&mut mirror, &mirrors) {
                extend_shifted(mirror, mirrors[idx], first_entry);
            }
            extend_shifted(&mut all.cols, &block.cols, first_col);
            extend_shifted(&mut all.row_starts, &block.row_starts[1..], first_entry);
            all.n_cols += block.n_cols;
        }
        if let Some(mirror) = mirror {
            all.mirror = mirror.into();
        }
        all
    }

    /// Patterns of the same width one below the other.
    pub fn stacked<'a>(blocks: impl IntoIterator<Item = &'a Pattern>) -> Self {
        let blocks: Vec<&Pattern> = blocks.into_iter().collect();
        let mut all = Self::empty_for(&blocks);
        for block in blocks {
            let first_entry = all.cols.len() as u32;
            all.cols.extend_from_slice(&block.cols);
            all.row_starts.extend(block.row_starts[1..].iter().map(|end| end + first_entry));
            all.n_cols = block.n_cols;
        }
        all
    }
}

/// Adds positions to the end, each moved by an offset.
#[inline(always)]
fn extend_shifted(all: &mut Vec<u32>, positions: &[u32], by: u32) {
    all.extend(positions.iter().map(
        #[inline(always)]
        |position| position + by,
    ));
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

    /// Adds entries to the row in progress; columns must ascend.
    #[inline(always)]
    pub fn extend(&mut self, cols: impl Iterator<Item = u32>) {
        self.cols.extend(cols);
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
    fn large_blocks_reach_as_far_as_small_ones() {
        let (ring, _) = Pattern::from_edges(90, &(0..90).map(|i| [i, (i + 1) % 90]).collect::<Vec<_>>());
        let mut rows = PatternBuilder::default();
        ring.reach_by_steps(0..90, 3, &mut [u32::MAX; 90], &mut rows);
        assert_eq!(rows.finish(90), ring.reach(3));
    }

    #[test]
    fn blocks_are_as_short_as_they_can_be() {
        assert_eq!(Pattern::diagonal(2).blocks(), [0..1, 1..2]);
        assert_eq!(Pattern::block_diagonal([&path(), &Pattern::diagonal(1), &path()]).blocks(), [0..4, 4..5, 5..9]);
        // One entry below the diagonal joins what stood apart.
        assert_eq!(Pattern::new(3, vec![0, 1, 2, 3], vec![0, 1, 0]).blocks(), vec![0..3; 1]);
    }

    #[test]
    fn the_mirror_of_blocks_is_that_of_the_whole() {
        let blocks = [path(), Pattern::diagonal(2), path()];
        let recomputed = Pattern::block_diagonal(&blocks).mirror().to_vec();
        blocks.iter().for_each(|block| drop(block.mirror().to_vec()));
        let whole = Pattern::block_diagonal(&blocks);
        assert_eq!(whole.mirror.get(), Some(&recomputed));
    }

    #[test]
    fn blocks_stand_along_the_diagonal() {
        let both = Pattern::block_diagonal([&path(), &Pattern::diagonal(1)]);
        assert_eq!((both.n_rows(), both.n_cols(), both.row(4)), (5, 5, &[4][..]));
    }
}
