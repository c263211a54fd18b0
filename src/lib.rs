//! ProxPool Explorer.

pub mod graph;
pub mod math;
pub mod readers;
