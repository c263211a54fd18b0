//! Graph pooling: every operator in one scheme (select, reduce, connect), written once for display and for training.
//!
//! An operator selects, reduces and connects ([`stages`]) on candle tensors. The explorer runs it in
//! `f64` with a [`Trace`] on, training in `f32` with it off: the numbers on screen are those that
//! train. A new operator, with its parameters and its symbols, is one file and one line in [`METHODS`].

pub mod asap;
pub mod bisection;
pub mod diffpool;
pub mod edgepool;
pub mod eigenpool;
pub mod explore;
pub mod family;
pub mod glossary;
pub mod gpool;
pub mod graclus;
pub mod hard;
pub mod infopool;
pub mod kmis;
pub mod kron;
pub mod lapool;
pub mod laws;
pub mod links;
pub mod memory;
pub mod method;
pub mod mincut;
pub mod ndp;
pub mod none;
pub mod parameter;
pub mod params;
pub mod parts;
pub mod precomputed;
pub mod proxpool;
pub mod random;
pub mod random_dense;
pub mod sagpool;
pub mod score;
pub mod stages;
pub mod trace;
pub mod weights;

pub use explore::explore;
pub use family::Family;
pub use laws::Laws;
pub use memory::Memory;
pub use method::{METHODS, Method, all_parameters, method, methods, parameter, register};
pub use parameter::Parameter;
pub use params::Params;
pub use precomputed::Precomputed;
pub use stages::{AuxiliaryLoss, Graphs, Pooling, pool};
pub use trace::{Axis, Trace};
pub use weights::Weights;
