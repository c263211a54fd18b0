//! K_t = M_ij / √(M_ii M_jj): the cosine between the smooth signals of two vertices (Eq. 9, where
//! the factors D^-½ cancel).

use std::sync::Arc;

use super::slice_op::SliceOp;
use crate::math::{pattern::Pattern, real::Real};

/// Divides by the square roots of the diagonal.
pub struct Cosine {
    pattern: Arc<Pattern>,
    diagonal: Vec<u32>,
}

impl Cosine {
    /// For matrices on this pattern, whose diagonal must be in it and positive.
    pub fn new(pattern: Arc<Pattern>) -> Self {
        let diagonal = (0..pattern.n_rows())
            .map(|row| pattern.position(row, row as u32).map_or(u32::MAX, |at| at as u32))
            .collect();
        Self { pattern, diagonal }
    }

    fn inverse_roots<T: Real>(&self, m: &[T]) -> Vec<T> {
        self.diagonal.iter().map(|&at| m[at as usize].sqrt().recip()).collect()
    }
}

impl SliceOp<1> for Cosine {
    const NAME: &'static str = "cosine";

    fn forward<T: Real>(&self, [m]: [&[T]; 1]) -> Vec<T> {
        let w = self.inverse_roots(m);
        let mut k = Vec::with_capacity(m.len());
        for (row, &w_i) in w.iter().enumerate() {
            let range = self.pattern.range(row);
            let entries = m[range.clone()].iter().zip(&self.pattern.cols()[range]);
            // A cosine is at most 1, also after rounding.
            k.extend(entries.map(|(&m, &col)| (m * (w_i * w[col as usize])).min(T::one())));
        }
        for &at in &self.diagonal {
            k[at as usize] = T::one();
        }
        k
    }

    /// Off the diagonal dM_ij = dK_ij w_i w_j; on it dM_ii = −½ (Σ_{j≠i} dK_ij K_ij + dK_ji K_ji) / M_ii.
    fn backward<T: Real>(&self, [m]: [&[T]; 1], k: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let w = self.inverse_roots(m);
        let mut d_m = vec![T::zero(); m.len()];
        for (at, row, col) in self.pattern.entries() {
            if row != col {
                d_m[at] = grad[at] * w[row] * w[col];
                let half = T::of(-0.5) * grad[at] * k[at];
                for end in [row, col] {
                    d_m[self.diagonal[end] as usize] += half * w[end] * w[end];
                }
            }
        }
        [Some(d_m)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn gradient() {
        // A diagonally dominant matrix, as powers of P are; else the cosine could pass 1.
        check::symmetric_with_diagonal(|a| Ok(a.power(2)?.cosine()?.values));
    }
}
