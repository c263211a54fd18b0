//! What the Compare tab shows of a graph, as a link carries it.

use crate::pooling::{METHODS, Method, compare::Compared};

/// Which operators, and how they are held against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareLook {
    /// Side by side, or two as a difference.
    pub mode: Mode,
    /// Keys of the operators that stand side by side.
    pub chosen: Vec<&'static str>,
    /// Keys of the two whose difference is shown.
    pub pair: [&'static str; 2],
    /// The matrix whose difference is shown.
    pub compared: Compared,
    /// Whether trained weights are wanted where there are some.
    pub is_trained_wanted: bool,
}

/// The operators that are compared unless others are chosen, in the paper's order.
pub const USUAL: [&str; 8] =
    ["proxpool", "proxpool-nt", "proxpool-ns", "diffpool", "gpool", "sagpool", "eigenpool", "random"];

/// All operators, in the order in which they stand.
pub fn ordered() -> Vec<&'static Method> {
    let mut all: Vec<&Method> = METHODS.iter().collect();
    all.sort_by_key(|method| place(method.key));
    all
}

fn place(key: &str) -> usize {
    USUAL.iter().position(|usual| *usual == key).unwrap_or(USUAL.len())
}

impl Default for CompareLook {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            chosen: USUAL.to_vec(),
            pair: ["proxpool", "proxpool-ns"],
            compared: Compared::default(),
            is_trained_wanted: true,
        }
    }
}

impl CompareLook {
    /// Takes an operator in or out; they stay in the paper's order.
    pub fn choose(&mut self, key: &'static str, is_chosen: bool) {
        self.chosen.retain(|other| *other != key);
        if is_chosen {
            self.chosen.push(key);
            self.chosen.sort_by_key(|key| place(key));
        }
    }
}

/// Side by side, or two as a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A card for each operator.
    #[default]
    SideBySide,
    /// Two of them, and what differs.
    Difference,
}
