//! Background work of the Train tab.

pub mod live;
pub mod order;
pub mod questions;
