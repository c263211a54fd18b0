//! Heatmaps, in every tab: titles of axes, what a click on a title does.

pub const NODE: &str = "node";
pub const SEED: &str = "seed";
pub const CLUSTER: &str = "cluster";
pub const FEATURE: &str = "feature";
pub const EIGENVECTOR: &str = "eigenvector";
pub const SCORE: &str = "score";

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

/// Accessible name of the read-out of a zoom, which is a button.
pub fn zoom(symbol: &str, zoom: &str) -> String {
    format!("Zoom of {symbol}: {zoom}")
}

pub const ZOOM_HINT: &str = "Click, or double click the map, to show all";

/// Accessible name of a colour bar; its value are both ends.
pub fn colour_bar(symbol: &str) -> String {
    format!("Colour bar of {symbol}")
}

pub const COLOUR_BAR_HINT: &str = "Drag an end; right click or double click to type both";
pub const MINIMUM: &str = "Minimum";
pub const MAXIMUM: &str = "Maximum";
pub const AUTOMATIC: &str = "Automatic range";

/// Behind the symbol of a matrix that was computed on some entries alone.
pub fn on_support(of: &str) -> String {
    format!("on supp {of}")
}

pub const HIDE: &str = "Hide matrix";
pub const COPY_MATRIX: &str = "Copy matrix as";
pub const SAVE_MAP: &str = "Save this map…";
pub const SAVE_VALUES: &str = "Save values…";
