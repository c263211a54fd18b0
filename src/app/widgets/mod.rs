//! Reusable widgets.

pub mod bars;
pub mod canvas;
pub mod equation;
pub mod explain;
pub mod export_menu;
pub mod heading;
pub mod heatmap;
pub mod icon;
pub mod keys;
pub mod levels;
pub mod maths;
pub mod matrix;
pub mod parts;
pub mod places;
pub mod theme;
pub mod toasts;
