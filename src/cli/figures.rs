//! `proxpool figures`: one figure of each kind from the bundled data.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context as _;
use clap::Args;

use super::{
    dataset::DatasetArgument,
    figure::{Maker, request_data},
    train,
};
use crate::{
    figure::{
        self, FIGURES, FigureRequest, Format,
        kinds::{Example, Needs},
    },
    graph::Dataset,
    names::Named as _,
    train::{Config, DataSource, Job, RunFolder, Status},
};

#[derive(Args)]
pub struct Arguments {
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", default_value = "figures")]
    out: PathBuf,

    /// File formats: png, svg, pdf
    #[arg(long, value_delimiter = ',', default_value = "png,pdf", value_parser = Format::named)]
    format: Vec<Format>,
}

/// A run of a few seconds: enough for curves with a band, too short to judge an operator.
const EPOCHS: usize = 20;
const SPLITS: usize = 3;
const BUNDLED: &str = "MUTAG";

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let out = &arguments.out;
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be created", out.display()))?;
    let argument = DatasetArgument { dataset: BUNDLED.to_owned(), ..DatasetArgument::default() };
    let dataset = argument.load()?;
    let data = request_data(&argument, &dataset);
    let run = short_run(out, &dataset, &data)?;
    let of_graphs = Maker::of_dataset(dataset);
    for figure in FIGURES {
        let mut request = FigureRequest { kind: figure.key.to_owned(), ..FigureRequest::default() };
        let scene = if figure.needs.contains(Needs::RUNS) {
            request.runs = vec![std::path::absolute(&run)?];
            Maker::of_runs(&request)?.scene(&request)?
        } else {
            request.data = Some(data.clone());
            if let Some(Example { graph, methods }) = figure.example {
                request.graph = graph;
                request.methods = methods.iter().map(|&method| method.to_owned()).collect();
            }
            of_graphs.scene(&request)?
        };
        for format in &arguments.format {
            let path = out.join(format!("{}.{}", figure.key, format.key()));
            figure::write(&scene, &request, &path)?;
            println!("{}", path.display());
        }
    }
    println!(
        "\nAll figures use the bundled MUTAG data. The training curves are from a short run ({SPLITS} splits of \
         {EPOCHS} epochs), too short to judge an operator. `proxpool train` follows the paper's protocol, and \
         `proxpool figure training --run DIR` draws its curves."
    );
    Ok(())
}

/// The run that the figures of training show; it stays beside them, so that they can be made again.
fn short_run(out: &Path, dataset: &Dataset, data: &DataSource) -> anyhow::Result<PathBuf> {
    let path = out.join("run-MUTAG-proxpool");
    if RunFolder::is_run(&path) {
        return Ok(path);
    }
    eprintln!("training {SPLITS} splits of {EPOCHS} epochs for the training curves (a few seconds)…");
    let dataset = Arc::new(dataset.clone());
    let config = Config { splits: SPLITS, epochs: EPOCHS, ..Config::for_dataset(&dataset) };
    let history = train::train(Job::create(dataset, data.clone(), config, &path)?)?;
    match history.status {
        Status::Finished => Ok(path),
        Status::Failed(reason) => anyhow::bail!("{reason}"),
        _ => anyhow::bail!("stopped; run the command again to continue"),
    }
}
