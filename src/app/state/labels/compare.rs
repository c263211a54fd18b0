//! The Compare tab.

/// The list of all operators.
pub const MORE: &str = "More operators";
pub const SIDE_BY_SIDE: &str = "Side by side";
pub const DIFFERENCE: &str = "Difference";
pub const TRAINED: &str = "Trained weights";
pub const UNTRAINED: &str = "untrained";
pub const OPEN_IN_EXPLORE: &str = "Open in Explore";
pub const IDENTICAL: &str = "identical";

/// Where the weights of an operator come from, where that is a run.
pub fn trained(run: &str) -> String {
    format!("trained: {run}")
}

/// Before the name of an operator in the table.
pub const TRAINED_MARK: &str = "●";
pub const UNTRAINED_MARK: &str = "○";
pub const MARKS: &str = "● trained weights · ○ untrained. Click a title to sort.";

/// Accessible name of a title of the table.
pub fn sort_by(column: &str) -> String {
    format!("Sort by {column}")
}

/// Above the maps of a difference: which operator is A, and which is B.
pub const SIDES: [&str; 2] = ["A", "B"];

/// Title of the third map: minuend and subtrahend.
pub fn subtracted(a: &str, b: &str) -> String {
    format!("A − B = {a} − {b}")
}

pub fn common_seeds(n: usize) -> String {
    format!("{n} seed{} in common", if n == 1 { "" } else { "s" })
}

/// Sizes of all levels, `17 → 6 → 2`.
pub fn nodes(sizes: &str) -> String {
    format!("{sizes} nodes")
}

/// Number of dropped nodes of each pooling, then components and edges of each level.
pub fn losses(dropped: &str, components: &str, edges: &str) -> String {
    format!("dropped {dropped} · components {components} · edges {edges}")
}
