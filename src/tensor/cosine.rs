//! K_t = M_ij / √(M_ii M_jj): the cosine between the smooth signals of two vertices (Eq. 9, where
//! the factors D^-½ cancel).

use std::{ops::Range, sync::Arc};

use super::{buffer::dirty, kernel::sum_by, slice_op::SliceOp};
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

    #[inline(always)]
    fn inverse_roots<T: Real>(&self, m: &[T]) -> Vec<T> {
        let mut w: Vec<T> = dirty(self.diagonal.len());
        for (w, &at) in w.iter_mut().zip(&self.diagonal) {
            *w = m[at as usize];
        }
        w.iter_mut().for_each(|w| *w = w.sqrt().recip());
        w
    }
}

impl SliceOp<1> for Cosine {
    const NAME: &'static str = "cosine";

    #[inline(always)]
    fn forward<T: Real>(&self, [m]: [&[T]; 1]) -> Vec<T> {
        let w = self.inverse_roots(m);
        let mut k = dirty(m.len());
        for (row, &w_i) in w.iter().enumerate() {
            let range = self.pattern.range(row);
            let entries = m[range.clone()].iter().zip(&self.pattern.cols()[range.clone()]);
            for ((&m, &col), k) in entries.zip(&mut k[range]) {
                let cosine = m * (w_i * w[col as usize]);
                // A cosine is at most 1, also after rounding.
                *k = if cosine > T::one() { T::one() } else { cosine };
            }
            k[self.diagonal[row] as usize] = T::one();
        }
        k
    }

    /// Off the diagonal dM_ij = dK_ij w_i w_j; on it dM_ii = −½ (Σ_{j≠i} (dK_ij + dK_ji) K_ij) / M_ii.
    #[inline(always)]
    fn backward<T: Real>(&self, [m]: [&[T]; 1], k: &[T], grad: &[T], _: [bool; 1]) -> [Option<Vec<T>>; 1] {
        let (w, mirror) = (self.inverse_roots(m), self.pattern.mirror());
        let mut d_m = dirty(m.len());
        for (row, &w_i) in w.iter().enumerate() {
            let (range, diagonal) = (self.pattern.range(row), self.diagonal[row] as usize);
            let entries = grad[range.clone()].iter().zip(&self.pattern.cols()[range.clone()]);
            for ((&g, &col), d_m) in entries.zip(&mut d_m[range.clone()]) {
                *d_m = g * w_i * w[col as usize];
            }
            let along = |part: Range<usize>| {
                let (k, g, mirror) = (&k[part.clone()], &grad[part.clone()], &mirror[part]);
                sum_by(
                    k.len(),
                    #[inline(always)]
                    |j| (g[j] + grad[mirror[j] as usize]) * k[j],
                )
            };
            d_m[diagonal] = T::of(-0.5) * (along(range.start..diagonal) + along(diagonal + 1..range.end)) * w_i * w_i;
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
