//! What the tab asks of other threads: the runs in a folder, the cost of a run, curves in files, a class for every graph.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicUsize},
};

use crate::app::work::{error::WorkError, slot::Job};
use crate::{
    app::state::{SignalSource, loaded::Loaded},
    figure::{self, FigureRequest},
    files::write_atomically,
    model::WeightSource,
    train::{
        Config, History, RunFolder,
        calibrate::{self, Cost},
        compare::{Run, find},
        control::Control,
        curve,
        engine::{computing_threads, default_threads},
        predict::{self, Predictions},
    },
};

/// Which runs there are.
#[derive(Clone, PartialEq)]
pub struct Scan {
    /// The folder of runs.
    pub root: PathBuf,
    /// Runs from elsewhere.
    pub imported: Vec<PathBuf>,
    /// Counts the times that it was asked anew.
    pub number: u64,
}

/// The runs that were found, and why others could not be read.
#[derive(Default)]
pub struct Found {
    pub runs: Vec<Arc<Run>>,
    /// Folders, with what is wrong in them.
    pub problems: Vec<(PathBuf, String)>,
}

pub const SCAN: Job<Scan, Found> = Job { name: "runs", run: scan };

/// Reads all runs. A folder that is not there has none.
fn scan(scan: Scan) -> Result<Found, WorkError> {
    const DEEPEST: usize = 3;
    let mut found = Found::default();
    let mut paths = match scan.root.is_dir() {
        true => {
            find(&scan.root, DEEPEST).map_err(|error| format!("{} cannot be read: {error}", scan.root.display()))?
        }
        false => Vec::new(),
    };
    paths.extend(scan.imported.into_iter().filter(|path| !path.starts_with(&scan.root)));
    for path in paths {
        match Run::open(&path, &scan.root) {
            Ok(run) => found.runs.push(Arc::new(run)),
            Err(error) => found.problems.push((path, error.to_string())),
        }
    }
    Ok(found)
}

/// What a run will cost.
#[derive(Clone)]
pub struct CostQuestion {
    pub data: Arc<Loaded>,
    pub config: Config,
    pub threads: usize,
    /// Whether the time is measured too.
    pub is_timed: bool,
    /// Stops the measurement.
    pub control: Arc<Control>,
}

impl CostQuestion {
    /// Whether both would be answered the same.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            && (&self.config, self.threads, self.is_timed) == (&other.config, other.threads, other.is_timed)
    }
}

/// A question that was stopped is another one than the same asked anew.
impl PartialEq for CostQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.control, &other.control)
    }
}

pub const COST: Job<CostQuestion, Option<Cost>> = Job { name: "cost", run: cost };

/// Measures it.
fn cost(question: CostQuestion) -> Result<Option<Cost>, WorkError> {
    let CostQuestion { data, config, threads, is_timed, control } = question;
    let found = match is_timed {
        true => calibrate::cost(&data.dataset, &config, threads, &control),
        false => calibrate::memory(&data.dataset, &config, threads).map(Some),
    };
    Ok(found?)
}

/// The curves of runs, to be written.
#[derive(Clone, PartialEq)]
pub struct ExportQuestion {
    pub what: Exported,
    pub runs: Vec<PathBuf>,
    /// The run that is shown.
    pub shown: PathBuf,
    /// Counts the times that it was asked for.
    pub number: u64,
}

/// How curves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    /// All numbers of each run, in its folder.
    Csv,
    /// One figure of all, in the folder of the run that is shown.
    Figure,
}

pub const EXPORT: Job<ExportQuestion, Vec<PathBuf>> = Job { name: "export runs", run: export };

/// Writes them; where they are.
fn export(ExportQuestion { what, runs, shown, .. }: ExportQuestion) -> Result<Vec<PathBuf>, WorkError> {
    match what {
        Exported::Csv => runs.iter().map(|run| csv(run)).collect(),
        Exported::Figure => figure(runs, shown.join("training.pdf")).map(|path| vec![path]),
    }
}

fn csv(run: &Path) -> Result<PathBuf, WorkError> {
    let events = RunFolder::at(run).events()?;
    let path = run.join("curves.csv");
    let failed = |error: &dyn std::fmt::Display| format!("{} could not be written: {error}", path.display());
    let table = curve::csv(&History::of(events)).map_err(|error| failed(&error))?;
    write_atomically(&path, |file| file.write_all(&table)).map_err(|error: std::io::Error| failed(&error))?;
    Ok(path)
}

fn figure(runs: Vec<PathBuf>, path: PathBuf) -> Result<PathBuf, WorkError> {
    let request = FigureRequest { kind: "training".to_owned(), runs, ..FigureRequest::default() };
    let request = request.checked()?;
    let runs = request.open_runs()?;
    let data = figure::gather(&request, None, runs)?;
    let scene = figure::draw(&data, &request)?;
    figure::write(&scene, &request, &path)?;
    Ok(path)
}

/// `runs/a/curves.csv and 2 more`.
pub fn show_paths(paths: &[PathBuf]) -> String {
    let first = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
    match paths.len() {
        0 | 1 => first,
        n => format!("{first} and {} more", n - 1),
    }
}

/// A class for every graph.
#[derive(Clone)]
pub struct PredictQuestion {
    pub data: Arc<Loaded>,
    /// The model, or an epoch of a run.
    pub model: SignalSource,
    /// Stops it.
    pub control: Arc<Control>,
    /// Graphs done.
    pub done: Arc<AtomicUsize>,
}

impl PartialEq for PredictQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.model == other.model && Arc::ptr_eq(&self.control, &other.control)
    }
}

pub const PREDICT: Job<PredictQuestion, Option<Arc<Predictions>>> = Job { name: "predict", run: predict };

/// Asks the model; nothing if it was stopped.
fn predict(question: PredictQuestion) -> Result<Option<Arc<Predictions>>, WorkError> {
    let PredictQuestion { data, model, control, done } = question;
    let WeightSource::Model(file) = model.weights()? else {
        return Err("this signal has no weights that could predict".into());
    };
    let pool = computing_threads(default_threads())?;
    let found = predict::all(&file, &data.dataset, &data.fingerprint, &pool, &control, &done);
    Ok(found?.map(Arc::new))
}
