//! The coupling factor: how much of the other nodes' proximity a node draws (Eq. 18).

use super::{pattern::Pattern, real::Real};

/// E_i = Σ_{j≠i} R_ij / Σ_{k≠j} R_kj, with 0/0 counted as 0, for a symmetric R.
///
/// Summed in `f64` whatever the precision of R. ΣE is the number of nodes with off-diagonal mass.
pub fn coupling<T: Real>(pattern: &Pattern, r: &[T]) -> Vec<f64> {
    let off_diagonal = |row: usize| {
        pattern.range(row).filter(move |&at| pattern.cols()[at] as usize != row).map(|at| (at, pattern.cols()[at]))
    };
    let share: Vec<f64> = (0..pattern.n_rows())
        .map(|row| {
            let volume: f64 = off_diagonal(row).map(|(at, _)| r[at].wide()).sum();
            if volume > 0.0 { 1.0 / volume } else { 0.0 }
        })
        .collect();
    (0..pattern.n_rows())
        .map(|row| off_diagonal(row).map(|(at, col)| r[at].wide() * share[col as usize]).sum())
        .collect()
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
}
