//! The colours of numbers, from the lower end of a range to its upper one.
//!
//! Large values stand out from the ground: a sequential map runs from dark to light on a dark ground and from light to
//! dark on a light one, a diverging map has its quiet end in the middle. No map that is chosen by itself has red, which
//! is for seeds.

use colorous::Gradient;

use super::palette::{ColourMap, Rgb};

/// A colour map as it lies on a ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ramp {
    /// A map that the user can choose.
    Map {
        /// Which one.
        map: ColourMap,
        is_dark: bool,
    },
    /// One colour for all that is there, as in a matrix of 0 and 1.
    Ink {
        /// Whether the ground is dark.
        is_dark: bool,
    },
}

/// Teal and brown on a dark ground: the colours of the light one with the middle turned dark.
const DARK_TEAL_BROWN: [Rgb; 5] =
    [[0x8f, 0xea, 0xdc], [0x35, 0x9d, 0x92], [0x26, 0x2d, 0x38], [0xb5, 0x80, 0x2b], [0xfb, 0xd9, 0x8b]];

impl ColourMap {
    /// Its colours on a ground.
    pub fn on(self, is_dark: bool) -> Ramp {
        Ramp::Map { map: self, is_dark }
    }

    /// Whether it is for signed data, with 0 in its middle.
    pub fn is_diverging(self) -> bool {
        matches!(self, Self::TealBrown | Self::BlueWhiteRed)
    }
}

impl Ramp {
    /// The colour at `t`, taken as 0 below 0 and as 1 above 1.
    pub fn at(self, t: f64) -> Rgb {
        // A number that is none has no place on a map; it must not reach the tables.
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let (map, is_dark) = match self {
            Self::Ink { is_dark } => return if is_dark { [0xe6, 0xea, 0xf2] } else { [0x1b, 0x23, 0x30] },
            Self::Map { map, is_dark } => (map, is_dark),
        };
        let gradient: Gradient = match map {
            ColourMap::Viridis => colorous::VIRIDIS,
            ColourMap::Cividis => colorous::CIVIDIS,
            ColourMap::Magma => colorous::MAGMA,
            // It runs from white to black.
            ColourMap::Greys => return colorous::GREYS.eval_continuous(if is_dark { 1.0 - t } else { t }).as_array(),
            ColourMap::TealBrown if is_dark => return between(&DARK_TEAL_BROWN, t),
            ColourMap::TealBrown => return colorous::BROWN_GREEN.eval_continuous(1.0 - t).as_array(),
            ColourMap::BlueWhiteRed => return colorous::RED_BLUE.eval_continuous(1.0 - t).as_array(),
        };
        gradient.eval_continuous(if is_dark { t } else { 1.0 - t }).as_array()
    }

    /// Whether 0 is in its middle.
    pub fn is_diverging(self) -> bool {
        matches!(self, Self::Map { map, .. } if map.is_diverging())
    }
}

/// The colour at `t` between colours at equal distances.
fn between(stops: &[Rgb], t: f64) -> Rgb {
    let place = t * (stops.len() - 1) as f64;
    let before = (place as usize).min(stops.len() - 2);
    let share = place - before as f64;
    let (a, b) = (stops[before], stops[before + 1]);
    std::array::from_fn(|channel| {
        let (a, b) = (f64::from(a[channel]), f64::from(b[channel]));
        (a + share * (b - a)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        names::Named as _,
        view::palette::{SEED, contrast, distance, luminance},
    };

    const GROUNDS: [(bool, Rgb); 2] = [(true, [0x11, 0x15, 0x1c]), (false, [0xff; 3])];

    fn all(ramp: Ramp) -> Vec<Rgb> {
        (0..=255).map(|at| ramp.at(f64::from(at) / 255.0)).collect()
    }

    #[test]
    fn large_values_stand_out_from_either_ground() {
        for (map, name) in ColourMap::all() {
            for (is_dark, ground) in GROUNDS {
                let colours = all(map.on(is_dark));
                let ends = if map.is_diverging() { vec![colours[0], colours[255]] } else { vec![colours[255]] };
                // Blue–white–red is as it always was, with a light middle on any ground.
                let least = if map == ColourMap::BlueWhiteRed && is_dark { 1.0 } else { 7.0 };
                assert!(ends.iter().all(|&end| contrast(end, ground) > least), "{name}, dark: {is_dark}");
                let quiet = colours[if map.is_diverging() { 128 } else { 0 }];
                if map != ColourMap::BlueWhiteRed {
                    assert!(contrast(quiet, ground) < 1.9, "{name}, dark: {is_dark}: {quiet:?}");
                }
            }
        }
    }

    #[test]
    fn more_is_more_all_along_a_map() {
        for (map, name) in ColourMap::all() {
            for (is_dark, _) in GROUNDS {
                let light: Vec<f64> = all(map.on(is_dark)).into_iter().map(luminance).collect();
                // Eight bits a channel leave steps of about that size.
                let is_rising = |part: &[f64]| part.windows(2).all(|pair| pair[1] > pair[0] - 0.002);
                let is_falling = |part: &[f64]| part.windows(2).all(|pair| pair[1] < pair[0] + 0.002);
                let is_light_amid = !is_dark || map == ColourMap::BlueWhiteRed;
                let is_so = match (map.is_diverging(), is_light_amid) {
                    (true, true) => is_rising(&light[..128]) && is_falling(&light[128..]),
                    (true, false) => is_falling(&light[..128]) && is_rising(&light[128..]),
                    (false, true) => is_falling(&light),
                    (false, false) => is_rising(&light),
                };
                assert!(is_so, "{name}, dark: {is_dark}");
            }
        }
    }

    #[test]
    fn red_is_for_seeds_but_where_it_is_asked_for() {
        for (map, name) in
            ColourMap::all().filter(|(map, _)| *map != ColourMap::BlueWhiteRed && *map != ColourMap::Magma)
        {
            for (is_dark, _) in GROUNDS {
                let nearest = all(map.on(is_dark)).into_iter().map(|colour| distance(colour, SEED)).fold(1.0, f64::min);
                assert!(nearest > 0.11, "{name}, dark: {is_dark}: {nearest:.3} from the seeds' red");
            }
        }
    }

    #[test]
    fn the_signs_of_a_diverging_map_are_told_apart_without_red_and_green() {
        for (is_dark, _) in GROUNDS {
            let ramp = ColourMap::TealBrown.on(is_dark);
            for part in [0.1, 0.25, 0.5] {
                let (low, high) = (ramp.at(0.5 - part), ramp.at(0.5 + part));
                // Blue is seen by nearly everyone: teal has more of it than red, brown less.
                assert!(low[2] > low[0] && high[0] > high[2], "{low:?} {high:?}, dark: {is_dark}");
            }
        }
    }

    #[test]
    fn the_old_map_is_blue_then_white_then_red() {
        let [low, centre, high] = [0.0, 0.5, 1.0].map(|t| ColourMap::BlueWhiteRed.on(true).at(t));
        assert!(low[2] > low[0] && high[0] > high[2]);
        assert!(centre.iter().all(|&channel| channel > 0xe0));
    }

    #[test]
    fn numbers_that_are_none_do_not_break_a_map() {
        for (map, _) in ColourMap::all() {
            let ramp = map.on(false);
            assert_eq!(ramp.at(f64::NAN), ramp.at(0.0));
            assert_eq!(ramp.at(f64::INFINITY), ramp.at(1.0));
        }
    }
}
