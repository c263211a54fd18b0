//! What data looks like, without a window system: colours, scales, matrices as pixels, drawings of levels. The window and the figures read the same tables.

pub mod adjacency;
pub mod blocks;
pub mod drawing;
pub mod look;
mod membership;
pub mod palette;
pub mod picture;
pub mod ramp;
pub mod raster;
pub mod reduction;
pub mod scale;
pub mod script;
pub mod shading;
pub mod tex;
