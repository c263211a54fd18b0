//! ProxPool Explorer.

pub mod graph;
pub mod readers;
