//! Reading what came out: from the runs of a study, or from any run folder.

use sha2::{Digest as _, Sha256};

use super::{
    error::StudyError,
    folder::StudyFolder,
    job::{self, Job},
    summary::{Cell, Search, SplitResult, Summary},
};
use crate::{
    graph::{Dataset, split::Split},
    train::{Config, History, RunFile, RunFolder, command_line::command_line},
};

/// The results of a study so far.
pub fn of_study(study: &StudyFolder) -> Result<Summary, StudyError> {
    study.check_runs()?;
    let cells = study.cells().iter().map(|jobs| cell(study, jobs)).collect::<Result<_, _>>()?;
    Ok(Summary { name: study.manifest.name.clone(), about: study.manifest.about.clone(), cells })
}

/// The cell of some jobs, which are one, or the candidates of a search.
fn cell(study: &StudyFolder, jobs: &[&Job]) -> Result<Cell, StudyError> {
    let first = jobs[0];
    let data = study.data_of(first);
    let mut cell = Cell {
        dataset: data.name.clone(),
        fingerprint: data.fingerprint.clone(),
        pool: first.arm.clone(),
        settings: first.settings.clone(),
        seed: first.config.params.seed,
        wanted: first.config.splits,
        config: first.config.clone(),
        ..Cell::default()
    };
    let chosen = study.chosen(jobs)?;
    if first.is_candidate {
        let trained = jobs.iter().map(|job| study.is_trained(job)).collect::<Result<Vec<_>, _>>()?;
        cell.search = Some(Search {
            candidates: jobs.len(),
            trained: trained.into_iter().filter(|is_trained| *is_trained).count(),
            chosen: chosen.map_or_else(String::new, |job| searched_settings(&job.config)),
        });
    }
    let Some(job) = chosen else { return Ok(cell) };
    if let Some((folder, run)) = study.opened(job)? {
        take_run(&mut cell, &folder, &run)?;
    }
    Ok(cell)
}

/// The settings that a search chose.
fn searched_settings(config: &Config) -> String {
    let mut words = config.operator_settings();
    words.push(format!("wd {}", config.wd));
    words.join(", ")
}

/// Puts the results of a run into its cell.
fn take_run(cell: &mut Cell, folder: &RunFolder, run: &RunFile) -> Result<(), StudyError> {
    let history = History::from_events(folder.events()?);
    cell.program.clone_from(&run.program);
    cell.command = command_line(run);
    cell.config = run.config.clone();
    let result = |row: &crate::train::event::SplitRow| {
        let test = row.test.as_ref()?;
        Some(SplitResult {
            split: row.split,
            graphs: run.splits.get(row.split).map_or_else(String::new, hash),
            epochs: row.epochs,
            best_epoch: row.best_epoch,
            validation_accuracy: row.validation_accuracy,
            validation_loss: row.validation_loss,
            test_accuracy: test.accuracy,
        })
    };
    cell.splits = history.ended().filter_map(result).collect();
    Ok(())
}

/// The cell of a run that belongs to no study.
pub fn of_run(folder: &RunFolder, run: &RunFile) -> Result<Cell, StudyError> {
    let mut cell = Cell {
        dataset: run.data.name.clone(),
        fingerprint: run.data.fingerprint.clone(),
        pool: run.config.pool.clone(),
        settings: own_settings(run),
        seed: run.config.params.seed,
        wanted: run.config.splits,
        ..Cell::default()
    };
    take_run(&mut cell, folder, run)?;
    Ok(cell)
}

/// What a run sets beyond the paper's values, in a few words.
fn own_settings(run: &RunFile) -> String {
    let named = Dataset { name: run.data.name.clone(), ..Dataset::default() };
    let (pool, signal) = (run.config.pool.clone(), run.config.signal);
    job::differences(&Config { pool, signal, ..Config::for_dataset(&named) }, &run.config)
}

/// Tells splits of one dataset apart.
fn hash(split: &Split) -> String {
    let mut hash = Sha256::new();
    for part in [&split.train, &split.validation, &split.test] {
        hash.update((part.len() as u64).to_le_bytes());
        part.iter().for_each(|graph| hash.update(graph.to_le_bytes()));
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
