//! M = P^s for a sparse symmetric P, row by row: M_i = e_iᵀ P ⋯ P, never through eigenvectors.
//!
//! No power in between is stored, neither forward nor backward: memory is that of M alone.

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// Raises a symmetric matrix to a power.
pub struct Power {
    pattern: Arc<Pattern>,
    s: usize,
    /// Pattern of the result: everything within `s` hops.
    pub result: Arc<Pattern>,
}

impl Power {
    /// For symmetric matrices on this pattern, whose diagonal must be in it.
    pub fn new(pattern: Arc<Pattern>, s: usize) -> Self {
        let result = Arc::new(pattern.reach(s));
        Self { pattern, s, result }
    }
}

impl Power {
    /// next = row · P, where both are zero outside the ball of the row in progress.
    fn step<T: Real>(&self, ball: &[u32], row: &[T], next: &mut [T], p: &[T]) {
        for &k in ball {
            next[k as usize] = T::zero();
        }
        for &k in ball {
            let weight = row[k as usize];
            // Where the row has not come yet, its neighbours may lie outside the ball.
            if weight != T::zero() {
                let range = self.pattern.range(k as usize);
                for (&col, &p) in self.pattern.cols()[range.clone()].iter().zip(&p[range]) {
                    next[col as usize] += weight * p;
                }
            }
        }
    }
}

impl SliceOp<1> for Power {
    const NAME: &'static str = "power";

    fn forward<T: Real>(&self, [p]: [&[T]; 1]) -> Vec<T> {
        let n = self.pattern.n_rows();
        let mirror = self.result.mirror();
        let mut m = vec![T::zero(); self.result.nnz()];
        let (mut row, mut next) = (vec![T::zero(); n], vec![T::zero(); n]);
        for i in 0..n {
            let ball = self.result.row(i);
            for &k in ball {
                row[k as usize] = T::zero();
            }
            row[i] = T::one();
            for _ in 0..self.s {
                self.step(ball, &row, &mut next, p);
                std::mem::swap(&mut row, &mut next);
            }
            for (at, &col) in self.result.range(i).zip(ball) {
                // Each pair is computed once, so M is symmetric to the last bit.
                if col as usize >= i {
                    m[at] = row[col as usize];
                    m[mirror[at] as usize] = row[col as usize];
                }
            }
        }
        m
    }

    /// With v_t = e_iᵀ P^t and g_t = dM_i P^(s−t): dP_kl += (v_t)_k · (g_{t+1})_l, for every row i and t < s.
    fn backward<T: Real>(&self, [p]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let n = self.pattern.n_rows();
        let mut d_p = vec![T::zero(); p.len()];
        let mut v = vec![vec![T::zero(); n]; self.s];
        let (mut g, mut next_g) = (vec![T::zero(); n], vec![T::zero(); n]);
        for i in 0..n {
            let ball = self.result.row(i);
            for t in 0..self.s {
                let (before, at) = v.split_at_mut(t);
                match before.last() {
                    Some(before) => self.step(ball, before, &mut at[0], p),
                    None => {
                        ball.iter().for_each(|&k| at[0][k as usize] = T::zero());
                        at[0][i] = T::one();
                    }
                }
            }
            for (at, &col) in self.result.range(i).zip(ball) {
                g[col as usize] = grad[at];
            }
            for v_t in v.iter().rev() {
                for &k in ball {
                    let weight = v_t[k as usize];
                    let mut passed_on = T::zero();
                    // Where v_t is zero nothing is asked of g_t.
                    if weight != T::zero() {
                        for at in self.pattern.range(k as usize) {
                            let g_l = g[self.pattern.cols()[at] as usize];
                            d_p[at] += weight * g_l;
                            passed_on += p[at] * g_l;
                        }
                    }
                    next_g[k as usize] = passed_on;
                }
                std::mem::swap(&mut g, &mut next_g);
            }
            for &k in ball {
                g[k as usize] = T::zero();
                next_g[k as usize] = T::zero();
            }
        }
        [Some(d_p)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        for s in 0..=4 {
            check::symmetric_with_diagonal(|a| Ok(a.power(s)?.values));
        }
    }
}
