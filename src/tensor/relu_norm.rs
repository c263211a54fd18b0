//! ReLU, then each row divided by max(‖row‖₂, 1e-12): what follows every convolution.

use candle_core::{Result, Shape, Tensor};

use super::slice_op::{SliceOp, apply1};
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

fn inverse_norm<T: Real>(x: &[T]) -> T {
    let squared: T = x.iter().map(|&x| x.max(T::zero())).map(|x| x * x).sum();
    squared.sqrt().max(T::of(LEAST_NORM)).recip()
}

impl SliceOp<1> for ReluNorm {
    const NAME: &'static str = "relu-norm";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let unit = |x: &[T]| {
            let scale = inverse_norm(x);
            x.iter().map(move |&x| x.max(T::zero()) * scale).collect::<Vec<T>>()
        };
        x.chunks_exact(self.cols.max(1)).flat_map(unit).collect()
    }

    /// dx = (dy − y ⟨y, dy⟩) / ‖x‖ where x > 0, else 0.
    fn backward<T: Real>(&self, [x]: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.cols.max(1);
        let mut d_x = Vec::with_capacity(x.len());
        for ((x, y), g) in x.chunks_exact(d).zip(y.chunks_exact(d)).zip(grad.chunks_exact(d)) {
            let scale = inverse_norm(x);
            let along: T = y.iter().zip(g).map(|(&y, &g)| y * g).sum();
            let entry =
                |((&x, &y), &g): ((&T, &T), &T)| if x > T::zero() { (g - y * along) * scale } else { T::zero() };
            d_x.extend(x.iter().zip(y).zip(g).map(entry));
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
