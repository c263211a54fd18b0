//! The texts by which widgets are found: by a person, by a screen reader and by the tests. Each is written once, here;
//! commands have theirs in [`Action`](super::action::Action).

pub mod compare;
pub mod explore;
pub mod maps;
pub mod results;
pub mod shell;
pub mod spectrum;
pub mod steps;
pub mod train;

/// The field over a list of operators.
pub const SEARCH_OPERATORS: &str = "Search operators";
pub const NO_OPERATOR: &str = "No operator is called that, nor does what it says.";

/// What an operator does, and who published it.
pub fn operator(about: &str, paper: &str) -> String {
    format!("{about}\n{paper}")
}

pub const CANCEL: &str = "Cancel";
pub const CLOSE: &str = "Close";
pub const PAUSE: &str = "Pause";
/// Over a picture that is out of date.
pub const UPDATING: &str = "updating…";

/// Start of the toast after a file was written.
pub const SAVED: &str = "Saved";
/// Button of the toast after a file was written.
pub const OPEN_FOLDER: &str = "Open folder";
pub const UNDO: &str = "Undo";
/// Start of the toast after something was copied to the clipboard.
pub const COPIED: &str = "Copied";
pub const COPY_AS: &str = "Copy as";
/// A figure, in a message.
pub const FIGURE: &str = "figure";

/// What was copied, in the message: `K_t as NumPy`.
pub fn copied_as(what: &str, language: &str) -> String {
    format!("{what} as {language}")
}

/// End of the toast after a file could not be written.
pub const NOT_WRITTEN: &str = "could not be written";

/// `Heatmap of K_t`; the accessible name continues with the shape.
pub fn heatmap(symbol: &str) -> String {
    format!("Heatmap of {symbol}")
}

pub fn heatmap_of_shape(symbol: &str, n_rows: usize, n_cols: usize) -> String {
    format!("{}, {n_rows} by {n_cols}", heatmap(symbol))
}

pub fn empty_heatmap(symbol: &str) -> String {
    format!("{}, empty", heatmap(symbol))
}

/// `Graph of level 1`; the accessible name continues with the number of nodes.
pub fn level(idx: usize) -> String {
    format!("Graph of level {idx}")
}

pub fn level_of_size(idx: usize, n_nodes: usize) -> String {
    format!("{}, {n_nodes} node{}", level(idx), if n_nodes == 1 { "" } else { "s" })
}

/// A trained model, `MUTAG-proxpool / split 0 / epoch 99`.
pub fn model(run: &str, split: usize, epoch: usize) -> String {
    format!("{run} / split {split} / epoch {epoch}")
}

/// `test graph, split 0`.
pub fn subset(name: &str, split: usize) -> String {
    format!("{name} graph, split {split}")
}

/// Why an operator refuses a graph in the window.
pub fn node_limit(most: usize, n_nodes: usize) -> String {
    format!("at most {most} nodes; this graph has {n_nodes}")
}
