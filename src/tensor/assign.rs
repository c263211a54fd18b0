//! The assignment C of ProxPool: sparsemax over each seed's candidates, and 1 on the seed (Eq. 20).
//!
//! Candidates of seed i are the entries R_ij with j no seed. The support of sparsemax is found
//! first and becomes the pattern of C; on it C_ij = R_ij − θ_i, and gradients flow within it. Most of R is not in it:
//! where R = N ⊙ K_s, the gradient goes from the support to N and Q at once, past everything else of R and K_s.

use std::sync::Arc;

use candle_core::{DType, Result, Tensor};

use super::{
    cpu::vectorised,
    rbf::squared_distance,
    slice_op::{SliceOp, apply1, apply2, with_values},
    sparse::Sparse,
};
use crate::math::{
    pattern::{Pattern, PatternBuilder},
    real::Real,
    sparsemax,
};

/// C `[n', n]`, one row a seed, from the symmetric proximity R `[n, n]`.
pub fn assign(r: &Sparse, seeds: &[u32]) -> Result<Sparse> {
    let support = Support::new(r, seeds)?;
    let pattern = support.pattern.clone();
    Ok(Sparse { pattern, values: apply1(support, &r.values)? })
}

/// The same for R = N ⊙ K_s with K_s = exp(−τ‖q_i − q_j‖²), with gradients by N and by Q `[n, d']`.
///
/// `r` are the values of R, of which no gradient is asked.
pub fn assign_by_signal(r: &Sparse, near: &Sparse, q: &Tensor, tau: f64, seeds: &[u32]) -> Result<Sparse> {
    let support = Support::new(r, seeds)?;
    let pattern = support.pattern.clone();
    let cols = pattern.cols().to_vec();
    let op = BySignal { support, seeds: seeds.to_vec(), cols, width: q.dim(1)?, tau };
    Ok(Sparse { pattern, values: apply2(op, &near.values, q)? })
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
    fn new(r: &Sparse, seeds: &[u32]) -> Result<Self> {
        match r.dtype() {
            DType::F64 => with_values(&r.values, |values: &[f64]| Self::find_vectorised(&r.pattern, values, seeds)),
            _ => with_values(&r.values, |values: &[f32]| Self::find_vectorised(&r.pattern, values, seeds)),
        }
    }

    fn find_vectorised<T: Real>(r_pattern: &Pattern, r: &[T], seeds: &[u32]) -> Self {
        vectorised(
            #[inline(always)]
            || Self::find(r_pattern, r, seeds),
        )
    }

    #[inline(always)]
    fn find<T: Real>(r_pattern: &Pattern, r: &[T], seeds: &[u32]) -> Self {
        let n = r_pattern.n_rows();
        let mut is_seed = vec![false; n];
        for &seed in seeds {
            is_seed[seed as usize] = true;
        }
        let mut pattern = PatternBuilder::default();
        let mut sources = Vec::new();
        let most = seeds.iter().map(|&seed| r_pattern.range(seed as usize).len()).max().unwrap_or(0);
        let (mut candidates, mut positions, mut scratch) = (vec![T::zero(); most], vec![0; most], Vec::new());
        for &seed in seeds {
            let range = r_pattern.range(seed as usize);
            let mut n_candidates = 0;
            for (at, (&col, &value)) in range.clone().zip(r_pattern.cols()[range.clone()].iter().zip(&r[range])) {
                // Written in any case, and kept if it is one: without a branch that nobody can predict.
                (candidates[n_candidates], positions[n_candidates]) = (value, at as u32);
                n_candidates += usize::from(!is_seed[col as usize]);
            }
            let candidates = &candidates[..n_candidates];
            let mut n_members = 0;
            if let Some(found) = sparsemax::threshold(candidates, &mut scratch) {
                for (idx, &value) in candidates.iter().enumerate() {
                    positions[n_members] = positions[idx];
                    n_members += usize::from(value >= found.lowest);
                }
            }
            let members = &positions[..n_members];
            let below = members.iter().take_while(|&&at| r_pattern.cols()[at as usize] < seed).count();
            for (idx, &at) in members.iter().enumerate() {
                if idx == below {
                    pattern.push(seed);
                    sources.push(SEED);
                }
                pattern.push(r_pattern.cols()[at as usize]);
                sources.push(at);
            }
            if below == n_members {
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

/// Sparsemax within the support.
impl Support {
    /// C_ij = R_ij − θ_i with θ_i = (Σ_support R_ij − 1) / |support|, the largest taken off R first.
    #[inline(always)]
    fn weights<T: Real>(&self, r_at: impl Fn(usize) -> T) -> Vec<T> {
        let mut c = vec![T::one(); self.sources.len()];
        for row in 0..self.pattern.n_rows() {
            let members = self.members(row);
            let largest = members.clone().map(&r_at).fold(T::neg_infinity(), T::max);
            let sum: T = members.clone().map(|at| r_at(at) - largest).sum();
            let theta = (sum - T::one()) / T::of(members.clone().count() as f64);
            for at in members {
                c[at] = (r_at(at) - largest) - theta;
            }
        }
        c
    }

    /// Visits the gradients dR_ij = dC_ij − mean of dC_i over the support of a row: the position in C, and dR.
    #[inline(always)]
    fn for_each_gradient<T: Real>(&self, row: usize, grad: &[T], mut visit: impl FnMut(usize, T)) {
        let members = self.members(row);
        let sum: T = members.clone().map(|at| grad[at]).sum();
        let mean = sum / T::of(members.clone().count() as f64);
        for at in members {
            visit(at, grad[at] - mean);
        }
    }
}

impl SliceOp<1> for Support {
    const NAME: &'static str = "assign";

    #[inline(always)]
    fn forward<T: Real>(&self, [r]: [&[T]; 1]) -> Vec<T> {
        self.weights(
            #[inline(always)]
            |at| r[self.sources[at] as usize],
        )
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_r = vec![T::zero(); self.n_args];
        for row in 0..self.pattern.n_rows() {
            self.for_each_gradient(
                row,
                grad,
                #[inline(always)]
                |at, d| d_r[self.sources[at] as usize] += d,
            );
        }
        [Some(d_r)]
    }
}

/// The assignment by R = N ⊙ K_s, from N and Q.
struct BySignal {
    support: Support,
    /// The node of each row of C.
    seeds: Vec<u32>,
    /// The node of each entry of C.
    cols: Vec<u32>,
    /// Of Q.
    width: usize,
    tau: f64,
}

impl BySignal {
    /// K_s at each entry of C; anything on the seeds.
    #[inline(always)]
    fn kernel<T: Real>(&self, q: &[T]) -> Vec<T> {
        let (minus_tau, d) = (T::of(-self.tau), self.width);
        let row_of = |node: u32| &q[node as usize * d..(node as usize + 1) * d];
        let mut kernel = Vec::with_capacity(self.cols.len());
        for (row, &seed) in self.seeds.iter().enumerate() {
            let others = &self.cols[self.support.pattern.range(row)];
            for &col in others {
                kernel.push(minus_tau * squared_distance(row_of(seed), row_of(col)));
            }
        }
        for kernel in &mut kernel {
            *kernel = kernel.exponential();
        }
        kernel
    }
}

impl SliceOp<2> for BySignal {
    const NAME: &'static str = "assign-by-signal";

    #[inline(always)]
    fn forward<T: Real>(&self, [near, q]: [&[T]; 2]) -> Vec<T> {
        let kernel = self.kernel(q);
        self.support.weights(
            #[inline(always)]
            |at| near[self.support.sources[at] as usize] * kernel[at],
        )
    }

    /// dN_ij = dR_ij K_s_ij, and dR_ij moves q_i by −2τ dR_ij R_ij (q_i − q_j), and q_j against it.
    #[inline(always)]
    fn backward<T: Real>(&self, [near, q]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let (kernel, d) = (self.kernel(q), self.width);
        let mut d_near = wanted[0].then(|| vec![T::zero(); near.len()]);
        let mut d_q = wanted[1].then(|| vec![T::zero(); q.len()]);
        let mut d_seed = vec![T::zero(); d];
        let factor = T::of(-2.0 * self.tau);
        let of_node = |node: u32| node as usize * d..(node as usize + 1) * d;
        for (row, &seed) in self.seeds.iter().enumerate() {
            let q_i = &q[of_node(seed)];
            d_seed.fill(T::zero());
            self.support.for_each_gradient(
                row,
                grad,
                #[inline(always)]
                |at, d_r| {
                    let source = self.support.sources[at] as usize;
                    let d_near_at = d_r * kernel[at];
                    if let Some(d_near) = &mut d_near {
                        d_near[source] += d_near_at;
                    }
                    if let Some(d_q) = &mut d_q {
                        let weight = factor * d_near_at * near[source];
                        let other = of_node(self.cols[at]);
                        let pairs = q_i.iter().zip(&q[other.clone()]);
                        for ((d_j, d_i), (&q_i, &q_j)) in d_q[other].iter_mut().zip(&mut d_seed).zip(pairs) {
                            let pull = weight * (q_i - q_j);
                            *d_i += pull;
                            *d_j = *d_j - pull;
                        }
                    }
                },
            );
            if let Some(d_q) = &mut d_q {
                d_q[of_node(seed)].iter_mut().zip(&d_seed).for_each(|(d_i, &sum)| *d_i += sum);
            }
        }
        [d_near, d_q]
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
    fn gradient_by_structure_and_signal() {
        let (near, seeds) = (check::graph().add_identity().unwrap(), [4, 1]);
        let by = |near: &Sparse, q: &Tensor| {
            let r = near.detach().hadamard(&near.rbf(&q.detach(), 0.7)?)?;
            Ok(assign_by_signal(&r, near, q, 0.7, &seeds)?.values)
        };
        let q = check::random_tensor(near.n_rows(), 5);
        check::dense(near.n_rows(), 5, |q| by(&near, q));
        check::symmetric(|near| by(near, &q));
        // The same numbers as step by step.
        let r = near.hadamard(&near.rbf(&q, 0.7).unwrap()).unwrap();
        let step_by_step = assign(&r, &seeds).unwrap();
        assert_eq!(by(&near, &q).unwrap().to_vec1::<f64>().unwrap(), step_by_step.to_f64().unwrap());
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
