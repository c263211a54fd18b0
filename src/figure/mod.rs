//! What data looks like, without a window system: colours, scales, matrices as pixels.
//!
//! The window and the figures that go into papers read the same tables, so a colour means the same
//! in both.

pub mod look;
pub mod palette;
pub mod picture;
pub mod raster;
pub mod scale;
