//! ‖SᵀS / ‖SᵀS‖_F − I / √k‖_F graph by graph, for a dense S `[n, k]`: how far clusters are from being apart and of one size.

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    kernel::{add_transposed_product, dot, product},
    segments::Segments,
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// One number a graph `[graphs]`, from 0 to √2; a graph whose S is 0 has 1.
pub fn orthogonality(s: &Tensor, segments: &Arc<Segments>) -> Result<Tensor> {
    apply1(Orthogonality { segments: segments.clone(), k: s.dim(1)? }, s)
}

struct Orthogonality {
    segments: Arc<Segments>,
    k: usize,
}

/// What both passes need of a graph.
struct Parts<T> {
    /// G = SᵀS `[k, k]`.
    gram: Vec<T>,
    /// ‖G‖.
    norm: T,
    /// M = G / ‖G‖ − I / √k.
    apart: Vec<T>,
    /// ‖M‖.
    distance: T,
}

impl Orthogonality {
    fn parts<T: Real>(&self, s: &[T]) -> Parts<T> {
        let k = self.k;
        let mut gram = vec![T::zero(); k * k];
        add_transposed_product(s, s, &mut gram, k, k);
        let norm = dot(&gram, &gram).sqrt();
        let scale = if norm > T::zero() { norm.recip() } else { T::zero() };
        let even = T::of(k as f64).sqrt().recip();
        let mut apart: Vec<T> = gram.iter().map(|&entry| entry * scale).collect();
        for idx in 0..k {
            apart[idx * k + idx] = apart[idx * k + idx] - even;
        }
        let distance = dot(&apart, &apart).sqrt();
        Parts { gram, norm, apart, distance }
    }

    /// Each graph's part of S.
    fn graphs<'a, T>(&self, s: &'a [T]) -> impl Iterator<Item = &'a [T]> {
        self.segments.ranges().map(|rows| &s[rows.start * self.k..rows.end * self.k])
    }
}

impl SliceOp<1> for Orthogonality {
    const NAME: &'static str = "orthogonality";

    fn forward<T: Real>(&self, [s]: [&[T]; 1]) -> Vec<T> {
        self.graphs(s).map(|s| self.parts(s).distance).collect()
    }

    /// dG = (N − G ⟨N, G⟩ / ‖G‖²) / ‖G‖ with N = dy M / ‖M‖, and dS = 2 S dG. Where M = 0, the least there is, dS = 0.
    fn backward<T: Real>(&self, [s]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_s = Vec::with_capacity(s.len());
        for (s, &grad) in self.graphs(s).zip(grad) {
            let Parts { gram, norm, apart, distance } = self.parts(s);
            if !(distance > T::zero() && norm > T::zero()) {
                d_s.resize(d_s.len() + s.len(), T::zero());
                continue;
            }
            let scale = grad / distance;
            let along = scale * dot(&apart, &gram) / (norm * norm);
            let twice = T::of(2.0) / norm;
            let d_gram: Vec<T> =
                apart.iter().zip(&gram).map(|(&apart, &gram)| twice * (scale * apart - along * gram)).collect();
            d_s.extend(product(s, &d_gram, [s.len() / self.k.max(1), self.k, self.k]));
        }
        [Some(d_s)]
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Device;

    use super::{super::check, *};

    #[test]
    fn gradient() {
        let segments = Arc::new(Segments::from_lengths([3, 5]));
        check::dense(8, 3, |s| orthogonality(s, &segments));
    }

    #[test]
    fn even_hard_clusters_have_none_and_a_shared_one_has_much() {
        let segments = Arc::new(Segments::from_lengths([4]));
        let of = |rows: [[f64; 2]; 4]| {
            let s = Tensor::new(&rows, &Device::Cpu).unwrap();
            orthogonality(&s, &segments).unwrap().to_vec1::<f64>().unwrap()[0]
        };
        assert!(of([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]) < 1e-15);
        assert!((of([[0.5, 0.5]; 4]) - (2.0 - 2.0 / 2.0_f64.sqrt()).sqrt()).abs() < 1e-14);
    }
}
