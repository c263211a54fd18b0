//! Every colour that belongs to data: maps of numbers, clusters, seeds, elements.
//!
//! Clusters are those of Okabe and Ito (Color Universal Design, 2008), with grey for their black,
//! which would be lost on a dark ground, and brown for their vermilion, which is too near the seeds' red.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::graph::elements;

/// Red, green and blue, in sRGB.
pub type Rgb = [u8; 3];

/// Seeds: the only red on screen.
pub const SEED: Rgb = [0xe5, 0x48, 0x4d];

/// Cluster colours, distinguishable with any colour vision.
pub const CLUSTERS: [Rgb; 8] = [
    [0xe6, 0x9f, 0x00],
    [0x56, 0xb4, 0xe9],
    [0x00, 0x9e, 0x73],
    [0xf0, 0xe4, 0x42],
    [0x00, 0x72, 0xb2],
    [0x96, 0x60, 0x2c],
    [0xcc, 0x79, 0xa7],
    [0x99, 0x99, 0x99],
];

/// The colour of a cluster; they repeat after eight.
pub fn cluster(idx: usize) -> Rgb {
    CLUSTERS[idx % CLUSTERS.len()]
}

/// A node without a value.
pub fn neutral(is_dark: bool) -> Rgb {
    if is_dark { [140; 3] } else { [120; 3] }
}

/// Colour of training curves.
pub fn training(is_dark: bool) -> Rgb {
    on_ground(CLUSTERS[1], is_dark)
}

/// Colour of validation curves.
pub fn validation(is_dark: bool) -> Rgb {
    on_ground(CLUSTERS[0], is_dark)
}

/// The curve of one of several runs.
pub fn run(idx: usize, is_dark: bool) -> Rgb {
    // Brown is left out: a thin line of it is taken for orange.
    const ORDER: [usize; 7] = [0, 1, 2, 6, 3, 4, 7];
    on_ground(CLUSTERS[ORDER[idx % ORDER.len()]], is_dark)
}

/// A colour of thin lines: darkened or brightened until it stands out from the ground.
fn on_ground(colour: Rgb, is_dark: bool) -> Rgb {
    const ENOUGH: f64 = 3.0;
    let ground = if is_dark { [0x11, 0x15, 0x1c] } else { [0xff; 3] };
    let mut adjusted = colour;
    for _ in 0..32 {
        if contrast(adjusted, ground) >= ENOUGH {
            break;
        }
        adjusted = adjusted.map(|channel| {
            if is_dark { (f32::from(channel) * 1.06 + 4.0).min(255.0) as u8 } else { (f32::from(channel) * 0.94) as u8 }
        });
    }
    adjusted
}

/// A map from numbers to colours, even steps to the eye. On a light ground a sequential one is turned round, so that
/// large values stand out from either.
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
pub enum ColourMap {
    /// Between dark violet and yellow.
    #[default]
    Viridis,
    /// From dark blue to yellow; safe for colour-blind readers.
    Cividis,
    /// Between black and cream, through magenta.
    Magma,
    /// Between black and white.
    Greys,
    /// Teal below 0, brown above: for signed data, without the seeds' red.
    #[strum(serialize = "teal-brown", message = "teal–brown")]
    TealBrown,
    /// Blue through white to red, for signed data; a choice, and in older files.
    #[serde(rename = "blue-white-red", alias = "diverging")]
    #[strum(serialize = "blue-white-red", message = "blue–white–red")]
    BlueWhiteRed,
}

/// Symbol, colour on a dark ground, colour on a light one.
const ELEMENTS: &[(&str, Rgb, Rgb)] = &[
    ("H", [0xd5, 0xda, 0xe2], [0x7b, 0x84, 0x92]),
    ("C", [0x9a, 0xa3, 0xb0], [0x5f, 0x69, 0x78]),
    ("N", [0x5b, 0x8d, 0xff], [0x2f, 0x5f, 0xd8]),
    ("O", [0xff, 0x8a, 0x3c], [0xe2, 0x7a, 0x00]),
    ("F", [0xb4, 0xe0, 0x5a], [0x86, 0xa8, 0x00]),
    ("P", [0xd4, 0xa2, 0x2a], [0x8a, 0x5a, 0x00]),
    ("S", [0xf2, 0xd9, 0x3b], [0xb0, 0x96, 0x00]),
    ("Cl", [0x4f, 0xd1, 0x5e], [0x1f, 0x94, 0x32]),
    ("Br", [0x2f, 0xb3, 0x8a], [0x0c, 0x7f, 0x6a]),
    ("I", [0x3b, 0x8f, 0x6a], [0x0f, 0x5c, 0x3f]),
];

/// The chemists' colour of an element symbol, tuned to the ground it lies on.
///
/// Any other label gets a muted colour that depends on its letters alone.
pub fn element(symbol: &str, is_dark: bool) -> Rgb {
    let known = ELEMENTS.iter().find(|(known, _, _)| *known == symbol);
    known.map_or_else(|| muted(symbol, is_dark), |&(_, dark, light)| if is_dark { dark } else { light })
}

/// The colour of an atomic number; 0 is "any atom".
pub fn atom(number: u8, is_dark: bool) -> Rgb {
    element(elements::symbol(number).unwrap_or("*"), is_dark)
}

/// A muted colour of a hue that a label's letters choose, never one near the seeds' red.
fn muted(label: &str, is_dark: bool) -> Rgb {
    let hash = label.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hued(hash, if is_dark { 0.30 } else { 0.17 })
}

/// The colour of a label that is no element, by its place among the labels of a dataset: neighbours differ
/// most, and of three one is dark and one is light.
pub fn label(idx: u32, is_dark: bool) -> Rgb {
    let targets = if is_dark { [0.30, 0.42, 0.18] } else { [0.16, 0.08, 0.25] };
    let target = targets[idx as usize % 3];
    hued(idx, target)
}

/// A colour of a hue that a number chooses and of a luminance.
fn hued(number: u32, target: f64) -> Rgb {
    const FIRST_HUE: f64 = 35.0;
    const HUES: f64 = 300.0;
    // The golden ratio spreads numbers that differ by little.
    let hue = FIRST_HUE + HUES * (f64::from(number) * 0.618_033_988_75).fract();
    let pure = [0.0, 8.0, 4.0].map(|shift: f64| {
        let k = (shift + hue / 30.0) % 12.0;
        0.5 - 0.3 * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    });
    // Brightened or darkened as light is, until it stands out from the ground.
    let linear = pure.map(linear);
    let gain = target / weigh(linear);
    linear.map(|channel| encode((channel * gain).min(1.0)))
}

/// Black or white, whichever can be read on a colour.
pub fn readable_on(colour: Rgb) -> Rgb {
    let (black, white) = ([0; 3], [255; 3]);
    if contrast(colour, black) >= contrast(colour, white) { black } else { white }
}

/// Relative luminance, 0–1 (WCAG 2).
pub fn luminance(colour: Rgb) -> f64 {
    weigh(colour.map(|channel| linear(f64::from(channel) / 255.0)))
}

/// Contrast of two colours, 1–21 (WCAG 2).
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn weigh([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn linear(channel: f64) -> f64 {
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

fn encode(linear: f64) -> u8 {
    let channel = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (channel * 255.0).round() as u8
}

/// Distance in OKLab (Ottosson 2020), where 0.02 is just noticed.
#[cfg(test)]
pub fn distance(a: Rgb, b: Rgb) -> f64 {
    let [a, b] = [a, b].map(|colour| {
        let [r, g, b] = colour.map(|channel| linear(f64::from(channel) / 255.0));
        let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_99 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_55 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_79 * m - 0.004_072_05 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    });
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Rgb = [0x11, 0x15, 0x1c];
    const LIGHT: Rgb = [0xf6, 0xf7, 0xf9];

    #[test]
    fn every_element_reads_on_both_grounds() {
        for number in 0..=118 {
            for (is_dark, ground) in [(true, DARK), (false, LIGHT)] {
                let contrast_ratio = contrast(atom(number, is_dark), ground);
                assert!(contrast_ratio >= 2.5, "element {number} has contrast {contrast_ratio:.2} (dark: {is_dark})");
            }
        }
    }

    #[test]
    fn the_common_elements_are_told_apart_and_no_element_is_seed_red() {
        for is_dark in [true, false] {
            for (at, (a, _, _)) in ELEMENTS.iter().enumerate() {
                for (b, _, _) in &ELEMENTS[..at] {
                    let gap = distance(element(a, is_dark), element(b, is_dark));
                    assert!(gap > 0.07, "{a} and {b} are {gap:.3} apart (dark: {is_dark})");
                }
            }
            assert!(distance(element("O", is_dark), SEED) > 0.12);
            for number in 0..=118 {
                assert!(distance(atom(number, is_dark), SEED) > 0.1, "element {number}");
            }
        }
    }

    #[test]
    fn the_first_labels_are_told_apart_and_none_is_seed_red() {
        for (is_dark, ground) in [(true, DARK), (false, LIGHT)] {
            let colours: Vec<Rgb> = (0..8).map(|idx| label(idx, is_dark)).collect();
            for (at, &a) in colours.iter().enumerate() {
                assert!(contrast(a, ground) >= 2.5 && distance(a, SEED) > 0.1, "{at}");
                for (other, &b) in colours[..at].iter().enumerate() {
                    assert!(distance(a, b) > 0.04, "{at} and {other} are {:.3} apart", distance(a, b));
                }
            }
        }
    }

    #[test]
    fn no_cluster_is_seed_red_and_all_are_told_apart() {
        for (at, &a) in CLUSTERS.iter().enumerate() {
            assert!(distance(a, SEED) > 0.12, "cluster {at} is {:.3} from the seeds' red", distance(a, SEED));
            for (other, &b) in CLUSTERS[..at].iter().enumerate() {
                assert!(distance(a, b) > 0.1, "{at} and {other} are {:.3} apart", distance(a, b));
            }
        }
    }

    #[test]
    fn text_on_a_colour_is_black_or_white() {
        assert_eq!(readable_on([0xff, 0xf0, 0x80]), [0; 3]);
        assert_eq!(readable_on([0x20, 0x20, 0x60]), [255; 3]);
        for colour in CLUSTERS {
            assert!(contrast(colour, readable_on(colour)) >= 4.5);
        }
    }
}
