//! Y = A X for a matrix of full square blocks along the diagonal: what DIFFPOOL makes of a graph.
//!
//! Sums have the order of the sparse product, so both give the same bits.

use candle_core::Shape;

use super::{
    kernel::{add_transposed_product, product, transposed},
    slice_op::SliceOp,
};
use crate::math::real::Real;

/// Blocks `[k, k]` times dense `[k, d]` each.
pub struct BlockMM {
    /// Rows and columns of a block.
    pub size: usize,
    pub blocks: usize,
    /// Columns of X.
    pub width: usize,
}

impl BlockMM {
    /// Each block of A with the rows of a dense matrix that it meets.
    fn pairs<'a, T>(&self, a: &'a [T], dense: &'a [T]) -> impl Iterator<Item = (&'a [T], &'a [T])> {
        a.chunks_exact(self.size * self.size).zip(dense.chunks_exact(self.size * self.width))
    }
}

impl SliceOp<2> for BlockMM {
    const NAME: &'static str = "block-mm";

    fn shape(&self, _: usize) -> Shape {
        Shape::from((self.blocks * self.size, self.width))
    }

    fn forward<T: Real>(&self, [a, x]: [&[T]; 2]) -> Vec<T> {
        let mut y = Vec::with_capacity(x.len());
        self.pairs(a, x).for_each(|(a, x)| y.extend(product(a, x, [self.size, self.size, self.width])));
        y
    }

    /// dA = dY Xᵀ and dX = Aᵀ dY, block by block.
    fn backward<T: Real>(&self, [a, x]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let (k, d) = (self.size, self.width);
        let d_a = wanted[0].then(|| {
            let mut d_a = Vec::with_capacity(a.len());
            for (grad, x) in grad.chunks_exact(k * d).zip(x.chunks_exact(k * d)) {
                d_a.extend(product(grad, &transposed(x, k, d), [k, d, k]));
            }
            d_a
        });
        let d_x = wanted[1].then(|| {
            let mut d_x = vec![T::zero(); x.len()];
            for ((a, grad), d_x) in self.pairs(a, grad).zip(d_x.chunks_exact_mut(k * d)) {
                add_transposed_product(a, grad, d_x, k, d);
            }
            d_x
        });
        [d_a, d_x]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{check, slice_op::apply2, sparse::Sparse, spmm::SpMM};
    use crate::math::pattern::Pattern;

    #[test]
    fn gradient() {
        let pattern = Arc::new(Pattern::full_blocks(2, 3));
        let (a, x) = (check::random_tensor(18, 1), check::random_tensor(6, 4));
        let times = |a: &candle_core::Tensor, x: &candle_core::Tensor| {
            Sparse::new(pattern.clone(), a.flatten_all()?)?.matmul(x)
        };
        check::dense(18, 1, |a| times(a, &x));
        check::dense(6, 4, |x| times(&a, x));
    }

    #[test]
    fn blocks_give_the_bits_of_the_sparse_product() {
        let pattern = Arc::new(Pattern::full_blocks(3, 7));
        let (a, x) = (check::random_tensor(3 * 49, 1).flatten_all().unwrap(), check::random_tensor(21, 19));
        let by_blocks = Sparse::new(pattern.clone(), a.clone()).unwrap().matmul(&x).unwrap();
        let by_entries = apply2(SpMM::new(pattern, 19), &a, &x).unwrap();
        assert_eq!(by_blocks.to_vec2::<f64>().unwrap(), by_entries.to_vec2::<f64>().unwrap());
    }
}
