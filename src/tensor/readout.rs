//! The readout of a graph: [Σ over its nodes ‖ max over its nodes], column by column.

use std::sync::Arc;

use candle_core::{Result, Shape, Tensor};

use super::{
    buffer::dirty,
    segments::Segments,
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// Sums and maxima `[graphs, 2d]` of the rows `[n, d]` of each graph; both are 0 for a graph without nodes.
pub fn readout(x: &Tensor, segments: &Arc<Segments>) -> Result<Tensor> {
    apply1(Readout { segments: segments.clone(), width: x.dim(1)? }, x)
}

struct Readout {
    segments: Arc<Segments>,
    width: usize,
}

impl SliceOp<1> for Readout {
    const NAME: &'static str = "readout";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.segments.len(), 2 * self.width))
    }

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let d = self.width;
        let mut read = vec![T::zero(); self.segments.len() * 2 * d];
        for (rows, read) in self.segments.ranges().zip(read.chunks_exact_mut((2 * d).max(1))) {
            let (sum, max) = read.split_at_mut(d);
            let mut rows = x[rows.start * d..rows.end * d].chunks_exact(d.max(1));
            if let Some(first) = rows.next() {
                sum.copy_from_slice(first);
                max.copy_from_slice(first);
            }
            for row in rows {
                for ((sum, max), &x) in sum.iter_mut().zip(max.iter_mut()).zip(row) {
                    *sum += x;
                    *max = if x > *max { x } else { *max };
                }
            }
        }
        read
    }

    /// A sum hands its gradient to every node, a maximum to the first node that has it.
    #[inline(always)]
    fn backward<T: Real>(&self, [x]: [&[T]; 1], read: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.width;
        let mut d_x = dirty(x.len());
        let mut open = vec![T::zero(); d];
        for (graph, rows) in self.segments.ranges().enumerate() {
            let start = graph * 2 * d;
            let (d_sum, d_max) = grad[start..start + 2 * d].split_at(d);
            let max = &read[start + d..start + 2 * d];
            // What is still to be handed out of each maximum's gradient.
            open.copy_from_slice(d_max);
            for row in rows {
                let row = row * d..(row + 1) * d;
                let entries = d_x[row.clone()].iter_mut().zip(&x[row]).zip(max).zip(d_sum).zip(&mut open);
                for ((((d_x, &x), &max), &d_sum), open) in entries {
                    let taken = if x == max { *open } else { T::zero() };
                    *open = if x == max { T::zero() } else { *open };
                    *d_x = d_sum + taken;
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
        let segments = Arc::new(Segments::from_lengths([2, 0, 3]));
        check::dense(5, 4, |x| readout(x, &segments));
    }

    #[test]
    fn one_of_several_largest_gets_the_gradient() {
        let op = Readout { segments: Arc::new(Segments::from_lengths([3])), width: 1 };
        let x = [1.0, 2.0, 2.0];
        let read = op.forward([&x[..]]);
        assert_eq!(read, [5.0, 2.0]);
        assert_eq!(op.backward([&x[..]], &read, &[0.0, 1.0], [true]), [Some(vec![0.0, 1.0, 0.0])]);
    }
}
