//! The coupling factor: how much of the other nodes' proximity a node draws (Eq. 18).

use super::{pattern::Pattern, real::Real};

/// E_i = Σ_{j≠i} R_ij / Σ_{k≠j} R_kj, with 0/0 counted as 0, for a symmetric R.
///
/// Summed in `f64` whatever the precision of R. ΣE is the number of nodes with off-diagonal mass.
pub fn coupling<T: Real>(pattern: &Pattern, r: &[T]) -> Vec<f64> {
    let off_diagonal = |row: usize| {
        pattern.range(row).filter(move |&at| pattern.cols()[at] as usize != row).map(|at| (at, pattern.cols()[at]))
    };
    // An empty `sum` of floats is −0, which nobody wants to read, so sums start at 0.
    let volume: Vec<f64> =
        (0..pattern.n_rows()).map(|row| off_diagonal(row).fold(0.0, |sum, (at, _)| sum + r[at].wide())).collect();
    // Not r · (1/volume): the inverse of a tiny volume overflows.
    let drawn = |at: usize, from: u32| match volume[from as usize] {
        volume if volume > 0.0 => r[at].wide() / volume,
        _ => 0.0,
    };
    (0..pattern.n_rows()).map(|row| off_diagonal(row).fold(0.0, |sum, (at, col)| sum + drawn(at, col))).collect()
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
