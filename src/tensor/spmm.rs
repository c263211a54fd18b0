//! Y = S X: a sparse matrix times a dense one; or (S + I) X, each row with its neighbours.

use std::sync::Arc;

use candle_core::Shape;

use super::{
    buffer::dirty,
    cpu::vectorised,
    kernel::{dot, if_wanted, weighted_rows},
    slice_op::SliceOp,
};
use crate::{
    cancel::checkpoint_at,
    math::{pattern::Pattern, real::Real},
};

/// Sparse `[m, n]` times dense `[n, d]`.
pub struct SpMM {
    pattern: Arc<Pattern>,
    width: usize,
    /// Whether X itself is added: (S + I) X.
    is_with_self: bool,
}

impl SpMM {
    /// For matrices on this pattern and dense rows of this width.
    pub fn new(pattern: Arc<Pattern>, width: usize) -> Self {
        Self { pattern, width, is_with_self: false }
    }

    /// (S + I) X for square matrices on this pattern.
    pub fn with_self(pattern: Arc<Pattern>, width: usize) -> Self {
        Self { pattern, width, is_with_self: true }
    }
}

impl SliceOp<2> for SpMM {
    const NAME: &'static str = "spmm";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.pattern.n_rows(), self.width))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [s, x]: [&[T]; 2]) -> Vec<T> {
        let d = self.width;
        let mut y = dirty(self.pattern.n_rows() * d);
        for (row, y) in y.chunks_exact_mut(d.max(1)).enumerate() {
            checkpoint_at(row);
            let range = self.pattern.range(row);
            let entries = s[range.clone()].iter().zip(&self.pattern.cols()[range]);
            weighted_rows(y, x, entries.map(|(&s, &col)| (s, col)));
        }
        if self.is_with_self {
            y.iter_mut().zip(x).for_each(|(y, &x)| *y += x);
        }
        y
    }

    /// dS_ij = ⟨dY_i, X_j⟩ on the pattern, dX = Sᵀ dY.
    #[inline(always)]
    fn backward<T: Real>(&self, [s, x]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        [
            if_wanted(wanted[0], || self.gradient_of_s(x, grad)),
            if_wanted(wanted[1], || self.gradient_of_x(s, x.len(), grad)),
        ]
    }
}

impl SpMM {
    fn gradient_of_s<T: Real>(&self, x: &[T], grad: &[T]) -> Vec<T> {
        let d = self.width;
        let mut d_s = dirty(self.pattern.nnz());
        vectorised(
            #[inline(always)]
            || {
                for row in 0..self.pattern.n_rows() {
                    let (range, g) = (self.pattern.range(row), &grad[row * d..(row + 1) * d]);
                    for (d_s, &col) in d_s[range.clone()].iter_mut().zip(&self.pattern.cols()[range]) {
                        *d_s = dot(g, &x[col as usize * d..(col as usize + 1) * d]);
                    }
                }
            },
        );
        d_s
    }

    fn gradient_of_x<T: Real>(&self, s: &[T], n_values: usize, grad: &[T]) -> Vec<T> {
        let transpose = self.pattern.transposed();
        let mut d_x = dirty(n_values);
        vectorised(
            #[inline(always)]
            || {
                for (col, d_x) in d_x.chunks_exact_mut(self.width.max(1)).enumerate() {
                    let range = transpose.range(col);
                    let entries = transpose.rows[range.clone()].iter().zip(&transpose.sources[range]);
                    let entries = entries.map(|(&row, &at)| (s[at as usize], row));
                    weighted_rows(d_x, grad, entries);
                }
                if self.is_with_self {
                    d_x.iter_mut().zip(grad).for_each(|(d_x, &grad)| *d_x += grad);
                }
            },
        );
        d_x
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        let a = check::graph();
        check::dense(a.n_cols(), 3, |x| a.matmul(x));
        let x = check::random_tensor(a.n_cols(), 3);
        check::symmetric(|a| a.matmul(&x));
        check::dense(a.n_cols(), 3, |x| a.matmul_with_self(x));
        check::symmetric(|a| a.matmul_with_self(&x));
    }
}
