//! Colours and visibility of the heatmaps in Explore.

use std::collections::BTreeMap;

use crate::{
    symbols::Symbol,
    view::{palette::ColourMap, reduction::Reduction, scale::Scale},
};

#[derive(Clone, Debug, PartialEq)]
pub struct MapsLook {
    pub map: ColourMap,
    pub scale: Scale,
    /// What a pixel shows of several cells of a large matrix.
    pub reduction: Reduction,
    /// Whether all heatmaps share one colour range.
    pub is_range_locked: bool,
    /// Matrices shown or hidden by the user; the others follow the operator.
    pub chosen: BTreeMap<&'static Symbol, bool>,
    /// The matrix that fills the canvas.
    pub maximised: Option<&'static Symbol>,
}

impl Default for MapsLook {
    fn default() -> Self {
        Self {
            map: ColourMap::Viridis,
            scale: Scale::Linear,
            reduction: Reduction::Maximum,
            is_range_locked: false,
            chosen: BTreeMap::new(),
            maximised: None,
        }
    }
}
