//! N = D^-½ A D^-½ with D_ii = Σ_j A_ij; a vertex without degree has a row of zeros.

use std::sync::Arc;

use super::{
    buffer::dirty,
    kernel::{sum, sum_by},
    slice_op::SliceOp,
};
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
#[inline(always)]
pub fn inverse_roots<T: Real>(pattern: &Pattern, a: &[T]) -> Vec<T> {
    let inverse_root = |degree: T| if degree > T::zero() { degree.sqrt().recip() } else { T::zero() };
    let mut u = dirty(pattern.n_rows());
    for (row, u) in u.iter_mut().enumerate() {
        *u = inverse_root(sum(&a[pattern.range(row)]));
    }
    u
}

/// dA_ij = dN_ij u_i u_j − ½ u_i³ Σ_k (dN_ik + dN_ki) A_ik u_k.
#[inline(always)]
pub fn gradient<T: Real>(pattern: &Pattern, a: &[T], u: &[T], d_n: &[T]) -> Vec<T> {
    let mirror = pattern.mirror();
    let mut d_a = dirty(a.len());
    for (row, &u_i) in u.iter().enumerate() {
        let range = pattern.range(row);
        let (cols, mirror, a) = (&pattern.cols()[range.clone()], &mirror[range.clone()], &a[range.clone()]);
        let (d_a, row_of_d_n) = (&mut d_a[range.clone()], &d_n[range]);
        let d_u = sum_by(cols.len(), |k| (row_of_d_n[k] + d_n[mirror[k] as usize]) * a[k] * u[cols[k] as usize]);
        let d_degree = T::of(-0.5) * u_i * u_i * u_i * d_u;
        for ((d_a, &d_n), &col) in d_a.iter_mut().zip(row_of_d_n).zip(cols) {
            *d_a = d_n * u_i * u[col as usize] + d_degree;
        }
    }
    d_a
}

impl SliceOp<1> for Normalise {
    const NAME: &'static str = "normalise";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let u = inverse_roots(&self.pattern, a);
        let mut n = dirty(a.len());
        for (row, &u_i) in u.iter().enumerate() {
            let range = self.pattern.range(row);
            let entries = a[range.clone()].iter().zip(&self.pattern.cols()[range.clone()]);
            for ((&a, &col), n) in entries.zip(&mut n[range]) {
                *n = a * (u_i * u[col as usize]);
            }
        }
        n
    }

    #[inline(always)]
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
