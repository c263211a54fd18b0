//! N = D^-½ A D^-½ with D_ii = Σ_j A_ij; a vertex without degree has a row of zeros.

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// Divides each entry by the square roots of both vertices' degrees.
pub struct Normalise {
    pattern: Arc<Pattern>,
}

impl Normalise {
    /// For symmetric matrices on this pattern.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        Self { pattern }
    }

    /// u = d^-½, with 0 for d = 0.
    fn inverse_roots<T: Real>(&self, a: &[T]) -> Vec<T> {
        (0..self.pattern.n_rows())
            .map(|row| {
                let degree: T = a[self.pattern.range(row)].iter().copied().sum();
                if degree > T::zero() { degree.sqrt().recip() } else { T::zero() }
            })
            .collect()
    }
}

impl SliceOp<1> for Normalise {
    const NAME: &'static str = "normalise";

    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let u = self.inverse_roots(a);
        // u_i u_j first: the product is then the same for (i, j) and (j, i), to the last bit.
        self.pattern.entries().map(|(at, row, col)| a[at] * (u[row] * u[col])).collect()
    }

    /// dA_ij = dN_ij u_i u_j − ½ u_i³ Σ_k (dN_ik + dN_ki) A_ik u_k.
    fn backward<T: Real>(&self, [a]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let u = self.inverse_roots(a);
        let mut d_u = vec![T::zero(); u.len()];
        for (at, row, col) in self.pattern.entries() {
            d_u[row] += grad[at] * a[at] * u[col];
            d_u[col] += grad[at] * a[at] * u[row];
        }
        let d_degree = |row: usize| T::of(-0.5) * u[row] * u[row] * u[row] * d_u[row];
        let d_a = self.pattern.entries().map(|(at, row, col)| grad[at] * u[row] * u[col] + d_degree(row)).collect();
        [Some(d_a)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        check::symmetric(|a| Ok(a.normalise()?.values));
    }
}
