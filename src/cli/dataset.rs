//! The DATASET argument that most commands share.

use clap::Args;

use super::flags::with_flags;

use crate::{
    graph::Dataset,
    readers::{
        ReadError, ReadOptions, TableColumns,
        catalog::{Catalog, LoadOptions},
        spec,
    },
};

/// Which dataset, and how to load it.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct DatasetArgument {
    /// A path, a name from `proxpool list`, `smiles:STRING` or `gallery:NAME` (see `proxpool list --gallery`)
    pub dataset: String,

    /// Use this data field (SDF field, CSV column) as the class
    #[arg(long, value_name = "FIELD")]
    pub label: Option<String>,

    /// Remove explicit hydrogen atoms
    #[arg(long)]
    pub strip_hydrogens: bool,

    #[command(flatten)]
    pub reading: Reading,
}

/// How a file is read, where that is not to be found out.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading files")]
pub(super) struct Reading {
    /// The column of a table that holds SMILES, by title or number
    #[arg(long, value_name = "COLUMN")]
    pub smiles_column: Option<String>,

    /// The column of a table that holds the first node of an edge
    #[arg(long, value_name = "COLUMN", conflicts_with = "smiles_column")]
    pub source: Option<String>,

    /// The column of a table that holds the second node of an edge
    #[arg(long, value_name = "COLUMN", conflicts_with = "smiles_column")]
    pub target: Option<String>,

    /// The column of a table that holds the weight of an edge
    #[arg(long, value_name = "COLUMN", conflicts_with = "smiles_column")]
    pub weight: Option<String>,

    /// Refuse a file at its first bad record instead of skipping it
    #[arg(long)]
    pub strict: bool,

    /// Keep only the first of isomorphic graphs (same labels, attributes and weights; classes may differ)
    #[arg(long)]
    pub drop_duplicates: bool,
}

impl Reading {
    /// The dataset with the columns that were chosen, as one name, by which it is found again.
    pub(super) fn name(&self, dataset: &str) -> String {
        let Self { smiles_column, source, target, weight, .. } = self.clone();
        let name = spec::named(dataset, &TableColumns { smiles: smiles_column, source, target, weight });
        if self.drop_duplicates { spec::without_duplicates(&name) } else { name }
    }
}

impl DatasetArgument {
    /// Loads the dataset and shows its warnings on the error stream.
    pub(super) fn load(&self) -> anyhow::Result<Dataset> {
        let read = ReadOptions { strict: self.reading.strict, ..ReadOptions::default() };
        let options = LoadOptions {
            class_field: self.label.clone(),
            strip_hydrogens: self.strip_hydrogens,
            read,
            ..LoadOptions::default()
        };
        let dataset = Catalog::from_environment().load(&self.name(), &options).map_err(|error| self.explain(error))?;
        for warning in &dataset.warnings {
            eprintln!("warning: {}", with_flags(&warning.message));
        }
        Ok(dataset)
    }

    /// The dataset with how its file is read.
    pub(super) fn name(&self) -> String {
        self.reading.name(&self.dataset)
    }

    /// Points at the character of a typed SMILES string.
    fn explain(&self, error: ReadError) -> anyhow::Error {
        match (self.dataset.strip_prefix("smiles:"), error.place.column) {
            (Some(smiles), Some(column)) => {
                anyhow::anyhow!("{error}\n\n    {smiles}\n    {}^", " ".repeat(column.saturating_sub(1)))
            }
            _ => error.into(),
        }
    }
}
