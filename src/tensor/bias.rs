//! Y = X + b, or max(X + b, 0): the end of a linear layer.

use candle_core::{Result, Shape, Tensor};

use super::slice_op::{SliceOp, apply2};
use crate::math::real::Real;

/// Adds the row b `[1, k]` to every row of X `[n, k]`.
pub fn add_bias(x: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply(x, b, false)
}

/// The same, then ReLU.
pub fn add_bias_relu(x: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply(x, b, true)
}

fn apply(x: &Tensor, b: &Tensor, is_relu: bool) -> Result<Tensor> {
    let (rows, cols) = x.dims2()?;
    if b.elem_count() != cols {
        candle_core::bail!("a bias of length {} does not match {cols} columns", b.elem_count());
    }
    apply2(Bias { rows, cols, is_relu }, x, b)
}

struct Bias {
    rows: usize,
    cols: usize,
    is_relu: bool,
}

impl SliceOp<2> for Bias {
    const NAME: &'static str = "bias";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [x, b]: [&[T]; 2]) -> Vec<T> {
        let least = if self.is_relu { T::zero() } else { T::neg_infinity() };
        let mut y = x.to_vec();
        for row in y.chunks_exact_mut(self.cols.max(1)) {
            for (y, &b) in row.iter_mut().zip(b) {
                // Not `max`, which would hide NaN.
                let sum = *y + b;
                *y = if sum < least { least } else { sum };
            }
        }
        y
    }

    /// db is the sum of dX's rows; with ReLU, dX is 0 where Y is.
    #[inline(always)]
    fn backward<T: Real>(&self, [_, b]: [&[T]; 2], y: &[T], grad: &[T], _: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let mut d_x = grad.to_vec();
        if self.is_relu {
            for (d_x, &y) in d_x.iter_mut().zip(y) {
                *d_x = if y > T::zero() { *d_x } else { T::zero() };
            }
        }
        let mut d_b = vec![T::zero(); b.len()];
        for row in d_x.chunks_exact(self.cols.max(1)) {
            for (d_b, &d_x) in d_b.iter_mut().zip(row) {
                *d_b += d_x;
            }
        }
        [Some(d_x), Some(d_b)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        let (x, b) = (check::random_tensor(5, 4), check::random_tensor(1, 4));
        for is_relu in [false, true] {
            check::dense(5, 4, |x| apply(x, &b, is_relu));
            check::dense(1, 4, |b| apply(&x, b, is_relu));
        }
    }
}
