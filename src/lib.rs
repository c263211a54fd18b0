//! ProxPool Explorer.

#[cfg(feature = "gui")]
pub mod app;
pub mod cli;
pub mod graph;
pub mod math;
pub mod pooling;
pub mod readers;
pub mod spectral;
pub mod tensor;
