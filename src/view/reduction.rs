//! What a pixel shows of the cells of a large matrix that share it.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::{palette::ColourMap, ramp::Ramp, scale::Scale, shading::Shading};

/// What is shown of several cells.
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
pub enum Reduction {
    /// The entry of the greatest absolute value: one that stands alone is seen, but a sparse matrix looks full.
    #[default]
    Maximum,
    /// The mean over all cells, zeros among them.
    Mean,
    /// The share of cells that are not 0.
    Density,
}

impl Reduction {
    /// Takes one more entry that is not 0 into a pixel.
    pub(super) fn add(self, pixel: &mut f64, value: f64) {
        match self {
            Self::Maximum if value.abs() > pixel.abs() => *pixel = value,
            Self::Maximum => {}
            Self::Mean => *pixel += value,
            Self::Density => *pixel += 1.0,
        }
    }

    /// What a pixel over that many cells shows, once it has taken in all entries.
    pub(super) fn finish(self, pixel: f64, n_cells: usize) -> f64 {
        if self == Self::Maximum { pixel } else { pixel / n_cells.max(1) as f64 }
    }

    /// The colours of what pixels show: means and densities are far below the entries, and have a bar of their own.
    pub(super) fn shading(self, of_cells: &Shading, pixels: &[f64]) -> Shading {
        let most = pixels.iter().filter(|value| value.is_finite()).fold(0.0_f64, |most, value| most.max(value.abs()));
        if self == Self::Maximum || most == 0.0 {
            return *of_cells;
        }
        let is_diverging = self == Self::Mean && of_cells.ramp.is_diverging();
        let ramp = match of_cells.ramp {
            Ramp::Map { map, is_dark } if map.is_diverging() && !is_diverging => ColourMap::Viridis.on(is_dark),
            Ramp::Ink { is_dark } => ColourMap::Viridis.on(is_dark),
            ramp => ramp,
        };
        let range = if is_diverging { (-most, most) } else { (0.0, most) };
        // A logarithmic bar cannot begin at 0.
        let scale = if of_cells.scale == Scale::Log { Scale::Sqrt } else { of_cells.scale };
        Shading { range, beyond: [false; 2], scale, ramp, ..*of_cells }
    }
}
