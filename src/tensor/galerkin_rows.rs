//! A' = C A Cᵀ for blocks with many coarse nodes: row by row, without anything dense but a row.

use std::ops::Range;

use super::galerkin::{Block, Galerkin};
use crate::{
    cancel::checkpoint,
    math::{
        pattern::{Pattern, PatternBuilder, Transposed},
        real::Real,
    },
};

/// Of the columns that were added to, when there are none: any is below its start, above its end.
const NOTHING: Range<usize> = Range { start: usize::MAX, end: 0 };

/// A sparse accumulator: adds at columns in any order, gives them back ascending.
struct Accumulator<T> {
    values: Vec<T>,
    /// 1 where a column was added to. Bytes rather than bits: to set one, none is read.
    touched: Vec<[u8; 8]>,
    /// The part of `touched` that may have ones.
    used: Range<usize>,
}

impl<T: Real> Accumulator<T> {
    fn new(n: usize) -> Self {
        Self { values: vec![T::zero(); n], touched: vec![[0; 8]; n.div_ceil(8)], used: NOTHING }
    }

    /// Adds a row, times a weight.
    #[inline(always)]
    fn add(&mut self, cols: &[u32], values: &[T], weight: T) {
        if let (Some(&first), Some(&last)) = (cols.first(), cols.last()) {
            self.used = self.used.start.min(first as usize / 8)..self.used.end.max(last as usize / 8 + 1);
        }
        for (&col, &value) in cols.iter().zip(values) {
            self.touched[col as usize / 8][col as usize % 8] = 1;
            let sum = &mut self.values[col as usize];
            *sum = weight.fused(value, *sum);
        }
    }

    /// Visits what was added, in ascending order, and empties itself.
    #[inline(always)]
    fn drain(&mut self, mut visit: impl FnMut(u32, T)) {
        for group in std::mem::replace(&mut self.used, NOTHING) {
            let mut ones = u64::from_le_bytes(std::mem::take(&mut self.touched[group]));
            while ones != 0 {
                let col = group as u32 * 8 + ones.trailing_zeros() / 8;
                visit(col, std::mem::take(&mut self.values[col as usize]));
                ones &= ones - 1;
            }
        }
    }
}

/// A sparse row that is dense for a moment.
struct DenseRow<T> {
    values: Vec<T>,
    used: Range<usize>,
}

impl<T: Real> DenseRow<T> {
    fn new(n: usize) -> Self {
        Self { values: vec![T::zero(); n], used: NOTHING }
    }

    #[inline(always)]
    fn add(&mut self, cols: &[u32], values: &[T], weight: T) {
        if let (Some(&first), Some(&last)) = (cols.first(), cols.last()) {
            self.used = self.used.start.min(first as usize)..self.used.end.max(last as usize + 1);
        }
        for (&col, &value) in cols.iter().zip(values) {
            let sum = &mut self.values[col as usize];
            *sum = weight.fused(value, *sum);
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        if !self.used.is_empty() {
            self.values[std::mem::replace(&mut self.used, NOTHING)].fill(T::zero());
        }
    }
}

/// A row of a matrix: its columns and its values.
#[inline(always)]
fn row<'a, T>(pattern: &'a Pattern, values: &'a [T], row: usize) -> (&'a [u32], &'a [T]) {
    let range = pattern.range(row);
    (&pattern.cols()[range.clone()], &values[range])
}

/// Σ values · dense, at the columns of a row.
#[inline(always)]
fn sparse_dot<T: Real>((cols, values): (&[u32], &[T]), dense: &[T]) -> T {
    let mut sum = T::zero();
    for (&col, &value) in cols.iter().zip(values) {
        sum = value.fused(dense[col as usize], sum);
    }
    sum
}

/// The coarse nodes of a fine one, with their weights.
#[inline(always)]
fn column<'a, T>(transpose: Transposed<'a>, c_t: &'a [T], col: usize) -> (&'a [u32], &'a [T]) {
    let range = transpose.range(col);
    (&transpose.rows[range.clone()], &c_t[range])
}

/// What the blocks of one pass share.
pub(super) struct Rows<'a, T> {
    op: &'a Galerkin,
    c: &'a [T],
    transpose: Transposed<'a>,
    /// The values of Cᵀ.
    c_t: Vec<T>,
    fine: Scratch<T>,
    coarse: Scratch<T>,
}

/// Space for one row, made when it is needed and empty in between.
struct Scratch<T> {
    n: usize,
    accumulator: Option<Accumulator<T>>,
    dense: Option<DenseRow<T>>,
}

impl<T: Real> Scratch<T> {
    fn new(n: usize) -> Self {
        Self { n, accumulator: None, dense: None }
    }

    fn accumulator(&mut self) -> &mut Accumulator<T> {
        self.accumulator.get_or_insert_with(|| Accumulator::new(self.n))
    }

    fn dense(&mut self) -> &mut DenseRow<T> {
        self.dense.get_or_insert_with(|| DenseRow::new(self.n))
    }
}

impl<'a, T: Real> Rows<'a, T> {
    pub(super) fn new(op: &'a Galerkin, c: &'a [T]) -> Self {
        let transpose = op.c.transposed();
        let c_t = transpose.sources.iter().map(|&at| c[at as usize]).collect();
        let (fine, coarse) = (Scratch::new(op.c.n_cols()), Scratch::new(op.c.n_rows()));
        Self { op, c, transpose, c_t, fine, coarse }
    }

    /// Rows of A', of which the upper triangle counts.
    #[inline(always)]
    pub(super) fn forward(&mut self, block: &Block, a: &[T], pattern: &mut PatternBuilder, values: &mut Vec<T>) {
        let (row_of_ca, row_of_result) = (self.fine.accumulator(), self.coarse.accumulator());
        for p in block.coarse.clone() {
            checkpoint();
            let (cols, weights) = row(&self.op.c, self.c, p);
            for (&col, &weight) in cols.iter().zip(weights) {
                let (cols, values) = row(&self.op.a, a, col as usize);
                row_of_ca.add(cols, values, weight);
            }
            row_of_ca.drain(
                #[inline(always)]
                |l, value| {
                    let (cols, weights) = column(self.transpose, &self.c_t, l as usize);
                    row_of_result.add(cols, weights, value);
                },
            );
            row_of_result.drain(
                #[inline(always)]
                |q, value| {
                    pattern.push(q);
                    values.push(value);
                },
            );
            pattern.end_row();
        }
    }

    /// dC = G C A on the pattern of C, where G = dA' + dA'ᵀ.
    #[inline(always)]
    pub(super) fn gradient_of_c(&mut self, block: &Block, result: &Pattern, a: &[T], grad: &[T], d_c: &mut [T]) {
        let mirror = result.mirror();
        let row_of_ca = self.fine.dense();
        d_c[block.entries(&self.op.c)].fill(T::zero());
        // Row q of C A is dense for a moment; every p that meets q in A' takes its share of it.
        for q in block.coarse.clone() {
            let (cols, weights) = row(&self.op.c, self.c, q);
            for (&col, &weight) in cols.iter().zip(weights) {
                let (cols, values) = row(&self.op.a, a, col as usize);
                row_of_ca.add(cols, values, weight);
            }
            for at in result.range(q) {
                let weight = grad[at] + grad[mirror[at] as usize];
                let range = self.op.c.range(result.cols()[at] as usize);
                for (d_c, &col) in d_c[range.clone()].iter_mut().zip(&self.op.c.cols()[range]) {
                    *d_c = weight.fused(row_of_ca.values[col as usize], *d_c);
                }
            }
            row_of_ca.clear();
        }
    }

    /// dA = Cᵀ dA' C on the pattern of A.
    #[inline(always)]
    pub(super) fn gradient_of_a(&mut self, block: &Block, result: &Pattern, grad: &[T], d_a: &mut [T]) {
        let row_of_cg = self.coarse.dense();
        for k in block.fine.clone() {
            // Row k of Cᵀ dA', of which each neighbour takes its share.
            let (coarse, weights) = column(self.transpose, &self.c_t, k);
            for (&p, &weight) in coarse.iter().zip(weights) {
                let (cols, values) = row(result, grad, p as usize);
                row_of_cg.add(cols, values, weight);
            }
            let range = self.op.a.range(k);
            for (d_a, &l) in d_a[range.clone()].iter_mut().zip(&self.op.a.cols()[range]) {
                *d_a = sparse_dot(column(self.transpose, &self.c_t, l as usize), &row_of_cg.values);
            }
            row_of_cg.clear();
        }
    }
}
