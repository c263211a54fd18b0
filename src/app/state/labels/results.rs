//! The Results tab.

pub const BUNDLED: &str = "Bundled results";
pub const OPEN: &str = "Open study…";
pub const RELOAD: &str = "Reload";
pub const PATH: &str = "Path of a study, a summary or a folder of runs";
pub const EXPORT_FIGURE: &str = "Export figure of results…";
pub const READING: &str = "Reading results…";
pub const SELECT_A_CELL: &str = "Click a cell to see its splits and the command that trains it.";
pub const COPY_COMMAND: &str = "Copy command";
pub const SHOW_RUN: &str = "Show run and curves in Train";
pub const USE_MODEL: &str = "Open best model in Explore";
pub const NO_RUN: &str = "Weights and curves of these results are not on this computer. The command trains them again.";
pub const MISSING: &str = "missing";
pub const LEGEND: &str = "Test accuracy (%), mean ± standard deviation over splits.";
pub const LEGEND_WITH_PAPER: &str = "● this program, ○ paper: test accuracy (%), mean ± standard deviation over splits. ▲ ▼ more than \
                                     one standard deviation of the paper away from it.";
pub const NO_RESULTS: &str = "No results yet";
pub const NOT_BUNDLED: &str = "This version of the program comes without results. A study trains the paper's table, or any other, \
                               on any number of machines:";
/// Commands that make results.
pub const COMMANDS: [&str; 2] = ["proxpool study new paper studies/paper", "proxpool study run studies/paper"];
pub const COPY_COMMANDS: &str = "Copy commands";
pub const THEN_OPEN: &str = "Then open the folder here, also while it is being trained. The table has a row for each operator \
                             and a column for each dataset; a click on a cell shows its splits.";
pub const NO_CELLS: &str = "The study has no cells. “proxpool study status” says which jobs it has.";

/// Before the name of a study.
pub fn study(name: &str) -> String {
    format!("Study {name}")
}
pub const NOT_REPORTED: &str = "not reported";

/// Accessible name of a cell.
pub fn cell(operator: &str, dataset: &str) -> String {
    format!("{operator} on {dataset}")
}

/// Below a mean over fewer splits than the study has.
pub fn of_splits(done: usize, wanted: usize) -> String {
    format!("{done} of {wanted} splits")
}

/// Above the paper's standard deviation, or below.
pub fn deviates(deviation: f64) -> String {
    let side = if deviation > 0.0 { "above" } else { "below" };
    format!("{:.1} standard deviations {side} the paper", deviation.abs())
}
