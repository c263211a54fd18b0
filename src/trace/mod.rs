//! Readers of traces: what a level, an order, a summary or a file takes from what an operator kept.

pub mod block;
pub mod columns;
pub mod compare;
pub mod level;
pub mod matrices;
pub mod order;
pub mod summary;
