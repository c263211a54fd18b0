//! A scene as a file: SVG, PNG (rendered from the SVG tree) and PDF (written directly), each with the request that
//! produced it.

pub mod font;
pub mod metadata;
pub mod pdf;
pub mod png;
pub mod svg;
mod tree;
mod write;

pub use metadata::read_request;
pub use write::{Format, encode, write};
