//! The largest of each feature among the neighbours of a node: y_i = max over the entries j of row i of x_j.

use std::sync::Arc;

use candle_core::{Result, Shape, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::{pattern::Pattern, real::Real};

/// Y `[n, d]` from X `[n, d]` and a pattern `[n, n]` without empty rows.
pub fn neighbour_max(pattern: &Arc<Pattern>, x: &Tensor) -> Result<Tensor> {
    apply1(NeighbourMax { pattern: pattern.clone(), width: x.dim(1)? }, x)
}

struct NeighbourMax {
    pattern: Arc<Pattern>,
    width: usize,
}

impl SliceOp<1> for NeighbourMax {
    const NAME: &'static str = "neighbour-max";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.pattern.n_rows(), self.width))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let d = self.width;
        let mut y = vec![T::neg_infinity(); self.pattern.n_rows() * d];
        for (row, y) in y.chunks_exact_mut(d.max(1)).enumerate() {
            for &col in self.pattern.row(row) {
                let x = &x[col as usize * d..(col as usize + 1) * d];
                y.iter_mut().zip(x).for_each(|(y, &x)| *y = if x > *y { x } else { *y });
            }
        }
        y
    }

    /// To the first neighbour that has the largest.
    #[inline(always)]
    fn backward<T: Real>(&self, [x]: [&[T]; 1], y: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.width;
        let mut d_x = vec![T::zero(); x.len()];
        for row in 0..self.pattern.n_rows() {
            for idx in 0..d {
                let most = y[row * d + idx];
                let holds = |&&col: &&u32| x[col as usize * d + idx] == most;
                if let Some(&col) = self.pattern.row(row).iter().find(holds) {
                    d_x[col as usize * d + idx] += grad[row * d + idx];
                }
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
        let pattern = check::graph().add_identity().unwrap().pattern;
        check::dense(8, 3, |x| neighbour_max(&pattern, x));
    }
}
