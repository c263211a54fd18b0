//! The Steps tab.

pub const PLAY: &str = "Play";
pub const SHOW_PROXPOOL: &str = "Show the steps of ProxPool";
pub const PROXPOOL_ONLY: &str = "Steps are available for ProxPool variants only.";

/// Titles of all steps of ProxPool, in their order.
pub const TITLES: [&str; 12] = [
    "Graph",
    "Normalised Laplacian",
    "Low-pass filter",
    "Structure kernel",
    "Projected features",
    "Signal kernel",
    "Node proximity",
    "Coupling",
    "Seeds",
    "Sparsemax",
    "Assignment",
    "Coarsened graph",
];

/// The button of a step, `number` from 1.
pub fn button(number: usize, title: &str) -> String {
    format!("Step {number}: {title}")
}

pub fn place(number: usize, n_steps: usize) -> String {
    format!("step {number} of {n_steps}")
}

pub fn candidates(seed: &str, theta: &str, sum: &str) -> String {
    format!("Candidates of seed {seed}: the parts above θ = {theta} sum to {sum}")
}

/// At the axis of the bars of sparsemax.
pub const BARS_ARE: &str = "bars: r̂, numbers: p";

/// The height of a bar of E.
pub const COUPLING: &str = "coupling E";
