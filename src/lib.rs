//! ProxPool Explorer: open a molecule, run the ProxPool graph-pooling operator on it, see every
//! matrix of it.
//!
//! One package, a library and one binary, both `proxpool`. The tree is the architecture: a line of
//! code knows its room, and data flows one way.
//!
//! ```text
//! file → readers → Dataset → Graph → pooling trace → views
//! ```
//!
//! # Rooms
//!
//! | room | what it holds |
//! |---|---|
//! | [`math`] | numbers only: sparse patterns, ranking, sparsemax, eigenvectors, a seeded generator |
//! | [`graph`] | [`Graph`](graph::Graph), [`Dataset`](graph::Dataset), signals, statistics, elements, a gallery of classic graphs |
//! | [`readers`] | bytes → dataset: TU, SMILES, SDF, GraphML, edge lists; the catalogue of names; downloads |
//! | [`tensor`] | the bridge to candle: sparse matrices with gradients, one operation a file |
//! | [`pooling`] | every operator in one grammar (select, reduce, connect), its trace, its table |
//! | [`spectral`] | spectrum, filters, Fourier transform: for teaching and for checking |
//! | [`files`] | writing files whole or not at all |
//! | [`cli`] | one file for each subcommand |
//! | `app` | the window (feature `gui`) |
//!
//! # Arrows
//!
//! `x ← y` says that y may name x: `math ← graph ← readers, spectral`; `math, graph, tensor ← pooling`;
//! everything but `app` ← `cli`; everything but `cli` ← `app`. `tests/rooms.rs` fails on any other.
//!
//! # Invariants
//!
//! - egui is named only in `app`, candle only in `tensor` and `pooling`, faer only in `math::eigen`.
//! - A pooling operator is written once, on candle tensors. The explorer runs it in `f64` with its
//!   [`Trace`](pooling::Trace) on, training in `f32` with it off.
//! - Sparse throughout: memory is in proportion to the non-zeros. Graphs of a batch stand
//!   block-diagonally in one pattern, without padding, and each gets the bits it gets alone.
//! - Randomness comes only from a seed in the parameters. Ties go to the lower index.
//! - Outside `app` and `cli` nothing prints, sleeps or starts threads.
//! - Bad input gets an error that says what, where and what to do; readers never panic.
//! - Files are written to a temporary name and renamed.

#[cfg(feature = "gui")]
pub mod app;
pub mod cli;
pub mod files;
pub mod graph;
pub mod math;
pub mod model;
pub mod pooling;
pub mod readers;
pub mod spectral;
pub mod tensor;
pub mod train;
