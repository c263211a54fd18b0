//! Sparsemax: the Euclidean projection onto the probability simplex (Martins and Astudillo 2016).

use super::real::Real;

/// The threshold θ and the lowest entry above it: sparsemax(z)_j = z_j − θ where z_j ≥ that entry.
///
/// `scratch` is overwritten. An entry whose weight would be negligible is not in the support, so
/// that rounding cannot decide about an edge; θ is that of the support alone, so the weights still
/// sum to 1. Equal entries are in or out together. An empty `z` has no support.
pub fn threshold<T: Real>(z: &[T], scratch: &mut Vec<T>) -> Option<(T, T)> {
    scratch.clear();
    scratch.extend_from_slice(z);
    scratch.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    let mut sum = T::zero();
    let mut found: Option<(T, T)> = None;
    for (k, &value) in scratch.iter().enumerate() {
        sum += value;
        let theta = (sum - T::one()) / T::of((k + 1) as f64);
        let is_new = found.is_none_or(|(_, lowest)| value < lowest);
        if is_new && value - theta <= T::NEGLIGIBLE {
            break;
        }
        found = Some((theta, value));
    }
    found
}

/// The projection itself.
pub fn sparsemax<T: Real>(z: &[T]) -> Vec<T> {
    match threshold(z, &mut Vec::new()) {
        Some((theta, lowest)) => z.iter().map(|&z| if z >= lowest { z - theta } else { T::zero() }).collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// p is the projection of z iff p ≥ 0, Σp = 1 and z_j − p_j = θ on the support, ≤ θ off it.
        #[test]
        fn the_conditions_of_karush_kuhn_and_tucker_hold(z in prop::collection::vec(-3.0..3.0_f64, 1..30)) {
            let p = sparsemax(&z);
            prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let (theta, _) = threshold(&z, &mut Vec::new()).unwrap();
            for (&z, &p) in z.iter().zip(&p) {
                prop_assert!(p >= 0.0);
                if p > 0.0 { prop_assert!((z - p - theta).abs() < 1e-12) } else { prop_assert!(z <= theta + 1e-11) }
            }
        }
    }

    #[test]
    fn equal_entries_share_and_an_entry_at_the_threshold_is_out() {
        assert_eq!(sparsemax(&[0.2, 0.2]), [0.5, 0.5]);
        assert_eq!(sparsemax(&[2.0 / 3.0, 2.0 / 3.0, 1.0 / 6.0]), [0.5, 0.5, 0.0]);
        assert_eq!(sparsemax::<f64>(&[]), [0.0; 0]);
    }
}
