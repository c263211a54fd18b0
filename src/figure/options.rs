//! Appearance of a figure: size, type, colours, labels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::{
    figure::FigureError,
    trace::order::NodeOrder,
    view::{look::ColourBy, palette::ColourMap, reduction::Reduction, scale::Scale, shading::Limits},
};

/// What can be chosen about a figure that is not its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub width_mm: f64,
    /// Height of the page; as high as needed if not given.
    pub height_mm: Option<f64>,
    /// Margin on all sides.
    pub margin_mm: f64,
    /// Resolution (dpi).
    pub dpi: f64,
    /// Size of the text; small text is smaller, but at least [`LEAST_PT`].
    pub font_pt: f64,
    /// Background.
    pub ground: Ground,
    /// Colour map of the heatmaps.
    pub map: ColourMap,
    /// Colour scale of the heatmaps.
    pub scale: Scale,
    /// What a pixel shows of several cells.
    #[serde(skip_serializing_if = "is_default")]
    pub reduction: Reduction,
    /// Ends of colour bars that were chosen, by the key of the matrix; the others are those of the matrix.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ranges: BTreeMap<String, (f64, f64)>,
    /// Key of the matrix in a figure of one; R or A if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<String>,
    /// Order of the nodes in the matrices.
    pub order: NodeOrder,
    /// Level whose matrices are shown, from 0.
    pub level: usize,
    /// The node whose proximities the pipeline shows; the first seed if not given.
    pub node: Option<u32>,
    /// Node colours.
    pub colour: ColourBy,
    /// Whether nodes have their symbols and axes their names.
    pub has_labels: bool,
    pub has_title: bool,
    pub has_caption: bool,
    pub has_letters: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Minimum font size, in points.
pub const LEAST_PT: f64 = 6.0;

impl Default for Options {
    fn default() -> Self {
        Self {
            width_mm: Preset::Double.width_mm(),
            height_mm: None,
            margin_mm: 1.0,
            dpi: 300.0,
            font_pt: 8.0,
            ground: Ground::Light,
            map: ColourMap::Viridis,
            scale: Scale::Linear,
            reduction: Reduction::Maximum,
            ranges: BTreeMap::new(),
            matrix: None,
            order: NodeOrder::Automatic,
            level: 0,
            node: None,
            colour: ColourBy::Automatic,
            has_labels: true,
            has_title: false,
            has_caption: false,
            has_letters: true,
        }
    }
}

impl Options {
    /// These options, if all are in range.
    pub fn checked(self) -> Result<Self, FigureError> {
        let check = |what, value: f64, min: f64, max: f64, unit| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(FigureError::Range { what, value, min, max, unit }) }
        };
        check("width", self.width_mm, 40.0, 1000.0, " mm")?;
        check("height", self.height_mm.unwrap_or(50.0), 20.0, 1000.0, " mm")?;
        check("margin", self.margin_mm, 0.0, 20.0, " mm")?;
        check("DPI", self.dpi, 36.0, 2400.0, "")?;
        check("font size", self.font_pt, LEAST_PT, 36.0, " pt")?;
        for (matrix, &(low, high)) in &self.ranges {
            if !Limits::are_valid(low, high) {
                return Err(FigureError::Limits { matrix: matrix.clone(), low, high });
            }
        }
        Ok(self)
    }

    /// Sets a width by its name; a slide has its own height and larger type.
    pub fn set_preset(&mut self, preset: Preset) {
        self.width_mm = preset.width_mm();
        if preset == Preset::Slide {
            self.height_mm = Some(preset.width_mm() * 9.0 / 16.0);
            self.font_pt = 12.0;
            self.margin_mm = 6.0;
        }
    }

    /// How much thicker lines and dots are than with the usual type.
    pub fn unit(&self) -> f64 {
        (self.font_pt / Self::default().font_pt).max(1.0)
    }

    /// Size of what matters less: ticks and notes.
    pub fn small_pt(&self) -> f64 {
        (0.875 * self.font_pt).max(LEAST_PT)
    }
}

/// A width that journals and lecturers ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Preset {
    /// One column of a journal.
    Single,
    /// Both columns.
    Double,
    /// A slide of 16:9.
    Slide,
}

impl Preset {
    pub fn width_mm(self) -> f64 {
        match self {
            Self::Single => 84.0,
            Self::Double => 174.0,
            Self::Slide => 254.0,
        }
    }
}

/// The background of a figure.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Ground {
    #[default]
    Light,
    /// As dark as the window.
    Dark,
    /// No background; colours for light paper.
    Transparent,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_named() {
        let error = Options { width_mm: 5.0, ..Options::default() }.checked().unwrap_err();
        assert_eq!(error.to_string(), "width = 5 is out of range; choose from 40 to 1000 mm");
        assert!(Options { dpi: f64::NAN, ..Options::default() }.checked().is_err());
        assert_eq!(Options { font_pt: 6.5, ..Options::default() }.small_pt(), LEAST_PT);
    }
}
