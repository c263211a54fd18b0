//! What the Compare tab shows of a graph, as a link carries it.

use crate::{pooling::methods, trace::compare::Compared};

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

/// Place of an operator in the table, in whose order they stand.
fn place(key: &str) -> usize {
    methods().position(|method| method.key == key).unwrap_or(usize::MAX)
}

impl Default for CompareLook {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            chosen: methods().filter(|method| method.is_compared_by_default).map(|method| method.key).collect(),
            pair: ["proxpool", "proxpool-ns"],
            compared: Compared::default(),
            is_trained_wanted: true,
        }
    }
}

impl CompareLook {
    /// Keys of the operators on screen.
    pub fn shown(&self) -> Vec<&'static str> {
        match self.mode {
            Mode::SideBySide => self.chosen.clone(),
            Mode::Difference => self.pair.to_vec(),
        }
    }

    /// Takes an operator in or out; they stay in the order of the table.
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
