//! Heatmaps, in every tab: titles of axes, what a click on a title does.

pub const NODE: &str = "node";
pub const SEED: &str = "seed";
pub const CLUSTER: &str = "cluster";
pub const FEATURE: &str = "feature";
pub const EIGENVECTOR: &str = "eigenvector";

/// Accessible name of the title beside the rows.
pub fn rows(symbol: &str, title: &str) -> String {
    format!("Rows of {symbol}: {title}")
}

/// Accessible name of the title below the columns.
pub fn columns(symbol: &str, title: &str) -> String {
    format!("Columns of {symbol}: {title}")
}

/// Accessible name of a map's symbol, which is a button.
pub fn maximise(symbol: &str) -> String {
    format!("Maximise {symbol}")
}

/// Accessible name of the same button while the map is large.
pub fn restore(symbol: &str) -> String {
    format!("Restore {symbol}")
}

pub const MAXIMISE: &str = "Maximise map";
pub const RESTORE: &str = "Back to the graphs";
pub const RESTORE_KEY: &str = "Escape";
pub const MAXIMISE_HINT: &str = "Click to maximise";
pub const RESTORE_HINT: &str = "Click, or press Escape, to go back";

/// Over the large map: `structure kernel, level 0`.
pub fn caption(name: &str, level: usize) -> String {
    format!("{name}, level {level}")
}
