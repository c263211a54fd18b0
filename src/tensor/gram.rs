//! Sᵀ Y graph by graph, for assignments that are dense: S `[n, k]` and Y `[n, m]` give a `[k, m]`
//! block for each graph, stacked as `[graphs · k, m]`.

use std::sync::Arc;

use candle_core::{Result, Shape, Tensor};

use super::{
    segments::Segments,
    slice_op::{SliceOp, apply2},
    spmm::add_scaled,
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
    /// Each graph's block with each of its rows.
    fn rows(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.segments.ranges().enumerate().flat_map(|(graph, rows)| rows.map(move |row| (graph, row)))
    }
}

impl SliceOp<2> for Gram {
    const NAME: &'static str = "gram";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.segments.len() * self.k, self.m))
    }

    fn forward<T: Real>(&self, [s, y]: [&[T]; 2]) -> Vec<T> {
        let (k, m) = (self.k, self.m);
        let mut blocks = vec![T::zero(); self.segments.len() * k * m];
        for (graph, row) in self.rows() {
            let block = &mut blocks[graph * k * m..(graph + 1) * k * m];
            for (&weight, block) in s[row * k..(row + 1) * k].iter().zip(block.chunks_exact_mut(m.max(1))) {
                add_scaled(block, weight, &y[row * m..(row + 1) * m]);
            }
        }
        blocks
    }

    /// dS = Y dGᵀ and dY = S dG, graph by graph.
    fn backward<T: Real>(&self, [s, y]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let (k, m) = (self.k, self.m);
        let block = |graph: usize| grad[graph * k * m..(graph + 1) * k * m].chunks_exact(m.max(1));
        let d_s = wanted[0].then(|| {
            let row_gradient = |(graph, row): (usize, usize)| {
                let y = &y[row * m..(row + 1) * m];
                block(graph).map(move |g| g.iter().zip(y).map(|(&g, &y)| g * y).sum())
            };
            self.rows().flat_map(row_gradient).collect()
        });
        let d_y = wanted[1].then(|| {
            let mut d_y = vec![T::zero(); y.len()];
            for (graph, row) in self.rows() {
                for (&weight, g) in s[row * k..(row + 1) * k].iter().zip(block(graph)) {
                    add_scaled(&mut d_y[row * m..(row + 1) * m], weight, g);
                }
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
