//! The coupling factor: how much of the other nodes' proximity a node draws (Eq. 15).

use super::{pattern::Pattern, real::Real};

/// E_i = Σ_{j≠i} R_ij / Σ_{k≠j} R_kj, with 0/0 counted as 0, for a symmetric R.
///
/// Summed in `f64` whatever the precision of R. ΣE is the number of nodes with off-diagonal mass.
#[inline(always)]
pub fn coupling<T: Real>(pattern: &Pattern, r: &[T]) -> Vec<f64> {
    let n = pattern.n_rows();
    let row_of = |row: usize| (&pattern.cols()[pattern.range(row)], &r[pattern.range(row)], row as u32);
    let volume: Vec<f64> = (0..n).map(|row| off_diagonal(row_of(row), |r, _| r)).collect();
    let inverse = |volume: f64| if volume > 0.0 { volume.recip() } else { 0.0 };
    let inverses: Vec<f64> = volume.iter().map(|&volume| inverse(volume)).collect();
    let drawn = |r: f64, from: u32| r * inverses[from as usize];
    if inverses.iter().all(|inverse| inverse.is_finite()) {
        return (0..n).map(|row| off_diagonal(row_of(row), drawn)).collect();
    }
    // The inverse of a tiny volume overflows, the quotient does not.
    let drawn = |r: f64, from: u32| match inverses[from as usize] {
        inverse if inverse.is_finite() => r * inverse,
        _ => r / volume[from as usize],
    };
    (0..n).map(|row| off_diagonal(row_of(row), drawn)).collect()
}

/// Σ_{j≠i} term(R_ij, j), in four sums at a time.
#[inline(always)]
fn off_diagonal<T: Real>((cols, r, row): (&[u32], &[T], u32), term: impl Fn(f64, u32) -> f64) -> f64 {
    // Sums start at 0: that of nothing is −0 in Rust, which nobody wants to read.
    let mut sums = [0.0; 4];
    let term = |col: u32, r: T| if col == row { 0.0 } else { term(r.to_f64(), col) };
    let ((cols, cols_rest), (r, r_rest)) = (cols.as_chunks::<4>(), r.as_chunks::<4>());
    for (cols, r) in cols.iter().zip(r) {
        for lane in 0..4 {
            sums[lane] += term(cols[lane], r[lane]);
        }
    }
    for ((sum, &col), &r) in sums.iter_mut().zip(cols_rest).zip(r_rest) {
        *sum += term(col, r);
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_path_draws_both_ends() {
        let (pattern, _) = Pattern::from_edges(4, &[[0, 1], [1, 2]]);
        let e = coupling(&pattern, &[0.5_f64; 4]);
        assert_eq!(e, [0.5, 2.0, 0.5, 0.0]);
    }
    #[test]
    fn the_smallest_numbers_couple_and_nothing_is_minus_zero() {
        let (pattern, _) = Pattern::from_edges(3, &[[0, 1]]);
        let e = coupling(&pattern, &[4e-322_f64; 2]);
        assert_eq!(e, [1.0, 1.0, 0.0]);
        assert!(e[2].is_sign_positive());
    }
}
