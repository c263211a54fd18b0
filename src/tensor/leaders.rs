//! Membership by likeness: every row of X is shared out over leaders, which are rows of X too, by cos(x_i, x_c).
//!
//! Leaders belong to themselves. The others have sparsemax(β_ic cos(x_i, x_c)) over their candidates, or
//! β_ic softmax(cos(x_i, x_c)). The result is C = Sᵀ `[n', n]`. Likeness is computed row by row, and only the support of
//! sparsemax is kept and becomes the pattern of C; gradients flow within it.

use std::sync::Arc;

use candle_core::{DType, Result, Tensor};

use super::{
    cpu::vectorised,
    kernel::dot,
    slice_op::{SliceOp, apply1, with_values},
    sparse::Sparse,
};
use crate::{
    cancel::checkpoint_at,
    math::{
        pattern::{Pattern, PatternBuilder},
        real::Real,
        sparsemax,
    },
};

/// How likeness becomes membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// sparsemax(β cos).
    Sparsemax,
    /// β softmax(cos).
    Softmax,
}

/// Added to the product of two lengths, so that a signal of 0 is unlike all.
const EPSILON: f64 = 1e-8;

/// C from the rows of X `[n, d]`. `leaders` are rows of X, ascending; `candidates` gives for each row the numbers of the
/// leaders it may join, ascending, with their β.
pub fn shared_out(
    x: &Tensor,
    leaders: &[u32],
    sharing: Sharing,
    candidates: impl FnMut(usize, &mut Vec<(u32, f64)>),
) -> Result<Sparse> {
    let width = x.dim(1)?;
    let op = match x.dtype() {
        DType::F64 => with_values(x, |x: &[f64]| Likeness::new(x, width, leaders, sharing, candidates))?,
        _ => with_values(x, |x: &[f32]| Likeness::new(x, width, leaders, sharing, candidates))?,
    };
    let pattern = op.pattern.clone();
    Ok(Sparse { pattern, values: apply1(op, x)? })
}

/// A share of a row in a leader.
struct Share {
    /// Row of X.
    leader: u32,
    beta: f64,
    /// Position in C.
    at: u32,
}

struct Likeness {
    /// Pattern of C.
    pattern: Arc<Pattern>,
    /// The rows that are shared out, each with its end in `shares`.
    rows: Vec<(u32, u32)>,
    shares: Vec<Share>,
    width: usize,
    sharing: Sharing,
}

fn row<T>(x: &[T], width: usize, row: u32) -> &[T] {
    &x[row as usize * width..(row as usize + 1) * width]
}

/// cos(x_i, x_c) with what its gradient needs: the lengths and the denominator.
#[inline(always)]
fn cosine<T: Real>(a: &[T], b: &[T]) -> (T, [T; 3]) {
    let (length_a, length_b) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    let denominator = length_a * length_b + T::of(EPSILON);
    (dot(a, b) / denominator, [length_a, length_b, denominator])
}

impl Likeness {
    fn new<T: Real>(
        x: &[T],
        width: usize,
        leaders: &[u32],
        sharing: Sharing,
        mut candidates: impl FnMut(usize, &mut Vec<(u32, f64)>),
    ) -> Self {
        let n = x.len().checked_div(width).unwrap_or(0);
        // S row by row: the numbers of leaders, with β.
        let mut s = PatternBuilder::default();
        let (mut betas, mut rows) = (Vec::new(), Vec::new());
        let (mut near, mut likeness, mut scratch): (Vec<(u32, f64)>, Vec<T>, Vec<T>) = Default::default();
        let mut next_leader = leaders.iter().copied().zip(0_u32..).peekable();
        let mut n_shares = 0;
        for node in 0..n {
            checkpoint_at(node);
            if let Some((_, number)) = next_leader.next_if(|&(leader, _)| leader as usize == node) {
                s.push(number);
                betas.push(f64::NAN);
                s.end_row();
                continue;
            }
            near.clear();
            candidates(node, &mut near);
            vectorised(
                #[inline(always)]
                || {
                    likeness.clear();
                    let own = row(x, width, node as u32);
                    let like = |&(number, beta): &(u32, f64)| {
                        let (cosine, _) = cosine(own, row(x, width, leaders[number as usize]));
                        if sharing == Sharing::Sparsemax { T::of(beta) * cosine } else { cosine }
                    };
                    likeness.extend(near.iter().map(like));
                },
            );
            let lowest = match sharing {
                Sharing::Sparsemax => sparsemax::threshold(&likeness, &mut scratch).map(|found| found.lowest),
                Sharing::Softmax => None,
            };
            for (&(number, beta), &likeness) in near.iter().zip(&likeness) {
                if lowest.is_none_or(|lowest| likeness >= lowest) {
                    s.push(number);
                    betas.push(beta);
                    n_shares += 1;
                }
            }
            rows.push((node as u32, n_shares));
            s.end_row();
        }
        let s = s.finish(leaders.len());
        let (pattern, sources) = s.transpose();
        let mut place = vec![0; s.nnz()];
        sources.iter().zip(0_u32..).for_each(|(&source, at)| place[source as usize] = at);
        let share = |at: usize| Share { leader: leaders[s.cols()[at] as usize], beta: betas[at], at: place[at] };
        let shares = (0..s.nnz()).filter(|&at| !betas[at].is_nan()).map(share).collect();
        Self { pattern: Arc::new(pattern), rows, shares, width, sharing }
    }

    /// Each row that is shared out, with its shares.
    fn shared(&self) -> impl Iterator<Item = (u32, &[Share])> {
        let mut start = 0;
        self.rows.iter().map(move |&(row, end)| {
            let shares = &self.shares[start..end as usize];
            start = end as usize;
            (row, shares)
        })
    }

    /// The shares of a row, without β where it multiplies afterwards.
    #[inline(always)]
    fn memberships<T: Real>(&self, x: &[T], node: u32, shares: &[Share], found: &mut Vec<T>) {
        let own = row(x, self.width, node);
        found.clear();
        for share in shares {
            let (cosine, _) = cosine(own, row(x, self.width, share.leader));
            found.push(if self.sharing == Sharing::Sparsemax { T::of(share.beta) * cosine } else { cosine });
        }
        let largest = found.iter().copied().fold(T::neg_infinity(), T::max);
        match self.sharing {
            Sharing::Sparsemax => {
                let sum: T = found.iter().map(|&z| z - largest).sum();
                let theta = (sum - T::one()) / T::of(found.len() as f64);
                found.iter_mut().for_each(|z| *z = (*z - largest) - theta);
            }
            Sharing::Softmax => {
                found.iter_mut().for_each(|z| *z = (*z - largest).exponential());
                let sum: T = found.iter().copied().sum();
                found.iter_mut().for_each(|z| *z = *z / sum);
            }
        }
    }
}

impl SliceOp<1> for Likeness {
    const NAME: &'static str = "likeness";

    #[inline(always)]
    fn forward<T: Real>(&self, [x]: [&[T]; 1]) -> Vec<T> {
        // What is not shared out are leaders.
        let mut c = vec![T::one(); self.pattern.nnz()];
        let mut found = Vec::new();
        for (node, shares) in self.shared() {
            self.memberships(x, node, shares, &mut found);
            for (share, &membership) in shares.iter().zip(&found) {
                let beta = if self.sharing == Sharing::Softmax { T::of(share.beta) } else { T::one() };
                c[share.at as usize] = beta * membership;
            }
        }
        c
    }

    /// dz by sparsemax is dC − its mean over the support, by softmax p (β dC − ⟨p, β dC⟩); and cos(a, b) moves a by
    /// b / D − ⟨a, b⟩ ‖b‖ a / (‖a‖ D²) with D = ‖a‖‖b‖ + ε.
    #[inline(always)]
    fn backward<T: Real>(&self, [x]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let d = self.width;
        let mut d_x = vec![T::zero(); x.len()];
        let (mut found, mut d_own) = (Vec::new(), vec![T::zero(); d]);
        for (node, shares) in self.shared() {
            self.memberships(x, node, shares, &mut found);
            let upper = |share: &Share| grad[share.at as usize];
            let along: T = match self.sharing {
                Sharing::Sparsemax => shares.iter().map(upper).sum::<T>() / T::of(shares.len().max(1) as f64),
                Sharing::Softmax => {
                    shares.iter().zip(&found).map(|(share, &p)| p * T::of(share.beta) * upper(share)).sum()
                }
            };
            let own = row(x, d, node);
            d_own.fill(T::zero());
            for (share, &p) in shares.iter().zip(&found) {
                let beta = T::of(share.beta);
                let d_cosine = match self.sharing {
                    Sharing::Sparsemax => beta * (upper(share) - along),
                    Sharing::Softmax => p * (beta * upper(share) - along),
                };
                let other = share.leader as usize * d..(share.leader as usize + 1) * d;
                let (cosine, [own_length, other_length, denominator]) = cosine(own, &x[other.clone()]);
                let direct = d_cosine / denominator;
                let shrink = |own: T, other: T| {
                    if own > T::zero() { d_cosine * cosine * other / (own * denominator) } else { T::zero() }
                };
                let (of_own, of_other) = (shrink(own_length, other_length), shrink(other_length, own_length));
                for (idx, at) in other.enumerate() {
                    d_own[idx] += direct * x[at] - of_own * own[idx];
                    d_x[at] += direct * own[idx] - of_other * x[at];
                }
            }
            d_x[node as usize * d..(node as usize + 1) * d].iter_mut().zip(&d_own).for_each(|(d_x, &sum)| *d_x += sum);
        }
        [Some(d_x)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::check, *};

    fn candidates(node: usize, near: &mut Vec<(u32, f64)>) {
        near.extend((0..3).map(|leader| (leader, 1.0 / (1.0 + f64::from(leader) + node as f64 / 4.0))));
    }

    #[test]
    fn gradient() {
        for sharing in [Sharing::Sparsemax, Sharing::Softmax] {
            check::dense(7, 4, |x| Ok(shared_out(x, &[1, 2, 5], sharing, candidates)?.values));
        }
    }

    #[test]
    fn leaders_are_whole_and_others_are_shared_out() {
        let x = check::random_tensor(7, 4);
        let c = shared_out(&x, &[1, 2, 5], Sharing::Sparsemax, candidates).unwrap();
        let (values, mut sums) = (c.to_f64().unwrap(), [0.0; 7]);
        c.pattern.entries().for_each(|(at, _, node)| sums[node] += values[at]);
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-14), "{sums:?}");
        assert_eq!(c.pattern.position(1, 2).map(|at| values[at]), Some(1.0));
        assert_eq!(c.pattern.position(0, 2), None);
    }
}
