//! The softmax of each row: exp(x_j − max) / Σ exp.

use candle_core::{Result, Shape, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::real::Real;

/// Rows of X `[n, d]` as probabilities.
pub fn softmax(x: &Tensor) -> Result<Tensor> {
    let (rows, cols) = x.dims2()?;
    apply1(Softmax { rows, cols }, x)
}

struct Softmax {
    rows: usize,
    cols: usize,
}

impl SliceOp<1> for Softmax {
    const NAME: &'static str = "softmax";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let mut y = x.to_vec();
        for row in y.chunks_exact_mut(self.cols.max(1)) {
            let largest = row.iter().copied().fold(T::neg_infinity(), T::max);
            let mut sum = T::zero();
            for entry in row.iter_mut() {
                *entry = (*entry - largest).exp();
                sum += *entry;
            }
            for entry in row {
                *entry = *entry / sum;
            }
        }
        y
    }

    /// dx = y ⊙ (dy − ⟨y, dy⟩).
    fn backward<T: Real>(&self, _: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.cols.max(1);
        let mut d_x = Vec::with_capacity(y.len());
        for (y, g) in y.chunks_exact(d).zip(grad.chunks_exact(d)) {
            let along: T = y.iter().zip(g).map(|(&y, &g)| y * g).sum();
            d_x.extend(y.iter().zip(g).map(|(&y, &g)| y * (g - along)));
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
