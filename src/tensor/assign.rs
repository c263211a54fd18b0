//! The assignment C of ProxPool: sparsemax over each seed's candidates, and 1 on the seed (Eq. 20).
//!
//! Candidates of seed i are the entries R_ij with j no seed. The support of sparsemax is found
//! first and becomes the pattern of C; on it C_ij = R_ij − θ_i, and gradients flow within it. Most of R is not in it:
//! where R = N ⊙ K_s, the gradient goes from the support to N and Q at once, past everything else of R and K_s.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

use candle_core::{DType, Result, Tensor};

use super::{
    buffer::{dirty, zeros},
    cpu::vectorised,
    kernel::{LANES, if_wanted},
    rbf::squared_distance,
    slice_op::{SliceOp, apply1, apply2, with_values},
    sparse::Sparse,
};
use crate::math::{
    bits::pack,
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
    let op = BySignal { support, seeds: seeds.to_vec(), width: q.dim(1)?, tau, kernel: OnceLock::new() };
    Ok(Sparse { pattern, values: apply2(op, &near.values, q)? })
}

struct Support {
    /// Pattern of C.
    pattern: Arc<Pattern>,
    /// For each entry of C the position of its R; [`SEED`] on the seed itself.
    sources: Vec<u32>,
    /// The position in each row of C of its seed.
    seed_at: Vec<u32>,
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
        let (mut sources, mut seed_at) = (Vec::new(), Vec::with_capacity(seeds.len()));
        let most = seeds.iter().map(|&seed| r_pattern.range(seed as usize).len()).max().unwrap_or(0);
        // Whole groups are written, and what is not wanted of them is written over.
        let room = most + LANES;
        let (mut candidates, mut positions, mut scratch) = (vec![T::zero(); room], vec![0; room], Vec::new());
        for &seed in seeds {
            let range = r_pattern.range(seed as usize);
            let (cols, values) = (&r_pattern.cols()[range.clone()], &r[range.clone()]);
            let is_candidate = |col: u32| !is_seed[col as usize];
            let (groups, rest) = cols.as_chunks::<LANES>();
            let mut n_candidates = 0;
            for (group, (cols, values)) in groups.iter().zip(values.as_chunks::<LANES>().0).enumerate() {
                let is_candidate = std::array::from_fn(|lane| is_candidate(cols[lane]));
                let first = (range.start + group * LANES) as u32;
                let at: [u32; LANES] = std::array::from_fn(|lane| first + lane as u32);
                pack(values, is_candidate, group_at(&mut candidates, n_candidates));
                n_candidates += pack(&at, is_candidate, group_at(&mut positions, n_candidates));
            }
            for (at, &col) in (range.end - rest.len()..).zip(rest) {
                (candidates[n_candidates], positions[n_candidates]) = (r[at], at as u32);
                n_candidates += usize::from(is_candidate(col));
            }
            let mut n_members = 0;
            if let Some(found) = sparsemax::threshold(&candidates[..n_candidates], &mut scratch) {
                let (groups, rest) = candidates[..n_candidates].as_chunks::<LANES>();
                for (group, values) in groups.iter().enumerate() {
                    let at: [u32; LANES] = *group_at(&mut positions, group * LANES);
                    let is_member = std::array::from_fn(|lane| values[lane] >= found.lowest);
                    n_members += pack(&at, is_member, group_at(&mut positions, n_members));
                }
                for (at, &value) in (n_candidates - rest.len()..).zip(rest) {
                    positions[n_members] = positions[at];
                    n_members += usize::from(value >= found.lowest);
                }
            }
            let members = &positions[..n_members];
            let (before, after) = members.split_at(members.partition_point(|&at| r_pattern.cols()[at as usize] < seed));
            let col_of = |&at: &u32| r_pattern.cols()[at as usize];
            pattern.extend(before.iter().map(col_of));
            pattern.push(seed);
            pattern.extend(after.iter().map(col_of));
            pattern.end_row();
            sources.extend_from_slice(before);
            seed_at.push(before.len() as u32);
            sources.push(SEED);
            sources.extend_from_slice(after);
        }
        Self { pattern: Arc::new(pattern.finish(n)), sources, seed_at, n_args: r.len() }
    }
}

#[inline(always)]
fn group_at<V>(values: &mut [V], first: usize) -> &mut [V; LANES] {
    values[first..].first_chunk_mut().expect("there is room for a whole group")
}

/// Sparsemax within the support.
impl Support {
    /// C_ij = R_ij − θ_i with θ_i = (Σ_support R_ij − 1) / |support|, the largest taken off R first.
    ///
    /// `c` has the R_ij, and −∞ on the seeds, so that none is the largest.
    /// (A sum starts at −0, as those of iterators do.)
    #[inline(always)]
    fn weigh<T: Real>(&self, c: &mut [T]) {
        for (row, &seed) in self.seed_at.iter().enumerate() {
            let c = &mut c[self.pattern.range(row)];
            let largest = c.iter().copied().fold(T::neg_infinity(), T::max);
            let mut sum = T::neg_zero();
            for (at, &r) in c.iter().enumerate() {
                let with_this = sum + (r - largest);
                sum = if at == seed as usize { sum } else { with_this };
            }
            let theta = (sum - T::one()) / T::of((c.len() - 1) as f64);
            c.iter_mut().for_each(|c| *c = (*c - largest) - theta);
            c[seed as usize] = T::one();
        }
    }

    /// Visits the gradients dR_ij = dC_ij − mean of dC_i over the support of a row: the position in C, and dR.
    #[inline(always)]
    fn for_each_gradient<T: Real>(&self, row: usize, grad: &[T], mut visit: impl FnMut(usize, T)) {
        let range = self.pattern.range(row);
        let (grad, seed) = (&grad[range.clone()], self.seed_at[row] as usize);
        let mut sum = T::neg_zero();
        for (at, &grad) in grad.iter().enumerate() {
            let with_this = sum + grad;
            sum = if at == seed { sum } else { with_this };
        }
        let mean = sum / T::of((grad.len() - 1) as f64);
        for (at, &grad) in grad.iter().enumerate() {
            if at != seed {
                visit(range.start + at, grad - mean);
            }
        }
    }
}

impl SliceOp<1> for Support {
    const NAME: &'static str = "assign";

    #[inline(always)]
    fn forward<T: Real>(&self, [r]: [&[T]; 1]) -> Vec<T> {
        let mut c = dirty(self.sources.len());
        for (c, &source) in c.iter_mut().zip(&self.sources) {
            *c = if source == SEED { T::neg_infinity() } else { r[source as usize] };
        }
        self.weigh(&mut c);
        c
    }

    #[inline(always)]
    fn backward<T: Real>(&self, _: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_r = zeros(self.n_args);
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
    /// Of Q.
    width: usize,
    tau: f64,
    /// K_s at each entry of C, from the forward pass.
    kernel: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl BySignal {
    /// K_s at each entry of C; anything on the seeds.
    #[inline(always)]
    fn kernel<T: Real>(&self, q: &[T]) -> Vec<T> {
        let (minus_tau, d) = (T::of(-self.tau), self.width);
        let row_of = |node: u32| &q[node as usize * d..(node as usize + 1) * d];
        let mut kernel = dirty(self.support.sources.len());
        for (row, &seed) in self.seeds.iter().enumerate() {
            let (q_i, range) = (row_of(seed), self.support.pattern.range(row));
            for (kernel, &col) in kernel[range.clone()].iter_mut().zip(&self.support.pattern.cols()[range]) {
                *kernel = minus_tau * squared_distance(q_i, row_of(col));
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
        let mut c = dirty(kernel.len());
        for ((c, &source), &kernel) in c.iter_mut().zip(&self.support.sources).zip(&kernel) {
            *c = if source == SEED { T::neg_infinity() } else { near[source as usize] * kernel };
        }
        self.support.weigh(&mut c);
        self.kernel.get_or_init(|| Box::new(kernel));
        c
    }

    /// dN_ij = dR_ij K_s_ij, and dR_ij moves q_i by −2τ dR_ij R_ij (q_i − q_j), and q_j against it.
    #[inline(always)]
    fn backward<T: Real>(&self, [near, q]: [&[T]; 2], _: &[T], grad: &[T], wanted: [bool; 2]) -> [Option<Vec<T>>; 2] {
        let Some(kernel) = self.kernel.get().and_then(|kernel| kernel.downcast_ref::<Vec<T>>()) else {
            return [None, None];
        };
        let d = self.width;
        let mut d_near = if_wanted(wanted[0], || zeros(near.len()));
        let mut d_q = if_wanted(wanted[1], || zeros(q.len()));
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
                        let other = of_node(self.support.pattern.cols()[at]);
                        pull(q_i, &q[other.clone()], factor * d_near_at * near[source], &mut d_seed, &mut d_q[other]);
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

/// Adds weight · (q_i − q_j) to d_i and takes it off d_j.
#[inline(always)]
fn pull<T: Real>(q_i: &[T], q_j: &[T], weight: T, d_i: &mut [T], d_j: &mut [T]) {
    let (q_i, q_i_rest) = q_i.as_chunks::<LANES>();
    let (q_j, q_j_rest) = q_j.as_chunks::<LANES>();
    let (d_i, d_i_rest) = d_i.as_chunks_mut::<LANES>();
    let (d_j, d_j_rest) = d_j.as_chunks_mut::<LANES>();
    for (((q_i, q_j), d_i), d_j) in q_i.iter().zip(q_j).zip(d_i).zip(d_j) {
        let pull: [T; LANES] = std::array::from_fn(|lane| weight * (q_i[lane] - q_j[lane]));
        *d_i = std::array::from_fn(|lane| d_i[lane] + pull[lane]);
        *d_j = std::array::from_fn(|lane| d_j[lane] - pull[lane]);
    }
    for (((&q_i, &q_j), d_i), d_j) in q_i_rest.iter().zip(q_j_rest).zip(d_i_rest).zip(d_j_rest) {
        let pull = weight * (q_i - q_j);
        *d_i += pull;
        *d_j = *d_j - pull;
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
