//! Sparsemax: the Euclidean projection onto the probability simplex (Martins and Astudillo 2016).

use super::real::Real;

/// Where sparsemax cuts: sparsemax(z)_j = (z_j − largest) − θ where z_j ≥ lowest, else 0.
///
/// The projection does not change when a number is added to all entries, so the largest is taken
/// off first: weights keep their precision however large the entries are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold<T> {
    pub largest: T,
    /// θ = (Σ_support (z_j − largest) − 1) / |support|.
    pub theta: T,
    /// The lowest entry of the support.
    pub lowest: T,
}

/// Finds the threshold; an empty `z` has none.
///
/// `scratch` is overwritten. An entry whose weight would be negligible is not in the support, so
/// that rounding cannot decide about an edge; θ is that of the support alone, so the weights still
/// sum to 1. Equal entries are in or out together.
pub fn threshold<T: Real>(z: &[T], scratch: &mut Vec<T>) -> Option<Threshold<T>> {
    scratch.clear();
    scratch.extend_from_slice(z);
    let largest = *scratch.first()?;
    let largest = scratch.iter().fold(largest, |largest, &z| if z > largest { z } else { largest });
    leave_out_the_low(scratch, largest);
    scratch.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    let mut threshold = Threshold { largest, theta: -T::one(), lowest: largest };
    let mut sum = T::zero();
    for (k, &value) in scratch.iter().enumerate() {
        sum += value - largest;
        let theta = (sum - T::one()) / T::of((k + 1) as f64);
        if value < threshold.lowest && (value - largest) - theta <= T::NEGLIGIBLE {
            break;
        }
        threshold = Threshold { theta, lowest: value, ..threshold };
    }
    Some(threshold)
}

/// Takes away entries that are surely below the threshold, so that few are left to sort: the θ of
/// any entries among which the support is, is at most that of the support.
fn leave_out_the_low<T: Real>(z: &mut Vec<T>, largest: T) {
    // Rounding must not take away an entry at the threshold.
    let slack = T::of(16.0) * T::NEGLIGIBLE;
    loop {
        let n = z.len();
        let mut sums = [T::zero(); 4];
        for (idx, &z) in z.iter().enumerate() {
            sums[idx % 4] += z - largest;
        }
        let theta = ((sums[0] + sums[1]) + (sums[2] + sums[3]) - T::one()) / T::of(n as f64);
        // NaN stays NaN.
        let is_low = |z: T| z - largest < theta - slack;
        z.retain(|&z| !is_low(z));
        if z.len() * 4 > n * 3 {
            return;
        }
    }
}

/// The projection itself.
pub fn sparsemax<T: Real>(z: &[T]) -> Vec<T> {
    let Some(Threshold { largest, theta, lowest }) = threshold(z, &mut Vec::new()) else { return Vec::new() };
    z.iter().map(|&z| if z >= lowest { (z - largest) - theta } else { T::zero() }).collect()
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
            let solution = threshold(&z, &mut Vec::new()).unwrap();
            let theta = solution.largest + solution.theta;
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

    #[test]
    fn large_entries_are_shared_out_as_exactly_as_small_ones() {
        assert_eq!(sparsemax(&[1e6_f32; 4]), [0.25; 4]);
        assert_eq!(sparsemax(&[4096.0_f32, 4096.5, 4090.0]), [0.25, 0.75, 0.0]);
        assert_eq!(sparsemax(&[-1e12_f64, -1e12 - 0.5]), [0.75, 0.25]);
    }
}
