//! K_s = exp(−τ‖q_i − q_j‖²), on a symmetric pattern only (Eq. 11).

use std::sync::Arc;

use super::{
    buffer::dirty,
    kernel::{sum_of, weighted_differences},
    slice_op::SliceOp,
};
use crate::{
    cancel::{checkpoint, checkpoint_at},
    math::{pattern::Pattern, real::Real},
};

/// Exponentials between two checkpoints: about a millisecond.
const TOGETHER: usize = 1 << 16;

/// The Gaussian kernel between rows of Q `[n, d']`.
pub struct Rbf {
    pattern: Arc<Pattern>,
    width: usize,
    tau: f64,
}

impl Rbf {
    /// On a symmetric pattern, for rows of this width.
    pub fn new(pattern: Arc<Pattern>, width: usize, tau: f64) -> Self {
        Self { pattern, width, tau }
    }

    #[inline(always)]
    fn row<'a, T>(&self, q: &'a [T], idx: usize) -> &'a [T] {
        &q[idx * self.width..(idx + 1) * self.width]
    }
}

/// ‖a − b‖².
#[inline(always)]
pub fn squared_distance<T: Real>(a: &[T], b: &[T]) -> T {
    sum_of(a, b, |sum, a, b| (a - b).fused(a - b, sum))
}

impl SliceOp<1> for Rbf {
    const NAME: &'static str = "rbf";

    #[inline(always)]
    fn forward<T: Real>(&self, [q]: [&[T]; 1]) -> Vec<T> {
        let (minus_tau, mirror) = (T::of(-self.tau), self.pattern.mirror());
        let mut k = dirty(self.pattern.nnz());
        for row in 0..self.pattern.n_rows() {
            checkpoint_at(row);
            let (range, q_i) = (self.pattern.range(row), self.row(q, row));
            // Each pair once, where it is below the diagonal.
            for at in range {
                let col = self.pattern.cols()[at] as usize;
                if col >= row {
                    if col == row {
                        k[at] = T::zero();
                    }
                    break;
                }
                let squared = squared_distance(q_i, self.row(q, col));
                k[at] = squared;
                k[mirror[at] as usize] = squared;
            }
        }
        for k in k.chunks_mut(TOGETHER) {
            checkpoint();
            for k in k {
                *k = (minus_tau * *k).exponential();
            }
        }
        k
    }

    /// dq_i = −2τ Σ_j (dK_ij + dK_ji) K_ij (q_i − q_j).
    #[inline(always)]
    fn backward<T: Real>(&self, [q]: [&[T]; 1], k: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let (factor, mirror) = (T::of(-2.0 * self.tau), self.pattern.mirror());
        let mut d_q = vec![T::zero(); q.len()];
        for (row, d_i) in d_q.chunks_exact_mut(self.width.max(1)).enumerate() {
            checkpoint_at(row);
            let (range, q_i) = (self.pattern.range(row), self.row(q, row));
            let entries = range.clone().zip(&mirror[range.clone()]).zip(&self.pattern.cols()[range]);
            let weighted =
                entries.map(|((at, &mirror), &col)| (factor * (grad[at] + grad[mirror as usize]) * k[at], col));
            weighted_differences(d_i, q_i, q, weighted);
        }
        [Some(d_q)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        let a = check::graph();
        check::dense(a.n_rows(), 5, |q| Ok(a.power(2)?.rbf(q, 0.7)?.values));
    }
}
