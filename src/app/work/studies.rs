//! Results of studies, read in the background.

use std::path::{Path, PathBuf};

use super::{error::WorkError, slot::Job};
use crate::{
    study::{Report, Summary, source},
    train::{RunFile, RunFolder, compare::find},
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResultsQuestion {
    /// A study, a summary or a folder of runs; none for the results that come with the program.
    pub source: Option<PathBuf>,
    /// Incremented to read again.
    pub number: u64,
}

pub(crate) struct Results {
    pub summary: Summary,
    pub report: Report,
    /// Of each cell, its run where that is on disk.
    pub runs: Vec<Option<CellRun>>,
}

/// The run of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellRun {
    pub path: PathBuf,
    /// What its dataset is opened by.
    pub dataset: String,
    pub fingerprint: String,
    /// The model of the best split, once all are trained.
    pub model: Option<PathBuf>,
}

pub(crate) const RESULTS: Job<ResultsQuestion, Results> = Job { name: "results", run: read };

fn read(question: ResultsQuestion) -> Result<Results, WorkError> {
    let read = |problem: crate::study::StudyError| WorkError::from(problem.to_string());
    let summary = match &question.source {
        None => source::bundled(),
        Some(path) => source::read(path),
    };
    let summary = summary.map_err(read)?;
    let runs = question.source.as_deref().filter(|path| path.is_dir()).map_or_else(Vec::new, runs_in);
    let of_cell = |cell: &crate::study::summary::Cell| {
        let run = runs.iter().find(|(_, run)| run.config == cell.config && run.data.fingerprint == cell.fingerprint);
        run.map(|(folder, run)| CellRun::new(folder, run))
    };
    let runs = summary.cells.iter().map(of_cell).collect();
    Ok(Results { report: Report::of(&summary), summary, runs })
}

/// The runs below a folder; one that cannot be read was reported when the summary was made of them.
fn runs_in(path: &Path) -> Vec<(RunFolder, RunFile)> {
    const DEEPEST: usize = 3;
    let found = find(path, DEEPEST).unwrap_or_default();
    found.iter().filter_map(|path| RunFolder::open(path).ok()).collect()
}

impl CellRun {
    fn new(folder: &RunFolder, run: &RunFile) -> Self {
        let path = std::path::absolute(folder.path()).unwrap_or_else(|_| folder.path().to_owned());
        let model = RunFolder::at(&path).model();
        Self {
            dataset: run.data.source.clone(),
            fingerprint: run.data.fingerprint.clone(),
            model: model.is_file().then_some(model),
            path,
        }
    }
}
