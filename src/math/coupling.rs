//! The coupling factor: how much of the other nodes' proximity a node draws (Eq. 15).

use super::{pattern::Pattern, real::Real};

/// E_i = Σ_{j≠i} R_ij / Σ_{k≠j} R_kj, with 0/0 counted as 0, for a symmetric R.
///
/// Summed in `f64` whatever the precision of R. ΣE is the number of nodes with off-diagonal mass.
#[inline(always)]
pub fn coupling<T: Real>(pattern: &Pattern, r: &[T]) -> Vec<f64> {
    let volume = off_diagonal_sums(
        pattern,
        r,
        #[inline(always)]
        |r, _| r,
    );
    let inverses: Vec<f64> = volume.iter().map(|&volume| if volume > 0.0 { volume.recip() } else { 0.0 }).collect();
    if inverses.iter().fold(true, |all, inverse| all & inverse.is_finite()) {
        return off_diagonal_sums(
            pattern,
            r,
            #[inline(always)]
            |r, from| r * inverses[from as usize],
        );
    }
    // The inverse of a tiny volume overflows, the quotient does not.
    off_diagonal_sums(
        pattern,
        r,
        #[inline(always)]
        |r, from| match inverses[from as usize] {
            inverse if inverse.is_finite() => r * inverse,
            _ => r / volume[from as usize],
        },
    )
}

/// Sums at a time; fixed, so that the result does not depend on the CPU.
const LANES: usize = 4;

/// Σ_{j≠i} term(R_ij, j) for every row i.
#[inline(always)]
fn off_diagonal_sums<T: Real>(pattern: &Pattern, r: &[T], term: impl Fn(f64, u32) -> f64) -> Vec<f64> {
    let mut all = Vec::with_capacity(pattern.n_rows());
    for row in 0..pattern.n_rows() {
        let range = pattern.range(row);
        // Sums start at 0: that of nothing is −0 in Rust, which nobody wants to read.
        let mut sums = [0.0; LANES];
        let mut add = |cols: [u32; LANES], r: [T; LANES], n: usize| {
            for lane in 0..LANES {
                let term = term(r[lane].to_f64(), cols[lane]);
                let is_out = (cols[lane] as usize == row) | (lane >= n);
                sums[lane] += if is_out { 0.0 } else { term };
            }
        };
        let whole = range.end - range.len() % LANES;
        for at in (range.start..whole).step_by(LANES) {
            add(group_at(pattern.cols(), at), group_at(r, at), LANES);
        }
        if whole < range.end {
            // Where the next rows begin, rather than in a loop whose turns no processor can predict.
            add(group_at(pattern.cols(), whole), group_at(r, whole), range.end - whole);
        }
        all.push((sums[0] + sums[2]) + (sums[1] + sums[3]));
    }
    all
}

/// The values from a position on, filled up with the last.
#[inline(always)]
fn group_at<V: Copy>(values: &[V], first: usize) -> [V; LANES] {
    match values[first..].first_chunk() {
        Some(group) => *group,
        None => std::array::from_fn(|lane| values[(first + lane).min(values.len() - 1)]),
    }
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
