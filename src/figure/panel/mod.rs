//! The parts that figures are put together from.

pub(super) mod axes;
pub(super) mod bar;
pub(super) mod bonds;
pub(super) mod fit;
pub(super) mod graph;
pub(super) mod heatmap;
pub(super) mod legend;
