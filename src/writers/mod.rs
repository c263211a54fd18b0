//! Writers of files that other programs read.

pub mod graphml;
pub mod splits;
