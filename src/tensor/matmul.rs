//! Y = X W for many rows and a small W, each row on its own: a graph gets the same bits alone and
//! in a batch, which a blocked matrix product does not promise.

use candle_core::{Result, Shape, Tensor};

use super::{
    buffer::{give_back, zeros},
    kernel::{LANES, add_scaled, add_transposed_product, if_wanted, product, transposed},
    slice_op::{SliceOp, apply2},
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

    #[inline(always)]
    fn forward<T: Real>(&self, [x, w]: [&[T]; 2]) -> Vec<T> {
        if !self.is_mostly_zeros(x) {
            return product(x, w, [self.rows, self.inner, self.cols]);
        }
        let mut y = zeros(self.rows * self.cols);
        for (row, y) in y.chunks_exact_mut(self.cols.max(1)).enumerate() {
            non_zeros(
                self.row(x, row),
                #[inline(always)]
                |idx, weight| add_scaled(y, weight, &w[idx * self.cols..(idx + 1) * self.cols]),
            );
        }
        y
    }

    /// dX = dY Wᵀ, dW = Xᵀ dY.
    #[inline(always)]
    fn backward<T: Real>(&self, [x, w]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let d_x = if_wanted(wanted[0], || {
            let w_t = transposed(w, self.inner, self.cols);
            let d_x = product(grad, &w_t, [self.rows, self.cols, self.inner]);
            give_back(w_t);
            d_x
        });
        let d_w = if_wanted(
            wanted[1],
            #[inline(always)]
            || {
                let mut d_w = zeros(w.len());
                if !self.is_mostly_zeros(x) {
                    add_transposed_product(x, grad, &mut d_w, self.inner, self.cols);
                    return d_w;
                }
                for (row, g) in grad.chunks_exact(self.cols.max(1)).enumerate() {
                    non_zeros(
                        self.row(x, row),
                        #[inline(always)]
                        |idx, weight| add_scaled(&mut d_w[idx * self.cols..(idx + 1) * self.cols], weight, g),
                    );
                }
                d_w
            },
        );
        [d_x, d_w]
    }
}

impl MatMul {
    /// Whether X looks like a one-hot signal. Terms of weight 0 change no bit of a sum, so a wrong
    /// guess costs time only.
    fn is_mostly_zeros<T: Real>(&self, x: &[T]) -> bool {
        let some = &x[..x.len().min(16 * self.inner)];
        8 * some.iter().filter(|&&x| x != T::zero()).count() <= some.len()
    }

    fn row<'a, T>(&self, x: &'a [T], row: usize) -> &'a [T] {
        &x[row * self.inner..(row + 1) * self.inner]
    }
}

/// Visits the entries that are not 0, passing by zeros in groups.
#[inline(always)]
fn non_zeros<T: Real>(x: &[T], mut visit: impl FnMut(usize, T)) {
    for (group, x) in x.chunks(LANES).enumerate() {
        if x.iter().fold(false, |any, &x| any | (x != T::zero())) {
            for (lane, &x) in x.iter().enumerate() {
                if x != T::zero() {
                    visit(group * LANES + lane, x);
                }
            }
        }
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
