//! A + I: the values of A with 1 added on the diagonal.

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// Adds the identity; the result's pattern has every diagonal entry.
pub struct AddIdentity {
    /// Pattern of the result.
    pub pattern: Arc<Pattern>,
    sources: Vec<Option<u32>>,
    n_args: usize,
}

impl AddIdentity {
    /// For matrices on this pattern.
    pub fn new(pattern: &Pattern) -> Self {
        let (full, sources) = pattern.with_diagonal();
        Self { pattern: Arc::new(full), sources, n_args: pattern.nnz() }
    }
}

impl SliceOp<1> for AddIdentity {
    const NAME: &'static str = "add-identity";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let mut sum = vec![T::zero(); self.sources.len()];
        for row in 0..self.pattern.n_rows() {
            let range = self.pattern.range(row);
            let entries = self.pattern.cols()[range.clone()].iter().zip(&self.sources[range.clone()]);
            for ((&col, source), sum) in entries.zip(&mut sum[range]) {
                let identity = if col as usize == row { T::one() } else { T::zero() };
                *sum = source.map_or(T::zero(), |source| a[source as usize]) + identity;
            }
        }
        sum
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_a = vec![T::zero(); self.n_args];
        for (&grad, source) in grad.iter().zip(&self.sources) {
            if let Some(source) = source {
                d_a[*source as usize] = grad;
            }
        }
        [Some(d_a)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        check::symmetric(|a| Ok(a.add_identity()?.values));
    }
}
