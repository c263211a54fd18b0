//! Sums over the nodes of each graph.

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    kernel::sum,
    segments::Segments,
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// One sum a graph `[graphs]` of a number a node `[n]`.
pub fn segment_sum(x: &Tensor, segments: &Arc<Segments>) -> Result<Tensor> {
    apply1(SegmentSum { segments: segments.clone() }, x)
}

struct SegmentSum {
    segments: Arc<Segments>,
}

impl SliceOp<1> for SegmentSum {
    const NAME: &'static str = "segment-sum";

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        self.segments.ranges().map(|rows| sum(&x[rows])).collect()
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_x = vec![T::zero(); self.segments.n_rows()];
        for (rows, &grad) in self.segments.ranges().zip(grad) {
            d_x[rows].fill(grad);
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
        check::dense(5, 1, |x| segment_sum(&x.flatten_all()?, &segments));
    }
}
