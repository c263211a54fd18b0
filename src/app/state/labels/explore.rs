//! The Explore tab: list, canvas, matrices, side panel.

use crate::view::reduction::Reduction;

// ---- Panels

pub const GRAPHS: &str = "Graphs";
pub const CANVAS: &str = "Canvas";
pub const MATRICES: &str = "Matrices";

// ---- List

pub const FILTER: &str = "Filter graphs";
pub const FILTER_HINT: &str = "Number, name or class…";
pub const CLEAR_FILTER: &str = "Clear filter";
pub const WORST_FIRST: &str = "Worst first";
pub const HIDE_PREDICTIONS: &str = "Hide predictions";

/// `Graph 3`, `Graph 3, ethanol`.
pub fn graph(idx: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Graph {idx}, {name}"),
        None => format!("Graph {idx}"),
    }
}

/// What a row's name goes on with once there are predictions.
pub const PREDICTED: &str = ", predicted ";

/// Over the list: the model whose predictions it shows.
pub fn predicted_by(model: &str) -> String {
    format!("Predicted by {model}")
}

// ---- Canvas

pub const COLOUR_BY: &str = "Colour by";
pub const EIGENVECTOR: &str = "eigenvector";
pub const EIGENVECTOR_INDEX: &str = "Eigenvector";
pub const LOCK_NODE: &str = "Lock node";

// ---- Matrices

pub const COPY_VALUE: &str = "Copy value";
pub const LARGEST_OF: &str = "largest of";
pub const CELLS_PER_PIXEL: &str = "Cells per pixel";

/// `max of 26×27 cells per pixel`.
pub fn per_pixel(reduction: Reduction, n_rows: usize, n_cols: usize) -> String {
    let what = match reduction {
        Reduction::Maximum => "max",
        Reduction::Mean => "mean",
        Reduction::Density => "density",
    };
    format!("{what} of {n_rows}×{n_cols} cells per pixel")
}

/// `max of 26×27 cells`, where there is less room.
pub fn shortened(per_pixel: &str) -> &str {
    per_pixel.strip_suffix(" per pixel").unwrap_or(per_pixel)
}

// ---- Operator

pub const OPERATOR: &str = "Operator";
pub const SIGNAL: &str = "Signal";

/// `pooling ratio ρ`; what a name says in brackets is left to the tooltip, and a word is not said twice.
pub fn parameter(name: &str, symbol: &str) -> String {
    let name = name.split_once(" (").map_or(name, |(name, _)| name);
    if name.ends_with(symbol) && symbol.len() > 2 { name.to_owned() } else { format!("{name} {symbol}") }
}

/// At the end of the tooltip of a parameter.
pub fn default_of(value: f64) -> String {
    format!("Default {value}: double click")
}

pub const DROP_MODEL: &str = "Drop a trained model here to use it as the signal.";

// ---- Pair

pub const PAIR_HINT: &str = "Point at a heatmap cell or a node; click to lock it.";
pub const CONTRIBUTION: &str = "contribution to E";

pub fn hops(hops: usize) -> String {
    format!("{hops} hop{}", if hops == 1 { "" } else { "s" })
}

/// `C3 – N7, 2 hops`.
pub fn pair(row: &str, col: &str, distance: &str) -> String {
    format!("{row} – {col}, {distance}")
}

pub fn node(name: &str, node: u32, level: usize) -> String {
    format!("{name}, node {node} of level {level}")
}

pub fn rank(place: u32, n: usize, is_seed: bool) -> String {
    format!(", rank {place}/{n}{}", if is_seed { ", seed" } else { "" })
}

// ---- Editing

pub const SELECT_FIRST: &str = "Select node 0";
pub const SECOND_NODE: &str = "Second node";
pub const NODE_LABEL: &str = "Node label";
pub const EDGE_LABEL: &str = "Edge label";
pub const EDGE_WEIGHT: &str = "Edge weight";
pub const ADD_NODE: &str = "Add node";
pub const REMOVE_NODE: &str = "Remove node";
pub const ADD_EDGE: &str = "Add edge";
pub const REMOVE_EDGE: &str = "Remove edge";
pub const DISCARD: &str = "Discard";
pub const EDITED: &str = "Edited copy";
/// At the end of the graph's name in the menu bar.
pub const IS_EDITED: &str = "· edited";

pub fn add_edge_to(name: &str) -> String {
    format!("{ADD_EDGE} to {name}")
}

pub fn remove_edge_to(name: &str) -> String {
    format!("{REMOVE_EDGE} to {name}")
}

/// `Edited copy · 3 edits`.
pub fn edited(n_edits: usize) -> String {
    format!("{EDITED} · {n_edits} edit{}", if n_edits == 1 { "" } else { "s" })
}
