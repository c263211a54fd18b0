//! Some of the entries of a matrix, in their order.

use candle_core::{Result, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::real::Real;

/// The values `[n]` at these positions, each of which may be there once.
pub fn picked(values: &Tensor, positions: Vec<u32>) -> Result<Tensor> {
    let n_args = values.elem_count();
    apply1(Part { positions, n_args }, values)
}

/// The values at positions that are all different.
pub struct Part {
    pub positions: Vec<u32>,
    pub n_args: usize,
}

impl SliceOp<1> for Part {
    const NAME: &'static str = "part";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        self.positions.iter().map(|&at| a[at as usize]).collect()
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_a = vec![T::zero(); self.n_args];
        for (&at, &grad) in self.positions.iter().zip(grad) {
            d_a[at as usize] = grad;
        }
        [Some(d_a)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        check::symmetric_with_diagonal(|a| Ok(a.without_diagonal()?.values));
    }
}
