//! The softmax of each row: exp(x_j − max) / Σ exp.

use candle_core::{Result, Shape, Tensor};

use super::{
    kernel::{dot, largest, sum},
    slice_op::{SliceOp, apply1},
};
use crate::{cancel::checkpoint, math::real::Real};

/// Rows of X `[n, d]` as probabilities.
pub fn softmax(x: &Tensor) -> Result<Tensor> {
    let (rows, cols) = x.dims2()?;
    apply1(Softmax { rows, cols }, x)
}

/// Values between two checkpoints: about a millisecond.
const TOGETHER: usize = 1 << 16;

struct Softmax {
    rows: usize,
    cols: usize,
}

impl SliceOp<1> for Softmax {
    const NAME: &'static str = "softmax";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let d = self.cols.max(1);
        let mut y = vec![T::zero(); x.len()];
        let together = d * (TOGETHER / d).max(1);
        for (x, y) in x.chunks(together).zip(y.chunks_mut(together)) {
            checkpoint();
            for (x, y) in x.chunks_exact(d).zip(y.chunks_exact_mut(d)) {
                let largest = largest(x);
                for (&x, y) in x.iter().zip(y.iter_mut()) {
                    *y = x - largest;
                }
            }
            // Many rows in one go, since the ends of short rows are no whole vectors.
            for y in y.iter_mut() {
                *y = y.exponential();
            }
            for y in y.chunks_exact_mut(d) {
                let scale = sum(y).recip();
                for y in y {
                    *y = *y * scale;
                }
            }
        }
        y
    }

    /// dx = y ⊙ (dy − ⟨y, dy⟩).
    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.cols.max(1);
        let mut d_x = vec![T::zero(); y.len()];
        for ((y, g), d_x) in y.chunks_exact(d).zip(grad.chunks_exact(d)).zip(d_x.chunks_exact_mut(d)) {
            let along = dot(y, g);
            for ((&y, &g), d_x) in y.iter().zip(g).zip(d_x) {
                *d_x = y * (g - along);
            }
        }
        [Some(d_x)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        check::dense(4, 5, softmax);
    }
}
