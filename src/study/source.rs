//! Where results are read from: a study, a summary, runs, or what is bundled.

use std::path::Path;

use super::{collect, error::StudyError, folder::StudyFolder, summary::Summary};
use crate::train::{RunFolder, compare};

/// The word for the bundled results.
pub const PAPER: &str = "paper";

/// The paper's table as this program trained it.
static BUNDLED: &[u8] = include_bytes!("../../assets/results/paper.json");

/// Results without any run on disk.
pub fn bundled() -> Result<Summary, StudyError> {
    Summary::parse(BUNDLED, Path::new("assets/results/paper.json"))
}

/// The results at a path: the folder of a study, a summary file, a run folder or a folder of runs; or the word `paper`,
/// unless something has that name.
pub fn read(source: &Path) -> Result<Summary, StudyError> {
    if !source.exists() && source.as_os_str() == PAPER {
        return bundled();
    }
    if source.is_file() {
        return Summary::read(source);
    }
    if StudyFolder::is_study(source) {
        return of_study(&StudyFolder::open(source)?);
    }
    let paths = compare::find(source, 3).map_err(|error| {
        StudyError::file(source, format!("cannot be read ({error}); give a study, a summary or runs"))
    })?;
    let mut summary = Summary { name: source.display().to_string(), ..Summary::default() };
    for path in &paths {
        let (folder, run) = RunFolder::open(path)?;
        let own = collect::of_run(&folder, &run)?;
        summary.merge(Summary { cells: vec![own], ..Summary::default() }, path)?;
    }
    if summary.cells.is_empty() {
        return Err(StudyError::file(source, "there is no study, no summary and no run in this folder"));
    }
    Ok(summary)
}

/// The results of a study: those of its runs, and those that were collected from elsewhere.
fn of_study(study: &StudyFolder) -> Result<Summary, StudyError> {
    let mut summary = collect::of_study(study)?;
    if !study.summary().is_file() {
        return Ok(summary);
    }
    for cell in Summary::read(&study.summary())?.cells {
        match summary.cells.iter_mut().find(|own| own.is_same(&cell)) {
            None => summary.cells.push(cell),
            Some(own) if own.splits.len() < cell.splits.len() => *own = cell,
            // The runs go before what was collected from them.
            Some(_) => {}
        }
    }
    Ok(summary)
}

/// The results at several places as one.
pub fn read_all<P: AsRef<Path>>(sources: &[P]) -> Result<Summary, StudyError> {
    let mut all: Option<Summary> = None;
    for source in sources {
        let found = read(source.as_ref())?;
        match &mut all {
            None => all = Some(found),
            Some(all) => all.merge(found, source.as_ref())?,
        }
    }
    Ok(all.unwrap_or_default())
}
