//! What the tab asks of other threads: the runs in a folder, the cost of a run, a class for every graph.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicUsize},
};

use super::super::loading::Loaded;
use crate::figure::{self, FigureRequest};
use crate::train::{
    Config,
    calibrate::{self, Cost},
    compare::{Run, find},
    control::Control,
    engine::{computing_threads, default_threads},
    predict::{self, Predictions},
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
    pub problems: Vec<String>,
}

/// Reads all runs. A folder that is not there has none.
pub fn scan(scan: Scan) -> Result<Found, String> {
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
            Err(error) => found.problems.push(error.to_string()),
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
    /// Stops the measurement.
    pub control: Arc<Control>,
}

impl PartialEq for CostQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.config == other.config && self.threads == other.threads
    }
}

/// Measures it.
pub fn cost(question: CostQuestion) -> Result<Option<Cost>, String> {
    let CostQuestion { data, config, threads, control } = question;
    calibrate::cost(&data.dataset, &config, threads, &control).map_err(|error| error.to_string())
}

/// A figure of the curves of runs.
#[derive(Clone, PartialEq)]
pub struct FigureQuestion {
    pub runs: Vec<PathBuf>,
    /// The file to be written.
    pub path: PathBuf,
    /// Counts the times that it was asked for.
    pub number: u64,
}

/// Draws and writes it; where it is.
pub fn figure(FigureQuestion { runs, path, .. }: FigureQuestion) -> Result<PathBuf, String> {
    let told = |error: figure::FigureError| error.to_string();
    let request = FigureRequest { kind: "training".to_owned(), runs, ..FigureRequest::default() };
    let request = request.checked().map_err(told)?;
    let runs = request.runs.iter().map(|run| figure::Run::open(run)).collect::<Result<_, _>>().map_err(told)?;
    let data = figure::gather(&request, None, runs).map_err(told)?;
    let scene = figure::draw(&data, &request).map_err(told)?;
    figure::write(&scene, &request, &path).map_err(|error| error.to_string())?;
    Ok(path)
}

/// A class for every graph.
#[derive(Clone)]
pub struct PredictQuestion {
    pub data: Arc<Loaded>,
    /// The model.
    pub file: PathBuf,
    /// Stops it.
    pub control: Arc<Control>,
    /// Graphs done.
    pub done: Arc<AtomicUsize>,
}

impl PartialEq for PredictQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.file == other.file && Arc::ptr_eq(&self.control, &other.control)
    }
}

/// Asks the model; nothing if it was stopped.
pub fn predict(question: PredictQuestion) -> Result<Option<Arc<Predictions>>, String> {
    let PredictQuestion { data, file, control, done } = question;
    let pool = computing_threads(default_threads()).map_err(|error| error.to_string())?;
    let found = predict::all(&file, &data.dataset, &data.fingerprint, &pool, &control, &done);
    Ok(found.map_err(|error| error.to_string())?.map(Arc::new))
}
