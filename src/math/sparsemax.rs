//! Sparsemax: the Euclidean projection onto the probability simplex (Martins and Astudillo 2016).

use super::{bits::pack, real::Real};

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
///
/// The θ of any entries among which the support is, is at most that of the support. So what is below it is left out, until
/// nothing is (Michelot 1986): a few rounds over ever fewer entries, without sorting.
#[inline(always)]
pub fn threshold<T: Real>(z: &[T], scratch: &mut Vec<T>) -> Option<Threshold<T>> {
    let largest = largest(z)?;
    if scratch.len() < z.len() {
        scratch.resize(z.len(), T::zero());
    }
    let (mut cut, mut n) = (theta(z, largest), z.len());
    let mut kept = keep(
        Some(z),
        scratch,
        n,
        #[inline(always)]
        |value| is_in(value, largest, cut),
    );
    while kept < n {
        n = kept;
        cut = theta(&scratch[..n], largest);
        kept = keep(
            None,
            scratch,
            n,
            #[inline(always)]
            |value| is_in(value, largest, cut),
        );
    }
    Some(Threshold { largest, theta: cut, lowest: lowest(&scratch[..n], largest) })
}

/// Moves the wanted ones of `n` values to the front, in their order; how many there are. From elsewhere, or in place.
#[inline(always)]
fn keep<T: Real>(from: Option<&[T]>, to: &mut [T], n: usize, is_wanted: impl Fn(T) -> bool) -> usize {
    let (mut kept, whole) = (0, n - n % LANES);
    for first in (0..whole).step_by(LANES) {
        let group: [T; LANES] = *from.unwrap_or(to)[first..].first_chunk().expect("a whole group");
        let is_wanted = std::array::from_fn(|lane| is_wanted(group[lane]));
        kept += pack(&group, is_wanted, to[kept..].first_chunk_mut().expect("no more are kept than came"));
    }
    for at in whole..n {
        let value = from.unwrap_or(to)[at];
        to[kept] = value;
        kept += usize::from(is_wanted(value));
    }
    kept
}

/// θ if these were the support.
#[inline(always)]
fn theta<T: Real>(among: &[T], largest: T) -> T {
    (sum_below(among, largest) - T::one()) / T::of(among.len() as f64)
}

#[inline(always)]
fn is_in<T: Real>(value: T, largest: T, theta: T) -> bool {
    // NaN stays NaN.
    let is_out = ((value - largest) - theta <= T::NEGLIGIBLE) & (value < largest);
    !is_out
}

/// Sums and maxima at a time; fixed, so that the result does not depend on the CPU.
const LANES: usize = 8;

#[inline(always)]
fn largest<T: Real>(z: &[T]) -> Option<T> {
    let larger = |a: T, b: T| if b > a { b } else { a };
    let mut found = [*z.first()?; LANES];
    let (groups, rest) = z.as_chunks::<LANES>();
    for group in groups {
        found = std::array::from_fn(|lane| larger(found[lane], group[lane]));
    }
    found.iter().chain(rest).copied().reduce(larger)
}

#[inline(always)]
fn lowest<T: Real>(z: &[T], largest: T) -> T {
    let lower = |a: T, b: T| if b < a { b } else { a };
    let mut found = [largest; LANES];
    let (groups, rest) = z.as_chunks::<LANES>();
    for group in groups {
        found = std::array::from_fn(|lane| lower(found[lane], group[lane]));
    }
    found.iter().chain(rest).copied().fold(largest, lower)
}

/// Σ (z_j − largest).
#[inline(always)]
fn sum_below<T: Real>(z: &[T], largest: T) -> T {
    let mut sums = [T::zero(); LANES];
    let (groups, rest) = z.as_chunks::<LANES>();
    for group in groups {
        for lane in 0..LANES {
            sums[lane] += group[lane] - largest;
        }
    }
    for (sum, &z) in sums.iter_mut().zip(rest) {
        *sum += z - largest;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
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
