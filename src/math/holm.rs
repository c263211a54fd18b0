//! Holm's correction for several tests at once: the chance of any false finding among them stays below the level.

/// Adjusted p-values, in the order given: the smallest times the number of tests, the next times one less, and so on; none
/// smaller than one before it, none above 1 (Holm 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut largest: f64 = 0.0;
    for (rank, &idx) in order.iter().enumerate() {
        largest = largest.max(p[idx] * (p.len() - rank) as f64);
        adjusted[idx] = largest.min(1.0);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }

    /// `p.adjust(p, "holm")` of R, `statsmodels.stats.multitest.multipletests(p, method="holm")`.
    #[test]
    fn values_are_those_of_r_and_statsmodels() {
        assert_near(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]);
        assert_near(&holm(&[0.01, 0.02, 0.03]), &[0.03, 0.04, 0.04]);
        assert_near(&holm(&[0.5, 0.9]), &[1.0, 1.0]);
        assert_near(&holm(&[0.02, 0.02, 0.02]), &[0.06, 0.06, 0.06]);
        assert_near(&holm(&[0.04]), &[0.04]);
        assert_near(&holm(&[]), &[]);
    }
}
