//! ReLU, then each row divided by max(‖row‖₂, 1e-12): what follows every convolution.

use candle_core::{Result, Shape, Tensor};

use super::{
    buffer::dirty,
    kernel::{dot, sum_of},
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// Unit rows of max(X, 0) `[n, d]`; a row without a positive entry stays 0.
pub fn relu_norm(x: &Tensor) -> Result<Tensor> {
    let (rows, cols) = x.dims2()?;
    apply1(ReluNorm { rows, cols }, x)
}

struct ReluNorm {
    rows: usize,
    cols: usize,
}

const LEAST_NORM: f64 = 1e-12;

#[inline(always)]
fn inverse_norm<T: Real>(x: &[T]) -> T {
    sum_of(x, x, |sum, x, _| positive(x).fused(positive(x), sum)).sqrt().max(T::of(LEAST_NORM)).recip()
}

#[inline(always)]
fn positive<T: Real>(x: T) -> T {
    if x > T::zero() { x } else { T::zero() }
}

impl SliceOp<1> for ReluNorm {
    const NAME: &'static str = "relu-norm";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let d = self.cols.max(1);
        let mut unit = dirty(x.len());
        for (x, unit) in x.chunks_exact(d).zip(unit.chunks_exact_mut(d)) {
            let scale = inverse_norm(x);
            for (&x, unit) in x.iter().zip(unit) {
                *unit = positive(x) * scale;
            }
        }
        unit
    }

    /// dx = (dy − y ⟨y, dy⟩) / ‖x‖ where x > 0, else 0.
    #[inline(always)]
    fn backward<T: Real>(&self, [x]: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.cols.max(1);
        let mut d_x = dirty(x.len());
        let rows = x.chunks_exact(d).zip(y.chunks_exact(d)).zip(grad.chunks_exact(d));
        for (((x, y), g), d_x) in rows.zip(d_x.chunks_exact_mut(d)) {
            let (scale, along) = (inverse_norm(x), dot(y, g));
            for (((&x, &y), &g), d_x) in x.iter().zip(y).zip(g).zip(d_x) {
                *d_x = if x > T::zero() { (g - y * along) * scale } else { T::zero() };
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
        check::dense(6, 5, relu_norm);
    }
}
