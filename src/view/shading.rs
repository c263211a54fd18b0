//! The colours of a matrix: which map, from which value to which. One rule for the window and the figures.

use super::{
    palette::{ColourMap, Rgb},
    ramp::Ramp,
    raster::entries,
    scale::Scale,
};
use crate::pooling::trace::Value;

/// The mapping from values to colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shading {
    /// The values at the ends of the bar.
    pub range: (f64, f64),
    /// Colour scale.
    pub scale: Scale,
    pub ramp: Ramp,
    /// The colour where there is no entry, or 0.
    pub empty: Rgb,
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
    /// `range` is taken in any case, for several matrices on one bar; the bar is longer where a value lies beyond it.
    pub fn of(value: &Value, wished: ColourMap, scale: Scale, range: Option<(f64, f64)>, paper: Paper) -> Self {
        let map = suited(value, wished);
        let is_ink = !map.is_diverging() && range.is_none_or(|range| range == (0.0, 1.0)) && is_zero_one(value);
        let range = match range {
            _ if is_ink => (0.0, 1.0),
            Some(range) => widened(range, range_of(value), map),
            None => readable_range(value, scale, map),
        };
        let Paper { is_dark, empty } = paper;
        let ramp = if is_ink { Ramp::Ink { is_dark } } else { map.on(is_dark) };
        // Missing entries have the colour of the ground; in a dense signed matrix, 0 has that of the map's middle.
        let empty = if map.is_diverging() && matches!(value, Value::Dense(_)) { ramp.at(0.5) } else { empty };
        Self { range, scale, ramp, empty }
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
pub fn suited(value: &Value, wished: ColourMap) -> ColourMap {
    let (min, max) = range_of(value);
    let is_signed = min < -ROUNDING * max.abs().max(min.abs());
    if is_signed && !wished.is_diverging() { ColourMap::TealBrown } else { wished }
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

    fn of(values: Array2<f64>, range: Option<(f64, f64)>) -> Shading {
        Shading::of(&Value::Dense(values), ColourMap::Viridis, Scale::Linear, range, PAPER)
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
        let shading = of(array![[-0.4, 0.0], [1.0, 0.2]], None);
        assert_eq!((shading.ramp, shading.range), (ColourMap::TealBrown.on(false), (-1.0, 1.0)));
        assert_eq!(shading.empty, shading.ramp.at(0.5), "0 is a value of a dense matrix");
        assert_eq!(of(array![[-1e-15, 0.5]], None).ramp, ColourMap::Viridis.on(false), "rounding is no sign");
        let chosen = ColourMap::BlueWhiteRed;
        let shading = Shading::of(&Value::Dense(array![[-1.0, 0.5]]), chosen, Scale::Linear, None, PAPER);
        assert_eq!(shading.ramp, chosen.on(false), "what is chosen stays");
    }

    #[test]
    fn nothing_lies_outside_of_its_bar() {
        assert_eq!(of(array![[0.2, 1.5]], Some((0.0, 1.0))).range, (0.0, 1.5));
        assert_eq!(of(array![[-0.4, 0.5]], Some((0.0, 1.0))).range, (-1.0, 1.0));
        assert_eq!(of(array![[0.2, 1.0 + 1e-15]], Some((0.0, 1.0))).range, (0.0, 1.0));
    }

    #[test]
    fn zeros_and_ones_are_in_one_ink() {
        for range in [None, Some((0.0, 1.0))] {
            let shading = of(array![[0.0, 1.0], [1.0, 0.0]], range);
            assert_eq!((shading.ramp, shading.range), (Ramp::Ink { is_dark: false }, (0.0, 1.0)));
            assert_eq!(shading.ticks(0.1, 5), [0.0, 1.0]);
            assert_eq!((shading.bar(0.2), shading.bar(0.8)), (PAPER.empty, shading.colour(1.0)));
        }
        assert_eq!(of(array![[0.0, 1.0]], Some((0.0, 3.0))).ramp, ColourMap::Viridis.on(false), "one bar for several");
        assert_eq!(of(array![[0.0, 0.0]], None).ramp, ColourMap::Viridis.on(false));
        assert_eq!(of(array![[0.0, 2.0]], None).ramp, ColourMap::Viridis.on(false));
    }
}
