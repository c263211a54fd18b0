//! The DATASET argument that most commands share.

use clap::Args;

use crate::{
    graph::Dataset,
    readers::{
        ReadError,
        catalog::{Catalog, LoadOptions},
    },
};

/// Which dataset, and how to load it.
#[derive(Args, Clone, Debug)]
pub(super) struct DatasetArgument {
    /// A path, a name from `proxpool list`, `smiles:STRING` or `gallery:NAME` (see `proxpool list --gallery`)
    pub dataset: String,

    /// Use this data field (SDF field, CSV column) as the class
    #[arg(long, value_name = "FIELD")]
    pub label: Option<String>,

    /// Remove explicit hydrogen atoms
    #[arg(long)]
    pub strip_hydrogens: bool,
}

impl DatasetArgument {
    /// Loads the dataset and shows its warnings on the error stream.
    pub(super) fn load(&self) -> anyhow::Result<Dataset> {
        let options = LoadOptions { class_field: self.label.clone(), strip_hydrogens: self.strip_hydrogens };
        let dataset = Catalog::from_environment().load(&self.dataset, &options).map_err(|error| self.explain(error))?;
        for warning in &dataset.warnings {
            eprintln!("warning: {}", warning.message);
        }
        Ok(dataset)
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
