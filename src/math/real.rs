//! The two precisions: `f32` trains, `f64` explores and checks.

use num_traits::Float;

/// `f32` or `f64`.
pub trait Real:
    Float + std::iter::Sum + std::ops::AddAssign + std::fmt::Debug + Default + Send + Sync + 'static
{
    /// Scores closer than this count as equal when they are ranked: far above rounding, far below
    /// any difference that means something. A power of two, so that the grid is exact.
    const RANK_GRID: f64;
    /// Assignment weights up to this count as zero: rounding must not decide about an edge.
    const NEGLIGIBLE: Self;

    /// e^x; in `f32` written so that loops over it become vectors, with an error below 1.1 ulp.
    fn exponential(self) -> Self;

    /// self · factor + term with one rounding: one instruction on processors that have it, slow on others, the same
    /// number on all.
    fn fused(self, factor: Self, term: Self) -> Self;

    /// Rounds to this precision.
    fn of(value: f64) -> Self;
    /// Widens to `f64`, exactly.
    fn to_f64(self) -> f64;
}

impl Real for f32 {
    const RANK_GRID: f64 = 1.0 / (1_u64 << 18) as f64;
    const NEGLIGIBLE: Self = 1e-6;

    #[inline(always)]
    fn exponential(self) -> Self {
        exp_f32(self)
    }

    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        f32::mul_add(self, factor, term)
    }

    #[inline(always)]
    fn of(value: f64) -> Self {
        value as f32
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    const RANK_GRID: f64 = 1.0 / (1_u64 << 30) as f64;
    const NEGLIGIBLE: Self = 1e-12;

    #[inline(always)]
    fn exponential(self) -> Self {
        self.exp()
    }

    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        f64::mul_add(self, factor, term)
    }

    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }
}

/// e^x = 2^k e^r with |r| ≤ ln 2 / 2, by the Taylor series of e^r fitted to that interval.
#[inline(always)]
fn exp_f32(x: f32) -> f32 {
    // Beyond, the result is 0 or infinite anyway.
    let within = if x < -104.0 { -104.0 } else { x };
    let within = if within > 89.0 { 89.0 } else { within };
    // Adding 1.5 · 2^23 rounds to a whole number, which then is in the lowest bits.
    const ROUNDER: f32 = 12_582_912.0;
    let shifted = within.mul_add(std::f32::consts::LOG2_E, ROUNDER);
    let k = shifted - ROUNDER;
    // ln 2 in two parts; the product of k and the first is exact.
    let r = k.mul_add(2.121_944_4e-4, k.mul_add(-0.693_359_4, within));
    let tail = [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5]
        .into_iter()
        .fold(1.987_569_1e-4_f32, |sum, coefficient| sum.mul_add(r, coefficient));
    let e_r = tail.mul_add(r * r, r) + 1.0;
    // 2^k in two factors, since a subnormal result is below the least power of two with an exponent.
    let k = (shifted.to_bits() as i32).wrapping_sub(ROUNDER.to_bits() as i32);
    let half = k >> 1;
    e_r * two_to(half) * two_to(k.wrapping_sub(half))
}

#[inline(always)]
fn two_to(exponent: i32) -> f32 {
    f32::from_bits((exponent.wrapping_add(127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_about_an_ulp() {
        let mut worst = 0.0_f64;
        for step in -1_040_000..=890_000 {
            let x = step as f32 * 1e-4;
            let (approximation, exact) = (x.exponential(), f64::from(x).exp());
            if exact < f64::from(f32::MAX) {
                let ulp = f64::from((exact as f32).next_up() - exact as f32);
                worst = worst.max((f64::from(approximation) - exact).abs() / ulp);
            }
        }
        assert!(worst < 1.1, "{worst} ulp");
    }

    #[test]
    fn the_exponential_has_its_limits() {
        assert_eq!(0.0_f32.exponential(), 1.0);
        assert_eq!([f32::NEG_INFINITY, -1e30, -105.0].map(Real::exponential), [0.0; 3]);
        assert_eq!([f32::INFINITY, 90.0].map(Real::exponential), [f32::INFINITY; 2]);
        assert!(f32::NAN.exponential().is_nan());
    }
}
