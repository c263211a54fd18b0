//! `proxpool train`: the paper's protocol on a dataset, with progress bars; every run is saved in a folder.

mod progress;
mod report;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context as _;
use clap::Args;
pub(super) use progress::ProgressBars;
pub(super) use report::result_json;

use super::{
    dataset::DatasetArgument,
    parameters::{Flags, Table as _},
    trace::{choice, parse_method, signal_kind},
};
use crate::{
    graph::{Dataset, features::SignalKind},
    pooling::{Method, Params},
    readers::splits,
    train::{
        Config, DataSource, Division, Engine, History, Job, RunFolder, Status,
        command_line::quoted,
        config::labelled,
        division::Listed,
        engine,
        folder::{RUNS, absolute, free_folder},
        grid,
    },
};

#[derive(Args)]
pub struct Arguments {
    /// A path, a name from `proxpool list`, `smiles:STRING` or `gallery:NAME`; not needed with --resume
    #[arg(required_unless_present = "resume")]
    dataset: Option<String>,

    /// Use this data field (SDF field, CSV column) as the class
    #[arg(long, value_name = "FIELD")]
    label: Option<String>,

    /// Remove explicit hydrogen atoms
    #[arg(long)]
    strip_hydrogens: bool,

    #[command(flatten)]
    choices: Choices,

    #[command(flatten)]
    parameters: Flags<Params>,

    #[command(flatten)]
    settings: Flags<Config>,

    /// Train on the folds of a stratified cross-validation instead of random splits
    #[arg(long, value_name = "K", conflicts_with_all = ["splits", "splits_from"])]
    folds: Option<u16>,

    /// Train on published splits: a JSON file, a folder of index files, or the run.json of a run
    #[arg(long, value_name = "FILE", conflicts_with = "splits")]
    splits_from: Option<PathBuf>,

    /// Number of threads; affects speed only, results are identical [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Grid search over τ, s and weight decay (the paper's grid) by validation accuracy; only the best setting is tested
    #[arg(long, conflicts_with = "resume")]
    grid: bool,

    /// Run folder [default: runs/DATASET-POOL, numbered]
    #[arg(long, value_name = "RUN_DIR")]
    out: Option<PathBuf>,

    /// Resume a run with its configuration
    #[arg(long, value_name = "RUN_DIR", conflicts_with_all = ["out", "choices", "folds", "splits_from", Params::GROUP, Config::GROUP])]
    resume: Option<PathBuf>,

    /// Save no weights of single epochs (first split, at most 64 MB), which the epoch slider of the window needs
    #[arg(long)]
    no_snapshots: bool,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Settings that are not numbers; the defaults are the paper's.
#[derive(Args)]
#[group(id = "choices", multiple = true)]
struct Choices {
    /// The pooling operator [default: proxpool]
    #[arg(long, value_parser = parse_method)]
    pool: Option<&'static Method>,

    /// Random seed of splits, initialisation and shuffling [default: 0]
    #[arg(long)]
    seed: Option<u64>,

    /// Detach A′: no gradient through the coarsened adjacency
    #[arg(long)]
    detach_adjacency: bool,

    /// Node features [default: labels, or the degree if there are no labels]
    #[arg(long, value_parser = choice::<SignalKind>())]
    signal: Option<SignalKind>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (dataset, data) = arguments.load()?;
    if let Some(path) = &arguments.resume {
        let job = arguments.with_threads(Job::resume(dataset, path)?);
        return arguments.finish(job).map(drop);
    }
    let config = arguments.config(&dataset);
    config.network(&dataset)?;
    let unlabelled = dataset.graphs.len() - labelled(&dataset)?.len();
    if unlabelled > 0 {
        eprintln!("note: {unlabelled} graphs of {} have no class and are ignored", dataset.name);
    }
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => {
            let grid = if arguments.grid { "-grid" } else { "" };
            free_folder(Path::new(RUNS), &dataset.name, &format!("{}{grid}", config.pool))
        }
    };
    if arguments.grid {
        arguments.search(&dataset, &data, &config, &out)
    } else {
        let job = arguments.with_threads(arguments.create(&dataset, &data, config, &out)?);
        arguments.finish(job).map(drop)
    }
}

impl Arguments {
    /// The dataset that is named, or else the one that the run to resume was trained on.
    fn load(&self) -> anyhow::Result<(Arc<Dataset>, DataSource)> {
        let argument = match (&self.dataset, &self.resume) {
            (None, Some(path)) => {
                let data = RunFolder::open(path)?.1.data;
                DatasetArgument { dataset: data.source, label: data.label, strip_hydrogens: data.strip_hydrogens }
            }
            (dataset, _) => DatasetArgument {
                dataset: dataset.clone().unwrap_or_default(),
                label: self.label.clone(),
                strip_hydrogens: self.strip_hydrogens,
            },
        };
        let dataset = argument.load()?;
        let data = DataSource::new(&dataset, &argument.dataset, argument.label, argument.strip_hydrogens);
        Ok((Arc::new(dataset), data))
    }

    /// A new run, on the splits that were asked for.
    fn create(&self, dataset: &Arc<Dataset>, data: &DataSource, config: Config, out: &Path) -> anyhow::Result<Job> {
        let Some(file) = &self.splits_from else {
            return Ok(Job::create(dataset.clone(), data.clone(), config, out)?);
        };
        let splits = splits::read(file, dataset, config.params.seed)?;
        let listed = Listed { splits, from: Some(absolute(&file.display().to_string())) };
        Ok(Job::create_on(dataset.clone(), data.clone(), config, listed, out)?)
    }

    fn with_threads(&self, mut job: Job) -> Job {
        job.threads = self.threads.map_or_else(engine::default_threads, usize::from);
        // The many runs of a search are not inspected epoch by epoch.
        job.keeps_snapshots = !self.no_snapshots && !self.grid;
        job
    }

    /// Trains, and shows progress and the result.
    fn finish(&self, job: Job) -> anyhow::Result<()> {
        let folder = job.folder().clone();
        eprintln!("{}", report::headline(&job)?);
        let history = train(job)?;
        match &history.status {
            Status::Failed(reason) => anyhow::bail!("{reason}"),
            Status::Stopped => stopped(folder.path()),
            _ => {}
        }
        self.print_result(&folder)
    }

    fn print_result(&self, folder: &RunFolder) -> anyhow::Result<()> {
        // From the files, so that earlier sessions are included.
        let (folder, run) = RunFolder::open(folder.path())?;
        let history = History::from_events(folder.events()?);
        if self.json {
            println!("{}", serde_json::to_string_pretty(&result_json(&folder, &run, &history))?)
        } else {
            print!("{}", report::result(&folder, &run, &history))
        }
        Ok(())
    }

    /// Trains every setting of the grid without the test sets, then tests the best one.
    fn search(&self, dataset: &Arc<Dataset>, data: &DataSource, config: &Config, out: &Path) -> anyhow::Result<()> {
        let candidates = grid::candidates(config);
        let mut found = Vec::new();
        for (number, candidate) in (1..).zip(&candidates) {
            let path = out.join(grid::name(candidate));
            eprintln!("setting {number} of {}: {}", candidates.len(), grid::name(candidate));
            // An interrupted search is resumed.
            let job = if RunFolder::is_run(&path) {
                Job::resume(dataset.clone(), &path)?
            } else {
                self.create(dataset, data, candidate.clone(), &path)?
            };
            let history = train(self.with_threads(job))?;
            match history.status {
                Status::Failed(reason) => anyhow::bail!("{}: {reason}", grid::name(candidate)),
                Status::Stopped => stopped_search(out),
                _ => found.push(History::from_events(RunFolder::open(&path)?.0.events()?)),
            }
        }
        let best = grid::choose(&found).context("no setting finished training")?;
        eprint!("{}", report::grid(&candidates, &found, best));
        let job = Job::resume(dataset.clone(), &out.join(grid::name(&candidates[best])))?.score_test()?;
        self.finish(self.with_threads(job))
    }
}

impl Arguments {
    fn config(&self, dataset: &Dataset) -> Config {
        let mut config = Config::for_dataset(dataset);
        let choices = &self.choices;
        if let Some(method) = choices.pool {
            config.pool = method.key.to_owned();
        }
        config.signal = signal_kind(choices.signal, dataset);
        config.params.seed = choices.seed.unwrap_or(config.params.seed);
        config.params.detach_adjacency = choices.detach_adjacency;
        self.parameters.apply(&mut config.params);
        self.settings.apply(&mut config);
        if let Some(folds) = self.folds {
            config.division = Division::Folds;
            config.splits = usize::from(folds);
        }
        config
    }
}

/// Runs a job to its end, showing progress. Ctrl-C asks it to stop; a second one does not wait.
pub(super) fn train(job: Job) -> anyhow::Result<History> {
    let mut progress = ProgressBars::new(&job);
    let engine = Engine::start(job, || ())?;
    let control = engine.control().clone();
    interrupt::on_ctrl_c(move || control.stop());
    for event in engine.events() {
        let is_last = event.is_last();
        progress.take(event);
        if is_last {
            break;
        }
    }
    progress.clear();
    Ok(progress.history)
}

/// Prints how to resume, and exits with the status of an interrupt.
fn stopped(folder: &Path) -> ! {
    eprintln!(
        "Stopped; only the epoch in progress is lost. Resume with:\n  proxpool train --resume {}",
        quoted(&folder.display().to_string())
    );
    std::process::exit(130)
}

fn stopped_search(folder: &Path) -> ! {
    eprintln!("Stopped. Resume with the same command and --out {}", quoted(&folder.display().to_string()));
    std::process::exit(130)
}

pub(super) mod interrupt {
    //! One Ctrl-C handler for the whole process, which runs the newest action.

    use std::sync::{
        Mutex, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    };

    type Action = Box<dyn Fn() + Send>;

    static ACTION: Mutex<Option<Action>> = Mutex::new(None);
    static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static INSTALLED: Once = Once::new();

    /// Sets what the first Ctrl-C does.
    pub(in crate::cli) fn on_ctrl_c(action: impl Fn() + Send + 'static) {
        *ACTION.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(action));
        INSTALLED.call_once(|| {
            // Without a handler Ctrl-C ends the program immediately, which loses one epoch.
            let _ = ctrlc::set_handler(|| {
                if IS_INTERRUPTED.swap(true, Ordering::SeqCst) {
                    std::process::exit(130);
                }
                if let Some(action) = &*ACTION.lock().unwrap_or_else(PoisonError::into_inner) {
                    action();
                }
            });
        });
    }
}
