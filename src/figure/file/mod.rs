//! A scene as a file: SVG, and from it PNG and PDF, each with the request that made it.

pub mod font;
pub mod metadata;
pub mod pdf;
pub mod png;
pub mod svg;
mod tree;
mod write;

pub use metadata::read_request;
pub use write::{Format, encode, write};
