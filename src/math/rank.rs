//! Which nodes a pooling keeps: the n' best of each graph, ties decided by index.

use super::real::Real;

/// How many nodes of `n` are kept: n' = max(1, ⌈ρn⌉).
///
/// In `f64` and with a little slack, since ρn may come out just above a whole number (0.3 · 10).
pub fn n_kept(n: usize, rho: f64) -> usize {
    ((rho * n as f64 - 1e-9).ceil() as usize).clamp(1, n.max(1))
}

/// The best of one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The chosen, best first; equal scores by ascending index.
    pub idx: Vec<u32>,
    /// Whether the last chosen and the first not chosen have the same score.
    pub tied: bool,
}

/// The `k` highest scores, in order.
///
/// Scores are compared on a grid ([`Real::RANK_GRID`]): nodes that mirror each other have equal
/// scores in exact arithmetic, and rounding must not pick between them. The lower index goes first.
pub fn best<T: Real>(scores: &[f64], k: usize) -> Best {
    let mut order: Vec<(i64, u32)> = scores.iter().zip(0..).map(|(&score, idx)| (-grid_key::<T>(score), idx)).collect();
    let k = k.min(order.len());
    if k < order.len() {
        // Only the chosen need to be in order, and beyond them only the best is of interest.
        order.select_nth_unstable(k);
    }
    let tied = k > 0 && k < order.len() && {
        let last_chosen = order[..k].iter().max().map(|chosen| chosen.0);
        last_chosen == Some(order[k].0)
    };
    order[..k].sort_unstable();
    Best { idx: order[..k].iter().map(|&(_, idx)| idx).collect(), tied }
}

/// The score's place on the grid of the precision it was computed in.
pub fn grid_key<T: Real>(score: f64) -> i64 {
    (score / T::RANK_GRID).round_ties_even() as i64
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
        assert_eq!(best::<f64>(&scores, 2), Best { idx: vec![1, 0], tied: true });
        assert_eq!(best::<f64>(&scores, 3), Best { idx: vec![1, 0, 2], tied: false });
        assert_eq!(best::<f64>(&scores, 4), Best { idx: vec![1, 0, 2, 3], tied: false });
    }
}
