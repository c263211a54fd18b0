//! ½ (A + Aᵀ) on a symmetric pattern.

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// The mean of a matrix and its transpose.
pub struct Symmetrise {
    pattern: Arc<Pattern>,
}

impl Symmetrise {
    /// For matrices on this symmetric pattern.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        Self { pattern }
    }

    #[inline(always)]
    fn mean<T: Real>(&self, a: &[T]) -> Vec<T> {
        let pairs = a.iter().zip(self.pattern.mirror());
        pairs.map(|(&a_ij, &mirror)| (a_ij + a[mirror as usize]) * T::of(0.5)).collect()
    }
}

impl SliceOp<1> for Symmetrise {
    const NAME: &'static str = "symmetrise";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        self.mean(a)
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        [Some(self.mean(grad))]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        check::symmetric(|a| Ok(a.symmetrise()?.values));
    }
}
