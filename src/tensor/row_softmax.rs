//! The softmax of each row of a sparse matrix, over the entries that it has.

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    kernel::{dot, largest, sum},
    slice_op::{SliceOp, apply1},
};
use crate::math::{pattern::Pattern, real::Real};

/// exp(z_ij) / Σ_k exp(z_ik) for the values of a pattern.
pub fn row_softmax(pattern: &Arc<Pattern>, z: &Tensor) -> Result<Tensor> {
    apply1(RowSoftmax { pattern: pattern.clone() }, z)
}

struct RowSoftmax {
    pattern: Arc<Pattern>,
}

impl SliceOp<1> for RowSoftmax {
    const NAME: &'static str = "row-softmax";

    #[inline(always)]
    fn forward<T: Real>(&self, [z]: [&[T]; 1]) -> Vec<T> {
        let mut y = z.to_vec();
        for row in 0..self.pattern.n_rows() {
            let y = &mut y[self.pattern.range(row)];
            let most = largest(y);
            y.iter_mut().for_each(|y| *y = (*y - most).exponential());
            let scale = sum(y).recip();
            y.iter_mut().for_each(|y| *y = *y * scale);
        }
        y
    }

    /// dz = y ⊙ (dy − ⟨y, dy⟩), row by row.
    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_z = Vec::with_capacity(y.len());
        for row in 0..self.pattern.n_rows() {
            let (y, g) = (&y[self.pattern.range(row)], &grad[self.pattern.range(row)]);
            let along = dot(y, g);
            d_z.extend(y.iter().zip(g).map(|(&y, &g)| y * (g - along)));
        }
        [Some(d_z)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        check::symmetric(|a| row_softmax(&a.pattern, &a.values));
    }
}
