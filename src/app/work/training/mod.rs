//! Background work of the Train tab.

pub(crate) mod live;
pub(crate) mod order;
pub(crate) mod questions;
pub(crate) mod run_files;
