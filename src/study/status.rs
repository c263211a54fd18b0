//! How far a study is, read from its folders.

use std::time::Duration;

use super::{
    claim::{self, Held},
    cost::{self, Progress, Taken},
    error::StudyError,
    folder::StudyFolder,
    job::Job,
};
use crate::{
    math::sample::Sample,
    train::{self, History},
};

/// What has become of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum JobState {
    /// Not begun.
    Missing,
    /// Begun, and nobody works on it: it goes on where it was.
    Stopped,
    /// Somebody works on it.
    Running(Held),
    Finished,
    /// With the reason; it is tried again by the next process.
    Failed(String),
}

/// One job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobStatus {
    pub key: String,
    pub state: JobState,
    pub splits_done: usize,
    pub splits: usize,
    /// Of all its splits.
    pub epochs: usize,
    /// Test accuracies in per cent, of the splits that are scored.
    pub test: Option<Sample>,
    /// Seconds of one processor that it has taken.
    pub taken: f64,
    /// Seconds of one processor that it will still take, by estimate.
    pub left: f64,
}

/// A whole study.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// In the order of the study.
    pub jobs: Vec<JobStatus>,
    /// What lies among the runs and is none of this study.
    pub foreign: Vec<String>,
}

impl Status {
    pub fn of(study: &StudyFolder) -> Result<Self, StudyError> {
        let read = study.jobs().iter().map(|job| Read::of(study, job)).collect::<Result<Vec<_>, _>>()?;
        let progress: Vec<Progress<'_>> =
            study.jobs().iter().zip(&read).map(|(job, read)| read.progress(job)).collect();
        let jobs = study.jobs().iter().zip(&read).zip(&progress).map(|((job, read), own)| JobStatus {
            key: job.key.clone(),
            state: read.state.clone(),
            splits_done: read.history.ended().count(),
            splits: job.config.splits,
            epochs: read.history.splits.values().map(|split| split.epochs.len()).sum(),
            test: read.history.test_sample(),
            taken: own.taken.seconds,
            left: if own.is_finished { 0.0 } else { cost::seconds_left_of(own, &progress) },
        });
        Ok(Self { jobs: jobs.collect(), foreign: study.foreign()? })
    }

    pub fn count(&self, is_so: impl Fn(&JobState) -> bool) -> usize {
        self.jobs.iter().filter(|job| is_so(&job.state)).count()
    }

    /// Who works on the study.
    pub fn running(&self) -> impl Iterator<Item = (&JobStatus, &Held)> {
        self.jobs.iter().filter_map(|job| match &job.state {
            JobState::Running(held) => Some((job, held)),
            _ => None,
        })
    }

    /// Until everything is trained, if so many threads are at work all the time.
    pub fn time_left(&self, threads: usize) -> Duration {
        let left: f64 = self.jobs.iter().map(|job| job.left).sum();
        Duration::from_secs_f64((left / threads.max(1) as f64).clamp(0.0, 1e9))
    }

    /// Threads of all processes that work on it.
    pub fn threads(&self) -> usize {
        self.running().map(|(_, held)| held.claimant.threads).sum()
    }
}

/// What there is of a job.
struct Read {
    state: JobState,
    history: History,
}

impl Read {
    fn of(study: &StudyFolder, job: &Job) -> Result<Self, StudyError> {
        let holder = claim::holder(&study.claims(), &job.key)?;
        let without_history = |state: JobState| Ok(Self { state, history: History::default() });
        let (folder, _) = match study.opened(job) {
            Ok(Some(opened)) => opened,
            Ok(None) => return without_history(holder.map_or(JobState::Missing, JobState::Running)),
            // One run that is broken or foreign must not hide the others.
            Err(error) => return without_history(JobState::Failed(error.to_string())),
        };
        let history = match folder.events() {
            Ok(events) => History::from_events(events),
            Err(error) => return without_history(JobState::Failed(error.to_string())),
        };
        let state = match (holder, &history.status) {
            (Some(held), _) => JobState::Running(held),
            (None, train::Status::Finished) => JobState::Finished,
            (None, train::Status::Failed(reason)) => JobState::Failed(reason.clone()),
            (None, _) => JobState::Stopped,
        };
        Ok(Self { state, history })
    }

    fn progress<'a>(&self, job: &'a Job) -> Progress<'a> {
        Progress {
            data: job.data,
            arm: &job.arm,
            cost: job.cost,
            taken: Taken::of(&self.history, &job.config),
            is_finished: self.state == JobState::Finished,
        }
    }
}
