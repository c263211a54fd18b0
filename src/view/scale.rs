//! Numbers on a colour bar: where a value stands between the ends, and which values are written beside it.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// How values are spread between the ends of a range.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Scale {
    /// Linear.
    #[default]
    Linear,
    /// By the square root: small values get more room.
    Sqrt,
    /// By the logarithm: each decade gets the same room.
    Log,
}

/// Decades that a logarithmic scale shows at most below its greatest value.
const DECADES: f64 = 12.0;

impl Scale {
    /// Where a value stands between the ends of a range: 0 at the lower one, 1 at the upper.
    ///
    /// In a range on both sides of 0 the root and the logarithm run from 0 in both directions.
    pub fn place(self, value: f64, (min, max): (f64, f64)) -> f64 {
        if min == max {
            return if value < min { 0.0 } else { 1.0 };
        }
        let place = match self {
            Self::Linear => (value - min) / (max - min),
            _ if min < 0.0 && max > 0.0 => {
                let most = max.max(-min);
                let half = 0.5 * self.place(value.abs(), (self.least_beside(most), most)).clamp(0.0, 1.0);
                0.5 + half * value.signum()
            }
            // Below 0 altogether: the mirror of the positive range.
            _ if max <= 0.0 => 1.0 - self.place(-value, (-max, -min)),
            Self::Sqrt => (value.max(0.0).sqrt() - min.sqrt()) / (max.sqrt() - min.sqrt()),
            Self::Log if value <= 0.0 => 0.0,
            Self::Log => {
                let min = min.max(self.least_beside(max));
                (value / min).log10() / (max / min).log10()
            }
        };
        place.clamp(0.0, 1.0)
    }

    /// The values written beside a colour bar, ascending: both of its ends, and between them round ones that are at least
    /// `apart` away from all others, as a share of the bar's length.
    pub fn bar_ticks(self, range: (f64, f64), apart: f64, at_most: usize) -> Vec<f64> {
        let (min, max) = range;
        if !(min.is_finite() && max.is_finite()) || min >= max {
            return if min == max { vec![min] } else { Vec::new() };
        }
        let at_most = ((1.0 / apart) as usize + 1).clamp(2, at_most);
        let mut ticks = vec![min];
        let mut last = 0.0;
        for tick in self.ticks(range, at_most) {
            let place = self.place(tick, range);
            if place - last >= apart && 1.0 - place >= apart && ticks.len() + 1 < at_most {
                ticks.push(tick);
                last = place;
            }
        }
        ticks.push(max);
        ticks
    }

    fn least_beside(self, most: f64) -> f64 {
        if self == Self::Log { most * 10_f64.powf(-DECADES) } else { 0.0 }
    }

    /// A few round values within a range to write beside a colour bar, ascending: steps of 1, 2 or 5
    /// times a power of ten; on a logarithmic scale whole decades, where there are two of them.
    pub fn ticks(self, (min, max): (f64, f64), at_most: usize) -> Vec<f64> {
        if !(min.is_finite() && max.is_finite()) || at_most == 0 || min > max {
            return Vec::new();
        }
        if min == max {
            return vec![min];
        }
        if self == Self::Log && min >= 0.0 && max > 0.0 {
            let decades = decades(min.max(self.least_beside(max)), max, at_most);
            if decades.len() >= 2 {
                return decades;
            }
        }
        steps(min, max, at_most)
    }
}

/// Steps of 1, 2 or 5 times a power of ten, ascending, the first not above `about` and the last far above it.
pub fn round_steps(about: f64) -> [f64; 6] {
    let power = 10_f64.powf(about.log10().floor());
    [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].map(|factor| power * factor)
}

fn steps(min: f64, max: f64, at_most: usize) -> Vec<f64> {
    // The slack takes in an end that rounding has moved by a hair.
    let slack = (max - min) * 1e-9;
    for step in round_steps((max - min) / at_most as f64) {
        let (first, last) = (((min - slack) / step).ceil() as i64, ((max + slack) / step).floor() as i64);
        if last - first < at_most as i64 {
            // Dividing by the inverse of a small step keeps 0.3 from becoming 0.30000000000000004.
            let tick = |k: i64| if step < 1.0 { k as f64 / (1.0 / step).round() } else { k as f64 * step };
            return (first..=last).map(tick).collect();
        }
    }
    Vec::new()
}

fn decades(min: f64, max: f64, at_most: usize) -> Vec<f64> {
    let (first, last) = ((min.log10() - 1e-9).ceil() as i32, (max.log10() + 1e-9).floor() as i32);
    let count = (last - first + 1).max(0) as usize;
    let stride = count.div_ceil(at_most).max(1);
    // Counted from the top: the greatest values matter most.
    let mut ticks: Vec<f64> = (first..=last).rev().step_by(stride).map(|power| 10_f64.powi(power)).collect();
    ticks.reverse();
    ticks
}

/// A number with a few significant digits and no zeros behind them: `0.4123`, `12`, `3.1e-7`.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    if !(-4..=5).contains(&power) {
        return format!("{}e{power}", trimmed(mantissa));
    }
    let decimals = (digits as i32 - 1 - power).max(0) as usize;
    trimmed(&format!("{value:.decimals$}")).to_owned()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Named as _;

    #[test]
    fn ticks_are_round_few_and_inside() {
        assert_eq!(Scale::Linear.ticks((0.0, 1.0), 5), [0.0, 0.5, 1.0]);
        assert_eq!(Scale::Linear.ticks((0.0, 1.0), 6), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(Scale::Linear.ticks((-1.0, 1.0), 5), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(Scale::Linear.ticks((0.03, 0.36), 4), [0.1, 0.2, 0.3]);
        assert_eq!(Scale::Linear.ticks((0.0, 5748.0), 4), [0.0, 2000.0, 4000.0]);
        assert_eq!(Scale::Sqrt.ticks((3.0, 3.0), 4), [3.0]);
        assert!(Scale::Linear.ticks((f64::INFINITY, f64::NEG_INFINITY), 4).is_empty());
        for max in [1e-7, 0.13, 2.7, 31.0, 9e5] {
            let ticks = Scale::Linear.ticks((0.0, max), 5);
            assert!((2..=5).contains(&ticks.len()), "{max}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| tick <= max * 1.000_001), "{max}: {ticks:?}");
        }
    }

    #[test]
    fn a_bar_has_its_ends_and_nothing_that_runs_into_them() {
        assert_eq!(Scale::Linear.bar_ticks((0.0, 1.0), 0.1, 5), [0.0, 0.5, 1.0]);
        assert_eq!(Scale::Linear.bar_ticks((0.6, 1.0), 0.3, 5), [0.6, 0.8, 1.0]);
        assert_eq!(Scale::Linear.bar_ticks((0.0, 3.9), 0.15, 5), [0.0, 1.0, 2.0, 3.0, 3.9]);
        assert_eq!(Scale::Linear.bar_ticks((0.0, 3.9), 0.3, 5), [0.0, 2.0, 3.9]);
        assert_eq!(Scale::Linear.bar_ticks((0.0, 3.9), 0.9, 5), [0.0, 3.9]);
        assert_eq!(Scale::Log.bar_ticks((0.002, 1.0), 0.2, 5), [0.002, 0.01, 0.1, 1.0]);
        assert_eq!(Scale::Linear.bar_ticks((2.0, 2.0), 0.2, 5), [2.0]);
        for (scale, name) in Scale::all() {
            for range in [(0.0, 0.813), (-0.43, 0.43), (1e-7, 3.0), (-2.0, 0.0)] {
                let ticks = scale.bar_ticks(range, 0.18, 5);
                assert!(ticks.is_sorted() && ticks.len() <= 5, "{name} {range:?}: {ticks:?}");
                assert_eq!((ticks[0], ticks[ticks.len() - 1]), range, "{name}");
            }
        }
    }

    #[test]
    fn a_logarithmic_bar_has_decades() {
        assert_eq!(Scale::Log.ticks((0.001, 1.0), 5), [0.001, 0.01, 0.1, 1.0]);
        assert_eq!(Scale::Log.ticks((1e-8, 1.0), 3), [1e-6, 1e-3, 1.0]);
        assert_eq!(Scale::Log.ticks((0.2, 0.9), 4), [0.2, 0.4, 0.6, 0.8]);
    }

    #[test]
    fn scales_run_from_end_to_end() {
        for (scale, name) in Scale::all() {
            for range in [(0.01, 4.0), (0.0, 1.0), (-2.0, 2.0), (-3.0, -1.0)] {
                assert_eq!(scale.place(range.0, range), 0.0, "{name} {range:?}");
                assert!((scale.place(range.1, range) - 1.0).abs() < 1e-12, "{name} {range:?}");
                let steps: Vec<f64> = (0..=20)
                    .map(|at| scale.place(range.0 + (range.1 - range.0) * f64::from(at) / 20.0, range))
                    .collect();
                assert!(steps.is_sorted(), "{name} {range:?}: {steps:?}");
            }
        }
        assert_eq!(Scale::Sqrt.place(0.25, (0.0, 1.0)), 0.5);
        assert!((Scale::Log.place(0.1, (0.01, 1.0)) - 0.5).abs() < 1e-12);
        assert_eq!(Scale::Log.place(0.0, (-2.0, 2.0)), 0.5);
    }

    #[test]
    fn numbers_are_short() {
        let texts: Vec<String> =
            [0.0, 0.412_345, 12.0, 1e-7, 123_456.0, -0.5, 9.9999e-5, 1234.56].map(|value| significant(value, 4)).into();
        assert_eq!(texts, ["0", "0.4123", "12", "1e-7", "123456", "-0.5", "0.0001", "1235"]);
    }
}
