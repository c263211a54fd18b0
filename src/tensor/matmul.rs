//! Y = X W for many rows and a small W, each row on its own: a graph gets the same bits alone and
//! in a batch, which a blocked matrix product does not promise.

use candle_core::{Result, Shape, Tensor};

use super::{
    slice_op::{SliceOp, apply2},
    spmm::add_scaled,
};
use crate::math::real::Real;

/// X `[n, d]` times W `[d, k]`.
pub fn matmul(x: &Tensor, w: &Tensor) -> Result<Tensor> {
    let ((rows, inner), (inner_w, cols)) = (x.dims2()?, w.dims2()?);
    if inner != inner_w {
        candle_core::bail!("a signal of width {inner} cannot be multiplied by a {inner_w} × {cols} matrix");
    }
    apply2(MatMul { rows, inner, cols }, x, w)
}

struct MatMul {
    rows: usize,
    inner: usize,
    cols: usize,
}

impl SliceOp<2> for MatMul {
    const NAME: &'static str = "matmul";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols))
    }

    fn forward<T: Real>(&self, [x, w]: [&[T]; 2]) -> Vec<T> {
        let mut y = vec![T::zero(); self.rows * self.cols];
        if self.inner == 0 || self.cols == 0 {
            return y;
        }
        for (x, y) in x.chunks_exact(self.inner).zip(y.chunks_exact_mut(self.cols)) {
            for (&weight, w) in x.iter().zip(w.chunks_exact(self.cols)) {
                // One-hot signals are mostly zeros.
                if weight != T::zero() {
                    add_scaled(y, weight, w);
                }
            }
        }
        y
    }

    /// dX = dY Wᵀ, dW = Xᵀ dY.
    fn backward<T: Real>(&self, [x, w]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        if self.inner == 0 || self.cols == 0 {
            return [wanted[0].then(|| vec![T::zero(); x.len()]), wanted[1].then(|| vec![T::zero(); w.len()])];
        }
        let d_x = wanted[0].then(|| {
            let row_gradient = |g: &[T]| -> Vec<T> {
                w.chunks_exact(self.cols).map(|w| g.iter().zip(w).map(|(&g, &w)| g * w).sum()).collect()
            };
            grad.chunks_exact(self.cols).flat_map(row_gradient).collect()
        });
        let d_w = wanted[1].then(|| {
            let mut d_w = vec![T::zero(); w.len()];
            for (x, g) in x.chunks_exact(self.inner).zip(grad.chunks_exact(self.cols)) {
                for (&weight, d_w) in x.iter().zip(d_w.chunks_exact_mut(self.cols)) {
                    if weight != T::zero() {
                        add_scaled(d_w, weight, g);
                    }
                }
            }
            d_w
        });
        [d_x, d_w]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        let (x, w) = (check::random_tensor(6, 4), check::random_tensor(4, 3));
        check::dense(6, 4, |x| matmul(x, &w));
        check::dense(4, 3, |w| matmul(&x, w));
    }

    #[test]
    fn widths_must_match() {
        let error = matmul(&check::random_tensor(2, 3), &check::random_tensor(4, 5)).unwrap_err();
        assert!(error.to_string().contains("width 3 cannot be multiplied by a 4 × 5 matrix"), "{error}");
    }
}
