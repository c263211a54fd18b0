//! The entropy of each row of a stochastic matrix: −Σ_j x_j log(x_j + 1e-15), in nats.

use candle_core::{Result, Tensor};

use super::{
    kernel::sum_of,
    slice_op::{SliceOp, apply1},
};
use crate::{cancel::checkpoint_at, math::real::Real};

/// Entropies `[n]` of the rows of X `[n, d]`.
pub fn entropy(x: &Tensor) -> Result<Tensor> {
    apply1(Entropy { cols: x.dim(1)? }, x)
}

struct Entropy {
    cols: usize,
}

/// Keeps the logarithm of 0 finite.
const LEAST: f64 = 1e-15;

impl SliceOp<1> for Entropy {
    const NAME: &'static str = "entropy";

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        let rows = x.chunks_exact(self.cols.max(1)).enumerate();
        rows.map(|(row, x)| {
            checkpoint_at(row);
            -sum_of(x, x, |sum, x, _| x.fused((x + T::of(LEAST)).ln(), sum))
        })
        .collect()
    }

    /// dx = −dy (log(x + ε) + x / (x + ε)).
    #[inline(always)]
    fn backward<T: Real>(&self, [x]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_x = Vec::with_capacity(x.len());
        for (x, &g) in x.chunks_exact(self.cols.max(1)).zip(grad) {
            d_x.extend(x.iter().map(|&x| {
                let raised = x + T::of(LEAST);
                -g * (raised.ln() + x / raised)
            }));
        }
        [Some(d_x)]
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{check, softmax::softmax},
        *,
    };

    #[test]
    fn gradient() {
        check::dense(4, 5, |x| entropy(&softmax(x)?));
    }

    #[test]
    fn a_decided_row_has_none_and_a_uniform_one_the_most() {
        let x = Tensor::new(&[[1.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25]], &candle_core::Device::Cpu).unwrap();
        let entropies: Vec<f64> = entropy(&x).unwrap().to_vec1().unwrap();
        assert!(entropies[0].abs() < 1e-12 && (entropies[1] - 4f64.ln()).abs() < 1e-12, "{entropies:?}");
    }
}
