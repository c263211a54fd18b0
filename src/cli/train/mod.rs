//! `proxpool train`: the paper's protocol on a dataset, with progress bars; every run is saved in a folder.

mod progress;
mod report;
mod search;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
pub(super) use progress::ProgressBars;
pub(super) use report::result_json;

use super::{
    dataset::{DatasetArgument, Reading},
    parameters::{Flags, Table as _},
    trace::{choice, parse_method, signal_kind},
};
use crate::{
    graph::{Dataset, features::SignalKind},
    model::NetworkKind,
    names::Named as _,
    pooling::{Method, Params},
    readers::splits,
    train::{
        Config, Criterion, DataSource, Division, Engine, History, Job, RunFolder, Status,
        command_line::quoted,
        config::labelled,
        division::Listed,
        engine,
        folder::{RUNS, absolute, free_folder},
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
    reading: Reading,

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

    /// Number of threads; affects speed only, results are identical [default: SLURM_CPUS_PER_TASK, else OMP_NUM_THREADS,
    /// else all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Grid search by validation accuracy: the paper's over τ, s and weight decay, or that of Errica et al. with --network
    /// sum-mlp. What is set by a flag is not searched; only the best setting is tested
    #[arg(long, conflicts_with = "resume")]
    grid: bool,

    /// With --grid: choose a setting for each split by its own validation set, and train it anew for the test
    #[arg(long, requires = "grid")]
    select_per_split: bool,

    /// With --grid: train the chosen setting anew this many times, from other seeds, and average each split's test accuracy
    #[arg(long, value_name = "N", requires = "grid", value_parser = clap::value_parser!(u16).range(1..=100))]
    repeats: Option<u16>,

    /// Run folder [default: runs/DATASET-POOL, numbered]
    #[arg(long, value_name = "RUN_DIR")]
    out: Option<PathBuf>,

    /// Resume the run in --out if there is one with the same settings, else start it there; a finished one is left as it is
    #[arg(long, requires = "out")]
    or_resume: bool,

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
    /// The network: the paper's, with a pooling operator, or the structure-agnostic baseline of Errica et al. (the sum of
    /// the node signals, then an MLP) [default: pooling]
    #[arg(long, value_parser = choice::<NetworkKind>())]
    network: Option<NetworkKind>,

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

    /// What the patience is on: epochs without a lower loss, or without an accuracy as high as the highest [default: loss]
    #[arg(long, value_name = "CRITERION", value_parser = choice::<Criterion>())]
    patience_on: Option<Criterion>,

    /// What the best epoch is chosen by; of equal accuracies, the lower loss is better [default: accuracy]
    #[arg(long, value_name = "CRITERION", value_parser = choice::<Criterion>())]
    best_by: Option<Criterion>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (dataset, data) = arguments.load()?;
    if let Some(path) = &arguments.resume {
        let job = arguments.with_threads(Job::resume(dataset, path)?);
        return arguments.finish(job).map(drop);
    }
    let config = arguments.config(&dataset)?;
    config.network(&dataset)?;
    let unlabelled = dataset.graphs.len() - labelled(&dataset)?.len();
    if unlabelled > 0 {
        eprintln!("note: {unlabelled} graphs of {} have no class and are ignored", dataset.name);
    }
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => {
            let grid = if arguments.grid { "-grid" } else { "" };
            free_folder(Path::new(RUNS), &dataset.name, &format!("{}{grid}", config.key()))
        }
    };
    if arguments.grid {
        return arguments.search(&dataset, &data, &config, &out);
    }
    let job = if arguments.or_resume {
        arguments.create_or_resume(&dataset, &data, config, &out)?
    } else {
        arguments.create(&dataset, &data, config, &out)?
    };
    if job.is_finished()? {
        eprintln!("{} is finished; nothing is left to train", out.display());
        return arguments.print_result(job.folder());
    }
    arguments.finish(arguments.with_threads(job))
}

impl Arguments {
    /// The dataset that is named, or else the one that the run to resume was trained on.
    fn load(&self) -> anyhow::Result<(Arc<Dataset>, DataSource)> {
        let argument = match (&self.dataset, &self.resume) {
            (None, Some(path)) => {
                let data = RunFolder::open(path)?.1.data;
                let DataSource { source, label, strip_hydrogens, .. } = data;
                DatasetArgument { dataset: source, label, strip_hydrogens, ..DatasetArgument::default() }
            }
            (dataset, _) => DatasetArgument {
                dataset: dataset.clone().unwrap_or_default(),
                label: self.label.clone(),
                strip_hydrogens: self.strip_hydrogens,
                reading: self.reading.clone(),
            },
        };
        let dataset = argument.load()?;
        let data = DataSource::new(&dataset, &argument.name(), argument.label, argument.strip_hydrogens);
        Ok((Arc::new(dataset), data))
    }

    /// A new run, on the splits that were asked for.
    fn create(&self, dataset: &Arc<Dataset>, data: &DataSource, config: Config, out: &Path) -> anyhow::Result<Job> {
        Ok(match self.listed(dataset, &config)? {
            Some(listed) => Job::create_on(dataset.clone(), data.clone(), config, listed, out)?,
            None => Job::create(dataset.clone(), data.clone(), config, out)?,
        })
    }

    /// The run that is there already, if its settings are the same, else a new one.
    fn create_or_resume(
        &self,
        dataset: &Arc<Dataset>,
        data: &DataSource,
        config: Config,
        out: &Path,
    ) -> anyhow::Result<Job> {
        let listed = self.listed(dataset, &config)?;
        Ok(Job::create_or_resume(dataset.clone(), data.clone(), config, listed, out)?)
    }

    /// The splits of the file that was given.
    fn listed(&self, dataset: &Dataset, config: &Config) -> anyhow::Result<Option<Listed>> {
        let Some(file) = &self.splits_from else { return Ok(None) };
        let splits = splits::read(file, dataset, config.params.seed)?;
        Ok(Some(Listed { splits, from: Some(absolute(&file.display().to_string())) }))
    }

    /// With the threads and the snapshots that were asked for.
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
        let history = folder.results()?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&result_json(&folder, &run, &history))?)
        } else {
            print!("{}", report::result(&folder, &run, &history))
        }
        Ok(())
    }

    fn config(&self, dataset: &Dataset) -> anyhow::Result<Config> {
        let mut config = Config::for_dataset(dataset);
        let choices = &self.choices;
        config.set_network(choices.network.unwrap_or(config.network));
        let network = config.network;
        if let Some(method) = choices.pool {
            if !network.has_pooling() {
                anyhow::bail!("the network {} has no pooling; leave out --pool {}", network.key(), method.key);
            }
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
        config.patience_on = choices.patience_on.unwrap_or(config.patience_on);
        config.best_by = choices.best_by.unwrap_or(config.best_by);
        Ok(config)
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

/// The same for a search.
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
