//! Classic graphs, generated.
