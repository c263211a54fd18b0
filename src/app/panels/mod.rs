//! The panels of the window: each reads the state and returns commands.

mod datasets;
mod overview;

pub use datasets::datasets_ui;
pub use overview::overview_ui;
