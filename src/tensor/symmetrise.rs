//! ½ (A + Aᵀ) on a symmetric pattern.

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::{
    cancel::checkpoint,
    math::{pattern::Pattern, real::Real},
};

/// The mean of a matrix and its transpose.
pub struct Symmetrise {
    pattern: Arc<Pattern>,
}

impl Symmetrise {
    /// For matrices on this symmetric pattern.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        Self { pattern }
    }

    #[inline(always)]
    fn mean<T: Real>(&self, a: &[T]) -> Vec<T> {
        if let Some(size) = self.pattern.block_size().filter(|&size| size > 0) {
            return mean_of_blocks(a, size);
        }
        let pairs = a.iter().zip(self.pattern.mirror());
        pairs.map(|(&a_ij, &mirror)| (a_ij + a[mirror as usize]) * T::of(0.5)).collect()
    }
}

/// Of full blocks, the same without looking up where an entry's mirror is.
#[inline(always)]
fn mean_of_blocks<T: Real>(a: &[T], size: usize) -> Vec<T> {
    let mut mean = a.to_vec();
    for block in mean.chunks_exact_mut(size * size) {
        checkpoint();
        for row in 0..size {
            for col in 0..row {
                let (here, there) = (row * size + col, col * size + row);
                let value = (block[here] + block[there]) * T::of(0.5);
                (block[here], block[there]) = (value, value);
            }
        }
    }
    mean
}

impl SliceOp<1> for Symmetrise {
    const NAME: &'static str = "symmetrise";

    #[inline(always)]
    fn forward<T: Real>(&self, [a]: [&[T]; 1]) -> Vec<T> {
        self.mean(a)
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        [Some(self.mean(grad))]
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{check, sparse::Sparse},
        *,
    };

    #[test]
    fn blocks_give_the_bits_of_looking_up() {
        let values: Vec<f64> = check::random_tensor(3 * 49, 1).flatten_all().unwrap().to_vec1().unwrap();
        let blocks = Arc::new(Pattern::full_blocks(3, 7));
        let plain = Arc::new(Pattern::new(21, blocks.row_starts().to_vec(), blocks.cols().to_vec()));
        assert_eq!((blocks.block_size(), plain.block_size()), (Some(7), None));
        let of = |pattern: &Arc<Pattern>| {
            let matrix = Sparse::constant(pattern.clone(), &values, candle_core::DType::F64).unwrap();
            matrix.symmetrise().unwrap().values.to_vec1::<f64>().unwrap()
        };
        assert_eq!(of(&blocks), of(&plain));
    }

    #[test]
    fn gradient() {
        check::symmetric(|a| Ok(a.symmetrise()?.values));
    }
}
