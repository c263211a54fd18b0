//! Pieces of the window that know no state but their own.

pub mod bars;
pub mod equation;
pub mod heatmap;
