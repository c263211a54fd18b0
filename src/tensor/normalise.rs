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
}

/// u = d^-½, with 0 for d = 0.
pub fn inverse_roots<T: Real>(pattern: &Pattern, a: &[T]) -> Vec<T> {
    (0..pattern.n_rows())
        .map(|row| {
            let degree: T = a[pattern.range(row)].iter().copied().sum();
            if degree > T::zero() { degree.sqrt().recip() } else { T::zero() }
        })
        .collect()
}

/// dA_ij = dN_ij u_i u_j − ½ u_i³ Σ_k (dN_ik + dN_ki) A_ik u_k.
pub fn gradient<T: Real>(pattern: &Pattern, a: &[T], u: &[T], d_n: &[T]) -> Vec<T> {
    let mut d_u = vec![T::zero(); u.len()];
    for (at, row, col) in pattern.entries() {
        d_u[row] += d_n[at] * a[at] * u[col];
        d_u[col] += d_n[at] * a[at] * u[row];
    }
    let d_degree = |row: usize| T::of(-0.5) * u[row] * u[row] * u[row] * d_u[row];
    pattern.entries().map(|(at, row, col)| d_n[at] * u[row] * u[col] + d_degree(row)).collect()
}

impl SliceOp<1> for Normalise {
    const NAME: &'static str = "normalise";

    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let u = inverse_roots(&self.pattern, a);
        self.pattern.entries().map(|(at, row, col)| a[at] * (u[row] * u[col])).collect()
    }

    fn backward<T: Real>(&self, [a]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        [Some(gradient(&self.pattern, a, &inverse_roots(&self.pattern, a), grad))]
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
