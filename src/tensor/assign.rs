//! The assignment C of ProxPool: sparsemax over each seed's candidates, and 1 on the seed (Eq. 20).
//!
//! Candidates of seed i are the entries R_ij with j no seed. The support of sparsemax is found
//! first and becomes the pattern of C; on it C_ij = R_ij − θ_i, and gradients flow within it.

use std::sync::Arc;

use candle_core::{DType, Result};

use super::{
    slice_op::{SliceOp, apply1, with_values},
    sparse::Sparse,
};
use crate::math::{
    pattern::{Pattern, PatternBuilder},
    real::Real,
    sparsemax,
};

/// C `[n', n]`, one row a seed, from the symmetric proximity R `[n, n]`.
pub fn assign(r: &Sparse, seeds: &[u32]) -> Result<Sparse> {
    let support = match r.dtype() {
        DType::F64 => with_values(&r.values, |values: &[f64]| Support::find(&r.pattern, values, seeds))?,
        _ => with_values(&r.values, |values: &[f32]| Support::find(&r.pattern, values, seeds))?,
    };
    let pattern = support.pattern.clone();
    Ok(Sparse { pattern, values: apply1(support, &r.values)? })
}

struct Support {
    /// Pattern of C.
    pattern: Arc<Pattern>,
    /// For each entry of C the position of its R; [`SEED`] on the seed itself.
    sources: Vec<u32>,
    n_args: usize,
}

const SEED: u32 = u32::MAX;

impl Support {
    fn find<T: Real>(r_pattern: &Pattern, r: &[T], seeds: &[u32]) -> Self {
        let n = r_pattern.n_rows();
        let mut is_seed = vec![false; n];
        for &seed in seeds {
            is_seed[seed as usize] = true;
        }
        let mut pattern = PatternBuilder::default();
        let mut sources = Vec::new();
        let (mut candidates, mut positions, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        for &seed in seeds {
            candidates.clear();
            positions.clear();
            for at in r_pattern.range(seed as usize) {
                if !is_seed[r_pattern.cols()[at] as usize] {
                    candidates.push(r[at]);
                    positions.push(at);
                }
            }
            let lowest = sparsemax::threshold(&candidates, &mut scratch).map(|found| found.lowest);
            let mut seed_is_placed = false;
            for (&value, &at) in candidates.iter().zip(&positions) {
                if lowest.is_some_and(|lowest| value >= lowest) {
                    let col = r_pattern.cols()[at];
                    if !seed_is_placed && col > seed {
                        pattern.push(seed);
                        sources.push(SEED);
                        seed_is_placed = true;
                    }
                    pattern.push(col);
                    sources.push(at as u32);
                }
            }
            if !seed_is_placed {
                pattern.push(seed);
                sources.push(SEED);
            }
            pattern.end_row();
        }
        Self { pattern: Arc::new(pattern.finish(n)), sources, n_args: r.len() }
    }

    /// The positions in C of a row's sparsemax entries.
    fn members(&self, row: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.pattern.range(row).filter(|&at| self.sources[at] != SEED)
    }
}

impl SliceOp<1> for Support {
    const NAME: &'static str = "assign";

    /// C_ij = R_ij − θ_i with θ_i = (Σ_support R_ij − 1) / |support|, the largest taken off R first.
    #[inline(always)]
    fn forward<T: Real>(&self, [r]: [&[T]; 1]) -> Vec<T> {
        let mut c = vec![T::one(); self.sources.len()];
        for row in 0..self.pattern.n_rows() {
            let members = self.members(row);
            let r_at = |at: usize| r[self.sources[at] as usize];
            let largest = members.clone().map(r_at).fold(T::neg_infinity(), T::max);
            let sum: T = members.clone().map(|at| r_at(at) - largest).sum();
            let theta = (sum - T::one()) / T::of(members.clone().count() as f64);
            for at in members {
                c[at] = (r_at(at) - largest) - theta;
            }
        }
        c
    }

    /// dR_ij = dC_ij − mean of dC_i over the support.
    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_r = vec![T::zero(); self.n_args];
        for row in 0..self.pattern.n_rows() {
            let members = self.members(row);
            let sum: T = members.clone().map(|at| grad[at]).sum();
            let mean = sum / T::of(members.clone().count() as f64);
            for at in members {
                d_r[self.sources[at] as usize] += grad[at] - mean;
            }
        }
        [Some(d_r)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    #[test]
    fn gradient() {
        check::symmetric(|r| Ok(assign(r, &[4, 1])?.values));
    }

    #[test]
    fn rows_sum_to_two_or_one() {
        let r = check::graph();
        let c = assign(&r, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(c.to_f64().unwrap(), [1.0; 7]);
        let c = assign(&r, &[4]).unwrap();
        assert!((c.to_f64().unwrap().iter().sum::<f64>() - 2.0).abs() < 1e-14);
    }
}
