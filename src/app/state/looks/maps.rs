//! Colours and visibility of the heatmaps in Explore.

use std::collections::BTreeMap;

use crate::{
    pooling::Axis,
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
    /// Ends of colour bars that the user set, by matrix.
    pub limits: BTreeMap<&'static Symbol, (f64, f64)>,
    /// The matrix that fills the canvas.
    pub maximised: Option<&'static Symbol>,
    /// What was brushed last; of interest as long as its nodes are the selected ones.
    pub block: Option<Block>,
}

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Counted from 0.
    pub level: usize,
    /// The matrix in which it was brushed.
    pub symbol: &'static Symbol,
    /// What its rows and columns are.
    pub axes: [Axis; 2],
    /// Rows and columns by index.
    pub sides: [Vec<u32>; 2],
}

impl Block {
    /// The nodes of its sides, ascending.
    pub fn nodes(&self) -> Vec<u32> {
        let sides = self.axes.iter().zip(&self.sides).filter(|(axis, _)| **axis == Axis::Nodes);
        let mut nodes: Vec<u32> = sides.flat_map(|(_, side)| side.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

impl Default for MapsLook {
    fn default() -> Self {
        Self {
            map: ColourMap::Viridis,
            scale: Scale::Linear,
            reduction: Reduction::Maximum,
            is_range_locked: false,
            chosen: BTreeMap::new(),
            limits: BTreeMap::new(),
            maximised: None,
            block: None,
        }
    }
}
