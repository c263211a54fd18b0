//! `proxpool splits`: the splits of a dataset as a file.

use std::path::PathBuf;

use clap::Args;

use super::dataset::DatasetArgument;
use crate::{
    readers,
    train::{Config, Division, settings::SPLITS},
    writers,
};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    dataset: DatasetArgument,

    /// Number of random splits, 8:1:1 [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "folds")]
    splits: Option<u16>,

    /// The folds of a stratified cross-validation instead, each with a tenth held out for validation
    #[arg(long, value_name = "K")]
    folds: Option<u16>,

    /// Published splits instead, in any form that `train --splits-from` reads
    #[arg(long, value_name = "FILE", conflicts_with_all = ["splits", "folds"])]
    splits_from: Option<PathBuf>,

    /// Random seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The file, in the form of Errica et al. (2020)
    #[arg(long, value_name = "FILE.json")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let dataset = arguments.dataset.load()?;
    let mut config = Config::for_dataset(&dataset);
    config.params.seed = arguments.seed;
    (config.division, config.splits) = match (arguments.folds, arguments.splits) {
        (Some(folds), _) => (Division::Folds, usize::from(folds)),
        (None, splits) => (Division::Random, splits.map_or(SPLITS.default as usize, usize::from)),
    };
    let splits = match &arguments.splits_from {
        Some(file) => readers::splits::read(file, &dataset, arguments.seed)?,
        None => {
            SPLITS.check(config.splits as f64)?;
            Division::draw(&config, &dataset)?.unwrap_or_default()
        }
    };
    writers::splits::write(&splits, &arguments.out)?;
    println!("{} splits of {} graphs: {}", splits.len(), dataset.graphs.len(), arguments.out.display());
    Ok(())
}
