//! A' = C A Cᵀ for a sparse C and a symmetric A, without anything dense.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use candle_core::Result;

use super::{
    buffer::dirty,
    kernel::if_wanted,
    slice_op::{SliceOp, apply2},
    sparse::Sparse,
};
use crate::{
    cancel::checkpoint,
    math::{
        pattern::{Pattern, PatternBuilder},
        real::Real,
    },
};

/// C A Cᵀ, exactly symmetric.
pub fn galerkin(c: &Sparse, a: &Sparse) -> Result<Sparse> {
    let result = Arc::new(OnceLock::new());
    let op = Galerkin { c: c.pattern.clone(), a: a.pattern.clone(), result: result.clone() };
    let values = apply2(op, &c.values, &a.values)?;
    match result.get() {
        Some(pattern) => Sparse::new(pattern.clone(), values),
        None => candle_core::bail!("galerkin did not run"),
    }
}

struct Galerkin {
    c: Arc<Pattern>,
    a: Arc<Pattern>,
    /// The pattern of A' falls out of the forward pass.
    result: Arc<OnceLock<Arc<Pattern>>>,
}

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

impl SliceOp<2> for Galerkin {
    const NAME: &'static str = "galerkin";

    #[inline(always)]
    fn forward<T: Real>(&self, [c, a]: [&[T]; 2]) -> Vec<T> {
        let n_coarse = self.c.n_rows();
        let transpose = self.c.transposed();
        let c_t = picked(c, transpose.sources);
        let (mut row_of_ca, mut row_of_result) = (Accumulator::new(self.c.n_cols()), Accumulator::new(n_coarse));
        let mut pattern = PatternBuilder::default();
        let mut values = Vec::with_capacity(self.a.nnz());
        for p in 0..n_coarse {
            checkpoint();
            let (cols, weights) = row(&self.c, c, p);
            for (&col, &weight) in cols.iter().zip(weights) {
                let (cols, values) = row(&self.a, a, col as usize);
                row_of_ca.add(cols, values, weight);
            }
            row_of_ca.drain(
                #[inline(always)]
                |l, value| {
                    let range = transpose.range(l as usize);
                    row_of_result.add(&transpose.rows[range.clone()], &c_t[range], value);
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
        let pattern = self.result.get_or_init(|| Arc::new(pattern.finish(n_coarse)));
        let mirror = pattern.mirror();
        // The upper triangle counts for both, so that rounding cannot make A' lopsided.
        for p in 0..n_coarse {
            for at in pattern.range(p).take_while(|&at| (pattern.cols()[at] as usize) < p) {
                values[at] = values[mirror[at] as usize];
            }
        }
        values
    }

    /// With G = dA' + dA'ᵀ: dC = G C A on the pattern of C, and dA = Cᵀ dA' C on the pattern of A.
    #[inline(always)]
    fn backward<T: Real>(&self, [c, a]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let Some(result) = self.result.get() else { return [None, None] };
        [
            if_wanted(
                wanted[0],
                #[inline(always)]
                || self.gradient_of_c(result, c, a, grad),
            ),
            if_wanted(
                wanted[1],
                #[inline(always)]
                || self.gradient_of_a(result, c, grad),
            ),
        ]
    }
}

#[inline(always)]
fn picked<T: Real>(values: &[T], positions: &[u32]) -> Vec<T> {
    positions.iter().map(|&at| values[at as usize]).collect()
}

impl Galerkin {
    #[inline(always)]
    fn gradient_of_c<T: Real>(&self, result: &Pattern, c: &[T], a: &[T], grad: &[T]) -> Vec<T> {
        let mirror = result.mirror();
        let mut d_c = vec![T::zero(); c.len()];
        let mut row_of_ca = DenseRow::new(self.c.n_cols());
        // Row q of C A is dense for a moment; every p that meets q in A' takes its share of it.
        for q in 0..self.c.n_rows() {
            let (cols, weights) = row(&self.c, c, q);
            for (&col, &weight) in cols.iter().zip(weights) {
                let (cols, values) = row(&self.a, a, col as usize);
                row_of_ca.add(cols, values, weight);
            }
            for at in result.range(q) {
                let weight = grad[at] + grad[mirror[at] as usize];
                let range = self.c.range(result.cols()[at] as usize);
                for (d_c, &col) in d_c[range.clone()].iter_mut().zip(&self.c.cols()[range]) {
                    *d_c = weight.fused(row_of_ca.values[col as usize], *d_c);
                }
            }
            row_of_ca.clear();
        }
        d_c
    }

    #[inline(always)]
    fn gradient_of_a<T: Real>(&self, result: &Pattern, c: &[T], grad: &[T]) -> Vec<T> {
        let transpose = self.c.transposed();
        let c_t = picked(c, transpose.sources);
        let column = |col: usize| {
            let range = transpose.range(col);
            (&transpose.rows[range.clone()], &c_t[range])
        };
        let mut d_a = dirty(self.a.nnz());
        let mut row_of_cg = DenseRow::new(self.c.n_rows());
        for k in 0..self.a.n_rows() {
            // Row k of Cᵀ dA', of which each neighbour takes its share.
            let (coarse, weights) = column(k);
            for (&p, &weight) in coarse.iter().zip(weights) {
                let (cols, values) = row(result, grad, p as usize);
                row_of_cg.add(cols, values, weight);
            }
            let range = self.a.range(k);
            for (d_a, &l) in d_a[range.clone()].iter_mut().zip(&self.a.cols()[range]) {
                *d_a = sparse_dot(column(l as usize), &row_of_cg.values);
            }
            row_of_cg.clear();
        }
        d_a
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assign::assign, check};

    #[test]
    fn gradient() {
        let (a, r) = (check::graph(), check::graph());
        check::symmetric(|a| Ok(assign(&r, &[4, 1, 6])?.galerkin(a)?.values));
        check::symmetric(|r| Ok(assign(r, &[4, 1, 6])?.galerkin(&a)?.values));
    }
}
