//! Two matrices side by side: [A ‖ B].

use candle_core::{Result, Shape, Tensor};

use super::slice_op::{SliceOp, apply2};
use crate::math::real::Real;

/// `[n, a + b]` from `[n, a]` and `[n, b]`.
pub fn beside(left: &Tensor, right: &Tensor) -> Result<Tensor> {
    let ((rows, left_cols), (right_rows, right_cols)) = (left.dims2()?, right.dims2()?);
    if rows != right_rows {
        candle_core::bail!("{rows} rows do not fit beside {right_rows}");
    }
    apply2(Beside { rows, cols: [left_cols, right_cols] }, left, right)
}

struct Beside {
    rows: usize,
    cols: [usize; 2],
}

impl SliceOp<2> for Beside {
    const NAME: &'static str = "beside";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.rows, self.cols[0] + self.cols[1]))
    }

    fn forward<T: Real>(&self, parts: [&[T]; 2]) -> Vec<T> {
        let mut joined = Vec::with_capacity(self.rows * (self.cols[0] + self.cols[1]));
        for row in 0..self.rows {
            for (part, cols) in parts.iter().zip(self.cols) {
                joined.extend_from_slice(&part[row * cols..(row + 1) * cols]);
            }
        }
        joined
    }

    fn backward<T: Real>(&self, _: [&[T]; 2], _: &[T], grad: &[T], _: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let [left, right] = self.cols;
        let part = |first: usize, cols: usize| {
            let mut part = Vec::with_capacity(self.rows * cols);
            grad.chunks_exact((left + right).max(1)).for_each(|row| part.extend_from_slice(&row[first..first + cols]));
            Some(part)
        };
        [part(0, left), part(left, right)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        let (left, right) = (check::random_tensor(4, 2), check::random_tensor(4, 3));
        check::dense(4, 2, |left| beside(left, &right));
        check::dense(4, 3, |right| beside(&left, right));
    }
}
