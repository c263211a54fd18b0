//! Numbers only: no graphs, files, tensors or pixels.
//!
//! Sparse matrices are a [`Pattern`](pattern::Pattern) (where the entries are) beside a slice of
//! values (what they are), so that one pattern can serve many matrices and many gradients.

pub mod bits;
pub mod cluster;
pub mod components;
pub mod coupling;
pub mod dense;
pub mod eigen;
pub mod holm;
pub mod lanczos;
pub mod ordering;
pub mod pattern;
pub mod rank;
pub mod real;
pub mod rng;
pub mod sample;
pub mod sparsemax;
pub mod wilcoxon;
