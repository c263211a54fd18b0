//! Taking over runs from elsewhere: from another machine, from another study, or trained without one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    claim::{Claim, Claimant},
    error::StudyError,
    folder::{StudyFolder, UNFINISHED},
    job::Job,
};
use crate::train::{RunFile, RunFolder, compare, event::Event};

/// What was found elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adopted {
    /// Keys of the jobs whose runs were copied.
    pub taken: Vec<String>,
    /// Runs of jobs that were finished here already, or are being trained.
    pub known: usize,
    /// Runs that are no jobs of this study, or are not finished.
    pub others: Vec<PathBuf>,
}

/// Copies finished runs at a path that equal jobs of a study in configuration and data.
pub fn adopt(study: &StudyFolder, from: &Path) -> Result<Adopted, StudyError> {
    let folder = if StudyFolder::is_study(from) { StudyFolder::open(from)?.runs() } else { from.to_owned() };
    let paths =
        compare::find(&folder, 3).map_err(|error| StudyError::file(&folder, format!("cannot be read: {error}")))?;
    let mut adopted = Adopted::default();
    for path in paths {
        let (run_folder, run) = RunFolder::open(&path)?;
        let fits = |job: &&Job| is_run_of(study, job, &run);
        match study.jobs().iter().find(fits) {
            Some(job) if run_folder.ends_with(&Event::Finished) => {
                if copy(study, job, &path)? {
                    adopted.taken.push(job.key.clone());
                } else {
                    adopted.known += 1;
                }
            }
            _ => adopted.others.push(path),
        }
    }
    Ok(adopted)
}

/// Whether a run is what a job asks for.
fn is_run_of(study: &StudyFolder, job: &Job, run: &RunFile) -> bool {
    let is_scored = run.config.score_test || !job.config.score_test;
    is_scored && study.difference(job, run).is_none()
}

/// Copies a run into the place of a job; false if there is a finished one, or somebody works on it.
fn copy(study: &StudyFolder, job: &Job, from: &Path) -> Result<bool, StudyError> {
    let Some(_claim) = Claim::take(&study.claims(), &job.key, &Claimant::this(0, None))? else { return Ok(false) };
    if study.is_trained(job)? {
        return Ok(false);
    }
    let to = study.run_of(job);
    let unfinished = study.runs().join(format!("{UNFINISHED}{}", job.key));
    let failed = |error: io::Error| StudyError::file(from, format!("could not be copied to {}: {error}", to.display()));
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(failed)?;
    }
    copy_folder(from, &unfinished).map_err(failed)?;
    if to.exists() {
        // It was begun, and would end with the same bits.
        fs::remove_dir_all(&to).map_err(failed)?;
    }
    fs::rename(&unfinished, &to).map_err(failed)?;
    Ok(true)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|name| !name.to_string_lossy().starts_with('.')) else { continue };
        let target = to.join(name);
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
