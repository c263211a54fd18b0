//! How the graphs of a run are divided: which splits a configuration draws, and which split a model was trained on.

use std::path::Path;

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::{
    checkpoint::ModelMetadata,
    config::{Config, labelled},
    error::TrainError,
    folder::RunFolder,
};
use crate::graph::{Dataset, split::Split};

/// Where the splits of a run come from.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Division {
    /// Drawn from the seed, 8:1:1, each on its own.
    #[default]
    Random,
    /// The folds of a stratified cross-validation.
    Folds,
    /// Listed in a file, such as published ones.
    File,
}

/// Splits, and the file that lists them.
#[derive(Clone, Debug)]
pub struct Listed {
    pub splits: Vec<Split>,
    /// As an absolute path, to be told; none where the splits were drawn.
    pub from: Option<String>,
}

impl Division {
    /// The splits that a configuration draws; none where they are listed in a file.
    pub fn draw(config: &Config, dataset: &Dataset) -> Result<Option<Vec<Split>>, TrainError> {
        let graphs = labelled(dataset)?;
        let (seed, n_splits) = (config.params.seed, config.splits);
        match config.division {
            Self::Random => Ok(Some((0..n_splits).map(|number| Split::new(&graphs, seed, number)).collect())),
            Self::Folds if (2..=graphs.len()).contains(&n_splits) => {
                Ok(Some(Split::folds(&with_classes(dataset, &graphs), seed, n_splits)))
            }
            Self::Folds => Err(TrainError::Folds { n_folds: n_splits, n_graphs: graphs.len() }),
            Self::File => Ok(None),
        }
    }
}

/// Checks splits that were not drawn here.
pub fn check(splits: &[Split], dataset: &Dataset) -> Result<(), TrainError> {
    let problem =
        |(number, split): (usize, &Split)| Some(TrainError::Split { number, problem: split.problem(dataset)? });
    splits.iter().enumerate().find_map(problem).map_or(Ok(()), Err)
}

/// Graphs with their classes; those without one are left out.
pub fn with_classes(dataset: &Dataset, graphs: &[u32]) -> Vec<(u32, u32)> {
    graphs.iter().filter_map(|&graph| Some((graph, dataset.graphs.get(graph as usize)?.class?))).collect()
}

/// The split that a model was trained on, where this is its data. Splits from a file are in the model's run, and unknown
/// where it has been taken out of it.
pub fn split_of(
    path: &Path,
    metadata: &ModelMetadata,
    number: usize,
    dataset: &Dataset,
    fingerprint: &str,
) -> Result<Option<Split>, TrainError> {
    if metadata.fingerprint != fingerprint {
        return Ok(None);
    }
    let config = &metadata.config;
    let splits = match config.division {
        // Without the others, which may be many.
        Division::Random => return Ok(Some(Split::new(&labelled(dataset)?, config.params.seed, number))),
        Division::Folds => Division::draw(config, dataset)?.unwrap_or_default(),
        Division::File => match RunFolder::of_file(path) {
            Some(folder) => RunFolder::open(folder.path())?.1.splits,
            None => return Ok(None),
        },
    };
    Ok(splits.into_iter().nth(number))
}
