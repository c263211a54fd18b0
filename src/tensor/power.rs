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
    mirror: Vec<u32>,
}

impl Power {
    /// For symmetric matrices on this pattern, whose diagonal must be in it.
    pub fn new(pattern: Arc<Pattern>, s: usize) -> Self {
        let result = pattern.reach(s);
        let mirror = result.mirror();
        Self { pattern, s, result: Arc::new(result), mirror }
    }
}

/// A sparse row vector: which entries are set, and a dense array of values for those.
struct Row<T> {
    set: Vec<u32>,
    values: Vec<T>,
    is_set: Vec<bool>,
}

impl<T: Real> Row<T> {
    fn new(n: usize) -> Self {
        Self { set: Vec::new(), values: vec![T::zero(); n], is_set: vec![false; n] }
    }

    fn clear(&mut self) {
        for &col in &self.set {
            self.values[col as usize] = T::zero();
            self.is_set[col as usize] = false;
        }
        self.set.clear();
    }

    fn add(&mut self, col: u32, value: T) {
        if !std::mem::replace(&mut self.is_set[col as usize], true) {
            self.set.push(col);
        }
        self.values[col as usize] += value;
    }

    fn set_to_unit(&mut self, col: u32) {
        self.clear();
        self.add(col, T::one());
    }

    /// self = row · P.
    fn set_to_product(&mut self, row: &Self, pattern: &Pattern, p: &[T]) {
        self.clear();
        for &k in &row.set {
            let weight = row.values[k as usize];
            for at in pattern.range(k as usize) {
                self.add(pattern.cols()[at], weight * p[at]);
            }
        }
    }
}

impl SliceOp<1> for Power {
    const NAME: &'static str = "power";

    fn forward<T: Real>(&self, [p]: [&[T]; 1]) -> Vec<T> {
        let n = self.pattern.n_rows();
        let mut m = vec![T::zero(); self.result.nnz()];
        let (mut row, mut next) = (Row::new(n), Row::new(n));
        for i in 0..n {
            row.set_to_unit(i as u32);
            for _ in 0..self.s {
                next.set_to_product(&row, &self.pattern, p);
                std::mem::swap(&mut row, &mut next);
            }
            for at in self.result.range(i) {
                let col = self.result.cols()[at] as usize;
                // Each pair is computed once, so M is symmetric to the last bit.
                if col >= i {
                    m[at] = row.values[col];
                    m[self.mirror[at] as usize] = row.values[col];
                }
            }
        }
        m
    }

    /// With v_t = e_iᵀ P^t and g_t = dM_i P^(s−t): dP_kl += (v_t)_k · (g_{t+1})_l, for every row i and t < s.
    fn backward<T: Real>(&self, [p]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let n = self.pattern.n_rows();
        let mut d_p = vec![T::zero(); p.len()];
        let mut v: Vec<Row<T>> = (0..self.s).map(|_| Row::new(n)).collect();
        let (mut g, mut next_g) = (vec![T::zero(); n], vec![T::zero(); n]);
        for i in 0..n {
            for t in 0..self.s {
                let (before, at) = v.split_at_mut(t);
                match before.last() {
                    Some(before) => at[0].set_to_product(before, &self.pattern, p),
                    None => at[0].set_to_unit(i as u32),
                }
            }
            let ball = self.result.range(i);
            for at in ball.clone() {
                g[self.result.cols()[at] as usize] = grad[at];
            }
            for v_t in v.iter().rev() {
                for &k in &v_t.set {
                    let weight = v_t.values[k as usize];
                    let mut passed_on = T::zero();
                    for at in self.pattern.range(k as usize) {
                        let g_l = g[self.pattern.cols()[at] as usize];
                        d_p[at] += weight * g_l;
                        passed_on += p[at] * g_l;
                    }
                    next_g[k as usize] = passed_on;
                }
                // Outside the support of v_t nothing is asked of g_t, so only that part is set.
                for &col in &self.result.cols()[ball.clone()] {
                    g[col as usize] = T::zero();
                }
                for &k in &v_t.set {
                    g[k as usize] = std::mem::take(&mut next_g[k as usize]);
                }
            }
            g[i] = T::zero();
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
