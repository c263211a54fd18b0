//! Background requests of the tab: scan of the runs folder, cost estimate, export of curves, predictions.

use std::{
    collections::BTreeMap,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicUsize},
};

use crate::app::work::{error::WorkError, slot::Job};
use crate::{
    app::state::{SignalSource, labels, loaded::Loaded},
    files::write_atomically,
    model::WeightSource,
    train::{
        Config, History, RunFolder,
        calibrate::{self, Cost},
        compare::{Run, find},
        control::Control,
        curve,
        engine::{computing_threads, default_threads},
        note,
        predict::{self, Predictions},
    },
};

#[derive(Clone, PartialEq)]
pub(crate) struct Scan {
    /// Runs folder.
    pub root: PathBuf,
    /// Imported run folders.
    pub imported: Vec<PathBuf>,
    /// Incremented to scan again.
    pub number: u64,
}

#[derive(Default)]
pub(crate) struct RunListing {
    pub runs: Vec<Arc<Run>>,
    /// The run whose log was written to last.
    pub newest: Option<PathBuf>,
    /// Notes of runs, by their folders; an unreadable one is replaced by its error.
    pub notes: BTreeMap<PathBuf, String>,
    /// Unreadable folders, with the error.
    pub problems: Vec<(PathBuf, String)>,
}

pub(crate) const SCAN: Job<Scan, RunListing> = Job { name: "runs", run: scan };

/// Reads all runs. A missing folder is empty.
fn scan(scan: Scan) -> Result<RunListing, WorkError> {
    const DEEPEST: usize = 3;
    let mut listing = RunListing::default();
    let mut paths = if scan.root.is_dir() {
        find(&scan.root, DEEPEST).map_err(|error| format!("{} cannot be read: {error}", scan.root.display()))?
    } else {
        Vec::new()
    };
    paths.extend(scan.imported.into_iter().filter(|path| !path.starts_with(&scan.root)));
    for path in paths {
        match Run::open(&path, &scan.root) {
            Ok(run) => {
                let note = note::read(&run.folder).unwrap_or_else(|error| error.to_string());
                if !note.is_empty() {
                    listing.notes.insert(path, note);
                }
                listing.runs.push(Arc::new(run));
            }
            Err(error) => listing.problems.push((path, error.to_string())),
        }
    }
    let written = |run: &&Arc<Run>| run.folder.last_written();
    listing.newest = listing.runs.iter().max_by_key(written).map(|run| run.folder.path().to_owned());
    Ok(listing)
}

#[derive(Clone)]
pub(crate) struct CostQuestion {
    pub data: Arc<Loaded>,
    pub config: Config,
    pub threads: usize,
    /// Whether to measure the time too.
    pub is_timed: bool,
    pub control: Arc<Control>,
}

impl CostQuestion {
    /// Whether both have the same answer.
    pub(crate) fn is_about_the_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            && (&self.config, self.threads, self.is_timed) == (&other.config, other.threads, other.is_timed)
    }
}

/// A cancelled request differs from a new one with the same content.
impl PartialEq for CostQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.control, &other.control)
    }
}

pub(crate) const COST: Job<CostQuestion, Option<Cost>> = Job { name: "cost", run: cost };

fn cost(question: CostQuestion) -> Result<Option<Cost>, WorkError> {
    let CostQuestion { data, config, threads, is_timed, control } = question;
    let estimate = if is_timed {
        calibrate::cost(&data.dataset, &config, threads, &control)
    } else {
        calibrate::memory(&data.dataset, &config, threads).map(Some)
    };
    Ok(estimate?)
}

#[derive(Clone, PartialEq)]
pub(crate) struct ExportQuestion {
    pub runs: Vec<PathBuf>,
    /// Incremented to export again.
    pub number: u64,
}

pub(crate) const EXPORT: Job<ExportQuestion, Vec<PathBuf>> = Job { name: "export runs", run: export };

/// Writes all metrics of each run to its folder; returns the paths of the files.
fn export(ExportQuestion { runs, .. }: ExportQuestion) -> Result<Vec<PathBuf>, WorkError> {
    runs.iter().map(|run| csv(run)).collect()
}

fn csv(run: &Path) -> Result<PathBuf, WorkError> {
    let events = RunFolder::at(run).events()?;
    let path = run.join("curves.csv");
    let failed = |error: &dyn std::fmt::Display| format!("{} {}: {error}", path.display(), labels::NOT_WRITTEN);
    let table = curve::csv(&History::from_events(events)).map_err(|error| failed(&error))?;
    write_atomically(&path, |file| file.write_all(&table)).map_err(|error: std::io::Error| failed(&error))?;
    Ok(path)
}

/// `runs/a/curves.csv and 2 more`.
pub(crate) fn show_paths(paths: &[PathBuf]) -> String {
    let first = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
    match paths.len() {
        0 | 1 => first,
        n => format!("{first} and {} more", n - 1),
    }
}

#[derive(Clone)]
pub(crate) struct PredictQuestion {
    pub data: Arc<Loaded>,
    /// The model, or an epoch of a run.
    pub model: SignalSource,
    pub control: Arc<Control>,
    /// Number of graphs done.
    pub done: Arc<AtomicUsize>,
}

impl PartialEq for PredictQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.model == other.model && Arc::ptr_eq(&self.control, &other.control)
    }
}

pub(crate) const PREDICT: Job<PredictQuestion, Option<Arc<Predictions>>> = Job { name: "predict", run: predict };

/// None if cancelled.
fn predict(question: PredictQuestion) -> Result<Option<Arc<Predictions>>, WorkError> {
    let PredictQuestion { data, model, control, done } = question;
    let WeightSource::Model(file) = model.weights()? else {
        return Err("this signal has no trained weights to predict with".into());
    };
    let pool = computing_threads(default_threads())?;
    let predictions = predict::all(&file, &data.dataset, &data.fingerprint, &pool, &control, &done);
    Ok(predictions?.map(Arc::new))
}
