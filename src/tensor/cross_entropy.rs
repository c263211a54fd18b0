//! The cross entropy of each graph: log Σ_c exp(z_c) − z_target.

use candle_core::{Result, Tensor};

use super::slice_op::{SliceOp, apply1};
use crate::math::real::Real;

/// One loss per graph `[n]`, from logits `[n, classes]` and target classes.
pub fn cross_entropy(scores: &Tensor, targets: Vec<u32>) -> Result<Tensor> {
    let (rows, classes) = scores.dims2()?;
    if rows != targets.len() || targets.iter().any(|&target| target as usize >= classes) {
        candle_core::bail!("{rows} rows of {classes} logits do not match {} target classes", targets.len());
    }
    apply1(CrossEntropy { targets, classes }, scores)
}

/// Σ_c exp(z_c − largest), and the largest; the largest is taken off so that nothing overflows.
pub fn partition<T: Real>(z: &[T]) -> (T, T) {
    let largest = z.iter().copied().fold(T::neg_infinity(), |a, b| if b > a { b } else { a });
    (z.iter().map(|&z| (z - largest).exp()).sum(), largest)
}

struct CrossEntropy {
    targets: Vec<u32>,
    classes: usize,
}

impl SliceOp<1> for CrossEntropy {
    const NAME: &'static str = "cross-entropy";

    fn forward<T: Real>(&self, [z]: [&[T]; 1]) -> Vec<T> {
        let loss = |(z, &target): (&[T], &u32)| {
            let (sum, largest) = partition(z);
            sum.ln() - (z[target as usize] - largest)
        };
        z.chunks_exact(self.classes.max(1)).zip(&self.targets).map(loss).collect()
    }

    /// dz = (softmax(z) − target) · dloss.
    fn backward<T: Real>(&self, [z]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_z = Vec::with_capacity(z.len());
        for ((z, &target), &grad) in z.chunks_exact(self.classes.max(1)).zip(&self.targets).zip(grad) {
            let (sum, largest) = partition(z);
            d_z.extend(z.iter().enumerate().map(|(class, &z)| {
                let right = if class == target as usize { T::one() } else { T::zero() };
                ((z - largest).exp() / sum - right) * grad
            }));
        }
        [Some(d_z)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        check::dense(4, 3, |z| cross_entropy(z, vec![2, 0, 1, 0]));
    }

    #[test]
    fn large_scores_do_not_overflow() {
        let op = CrossEntropy { targets: vec![0, 1], classes: 2 };
        assert_eq!(op.forward([&[1000.0_f32, -1000.0, 1000.0, -1000.0][..]]), [0.0, 2000.0]);
    }

    #[test]
    fn a_class_that_is_not_there_is_refused() {
        let error = cross_entropy(&check::random_tensor(1, 2), vec![2]).unwrap_err();
        assert!(error.to_string().contains("2 logits"), "{error}");
    }
}
