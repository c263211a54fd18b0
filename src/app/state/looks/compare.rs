//! Display settings of the Compare tab, as stored in links.

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::{pooling::methods, trace::compare::Compared};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareLook {
    pub mode: Mode,
    /// Keys of the operators shown side by side.
    pub chosen: Vec<&'static str>,
    /// Keys of the two operators of the difference.
    pub pair: [&'static str; 2],
    pub compared: Compared,
    /// Whether to use trained weights if available.
    pub is_trained_wanted: bool,
    /// How the table of statistics is sorted; none for the order of the operators.
    pub sorting: Option<Sorting>,
}

/// Index of an operator in the table, which is also the display order.
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
            sorting: None,
        }
    }
}

impl CompareLook {
    pub fn operators(&self) -> Vec<&'static str> {
        match self.mode {
            Mode::SideBySide => self.chosen.clone(),
            Mode::Difference => self.pair.to_vec(),
        }
    }

    /// Adds or removes an operator, in the order of the table.
    pub fn choose(&mut self, key: &'static str, is_chosen: bool) {
        self.chosen.retain(|other| *other != key);
        if is_chosen {
            self.chosen.push(key);
            self.chosen.sort_by_key(|key| place(key));
        }
    }
}

/// A column of the table, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorting {
    pub by: Column,
    pub is_descending: bool,
}

/// Columns of the table of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Column {
    Operator,
    #[strum(message = "nodes kept")]
    Kept,
    #[strum(message = "nodes dropped")]
    Dropped,
    Components,
    Entropy,
    #[strum(message = "clusters in use")]
    Used,
    Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// One card per operator.
    #[default]
    SideBySide,
    Difference,
}
