//! The parts that figures are put together from.

pub mod axes;
pub mod bar;
pub mod bonds;
pub mod fit;
pub mod graph;
pub mod heatmap;
pub mod legend;
