//! How the heatmaps of Explore are coloured, and which are shown.

use std::collections::BTreeMap;

use crate::{
    symbols::Symbol,
    view::{palette::ColourMap, scale::Scale},
};

/// Colours, scale, and the matrices that were chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct MapsLook {
    pub map: ColourMap,
    pub scale: Scale,
    /// Whether all heatmaps share one colour range.
    pub is_range_locked: bool,
    /// Matrices that were shown or hidden by hand; the operator decides about the others.
    pub chosen: BTreeMap<&'static Symbol, bool>,
}

impl Default for MapsLook {
    fn default() -> Self {
        Self { map: ColourMap::Viridis, scale: Scale::Linear, is_range_locked: false, chosen: BTreeMap::new() }
    }
}
