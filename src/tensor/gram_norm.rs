//! ‖Sᵀ S‖_F² graph by graph, for a dense S `[n, k]`: what DIFFPOOL's link loss needs of all pairs.
//!
//! It equals ‖S Sᵀ‖_F², so each graph takes the smaller of the two matrices, and neither is kept.

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    kernel::{add_transposed_product, dot, product, transposed},
    segments::Segments,
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// One number a graph `[graphs]`.
pub fn gram_norm(s: &Tensor, segments: &Arc<Segments>) -> Result<Tensor> {
    apply1(GramNorm { segments: segments.clone(), k: s.dim(1)? }, s)
}

struct GramNorm {
    segments: Arc<Segments>,
    k: usize,
}

impl GramNorm {
    /// S Sᵀ or Sᵀ S of a graph of n nodes.
    fn smaller<T: Real>(&self, s: &[T], n: usize) -> Vec<T> {
        if n < self.k {
            return product(s, &transposed(s, n, self.k), [n, self.k, n]);
        }
        let mut gram = vec![T::zero(); self.k * self.k];
        add_transposed_product(s, s, &mut gram, self.k, self.k);
        gram
    }

    /// Each graph's part of S.
    fn graphs<'a, T>(&self, s: &'a [T]) -> impl Iterator<Item = (usize, &'a [T])> {
        self.segments.ranges().map(|rows| (rows.len(), &s[rows.start * self.k..rows.end * self.k]))
    }
}

impl SliceOp<1> for GramNorm {
    const NAME: &'static str = "gram-norm";

    fn forward<T: Real>(&self, [s]: [&[T]; 1]) -> Vec<T> {
        let squared = |(n, s): (usize, &[T])| {
            let gram = self.smaller(s, n);
            dot(&gram, &gram)
        };
        self.graphs(s).map(squared).collect()
    }

    /// dS = 4 dy S Sᵀ S.
    fn backward<T: Real>(&self, [s]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_s = Vec::with_capacity(s.len());
        for ((n, s), &grad) in self.graphs(s).zip(grad) {
            let gram = self.smaller(s, n);
            let product =
                if n < self.k { product(&gram, s, [n, n, self.k]) } else { product(s, &gram, [n, self.k, self.k]) };
            let scale = T::of(4.0) * grad;
            d_s.extend(product.into_iter().map(|value| scale * value));
        }
        [Some(d_s)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};
    use crate::tensor::gram::gram;

    #[test]
    fn gradient() {
        let segments = Arc::new(Segments::from_lengths([2, 0, 5]));
        check::dense(7, 3, |s| gram_norm(s, &segments));
    }

    #[test]
    fn either_matrix_gives_the_norm() {
        let segments = Arc::new(Segments::from_lengths([2, 5]));
        let s = check::random_tensor(7, 3);
        let found: Vec<f64> = gram_norm(&s, &segments).unwrap().to_vec1().unwrap();
        let blocks = gram(&s, &s, &segments).unwrap().sqr().unwrap().reshape((2, ())).unwrap();
        let whole: Vec<f64> = blocks.sum(1).unwrap().to_vec1().unwrap();
        assert!(found.iter().zip(&whole).all(|(a, b)| (a - b).abs() < 1e-12 * b), "{found:?} {whole:?}");
    }
}
