//! P = (I + D^-½ A D^-½) / 2: a walk that stays where it is half of the time.

use std::sync::Arc;

use super::{
    buffer::dirty,
    normalise::{gradient, inverse_roots},
    slice_op::SliceOp,
};
use crate::math::{pattern::Pattern, real::Real};

/// The lazy walk of a symmetric adjacency; the result's pattern has every diagonal entry.
pub struct LazyWalk {
    a: Arc<Pattern>,
    /// Pattern of the result.
    pub pattern: Arc<Pattern>,
    sources: Vec<Option<u32>>,
}

impl LazyWalk {
    /// For symmetric matrices on this pattern.
    pub fn new(a: Arc<Pattern>) -> Self {
        let (pattern, sources) = a.with_diagonal();
        Self { a, pattern: Arc::new(pattern), sources }
    }
}

impl SliceOp<1> for LazyWalk {
    const NAME: &'static str = "lazy-walk";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let u = inverse_roots(&self.a, a);
        let half = T::of(0.5);
        let mut p = dirty(self.sources.len());
        for (row, &u_i) in u.iter().enumerate() {
            let range = self.pattern.range(row);
            let entries = self.pattern.cols()[range.clone()].iter().zip(&self.sources[range.clone()]);
            for ((&col, source), p) in entries.zip(&mut p[range]) {
                let stays = if row == col as usize { half } else { T::zero() };
                // u_i u_j first: the product is then the same for (i, j) and (j, i), to the last bit.
                let moves = source.map_or(T::zero(), |source| a[source as usize] * (u_i * u[col as usize]));
                *p = stays + half * moves;
            }
        }
        p
    }

    /// As for N = D^-½ A D^-½, of which P has half.
    #[inline(always)]
    fn backward<T: Real>(&self, [a]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let u = inverse_roots(&self.a, a);
        // Every entry of A is one of P.
        let mut d_n = dirty(a.len());
        for (&grad, source) in grad.iter().zip(&self.sources) {
            if let Some(source) = source {
                d_n[*source as usize] = T::of(0.5) * grad;
            }
        }
        [Some(gradient(&self.a, a, &u, &d_n))]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        check::symmetric(|a| Ok(a.lazy_walk()?.values));
    }
}
