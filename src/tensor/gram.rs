//! Sᵀ Y graph by graph, for assignments that are dense: S `[n, k]` and Y `[n, m]` give a `[k, m]`
//! block for each graph, stacked as `[graphs · k, m]`.

use std::{ops::Range, sync::Arc};

use candle_core::{Result, Shape, Tensor};

use super::{
    kernel::{add_transposed_product, product, transposed},
    segments::Segments,
    slice_op::{SliceOp, apply2},
};
use crate::math::real::Real;

/// The stacked products Sᵀ Y of each graph's rows.
pub fn gram(s: &Tensor, y: &Tensor, segments: &Arc<Segments>) -> Result<Tensor> {
    let (k, m) = (s.dim(1)?, y.dim(1)?);
    apply2(Gram { segments: segments.clone(), k, m }, s, y)
}

struct Gram {
    segments: Arc<Segments>,
    k: usize,
    m: usize,
}

impl Gram {
    /// Each graph's number of rows, its part of S and of Y, and its block.
    fn graphs(&self) -> impl Iterator<Item = (usize, [Range<usize>; 3])> + '_ {
        let (k, m) = (self.k, self.m);
        let parts = move |(graph, rows): (usize, Range<usize>)| {
            let parts =
                [rows.start * k..rows.end * k, rows.start * m..rows.end * m, graph * k * m..(graph + 1) * k * m];
            (rows.len(), parts)
        };
        self.segments.ranges().enumerate().map(parts)
    }
}

impl SliceOp<2> for Gram {
    const NAME: &'static str = "gram";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.segments.len() * self.k, self.m))
    }

    fn forward<T: Real>(&self, [s, y]: [&[T]; 2]) -> Vec<T> {
        let mut blocks = vec![T::zero(); self.segments.len() * self.k * self.m];
        for (_, [of_s, of_y, of_block]) in self.graphs() {
            add_transposed_product(&s[of_s], &y[of_y], &mut blocks[of_block], self.k, self.m);
        }
        blocks
    }

    /// dS = Y dGᵀ and dY = S dG, graph by graph.
    fn backward<T: Real>(&self, [s, y]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let (k, m) = (self.k, self.m);
        let d_s = wanted[0].then(|| {
            let mut d_s = Vec::with_capacity(s.len());
            for (n, [_, of_y, of_block]) in self.graphs() {
                d_s.extend(product(&y[of_y], &transposed(&grad[of_block], k, m), [n, m, k]));
            }
            d_s
        });
        let d_y = wanted[1].then(|| {
            let mut d_y = Vec::with_capacity(y.len());
            for (n, [of_s, _, of_block]) in self.graphs() {
                d_y.extend(product(&s[of_s], &grad[of_block], [n, k, m]));
            }
            d_y
        });
        [d_s, d_y]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        let segments = Arc::new(Segments::from_lengths([2, 3]));
        let (s, y) = (check::random_tensor(5, 2), check::random_tensor(5, 3));
        check::dense(5, 2, |s| gram(s, &y, &segments));
        check::dense(5, 3, |y| gram(&s, y, &segments));
    }
}
