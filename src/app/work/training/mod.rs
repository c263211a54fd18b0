//! Training

pub mod live;
pub mod order;
pub mod questions;
