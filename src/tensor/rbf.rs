//! K_s = exp(−τ‖q_i − q_j‖²), on a symmetric pattern only (Eq. 11).

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

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

    fn row<'a, T>(&self, q: &'a [T], idx: usize) -> &'a [T] {
        &q[idx * self.width..(idx + 1) * self.width]
    }
}

impl SliceOp<1> for Rbf {
    const NAME: &'static str = "rbf";

    fn forward<T: Real>(&self, [q]: [&[T]; 1]) -> Vec<T> {
        let (minus_tau, mirror) = (T::of(-self.tau), self.pattern.mirror());
        let mut k = vec![T::one(); self.pattern.nnz()];
        for row in 0..self.pattern.n_rows() {
            let q_i = self.row(q, row);
            for at in self.pattern.range(row) {
                let col = self.pattern.cols()[at] as usize;
                if col > row {
                    let value = (minus_tau * squared_distance(q_i, self.row(q, col))).exp();
                    k[at] = value;
                    k[mirror[at] as usize] = value;
                }
            }
        }
        k
    }

    /// dq_i = −2τ Σ_j (dK_ij + dK_ji) K_ij (q_i − q_j).
    fn backward<T: Real>(&self, [q]: [&[T]; 1], k: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let (factor, mirror) = (T::of(-2.0 * self.tau), self.pattern.mirror());
        let mut d_q = vec![T::zero(); q.len()];
        for (at, row, col) in self.pattern.entries() {
            if col <= row {
                continue;
            }
            let weight = factor * (grad[at] + grad[mirror[at] as usize]) * k[at];
            let (below, above) = d_q.split_at_mut(col * self.width);
            let d_i = &mut below[row * self.width..(row + 1) * self.width];
            let ends = self.row(q, row).iter().zip(self.row(q, col));
            for ((d_i, d_j), (&q_i, &q_j)) in d_i.iter_mut().zip(above).zip(ends) {
                let pull = weight * (q_i - q_j);
                *d_i += pull;
                *d_j += -pull;
            }
        }
        [Some(d_q)]
    }
}

/// ‖a − b‖², in four sums that the compiler can keep in one register; always in the same order.
fn squared_distance<T: Real>(a: &[T], b: &[T]) -> T {
    let mut sums = [T::zero(); 4];
    let (a_fours, b_fours) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: T = a_fours.remainder().iter().zip(b_fours.remainder()).map(|(&a, &b)| (a - b) * (a - b)).sum();
    for (a, b) in a_fours.zip(b_fours) {
        for lane in 0..4 {
            let difference = a[lane] - b[lane];
            sums[lane] += difference * difference;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
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
