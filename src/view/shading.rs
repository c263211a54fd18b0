//! The colours of a matrix: which map, from which value to which. One rule for the window and the figures.

use super::{
    palette::{ColourMap, Rgb},
    ramp::Ramp,
    raster::entries,
    scale::{Scale, significant},
};
use crate::pooling::trace::Value;

/// The mapping from values to colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shading {
    /// The values at the ends of the bar.
    pub range: (f64, f64),
    /// Whether values lie below or above the bar, whose ends were chosen; they have the colours of the ends.
    pub beyond: [bool; 2],
    /// Colour scale.
    pub scale: Scale,
    pub ramp: Ramp,
    /// The colour where there is no entry, or 0.
    pub empty: Rgb,
}

/// The ends of a colour bar.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limits {
    /// Those of the matrix, see [`readable_range`].
    #[default]
    Automatic,
    /// For several matrices on one bar; longer where a value lies beyond it.
    AtLeast(f64, f64),
    /// As they were chosen, wherever the values are.
    Chosen(f64, f64),
}

impl Limits {
    /// Whether numbers can be the ends of a bar.
    pub fn are_valid(low: f64, high: f64) -> bool {
        low.is_finite() && high.is_finite() && low < high
    }
}

/// What a matrix is drawn on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Whether the ground is dark.
    pub is_dark: bool,
    /// The colour of cells without an entry.
    pub empty: Rgb,
}

/// Values that differ by less, in the larger of them, are one.
const ROUNDING: f64 = 1e-9;

impl Shading {
    /// The colours of a matrix: those of the map that is wished for, but diverging ones for a signed matrix, and one ink
    /// for a matrix of 0 and 1.
    ///
    pub fn new(value: &Value, preferred: ColourMap, scale: Scale, limits: Limits, paper: Paper) -> Self {
        let map = suited(value, preferred);
        let is_unit = match limits {
            Limits::Automatic => true,
            Limits::AtLeast(low, high) | Limits::Chosen(low, high) => (low, high) == (0.0, 1.0),
        };
        let is_ink = !map.is_diverging() && is_unit && is_zero_one(value);
        let range = match limits {
            _ if is_ink => (0.0, 1.0),
            Limits::AtLeast(low, high) => widened((low, high), range_of(value), map),
            Limits::Chosen(low, high) if Limits::are_valid(low, high) => (low, high),
            Limits::Automatic | Limits::Chosen(..) => readable_range(value, scale, map),
        };
        let (beyond, slack) = (range_of(value), ROUNDING * (range.1 - range.0).abs());
        let is_chosen = matches!(limits, Limits::Chosen(..));
        let beyond = [beyond.0 < range.0 - slack, beyond.1 > range.1 + slack].map(|is| is && is_chosen);
        let Paper { is_dark, empty } = paper;
        let ramp = if is_ink { Ramp::Ink { is_dark } } else { map.on(is_dark) };
        // Missing entries have the colour of the ground; in a dense signed matrix, 0 has that of the map's middle.
        let empty = if map.is_diverging() && matches!(value, Value::Dense(_)) { ramp.at(0.5) } else { empty };
        Self { range, beyond, scale, ramp, empty }
    }

    /// A value beside the bar, in three digits: `0.5`, and `≥ 0.5` at an end that values lie beyond.
    pub fn written(&self, tick: f64) -> String {
        let [is_below, is_above] = self.beyond;
        let sign = match tick {
            low if low == self.range.0 && is_below => "≤ ",
            high if high == self.range.1 && is_above => "≥ ",
            _ => "",
        };
        format!("{sign}{}", significant(tick, 3).replace('-', "−"))
    }

    pub fn colour(&self, value: f64) -> Rgb {
        self.ramp.at(self.scale.place(value, self.range))
    }

    /// The values written beside the bar; see [`Scale::bar_ticks`].
    pub fn ticks(&self, apart: f64, at_most: usize) -> Vec<f64> {
        // Between 0 and 1 in one ink there is nothing.
        let at_most = if matches!(self.ramp, Ramp::Ink { .. }) { 2 } else { at_most };
        self.scale.bar_ticks(self.range, apart, at_most)
    }

    /// The colour of the bar at a share of its length.
    pub fn bar(&self, t: f64) -> Rgb {
        match self.ramp {
            // Half of it is 0, half is 1: there is nothing between.
            Ramp::Ink { .. } if t < 0.5 => self.empty,
            ramp => ramp.at(t),
        }
    }
}

/// The map for a matrix: the one that is wished for, unless the matrix is signed and the map is not.
pub fn suited(value: &Value, preferred: ColourMap) -> ColourMap {
    let (min, max) = range_of(value);
    let is_signed = min < -ROUNDING * max.abs().max(min.abs());
    if is_signed && !preferred.is_diverging() { ColourMap::TealBrown } else { preferred }
}

/// Minimum and maximum of the stored finite entries; (0, 0) if there are none.
pub fn range_of(value: &Value) -> (f64, f64) {
    let finite = entries(value).filter(|value| value.is_finite());
    finite.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
}

/// Whether there are entries, and all of them are 0 or 1.
fn is_zero_one(value: &Value) -> bool {
    let mut has_one = false;
    let is_so = entries(value).all(|value| {
        let is_one = (value - 1.0).abs() < ROUNDING;
        has_one |= is_one;
        is_one || value == 0.0
    });
    is_so && has_one
}

/// The ends of a colour bar on which the values can be read.
///
/// A bar starts at 0, so that twice the value is twice the way; a logarithmic one starts at the least positive value; a
/// diverging one has 0 in its middle.
pub fn readable_range(value: &Value, scale: Scale, map: ColourMap) -> (f64, f64) {
    let (min, max) = range_of(value);
    if map.is_diverging() || (scale != Scale::Linear && min < 0.0 && max > 0.0) {
        let most = max.abs().max(min.abs());
        return if most == 0.0 { (-1.0, 1.0) } else { (-most, most) };
    }
    if (min, max) == (0.0, 0.0) {
        return (0.0, 1.0);
    }
    if scale == Scale::Log && max > 0.0 {
        let positive = entries(value).filter(|&value| value > 0.0 && value.is_finite());
        let least = positive.fold(max, f64::min);
        return if max - least <= ROUNDING * max { (max / 10.0, max) } else { (least, max) };
    }
    (min.min(0.0), max.max(0.0))
}

/// A range that takes in the values, but for rounding: nothing is drawn that is not on the bar.
fn widened((low, high): (f64, f64), (min, max): (f64, f64), map: ColourMap) -> (f64, f64) {
    let slack = ROUNDING * (high - low).abs();
    let (low, high) = (if min < low - slack { min } else { low }, if max > high + slack { max } else { high });
    if map.is_diverging() {
        let most = high.abs().max(low.abs());
        (-most, most)
    } else {
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;

    const PAPER: Paper = Paper { is_dark: false, empty: [9; 3] };

    fn shade(values: Array2<f64>, limits: Limits) -> Shading {
        Shading::new(&Value::Dense(values), ColourMap::Viridis, Scale::Linear, limits, PAPER)
    }

    #[test]
    fn ranges_can_be_read() {
        let range = |values: Array2<f64>, map| readable_range(&Value::Dense(values), Scale::Linear, map);
        let viridis = ColourMap::Viridis;
        assert_eq!(range(array![[1.0, 1.0]], viridis), (0.0, 1.0));
        assert_eq!(range(array![[0.0, 0.0]], viridis), (0.0, 1.0));
        assert_eq!(range(array![[0.1, 1.0]], viridis), (0.0, 1.0));
        assert_eq!(range(array![[0.97, 1.0]], viridis), (0.0, 1.0), "a bar starts at 0");
        assert_eq!(range(array![[-0.1, 1.0]], ColourMap::TealBrown), (-1.0, 1.0));
        assert_eq!(range(array![[f64::NAN, 2.0, f64::INFINITY]], viridis), (0.0, 2.0));
        assert_eq!(range(Array2::zeros((0, 3)), viridis), (0.0, 1.0));
        let logarithmic = |values| readable_range(&Value::Dense(values), Scale::Log, viridis);
        assert_eq!(logarithmic(array![[0.0, 1e-3], [1e-1, 10.0]]), (1e-3, 10.0));
        assert_eq!(logarithmic(array![[1.0 - 1e-15, 1.0]]), (0.1, 1.0));
    }

    #[test]
    fn signed_matrices_diverge_around_0() {
        let shading = shade(array![[-0.4, 0.0], [1.0, 0.2]], Limits::Automatic);
        assert_eq!((shading.ramp, shading.range), (ColourMap::TealBrown.on(false), (-1.0, 1.0)));
        assert_eq!(shading.empty, shading.ramp.at(0.5), "0 is a value of a dense matrix");
        assert_eq!(
            shade(array![[-1e-15, 0.5]], Limits::Automatic).ramp,
            ColourMap::Viridis.on(false),
            "rounding is no sign"
        );
        let chosen = ColourMap::BlueWhiteRed;
        let shading = Shading::new(&Value::Dense(array![[-1.0, 0.5]]), chosen, Scale::Linear, Limits::Automatic, PAPER);
        assert_eq!(shading.ramp, chosen.on(false), "what is chosen stays");
    }

    #[test]
    fn nothing_lies_outside_of_its_bar() {
        assert_eq!(shade(array![[0.2, 1.5]], Limits::AtLeast(0.0, 1.0)).range, (0.0, 1.5));
        assert_eq!(shade(array![[-0.4, 0.5]], Limits::AtLeast(0.0, 1.0)).range, (-1.0, 1.0));
        assert_eq!(shade(array![[0.2, 1.0 + 1e-15]], Limits::AtLeast(0.0, 1.0)).range, (0.0, 1.0));
    }

    #[test]
    fn chosen_ends_stay_and_say_what_lies_beyond_them() {
        let shading = shade(array![[0.1, 1.5]], Limits::Chosen(0.2, 0.5));
        assert_eq!((shading.range, shading.beyond), ((0.2, 0.5), [true, true]));
        assert_eq!([0.2, 0.3, 0.5].map(|tick| shading.written(tick)), ["≤ 0.2", "0.3", "≥ 0.5"]);
        assert_eq!(shading.colour(1.5), shading.colour(0.5));
        assert_eq!(shade(array![[0.3, 0.4]], Limits::Chosen(0.2, 0.5)).beyond, [false; 2]);
        assert_eq!(shade(array![[0.3, 0.4]], Limits::Chosen(0.5, 0.5)).range, (0.0, 0.4), "no range at all");
        assert_eq!(shade(array![[0.0, 1.0]], Limits::Chosen(0.0, 0.5)).ramp, ColourMap::Viridis.on(false));
    }

    #[test]
    fn zeros_and_ones_are_in_one_ink() {
        for limits in [Limits::Automatic, Limits::AtLeast(0.0, 1.0), Limits::Chosen(0.0, 1.0)] {
            let shading = shade(array![[0.0, 1.0], [1.0, 0.0]], limits);
            assert_eq!((shading.ramp, shading.range), (Ramp::Ink { is_dark: false }, (0.0, 1.0)));
            assert_eq!(shading.ticks(0.1, 5), [0.0, 1.0]);
            assert_eq!((shading.bar(0.2), shading.bar(0.8)), (PAPER.empty, shading.colour(1.0)));
        }
        assert_eq!(
            shade(array![[0.0, 1.0]], Limits::AtLeast(0.0, 3.0)).ramp,
            ColourMap::Viridis.on(false),
            "one bar for several"
        );
        assert_eq!(shade(array![[0.0, 0.0]], Limits::Automatic).ramp, ColourMap::Viridis.on(false));
        assert_eq!(shade(array![[0.0, 2.0]], Limits::Automatic).ramp, ColourMap::Viridis.on(false));
    }
}
