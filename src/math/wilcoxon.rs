//! Wilcoxon's signed-rank test: do paired differences lean to one side? Exact, with ties.
//!
//! Differences of zero are ignored; equal sizes share their ranks. Under the
//! hypothesis that either sign is as likely, each of the 2ⁿ sign patterns is, so the distribution
//! of the rank sum is found by adding one difference after the other (Streitberg and Röhmel 1986).

/// The outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Differences that are not zero.
    pub n: usize,
    /// Probability of a rank sum at least as far from the middle, on either side.
    pub p: f64,
}

/// More pairs than this would take long, and nobody has them.
const MOST: usize = 2000;

/// Tests differences; none if there are too many for the exact distribution.
pub fn signed_rank(differences: &[f64]) -> Option<SignedRank> {
    let mut sizes: Vec<(f64, bool)> = differences.iter().filter(|d| **d != 0.0).map(|&d| (d.abs(), d > 0.0)).collect();
    let n = sizes.len();
    if n > MOST || sizes.iter().any(|(size, _)| !size.is_finite()) {
        return None;
    }
    sizes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let ranks = doubled_ranks(&sizes);
    let total: usize = ranks.iter().sum();
    let positive: usize = ranks.iter().zip(&sizes).filter(|(_, (_, is_up))| *is_up).map(|(rank, _)| rank).sum();

    // probability[w]: that the doubled ranks with a plus sum to w.
    let mut probability = vec![0.0; total + 1];
    probability[0] = 1.0;
    let mut reach = 0;
    for &rank in &ranks {
        for sum in (0..=reach).rev() {
            let half = probability[sum] / 2.0;
            probability[sum] = half;
            probability[sum + rank] += half;
        }
        reach += rank;
    }
    let lower = positive.min(total - positive);
    let tail: f64 = probability[..=lower].iter().sum();
    Some(SignedRank { n, p: (2.0 * tail).min(1.0) })
}

/// Twice the rank of each size, so that the mean rank of equals is a whole number too.
fn doubled_ranks(ascending: &[(f64, bool)]) -> Vec<usize> {
    let mut ranks = Vec::with_capacity(ascending.len());
    for equals in ascending.chunk_by(|a, b| a.0 == b.0) {
        let first = ranks.len() + 1;
        let last = ranks.len() + equals.len();
        ranks.extend(equals.iter().map(|_| first + last));
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.wilcoxon(d, method="exact")`; with ties and zeros, all signs counted one by one.
    #[test]
    fn p_values_are_those_of_scipy() {
        let p = |differences: &[f64]| signed_rank(differences).unwrap().p;
        let darwin = [6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0];
        assert!((p(&darwin) - 0.041_259_765_625).abs() < 1e-12);
        assert!((p(&[1.0, 2.0, 3.0, 4.0, 5.0]) - 0.0625).abs() < 1e-12);
        assert!((p(&[1.0, 1.0, 2.0, 3.0, -1.0, 4.0, 0.0]) - 0.125).abs() < 1e-12);
        assert_eq!(p(&[1.0, -1.0]), 1.0);
        assert_eq!(signed_rank(&[0.0, 0.0]), Some(SignedRank { n: 0, p: 1.0 }));
        assert_eq!(signed_rank(&[f64::NAN]), None);
    }

    #[test]
    fn the_side_does_not_matter_and_more_evidence_counts_more() {
        let up: Vec<f64> = (1..=20).map(f64::from).collect();
        let down: Vec<f64> = up.iter().map(|d| -d).collect();
        assert_eq!(signed_rank(&up), signed_rank(&down));
        assert!((signed_rank(&up).unwrap().p - 2.0 / f64::from(1 << 20)).abs() < 1e-15);
    }
}
