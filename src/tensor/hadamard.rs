//! The entrywise product of two matrices on one pattern.

use super::{buffer::dirty, kernel::if_wanted, slice_op::SliceOp};
use crate::math::real::Real;

/// a ⊙ b.
pub struct Hadamard;

impl SliceOp<2> for Hadamard {
    const NAME: &'static str = "hadamard";

    #[inline(always)]
    fn forward<T: Real>(&self, [a, b]: [&[T]; 2]) -> Vec<T> {
        product(a, b)
    }

    /// da = dc ⊙ b, db = dc ⊙ a.
    #[inline(always)]
    fn backward<T: Real>(&self, [a, b]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        [if_wanted(wanted[0], || product(grad, b)), if_wanted(wanted[1], || product(grad, a))]
    }
}

#[inline(always)]
fn product<T: Real>(a: &[T], b: &[T]) -> Vec<T> {
    let mut product = dirty(a.len());
    for ((product, &a), &b) in product.iter_mut().zip(a).zip(b) {
        *product = a * b;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        let other = check::graph();
        check::symmetric(|a| Ok(a.hadamard(&other)?.values));
        check::symmetric(|a| Ok(other.hadamard(a)?.values));
    }
}
