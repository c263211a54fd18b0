//! Some of the values in any order, each as often as it is wanted, and 1 where none is.

use candle_core::{Result, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::real::Real;

/// The values at these positions; 1 for `None`.
pub fn chosen_or_one(values: &Tensor, sources: Vec<Option<u32>>) -> Result<Tensor> {
    apply1(Chosen { sources, n_args: values.elem_count() }, values)
}

struct Chosen {
    sources: Vec<Option<u32>>,
    n_args: usize,
}

impl SliceOp<1> for Chosen {
    const NAME: &'static str = "chosen";

    #[inline(always)]
    fn forward<T: Real>(&self, [values]: [&[T]; 1]) -> Vec<T> {
        self.sources.iter().map(|source| source.map_or(T::one(), |at| values[at as usize])).collect()
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_values = vec![T::zero(); self.n_args];
        for (source, &grad) in self.sources.iter().zip(grad) {
            if let Some(at) = source {
                d_values[*at as usize] += grad;
            }
        }
        [Some(d_values)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        check::dense(5, 1, |x| chosen_or_one(&x.flatten_all()?, vec![Some(3), None, Some(0), Some(3)]));
    }
}
