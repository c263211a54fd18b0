//! The network of the paper: [conv – pool] × levels – conv – readout – prediction; beside it a baseline without
//! convolutions ([`NetworkKind`]).
//!
//! One implementation for both precisions and all operators: [`Network`] runs it on a [`Batch`],
//! [`Architecture`] lists its weights, [`Parameters`] are the weights as plain numbers.
//! What depends on a graph alone is in its [`Prepared`] form, made once.

mod architecture;
mod batch;
mod kind;
mod network;
mod parameters;
mod prepared;
mod weight_source;

pub use architecture::{Architecture, ParameterSpec};
pub use batch::Batch;
pub use kind::NetworkKind;
pub use network::{Network, Output};
pub use parameters::{Named, Parameters};
pub use prepared::Prepared;
pub use weight_source::{WeightError, WeightSource};
