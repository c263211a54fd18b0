//! M = P^s for a sparse symmetric P, block by block along the diagonal, never through eigenvectors.
//!
//! A block whose power is nearly full is multiplied as a dense matrix, M_t = P M_{t−1}; a large one
//! row by row, M_i = e_iᵀ P ⋯ P, which stores no power in between. Memory is that of M either way.

use std::{ops::Range, sync::Arc};

use super::{
    buffer::{dirty, give_back, zeros},
    kernel::{LANES, weighted_rows},
    slice_op::SliceOp,
};
use crate::{
    cancel::checkpoint_at,
    math::{pattern::Pattern, real::Real},
};

/// Raises a symmetric matrix to a power.
pub struct Power {
    pattern: Arc<Pattern>,
    s: usize,
    /// Pattern of the result: everything within `s` hops.
    pub result: Arc<Pattern>,
    dense: Vec<Range<usize>>,
    sparse: Vec<Range<usize>>,
}

/// A block is stored densely if its square has at most this many times the entries of its power.
const DENSE_UP_TO: usize = 16;

impl Power {
    /// For symmetric matrices on this pattern, whose diagonal must be in it.
    pub fn new(pattern: Arc<Pattern>, s: usize) -> Self {
        let result = Arc::new(pattern.reach(s));
        let n_entries = |rows: &Range<usize>| result.row_starts()[rows.end] - result.row_starts()[rows.start];
        let is_dense = |rows: &Range<usize>| rows.len() * rows.len() <= DENSE_UP_TO * n_entries(rows) as usize;
        let (dense, sparse) = pattern.blocks().into_iter().partition(is_dense);
        Self { pattern, s, result, dense, sparse }
    }
}

impl SliceOp<1> for Power {
    const NAME: &'static str = "power";

    #[inline(always)]
    fn forward<T: Real>(&self, [p]: [&[T]; 1]) -> Vec<T> {
        let mut m = dirty(self.result.nnz());
        self.forward_dense(p, &mut m);
        self.forward_sparse(p, &mut m);
        m
    }

    #[inline(always)]
    fn backward<T: Real>(&self, [p]: [&[T]; 1], _: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let mut d_p = zeros(p.len());
        if self.s > 0 {
            self.backward_dense(p, grad, &mut d_p);
            self.backward_sparse(p, grad, &mut d_p);
        }
        [Some(d_p)]
    }
}

/// Dense blocks.
impl Power {
    /// A row of a dense block begins so much after the one before: whole vectors.
    fn step(rows: &Range<usize>) -> usize {
        rows.len().next_multiple_of(16)
    }

    /// Space for any of the dense blocks, with anything in it.
    fn buffer<T: Real>(&self) -> Vec<T> {
        dirty(self.dense.iter().map(|rows| rows.len() * Self::step(rows)).max().unwrap_or(0))
    }

    /// next = P · before, for a dense block.
    #[inline(always)]
    fn multiply<T: Real>(&self, rows: &Range<usize>, p: &[T], before: &[T], next: &mut [T]) {
        let first = rows.start as u32;
        for (row, next) in rows.clone().zip(next.chunks_exact_mut(Self::step(rows))) {
            checkpoint_at(row);
            let range = self.pattern.range(row);
            let entries = p[range.clone()].iter().zip(&self.pattern.cols()[range]);
            weighted_rows(next, before, entries.map(|(&p, &col)| (p, col - first)));
        }
    }

    #[inline(always)]
    fn forward_dense<T: Real>(&self, p: &[T], m: &mut [T]) {
        let (mut power, mut next) = (self.buffer(), self.buffer());
        for rows in &self.dense {
            let step = Self::step(rows);
            power[..rows.len() * step].fill(T::zero());
            for (row, power) in rows.clone().zip(power.chunks_exact_mut(step)) {
                if self.s == 0 {
                    power[row - rows.start] = T::one();
                } else {
                    for at in self.pattern.range(row) {
                        power[self.pattern.cols()[at] as usize - rows.start] = p[at];
                    }
                }
            }
            for _ in 1..self.s {
                self.multiply(rows, p, &power, &mut next);
                std::mem::swap(&mut power, &mut next);
            }
            for row in rows.clone() {
                let (range, i) = (self.result.range(row), row - rows.start);
                for (m, &col) in m[range.clone()].iter_mut().zip(&self.result.cols()[range]) {
                    // Each pair is read at one place, so M is symmetric to the last bit.
                    let j = col as usize - rows.start;
                    *m = power[i.min(j) * step + i.max(j)];
                }
            }
        }
        give_back(power);
        give_back(next);
    }

    /// With G = ½ (dM + dMᵀ): dP = Σ_{t<s} P^t G P^(s−1−t), by D_t = P D_{t−1} + (P^(t−1) G)ᵀ from D_1 = G.
    #[inline(always)]
    fn backward_dense<T: Real>(&self, p: &[T], grad: &[T], d_p: &mut [T]) {
        let mirror = self.result.mirror();
        let (mut d, mut pg, mut next) = (self.buffer::<T>(), self.buffer::<T>(), self.buffer::<T>());
        for rows in &self.dense {
            let step = Self::step(rows);
            let size = rows.len() * step;
            d[..size].fill(T::zero());
            for (row, d) in rows.clone().zip(d.chunks_exact_mut(step)) {
                for at in self.result.range(row) {
                    let g = T::of(0.5) * (grad[at] + grad[mirror[at] as usize]);
                    d[self.result.cols()[at] as usize - rows.start] = g;
                }
            }
            pg[..size].copy_from_slice(&d[..size]);
            for t in 1..self.s {
                self.multiply(rows, p, &pg, &mut next);
                std::mem::swap(&mut pg, &mut next);
                if t == 1 {
                    // D_1 is G itself.
                    d[..size].copy_from_slice(&pg[..size]);
                } else {
                    self.multiply(rows, p, &d, &mut next);
                    std::mem::swap(&mut d, &mut next);
                }
                // The last is added below, where P has entries.
                if t + 1 < self.s {
                    add_transpose(&mut d, &pg, rows.len(), step);
                }
            }
            for (row, d) in rows.clone().zip(d.chunks_exact(step)) {
                let range = self.pattern.range(row);
                for (d_p, &col) in d_p[range.clone()].iter_mut().zip(&self.pattern.cols()[range]) {
                    let col = col as usize - rows.start;
                    let transposed = if self.s > 1 { pg[col * step + row - rows.start] } else { T::zero() };
                    *d_p = d[col] + transposed;
                }
            }
        }
        [d, pg, next].into_iter().for_each(give_back);
    }
}

/// a += bᵀ for n × n matrices.
#[inline(always)]
fn add_transpose<T: Real>(a: &mut [T], b: &[T], n: usize, step: usize) {
    let (a, b) = (&mut a[..n * step], &b[..n * step]);
    // A vector of the sum takes a value of each of so many rows, which are read side by side.
    for (group, rows) in b.chunks_exact(LANES * step).enumerate() {
        let rows: [&[T]; LANES] = std::array::from_fn(|row| &rows[row * step..][..step]);
        for (col, a) in a.chunks_exact_mut(step).enumerate() {
            let a: Option<&mut [T; LANES]> = a[group * LANES..].first_chunk_mut();
            for (a, row) in a.expect("a whole group of rows").iter_mut().zip(rows) {
                *a += row[col];
            }
        }
    }
    for row in n - n % LANES..n {
        for (a, &b) in a.chunks_exact_mut(step).zip(&b[row * step..]) {
            a[row] += b;
        }
    }
}

/// Large blocks.
impl Power {
    /// next = row · P, where both are zero outside the ball of the row in progress.
    #[inline(always)]
    fn walk<T: Real>(&self, ball: &[u32], row: &[T], next: &mut [T], p: &[T]) {
        for &k in ball {
            next[k as usize] = T::zero();
        }
        for &k in ball {
            let weight = row[k as usize];
            // Where the row has not come yet, its neighbours may lie outside the ball.
            if weight != T::zero() {
                let range = self.pattern.range(k as usize);
                for (&col, &p) in self.pattern.cols()[range.clone()].iter().zip(&p[range]) {
                    next[col as usize] = weight.fused(p, next[col as usize]);
                }
            }
        }
    }

    #[inline(always)]
    fn forward_sparse<T: Real>(&self, p: &[T], m: &mut [T]) {
        if self.sparse.is_empty() {
            return;
        }
        let (n, mirror) = (self.pattern.n_rows(), self.result.mirror());
        let (mut row, mut next) = (vec![T::zero(); n], vec![T::zero(); n]);
        for i in self.sparse.iter().cloned().flatten() {
            checkpoint_at(i);
            let ball = self.result.row(i);
            for &k in ball {
                row[k as usize] = T::zero();
            }
            row[i] = T::one();
            for _ in 0..self.s {
                self.walk(ball, &row, &mut next, p);
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
    }

    /// With v_t = e_iᵀ P^t and g_t = dM_i P^(s−t): dP_kl += (v_t)_k · (g_{t+1})_l, for every row i and t < s.
    #[inline(always)]
    fn backward_sparse<T: Real>(&self, p: &[T], grad: &[T], d_p: &mut [T]) {
        if self.sparse.is_empty() {
            return;
        }
        let n = self.pattern.n_rows();
        let mut v = vec![vec![T::zero(); n]; self.s];
        let (mut g, mut next_g) = (vec![T::zero(); n], vec![T::zero(); n]);
        for i in self.sparse.iter().cloned().flatten() {
            let ball = self.result.row(i);
            for t in 0..self.s {
                let (before, at) = v.split_at_mut(t);
                match before.last() {
                    Some(before) => self.walk(ball, before, &mut at[0], p),
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
                        let range = self.pattern.range(k as usize);
                        let entries = self.pattern.cols()[range.clone()].iter().zip(&p[range.clone()]);
                        for ((&col, &p), d_p) in entries.zip(&mut d_p[range]) {
                            let g_l = g[col as usize];
                            *d_p = weight.fused(g_l, *d_p);
                            passed_on = p.fused(g_l, passed_on);
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
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candle_core::DType;

    use super::{super::check, *};
    use crate::tensor::Sparse;

    #[test]
    fn gradient() {
        for s in 0..=4 {
            check::symmetric_with_diagonal(|a| Ok(a.power(s)?.values));
        }
    }

    #[test]
    fn large_blocks_have_the_same_power_and_gradient() {
        // A ring whose power is far from full.
        let n = 200;
        let edges: Vec<[u32; 2]> = (0..n).map(|i| [i, (i + 1) % n]).collect();
        let pattern = Arc::new(Pattern::from_edges(n as usize, &edges).0.with_diagonal().0);
        let values: Vec<f64> = pattern.entries().map(|(_, i, j)| 0.1 + ((i * j + i + j) % 7) as f64 * 0.1).collect();
        let p = Sparse::constant(pattern.clone(), &values, DType::F64).unwrap();
        let sparse = Power::new(pattern, 3);
        assert!(sparse.dense.is_empty());
        let values = p.to_f64().unwrap();
        let mut dense = Power::new(p.pattern.clone(), 3);
        std::mem::swap(&mut dense.dense, &mut dense.sparse);
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12 * a.abs().max(1.0));
        let m = sparse.forward([&values[..]]);
        assert!(close(&m, &dense.forward([&values[..]])));
        // The gradient of one entry may be shared out differently between a pair than that of the other.
        let both = |power: &Power| {
            let [Some(d_p)] = power.backward([&values[..]], &m, &m, [true]) else { panic!("no gradient") };
            let mirror = p.pattern.mirror();
            d_p.iter().zip(mirror).map(|(d, &mirror)| d + d_p[mirror as usize]).collect::<Vec<_>>()
        };
        assert!(close(&both(&sparse), &both(&dense)));
    }
}
