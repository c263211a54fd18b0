//! `proxpool figure`: a figure, a batch of figures, or a figure reproduced from its file.

mod graphs;
mod look;
mod make;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, Command, Id};
use indicatif::{ProgressBar, ProgressStyle};
use look::LookArguments;
pub(super) use make::{Maker, request_data};

use super::{
    dataset::{DatasetArgument, Reading},
    trace::{PoolingSettings, parse_method, signal_kind},
};
use crate::{
    figure::{self, FigureRequest, Format, kinds::Needs},
    graph::{Dataset, edit::Edit, features::SignalKind},
    model::WeightSource,
    pooling::Method,
    train::{RunFolder, compare::find, folder::absolute},
};

/// Shown at the end of `--help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  proxpool figure kernels MUTAG --graph 7 --out kernels.pdf
  proxpool figure pooling MUTAG --graph 0-9 --pool sagpool,gpool,diffpool,proxpool --out row.png
  proxpool figure training --run runs/MUTAG-proxpool --width single --out training.svg
  proxpool figure --from kernels.pdf --out again.pdf";

#[derive(Args)]
pub struct Arguments {
    /// The kind of figure
    #[arg(required_unless_present = "from", help = format!("One of {}", figure::kinds::keys()))]
    kind: Option<String>,

    /// A path, a name from `proxpool list`, `smiles:STRING` or `gallery:NAME`
    dataset: Option<String>,

    /// Use this data field (SDF field, CSV column) as the class
    #[arg(long, value_name = "FIELD")]
    label: Option<String>,

    /// Remove explicit hydrogen atoms
    #[arg(long)]
    strip_hydrogens: bool,

    #[command(flatten)]
    reading: Reading,

    /// Graph indices from 0: 7, 0,3,7-12 or all; several write numbered files
    #[arg(long, value_name = "INDEX", default_value = "0")]
    graph: String,

    /// Operators, separated by commas: proxpool,gpool [default: those of the model or the runs, else proxpool]
    #[arg(long, value_delimiter = ',', value_parser = parse_method)]
    pool: Vec<&'static Method>,

    /// Changes of a copy of the graph, as in a link: add:2,join:3:7:0,remove:5
    #[arg(long, value_name = "EDITS", value_delimiter = ',')]
    edits: Vec<Edit>,

    #[command(flatten)]
    settings: PoolingSettings,

    /// Run folder, or a folder of runs; may be repeated. Figures of graphs use the trained weights of the run
    #[arg(long, value_name = "DIR")]
    run: Vec<PathBuf>,

    /// Study folder, summary of a study, or `paper` for the bundled results; may be repeated, for the figure `results`
    #[arg(long, value_name = "STUDY_DIR|SUMMARY|paper", conflicts_with = "run")]
    study: Vec<PathBuf>,

    #[command(flatten)]
    look: LookArguments,

    /// Reproduce the figure in this file; all settings except --out come from it
    #[arg(long, value_name = "FILE", conflicts_with_all = taken_from_file())]
    from: Option<PathBuf>,

    /// Output file; its extension selects PNG, SVG or PDF [default with --from: that file itself]
    #[arg(long, value_name = "FILE", required_unless_present = "from")]
    out: Option<PathBuf>,
}

/// The flags that conflict with `--from`, because their values come from the file: all except `--out`.
fn taken_from_file() -> Vec<Id> {
    let flattened =
        LookArguments::augment_args(PoolingSettings::augment_args(Reading::augment_args(Command::new("figure"))));
    let flattened = flattened.get_arguments().map(|argument| argument.get_id().clone());
    let own = ["kind", "dataset", "label", "strip_hydrogens", "graph", "pool", "edits", "run", "study"].map(Id::from);
    own.into_iter().chain(flattened).collect()
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(out) = arguments.out.as_deref().or(arguments.from.as_deref()) else {
        bail!("no output file; give one with --out")
    };
    // Checked before any work is done.
    Format::from_path(out)?;
    if let Some(from) = &arguments.from {
        return again(from, out);
    }
    let kind = figure::figure(arguments.kind.as_deref().unwrap_or_default())?;
    let options = arguments.look.options()?;
    let mut request = FigureRequest { kind: kind.key.to_owned(), options, ..FigureRequest::default() };
    request.layout_seed = arguments.look.layout_seed;
    request.edits.clone_from(&arguments.edits);
    if !arguments.study.is_empty() && kind.key != figure::kinds::RESULTS {
        bail!("the figure “{}” shows no study; draw `proxpool figure {}`", kind.key, figure::kinds::RESULTS);
    }
    if kind.needs.contains(Needs::RUNS) {
        request.runs = arguments.runs()?;
        request.studies = arguments.studies();
        if let Some(dataset) = &arguments.dataset {
            bail!("the figure “{}” shows runs, not the dataset “{dataset}”; give runs with --run DIR", kind.key);
        }
        return write_one(Maker::of_runs(&request)?, &request, out);
    }
    let Some(source) = &arguments.dataset else {
        bail!(
            "the figure “{}” shows a graph; give a dataset, e.g. `proxpool figure {} MUTAG --graph 0`",
            kind.key,
            kind.key
        )
    };
    let argument = DatasetArgument {
        dataset: source.clone(),
        label: arguments.label.clone(),
        strip_hydrogens: arguments.strip_hydrogens,
        reading: arguments.reading.clone(),
    };
    let dataset = argument.load()?;
    let graphs = graphs::parse(&arguments.graph, &dataset)?;
    request.data = Some(request_data(&argument, &dataset));
    arguments.ask(&mut request, &dataset)?;
    let maker = Maker::of_dataset(dataset);
    match graphs[..] {
        [graph] => write_one(maker, &FigureRequest { graph, ..request }, out),
        _ => write_many(&maker, &request, &graphs, out),
    }
}

fn write_one(maker: Maker, request: &FigureRequest, out: &Path) -> anyhow::Result<()> {
    let scene = maker.scene(request)?;
    figure::write(&scene, request, out)?;
    println!("{}", out.display());
    Ok(())
}

/// A numbered file for each graph. A failure does not prevent the other figures.
fn write_many(maker: &Maker, request: &FigureRequest, graphs: &[usize], out: &Path) -> anyhow::Result<()> {
    let digits = graphs.iter().max().map_or(1, |most| most.to_string().len());
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    let progress = ProgressBar::new(graphs.len() as u64).with_style(style);
    let mut failed = Vec::new();
    for &graph in graphs {
        let path = numbered(out, graph, digits);
        progress.set_message(path.display().to_string());
        let request = FigureRequest { graph, ..request.clone() };
        let outcome = maker.scene(&request).and_then(|scene| Ok(figure::write(&scene, &request, &path)?));
        match outcome {
            Ok(()) => progress.suspend(|| println!("{}", path.display())),
            // A folder that cannot be written to fails for every graph.
            Err(error) if error.downcast_ref().is_some_and(is_about_writing) => return Err(error),
            Err(error) => failed.push(format!("graph {graph}: {error:#}")),
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    match &failed[..] {
        [] => Ok(()),
        [first, ..] => bail!("{} of {} figures failed; {first}", failed.len(), graphs.len()),
    }
}

fn is_about_writing(error: &figure::FigureError) -> bool {
    matches!(error, figure::FigureError::Write { .. })
}

/// `row.png` → `row-07.png`.
fn numbered(out: &Path, graph: usize, digits: usize) -> PathBuf {
    let stem = out.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let extension = out.extension().map_or_else(String::new, |extension| extension.to_string_lossy().into_owned());
    out.with_file_name(format!("{stem}-{graph:0digits$}.{extension}"))
}

fn again(from: &Path, out: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(from).with_context(|| format!("{} cannot be read", from.display()))?;
    let request = figure::read_request(&bytes).with_context(|| from.display().to_string())?;
    write_one(Maker::of_request(&request)?, &request, out)
}

fn with_absolute_paths(source: WeightSource) -> WeightSource {
    let from_anywhere = |path: PathBuf| PathBuf::from(absolute(&path.display().to_string()));
    match source {
        WeightSource::Model(path) => WeightSource::Model(from_anywhere(path)),
        WeightSource::Given(paths) => {
            WeightSource::Given(paths.into_iter().map(|path| path.map(from_anywhere)).collect())
        }
        other => other,
    }
}

impl Arguments {
    /// Which operators, with which parameters, signal and weights.
    fn ask(&self, request: &mut FigureRequest, dataset: &Dataset) -> anyhow::Result<()> {
        let asked = self.settings.exploration()?;
        let models = self.models()?;
        let mut methods: Vec<String> = self.pool.iter().map(|method| method.key.to_owned()).collect();
        if methods.is_empty() {
            methods.extend(models.iter().map(|(key, _)| key.clone()));
            if methods.is_empty()
                || (self.settings.model.is_some() && !methods.iter().any(|key| key == asked.method.key))
            {
                methods.insert(0, asked.method.key.to_owned());
            }
        }
        request.models = models.into_iter().filter(|(key, _)| methods.contains(key)).collect();
        if request.models.is_empty() && !self.run.is_empty() {
            bail!("none of these runs trained {}; choose the operator of a run with --pool", methods.join(" or "));
        }
        // A model has its own signal; this one is for the other operators.
        request.signal = match (asked.signal, self.settings.signal) {
            (Some(_), None) => SignalKind::default_for(dataset),
            (_, chosen) => signal_kind(chosen, dataset),
        };
        request.methods = methods;
        request.params = asked.params;
        request.weights = with_absolute_paths(asked.weights);
        Ok(())
    }

    /// The best model of each run with the key of its operator; of several runs of one operator, that of the first.
    fn models(&self) -> anyhow::Result<Vec<(String, PathBuf)>> {
        let mut models: Vec<(String, PathBuf)> = Vec::new();
        for path in self.runs()? {
            let (folder, run) = RunFolder::open(&path)?;
            let has_operator = run.config.network.has_pooling();
            if has_operator && !models.iter().any(|(key, _)| *key == run.config.pool) {
                models.push((run.config.pool, folder.model()));
            }
        }
        Ok(models)
    }

    /// The absolute paths of all studies; the word for the bundled results is no path.
    fn studies(&self) -> Vec<PathBuf> {
        self.study.iter().map(|path| PathBuf::from(absolute(&path.display().to_string()))).collect()
    }

    /// The absolute paths of all runs.
    fn runs(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for path in &self.run {
            let before = found.len();
            found.extend(find(path, 3).with_context(|| format!("{} cannot be read", path.display()))?);
            if found.len() == before {
                bail!("no run found in {}; start one with `proxpool train DATASET --out DIR`", path.display());
            }
        }
        found.iter().map(|path| Ok(std::path::absolute(path)?)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_batch_are_numbered() {
        assert_eq!(numbered(Path::new("a/row.png"), 7, 3), Path::new("a/row-007.png"));
    }
}
