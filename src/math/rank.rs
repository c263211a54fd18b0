//! Which nodes a pooling keeps: the n' best of each graph, ties decided by index.

use super::real::Real;

/// How many nodes of `n` are kept: n' = max(1, ⌈ρn⌉).
///
/// In `f64` and with a little slack, since ρn may come out just above a whole number (0.3 · 10).
pub fn n_kept(n: usize, rho: f64) -> usize {
    n_kept_of_mean(n as f64, rho).clamp(1, n.max(1))
}

/// The same for a number of nodes that need not be whole.
pub fn n_kept_of_mean(mean: f64, rho: f64) -> usize {
    ((rho * mean - 1e-9).ceil() as usize).max(1)
}

/// The best of one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The chosen, best first; equal scores by ascending index.
    pub idx: Vec<u32>,
    /// Where the last chosen and the first not chosen have the same score: all that have it, ascending. Among them
    /// the index decided.
    pub tied: Vec<u32>,
}

/// The `k` highest scores, in order.
///
/// Scores are compared on a grid ([`Real::RANK_GRID`]): nodes that mirror each other have equal
/// scores in exact arithmetic, and rounding must not pick between them. The lower index goes first.
pub fn best<T: Real>(scores: &[f64], k: usize) -> Best {
    // Ascending: the best first, then the lower index.
    let mut order: Vec<(i64, u32)> =
        scores.iter().zip(0..).map(|(&score, idx)| (best_first(on_grid::<T>(score)), idx)).collect();
    let k = k.min(order.len());
    if k < order.len() {
        // Only the chosen need to be in order, and beyond them only the best is of interest.
        order.select_nth_unstable(k);
    }
    let first_left_out = order.get(k).map(|other| other.0);
    order.truncate(k);
    order.sort_unstable();
    let cut = order.last().map(|last| last.0).filter(|last| Some(*last) == first_left_out);
    let at_cut = |cut: i64| (0..).zip(scores).filter(move |(_, score)| best_first(on_grid::<T>(**score)) == cut);
    let tied = cut.map_or_else(Vec::new, |cut| at_cut(cut).map(|(idx, _)| idx).collect());
    Best { idx: order.into_iter().map(|(_, idx)| idx).collect(), tied }
}

/// A whole number that is the lower the better a score is, in the order of [`f64::total_cmp`].
fn best_first(score: f64) -> i64 {
    let bits = score.to_bits() as i64;
    !(bits ^ ((bits >> 63) as u64 >> 1) as i64)
}

/// The score, rounded to the grid of the precision it was computed in. NaN is last.
pub fn on_grid<T: Real>(score: f64) -> f64 {
    // From here on, floats are no finer than their whole numbers.
    const LARGE: f64 = (1_u64 << 52) as f64;
    match score / T::RANK_GRID {
        steps if steps.is_nan() => f64::NEG_INFINITY,
        // Zero is added because −0 is below 0 in the total order.
        steps if steps.abs() < LARGE => steps.round_ties_even() * T::RANK_GRID + 0.0,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_exact_where_floats_are_not() {
        for n in 1..2000 {
            assert_eq!(n_kept(n, 0.3), (3 * n).div_ceil(10), "n = {n}");
            assert_eq!(n_kept(n, 0.25), n.div_ceil(4));
        }
        assert_eq!((n_kept(5, 1.0), n_kept(5, 0.0), n_kept(1, 0.01)), (5, 1, 1));
    }

    #[test]
    fn ties_go_to_the_lower_index_and_are_marked() {
        let scores = [1.0, 2.0, 1.0 + 1e-13, 0.5];
        assert_eq!(best::<f64>(&scores, 2), Best { idx: vec![1, 0], tied: vec![0, 2] });
        assert_eq!(best::<f64>(&scores, 3), Best { idx: vec![1, 0, 2], tied: vec![] });
        assert_eq!(best::<f64>(&scores, 4), Best { idx: vec![1, 0, 2, 3], tied: vec![] });
    }

    #[test]
    fn scores_of_any_size_are_ranked() {
        let scores = [-1e300, -2e300, 1e300, f64::NAN, 2e300, -1e-14, 0.0, f64::NEG_INFINITY, 1e12, 2e12];
        let ranking = best::<f32>(&scores, 8);
        assert_eq!(ranking, Best { idx: vec![4, 2, 9, 8, 5, 6, 0, 1], tied: vec![] });
        assert_eq!(best::<f64>(&scores, 5), Best { idx: vec![4, 2, 9, 8, 5], tied: vec![5, 6] });
    }
}
