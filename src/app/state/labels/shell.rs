//! The window around the tabs: menus, status bar, start page, dialogs, tour.

// ---- Menus

pub const FILE: &str = "File";
pub const EDIT: &str = "Edit";
pub const VIEW: &str = "View";
pub const HELP: &str = "Help";

/// `graph 3 of 0–187`: they are counted from 0.
pub fn graph_of(idx: usize, n_graphs: usize) -> String {
    match n_graphs {
        0 | 1 => format!("graph {idx}"),
        n => format!("graph {idx} of 0–{}", n - 1),
    }
}

/// Before the number of the graph in the chooser.
pub const GRAPH: &str = "Graph ";
pub const GRAPH_NUMBER: &str = "Graph number";

/// What can be chosen there.
pub fn graphs_from_to(last: usize) -> String {
    format!("Graphs 0 to {last}: drag, or click and type a number")
}

// ---- Status bar

pub const COMPUTING: &str = "computing…";
/// Start of the progress of a dataset.
pub const LOADING: &str = "Loading ";
pub const TIE: &str = "top-k tie";
pub const TIE_HINT: &str = "Whether two nodes have equal scores at the top-k cut-off";
pub const DROPPED: &str = "· dropped";

// ---- Start page

pub const NOTHING_OPEN: &str = "No dataset is open.";

/// `Open caffeine`.
pub fn open(name: &str) -> String {
    format!("Open {name}")
}

// ---- Links

pub fn unknown_in_link(key: &str, value: &str) -> String {
    format!("unknown {key} “{value}”")
}

// ---- Dialogs

pub const FIND_COMMAND: &str = "Find a command";
pub const NO_MATCH: &str = "No match.";
pub const CAN_BE_TYPED: &str = "Type the name of a command, an operator, a dataset, a graph, a tab, a run, a colour map or a \
     node order; a graph's number; a value such as “s 4”; or paste a link, a path or a SMILES string.";
pub const PATH: &str = "Path";
pub const SMILES: &str = "SMILES";
pub const OPEN: &str = "Open";
pub const GLOSSARY: &str = "Glossary";
pub const FIND_SYMBOL: &str = "Find a symbol";
pub const FIGURE_PREVIEW: &str = "Figure preview";
pub const FIGURE_TYPE: &str = "Figure type";
pub const SAVE: &str = "Save…";
pub const MATRIX: &str = "Figure matrix";
pub const ALL_MATRICES: &str = "All";
pub const NO_MATRIX: &str = "None";
pub const LEVELS: &str = "Levels";
pub const MATRIX_FORMATS: &str = ".npz and .csv have any number of matrices, .npy one.";

/// `Level 0`, to choose it.
pub fn level(level: usize) -> String {
    format!("Level {level}")
}

pub const NO_RUN_TO_DRAW: &str = "No runs yet: train or import one in the Train tab.";

// ---- Tour and presentation

pub const NEXT_STOP: &str = "Next stop";
pub const PREVIOUS_STOP: &str = "Previous stop";
pub const END_TOUR: &str = "End the tour";
pub const SKIP_TOUR: &str = "Skip the tour";
pub const LEAVE_PRESENTATION: &str = "Exit presentation";

/// `3 of 11`.
pub fn stop(number: usize, n_stops: usize) -> String {
    format!("{number} of {n_stops}")
}
