//! A_ij / √(d_i d_j) of full square blocks, without their diagonals: d_i = Σ_{j≠i} A_ij, and at least ε.

use candle_core::{Result, Tensor};

use super::{
    kernel::{sum, sum_by},
    slice_op::{SliceOp, apply1},
};
use crate::math::real::Real;

/// Degrees are no smaller than this: a cluster that is nearly alone must not have edges as strong as others.
const LEAST: f64 = 1e-8;

/// The entries of symmetric blocks of `size` rows, one after the other; the diagonal becomes 0.
pub fn normalise_blocks(entries: &Tensor, size: usize) -> Result<Tensor> {
    apply1(NormaliseBlocks { size }, entries)
}

struct NormaliseBlocks {
    size: usize,
}

impl NormaliseBlocks {
    /// A block without its diagonal, and d^-½; also which d count as they are.
    fn parts<T: Real>(&self, block: &[T]) -> (Vec<T>, Vec<(T, bool)>) {
        let k = self.size;
        let mut off = block.to_vec();
        (0..k).for_each(|idx| off[idx * k + idx] = T::zero());
        let inverse_root = |row: &[T]| {
            let (degree, least) = (sum(row), T::of(LEAST));
            let is_own = degree > least;
            ((if is_own { degree } else { least }).sqrt().recip(), is_own)
        };
        let roots = off.chunks_exact(k).map(inverse_root).collect();
        (off, roots)
    }
}

impl SliceOp<1> for NormaliseBlocks {
    const NAME: &'static str = "normalise-blocks";

    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        let k = self.size.max(1);
        let mut normalised = Vec::with_capacity(a.len());
        for block in a.chunks_exact(k * k) {
            let (off, roots) = self.parts(block);
            for (row, &(u_i, _)) in off.chunks_exact(k).zip(&roots) {
                normalised.extend(row.iter().zip(&roots).map(|(&entry, &(u_j, _))| entry * (u_i * u_j)));
            }
        }
        normalised
    }

    /// dA_ij = dN_ij u_i u_j − ½ u_i³ Σ_k (dN_ik + dN_ki) A_ik u_k off the diagonal; the second part where d_i counts.
    fn backward<T: Real>(&self, [a]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let k = self.size.max(1);
        let mut d_a = Vec::with_capacity(a.len());
        for (block, grad) in a.chunks_exact(k * k).zip(grad.chunks_exact(k * k)) {
            let (off, roots) = self.parts(block);
            for (i, &(u_i, is_own)) in roots.iter().enumerate() {
                let both = |j: usize| (grad[i * k + j] + grad[j * k + i]) * off[i * k + j] * roots[j].0;
                let d_degree = if is_own { T::of(-0.5) * u_i * u_i * u_i * sum_by(k, both) } else { T::zero() };
                d_a.extend((0..k).map(
                    |j| {
                        if i == j { T::zero() } else { grad[i * k + j] * u_i * roots[j].0 + d_degree }
                    },
                ));
            }
        }
        [Some(d_a)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        // Symmetric and positive: B Bᵀ + 1 of each of two blocks.
        let blocks = |b: &Tensor| {
            let b = b.reshape((2, 3, 3))?;
            (b.matmul(&b.transpose(1, 2)?)? + 4.0)?.flatten_all()
        };
        check::dense(6, 3, |b| normalise_blocks(&blocks(b)?, 3));
    }

    #[test]
    fn the_diagonal_counts_for_nothing_and_little_stays_little() {
        let a = Tensor::new(&[9.0, 2.0, 2.0, 9.0, 5.0, 1e-12, 1e-12, 5.0], &candle_core::Device::Cpu).unwrap();
        let found: Vec<f64> = normalise_blocks(&a, 2).unwrap().to_vec1().unwrap();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-15;
        assert!(found.iter().zip([0.0, 1.0, 1.0, 0.0, 0.0, 1e-4, 1e-4, 0.0]).all(|(&a, b)| close(a, b)), "{found:?}");
    }
}
