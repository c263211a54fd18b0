//! Numbers only: no graphs, files or pixels.

pub mod rng;
