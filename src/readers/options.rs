//! How a file is read, where there is a choice.

/// What the reader of any format is told beside the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Refuse a file at the first record that cannot be read or that breaks a rule of its format.
    pub strict: bool,
    /// The columns of a table, where they are not to be found out.
    pub columns: TableColumns,
}

/// Columns of a table, by their names in its header or by their numbers from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableColumns {
    /// Holds a SMILES string in each row.
    pub smiles: Option<String>,
    /// First node of an edge.
    pub source: Option<String>,
    /// Second node of an edge.
    pub target: Option<String>,
    /// Weight of an edge.
    pub weight: Option<String>,
}

impl ReadOptions {
    /// Refuses the first bad record.
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }
}

impl TableColumns {
    /// Whether a column of an edge is named.
    pub fn names_edges(&self) -> bool {
        self.source.is_some() || self.target.is_some() || self.weight.is_some()
    }
}
