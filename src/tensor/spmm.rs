//! Y = S X: a sparse matrix times a dense one.

use std::sync::Arc;

use candle_core::Shape;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// Sparse `[m, n]` times dense `[n, d]`.
pub struct SpMM {
    pattern: Arc<Pattern>,
    width: usize,
}

impl SpMM {
    /// For matrices on this pattern and dense rows of this width.
    pub fn new(pattern: Arc<Pattern>, width: usize) -> Self {
        Self { pattern, width }
    }
}

impl SliceOp<2> for SpMM {
    const NAME: &'static str = "spmm";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.pattern.n_rows(), self.width))
    }

    fn forward<T: Real>(&self, [s, x]: [&[T]; 2]) -> Vec<T> {
        let d = self.width;
        let mut y = vec![T::zero(); self.pattern.n_rows() * d];
        for (row, y) in y.chunks_exact_mut(d.max(1)).enumerate() {
            for at in self.pattern.range(row) {
                let col = self.pattern.cols()[at] as usize;
                add_scaled(y, s[at], &x[col * d..(col + 1) * d]);
            }
        }
        y
    }

    /// dS_ij = ⟨dY_i, X_j⟩ on the pattern, dX = Sᵀ dY.
    fn backward<T: Real>(&self, [s, x]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let d = self.width;
        let row_of = |matrix: &'_ [T], row: usize| -> std::ops::Range<usize> {
            debug_assert!((row + 1) * d <= matrix.len());
            row * d..(row + 1) * d
        };
        let d_s = wanted[0].then(|| {
            let inner = |row, col| grad[row_of(grad, row)].iter().zip(&x[row_of(x, col)]).map(|(&g, &x)| g * x).sum();
            self.pattern.entries().map(|(_, row, col)| inner(row, col)).collect()
        });
        let d_x = wanted[1].then(|| {
            let mut d_x = vec![T::zero(); x.len()];
            for (at, row, col) in self.pattern.entries() {
                add_scaled(&mut d_x[col * d..(col + 1) * d], s[at], &grad[row_of(grad, row)]);
            }
            d_x
        });
        [d_s, d_x]
    }
}

/// y += weight · x.
pub fn add_scaled<T: Real>(y: &mut [T], weight: T, x: &[T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += weight * x;
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
    }
}
