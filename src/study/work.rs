//! Working off a study: what is missing is handed out one job at a time, the cheapest first, to any number of processes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write as _,
    path::Path,
};

use super::{
    claim::{Claim, Claimant},
    error::StudyError,
    folder::{StudyFolder, UNFINISHED},
    job::Job,
    load::Loader,
};
use crate::{
    files::is_temporary,
    readers::splits,
    train::{self, RunFolder, division::Listed},
};

/// One process at work on a study.
pub struct Worker {
    study: StudyFolder,
    loader: Loader,
    claimant: Claimant,
    /// Which jobs are this process's concern, in the order in which they are tried.
    order: Vec<usize>,
    trained: BTreeSet<usize>,
    /// Cells, by their first job, whose chosen run is tested.
    tested: BTreeSet<String>,
    /// Jobs that failed here, with the reason.
    failed: BTreeMap<usize, String>,
}

/// What comes next.
pub enum Next {
    /// A job to be trained, claimed.
    Work(Box<Work>),
    /// Nothing can be done here now: other processes are at work on so many jobs.
    Busy(usize),
    /// Nothing is missing but what has failed.
    Done,
}

/// A job of this process.
pub struct Work {
    /// Its place among the jobs of the study.
    pub number: usize,
    pub key: String,
    /// The run, ready to be started.
    pub run: train::Job,
    /// To be beaten while it trains.
    pub claim: Claim,
}

impl Worker {
    /// For the jobs that `is_wanted` says.
    pub fn new(
        study: StudyFolder,
        loader: Loader,
        claimant: Claimant,
        is_wanted: impl Fn(usize, &Job) -> bool,
    ) -> Result<Self, StudyError> {
        study.check_runs()?;
        let jobs = study.jobs();
        let mut order: Vec<usize> = (0..jobs.len()).filter(|&number| is_wanted(number, &jobs[number])).collect();
        order.sort_by(|&a, &b| jobs[a].cost.total_cmp(&jobs[b].cost).then(a.cmp(&b)));
        let (trained, tested, failed) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        Ok(Self { study, loader, claimant, order, trained, tested, failed })
    }

    pub fn study(&self) -> &StudyFolder {
        &self.study
    }

    /// How many jobs are this process's concern, and how many of them are trained.
    pub fn progress(&self) -> (usize, usize) {
        (self.trained.len(), self.order.len())
    }

    /// Jobs that failed in this process, with their reasons.
    pub fn failed(&self) -> impl Iterator<Item = (&Job, &str)> {
        self.failed.iter().map(|(&number, reason)| (&self.study.jobs()[number], reason.as_str()))
    }

    /// Marks a job that failed, so that the others get their turn. An error if nothing can be written any more, since then
    /// they would fail as well.
    pub fn has_failed(&mut self, number: usize, reason: String) -> Result<(), StudyError> {
        self.failed.insert(number, reason);
        const PROBE_BYTES: usize = 1 << 20;
        let folder = self.study.runs();
        tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(&folder)
            .and_then(|mut file| file.write_all(&vec![0; PROBE_BYTES]))
            .map_err(|error| StudyError::file(&folder, format!("cannot be written to ({error}); nothing is lost, and the study goes on where it was once there is room")))
    }

    /// The next job that nobody works on.
    pub fn next_work(&mut self) -> Result<Next, StudyError> {
        let mut n_busy = 0;
        for number in self.order.clone() {
            if self.trained.contains(&number) || self.failed.contains_key(&number) {
                continue;
            }
            let job = self.study.jobs()[number].clone();
            if self.study.is_trained(&job)? {
                self.trained.insert(number);
                continue;
            }
            match self.claim(number, &job)? {
                Some(work) => return Ok(Next::Work(work)),
                None if self.trained.contains(&number) => {}
                None => n_busy += 1,
            }
        }
        match self.next_to_test(&mut n_busy)? {
            Some(work) => Ok(Next::Work(work)),
            None if n_busy > 0 => Ok(Next::Busy(n_busy)),
            None => Ok(Next::Done),
        }
    }

    /// Claims a job that is to be trained; none if another process has it or has just finished it.
    fn claim(&mut self, number: usize, job: &Job) -> Result<Option<Box<Work>>, StudyError> {
        let Some(claim) = Claim::take(&self.study.claims(), &job.key, &self.claimant)? else { return Ok(None) };
        // The other one may have finished between our look and our claim.
        if self.study.is_trained(job)? {
            self.trained.insert(number);
            return Ok(None);
        }
        if is_in_use(&self.study.run_of(job)) {
            return Ok(None);
        }
        let run = self.prepare(job)?;
        Ok(Some(Box::new(Work { number, key: job.key.clone(), run: self.with_threads(run), claim })))
    }

    /// The best candidate of a search whose candidates are all trained, to be tested.
    fn next_to_test(&mut self, n_busy: &mut usize) -> Result<Option<Box<Work>>, StudyError> {
        let study = self.study.clone();
        for cell in study.cells().iter().filter(|cell| cell[0].is_candidate) {
            let is_wanted = cell.iter().any(|job| self.order.iter().any(|&number| study.jobs()[number].key == job.key));
            if !is_wanted || self.tested.contains(&cell[0].cell) {
                continue;
            }
            let Some(job) = study.chosen(cell)? else { continue };
            let number = study.jobs().iter().position(|other| other.key == job.key).unwrap_or_default();
            if self.failed.contains_key(&number) {
                continue;
            }
            if self.is_tested(job)? {
                self.tested.insert(job.cell.clone());
                continue;
            }
            let Some(claim) = Claim::take(&study.claims(), &job.key, &self.claimant)? else {
                *n_busy += 1;
                continue;
            };
            if self.is_tested(job)? {
                self.tested.insert(job.cell.clone());
                continue;
            }
            let run = self.prepare(job)?.score_test()?;
            let run = self.with_threads(run);
            return Ok(Some(Box::new(Work { number, key: job.key.clone(), run, claim })));
        }
        Ok(None)
    }

    fn is_tested(&self, job: &Job) -> Result<bool, StudyError> {
        let Some((folder, run)) = self.study.opened(job)? else { return Ok(false) };
        Ok(train::History::from_events(folder.events()?).test_accuracies().len() == run.config.splits)
    }

    fn with_threads(&self, mut run: train::Job) -> train::Job {
        run.threads = self.claimant.threads;
        // Hundreds of runs are not inspected epoch by epoch.
        run.keeps_snapshots = false;
        run
    }

    /// The run of a job: the one that was begun, or a new one.
    fn prepare(&mut self, job: &Job) -> Result<train::Job, StudyError> {
        let dataset = self.loader.load(self.study.data_of(job))?;
        let path = self.study.run_of(job);
        if self.study.opened(job)?.is_some() {
            remove_leftovers(&path);
            return Ok(train::Job::resume(dataset, &path)?);
        }
        // Made under another name: a run folder is whole, or it is not there.
        let unfinished = self.study.runs().join(format!("{UNFINISHED}{}", job.key));
        let failed = |error: std::io::Error| StudyError::file(&path, format!("cannot be created: {error}"));
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(failed)?;
        }
        let data = self.study.data_of(job).clone();
        let config = job.config.clone();
        match &job.splits_from {
            None => drop(train::Job::create(dataset.clone(), data, config, &unfinished)?),
            Some(file) => {
                let splits = splits::read(Path::new(file), &dataset, config.params.seed)?;
                let listed = Listed { splits, from: Some(file.clone()) };
                drop(train::Job::create_on(dataset.clone(), data, config, listed, &unfinished)?);
            }
        }
        fs::rename(&unfinished, &path).map_err(failed)?;
        Ok(train::Job::resume(dataset, &path)?)
    }
}

/// Removes what a killed process was writing.
fn remove_leftovers(run: &Path) {
    let folders = fs::read_dir(run).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let splits: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    for folder in splits.iter().map(|path| path.as_path()).chain([run]) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if is_temporary(&entry.file_name().to_string_lossy()) {
                // It harms nobody.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a process of this machine trains a run without its study.
fn is_in_use(run: &Path) -> bool {
    RunFolder::is_run(run) && RunFolder::at(run).lock().is_err()
}
