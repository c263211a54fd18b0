//! The Explore tab: list, canvas, matrices, side panel.

use crate::{graph::elements, view::reduction::Reduction};

// ---- Panels

pub const GRAPHS: &str = "Graphs";
pub const CANVAS: &str = "Canvas";
pub const MATRICES: &str = "Matrices";

// ---- List

pub const FILTER: &str = "Filter graphs";
pub const FILTER_HINT: &str = "Number, name or class…";
pub const CLEAR_FILTER: &str = "Clear filter";
pub const ROW_PICTURES: &str = "Show drawings";
pub const WORST_FIRST: &str = "Worst first";
pub const COLUMNS: &str = "Columns";
pub const COLUMNS_HINT: &str = "Right click: choose columns";
pub const AUTOMATIC_COLUMNS: &str = "As many as fit";
pub const HIDE_PREDICTIONS: &str = "Hide predictions";

/// `Graph 3`, `Graph 3, ethanol`.
pub fn graph(idx: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Graph {idx}, {name}"),
        None => format!("Graph {idx}"),
    }
}

/// Suffix of a row's name if there are predictions.
pub const PREDICTED: &str = ", predicted ";

/// Over the list: the model whose predictions it shows.
pub fn predicted_by(model: &str) -> String {
    format!("Predicted by {model}")
}

// ---- Canvas

pub const COLOUR_BY: &str = "Colour by";
pub const EIGENVECTOR: &str = "eigenvector";
pub const EIGENVECTOR_INDEX: &str = "Eigenvector";
/// Beside the number of an eigenvector that a large graph does not have.
pub fn between_ends(n_each: usize) -> String {
    format!("only the {n_each} lowest and highest")
}

pub const ZOOM_HINT: &str = "Click, or double click the ground, to show all";
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

/// `max of 26×27 cells` and `max 26×27`, where there is less room.
pub fn shortened(per_pixel: &str) -> [String; 2] {
    let shorter = per_pixel.strip_suffix(" per pixel").unwrap_or(per_pixel);
    [shorter.to_owned(), shorter.strip_suffix(" cells").unwrap_or(shorter).replace(" of ", " ")]
}

// ---- Operator

/// Kind of a graph of the gallery.
pub const GALLERY_GRAPH: &str = "Gallery graph";
pub const RANDOM_SEED: &str = "random seed";
pub const OPERATOR: &str = "Operator";
pub const SIGNAL: &str = "Signal";

/// `pooling ratio ρ`; without the bracketed part of a name, which the tooltip has, and without repeating a word.
pub fn parameter(name: &str, symbol: &str) -> String {
    let name = name.split_once(" (").map_or(name, |(name, _)| name);
    if name.ends_with(symbol) && symbol.len() > 2 { name.to_owned() } else { format!("{name} {symbol}") }
}

/// `level 0: L_c −0.83 · L_o 0.21`.
pub fn losses(level: usize, losses: &str) -> String {
    format!("level {level}: {losses}")
}

/// At the end of the tooltip of a parameter.
pub fn default_of(value: impl std::fmt::Display) -> String {
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

pub const COPY_LATEX: &str = "Copy as LaTeX";
/// What is copied by it, in the message.
pub const ARITHMETIC: &str = "arithmetic as LaTeX";

/// `C7: degree 3`.
pub fn degree(name: &str, degree: usize) -> String {
    format!("{name}: degree {degree}")
}

/// `cluster N12 (c = 0.4)`.
pub fn in_cluster(seed: &str, weight: &str) -> String {
    // On one line: a weight alone would say nothing.
    format!("cluster {seed} (c\u{a0}=\u{a0}{weight})")
}

/// `Row of R: C7`, over bars.
pub fn row_of(symbol: &str, name: &str) -> String {
    format!("Row of {symbol}: {name}")
}

/// `Column of C: C7`, over bars.
pub fn column_of(symbol: &str, name: &str) -> String {
    format!("Column of {symbol}: {name}")
}

// ---- Selection

pub const SELECTION: &str = "Selection";
pub const CLEAR_SELECTION: &str = "Clear selection";
pub const COPY_BLOCK: &str = "Copy block";
pub const COPY_BLOCK_HINT: &str = "Copy the selected cells as a table (TSV)";

/// `9 nodes, 8 edges`.
pub fn selected(n_nodes: usize, n_edges: usize) -> String {
    let s = |n: usize| if n == 1 { "" } else { "s" };
    format!("{n_nodes} node{}, {n_edges} edge{}", s(n_nodes), s(n_edges))
}

/// `mean R = 0.41`.
pub fn mean_of(symbol: &str, mean: &str) -> String {
    format!("mean {symbol} = {mean}")
}

/// `over 4×5 cells`.
pub fn over_cells(n_rows: usize, n_cols: usize) -> String {
    format!("over {n_rows}×{n_cols} cells")
}

/// `over 36 pairs`.
pub fn over_pairs(n_pairs: usize) -> String {
    format!("over {n_pairs} pair{}", if n_pairs == 1 { "" } else { "s" })
}

/// What was copied, in the message.
pub fn block_of(symbol: &str) -> String {
    format!("block of {symbol}")
}

// ---- Scores

/// `Coupling E`, `Scores y`: the heading over the bars of what nodes are ranked by.
pub fn scores(name: &str, symbol: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    format!("{first}{} {symbol}", letters.as_str())
}

/// Accessible name of the bars.
pub fn bars_of(scores: &str, level: usize) -> String {
    format!("{scores} by rank, level {level}")
}

/// Over the axis of the bars.
pub fn kept_left(symbol: &str) -> String {
    format!("{symbol}, kept left of the line")
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

/// `C5 has 5 bonds; carbon usually has at most 4.`
pub fn unusual_valence(name: &str, element: u8, bonds: usize, usual: u8) -> String {
    let element = elements::name(element).unwrap_or("this atom");
    format!("{name} has {bonds} bonds; {element} usually has at most {usual}.")
}

/// End of the name of a row whose graph is being edited.
pub fn edited_copy(n_nodes: usize, n_edges: usize) -> String {
    format!(", edited copy of {n_nodes} nodes and {n_edges} edges")
}

/// `Edited copy · 3 edits`.
pub fn edited(n_edits: usize) -> String {
    format!("{EDITED} · {n_edits} edit{}", if n_edits == 1 { "" } else { "s" })
}
