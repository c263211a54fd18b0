//! `proxpool study run`: works off what is missing.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;

use super::{loader, new::units_of};
use crate::{
    cli::train::{ProgressBars, interrupt::on_ctrl_c},
    study::{
        Job, StudyError, StudyFolder,
        claim::Claimant,
        status::Status,
        work::{Next, Work, Worker},
    },
    train::{self, Engine, command_line::quoted, control::Control, engine::default_threads},
    units,
};

#[derive(Args)]
pub struct Arguments {
    /// Folder of the study
    study_dir: PathBuf,

    /// Number of threads; affects speed only, results are identical [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Only jobs whose name matches, such as `NCI1-*`; may be repeated
    #[arg(long, value_name = "GLOB")]
    jobs: Vec<String>,

    /// Only the job on this line of the manifest, counted from 0
    #[arg(long, value_name = "N", conflicts_with = "jobs")]
    task: Option<usize>,

    /// The manifest that --task counts in, one name a line [default: the jobs in the order of jobs.json]
    #[arg(long, value_name = "FILE", requires = "task")]
    manifest: Option<PathBuf>,
}

/// How often a process that waits for others looks again.
const LOOK: Duration = Duration::from_millis(500);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let study = StudyFolder::open(&arguments.study_dir)?;
    let wanted = arguments.wanted(&study)?;
    let threads = arguments.threads.map_or_else(default_threads, usize::from);
    let claimant = Claimant::this(threads, scheduled_as());
    let mut worker = Worker::new(study, loader(), claimant, |_, job| wanted.contains(&job.key))?;
    let stop = Stop::default();
    stop.stops(None);
    let mut is_waiting = false;
    while !stop.is_asked_for() {
        match worker.next_work()? {
            Next::Done => break,
            Next::Busy(n) => {
                if !is_waiting {
                    eprintln!("waiting for {} of other processes", units_of(n, "job"));
                }
                is_waiting = true;
                std::thread::sleep(LOOK);
            }
            Next::Work(work) => {
                is_waiting = false;
                let (number, key) = (work.number, work.key.clone());
                eprintln!("{}", heading(&worker, &key, threads)?);
                match train_one(*work, &stop)? {
                    train::Status::Failed(reason) => {
                        eprintln!("{key} failed: {reason}");
                        worker.has_failed(number, reason)?;
                    }
                    _ if stop.is_asked_for() => break,
                    _ => {}
                }
            }
        }
    }
    if stop.is_asked_for() {
        eprintln!(
            "Stopped; only the epoch in progress is lost. Go on with:\n  proxpool study run {}",
            quoted(&arguments.study_dir.display().to_string())
        );
        // The worker and its claims are gone by now.
        drop(worker);
        std::process::exit(130);
    }
    finish(&worker, &arguments.study_dir)
}

/// Whether the study is to stop: asked for once, it holds for every job.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Stop {
    fn is_asked_for(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// From now on a stop reaches this job.
    fn stops(&self, job: Option<Arc<Control>>) {
        let is_asked_for = self.0.clone();
        let now = job.clone();
        on_ctrl_c(move || {
            is_asked_for.store(true, Ordering::SeqCst);
            job.iter().for_each(|job| job.stop());
        });
        // It may have been asked for just before.
        if let Some(job) = now.filter(|_| self.is_asked_for()) {
            job.stop();
        }
    }
}

/// What is said at the end: exit code 0 means that everything that was asked for is done.
fn finish(worker: &Worker, path: &Path) -> anyhow::Result<()> {
    let (_, n_wanted) = worker.progress();
    let n_failed = worker.failed().count();
    if let Some((job, reason)) = worker.failed().next() {
        bail!("{n_failed} of {} failed; {}: {reason}", units_of(n_wanted, "job"), job.key);
    }
    println!(
        "{} done. See the table with:\n  proxpool study report {}",
        units_of(n_wanted, "job"),
        quoted(&path.display().to_string())
    );
    Ok(())
}

/// `[3/35] NCI1-gpool-seed0; the whole study takes about 5 h more`.
fn heading(worker: &Worker, key: &str, threads: usize) -> Result<String, StudyError> {
    let (done, wanted) = worker.progress();
    let status = Status::of(worker.study())?;
    let left = status.time_left(status.threads().max(threads)).as_secs_f64();
    Ok(format!(
        "[{}/{wanted}] {key}; the whole study takes about {} more",
        (done + 1).min(wanted),
        units::long_time(left)
    ))
}

/// Trains one job to its end or until it is stopped, with signs of life for other machines.
fn train_one(work: Work, stop: &Stop) -> anyhow::Result<train::Status> {
    let Work { run, mut claim, key, .. } = work;
    let mut progress = ProgressBars::new(&run);
    let engine = Engine::start(run, || ())?;
    stop.stops(Some(engine.control().clone()));
    for event in engine.events() {
        if !claim.beat()? {
            bail!("{key} was silent for so long that another machine has taken it over; run this study again");
        }
        let is_last = event.is_last();
        // Progress ends with the last event, whichever it is.
        progress.take(event);
        if is_last {
            break;
        }
    }
    progress.clear();
    Ok(progress.history.status)
}

/// What a scheduler calls this process.
fn scheduled_as() -> Option<String> {
    let get = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (get("SLURM_ARRAY_JOB_ID"), get("SLURM_ARRAY_TASK_ID")) {
        (Some(job), Some(task)) => Some(format!("{job}_{task}")),
        _ => get("SLURM_JOB_ID"),
    }
}

impl Arguments {
    /// Keys of the jobs that were asked for.
    fn wanted(&self, study: &StudyFolder) -> anyhow::Result<Vec<String>> {
        let all: Vec<String> = study.jobs().iter().map(|job: &Job| job.key.clone()).collect();
        if let Some(task) = self.task {
            let listed = match &self.manifest {
                None => all.clone(),
                Some(file) => {
                    let text = std::fs::read_to_string(file)
                        .with_context(|| format!("the manifest {} cannot be read", file.display()))?;
                    text.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
                }
            };
            let Some(key) = listed.get(task) else {
                bail!("there is no task {task}: the list has {}, counted from 0", units_of(listed.len(), "job"))
            };
            if !all.contains(key) {
                bail!("task {task} is {key}, which is no job of this study; submit it again");
            }
            return Ok(vec![key.clone()]);
        }
        if self.jobs.is_empty() {
            return Ok(all);
        }
        if let Some(glob) = self.jobs.iter().find(|glob| !all.iter().any(|key| matches(glob, key))) {
            bail!("no job matches “{glob}”; see `proxpool study status` for their names");
        }
        Ok(all.into_iter().filter(|key| self.jobs.iter().any(|glob| matches(glob, key))).collect())
    }
}

/// Whether a pattern with `*` and `?` matches a word.
fn matches(pattern: &str, word: &str) -> bool {
    let (mut pattern_rest, mut word_rest) = (pattern.chars(), word.chars());
    match pattern_rest.next() {
        None => word.is_empty(),
        Some('*') => {
            let rest = pattern_rest.as_str();
            let mut ends = word.char_indices().map(|(at, _)| at).chain([word.len()]);
            ends.any(|at| matches(rest, &word[at..]))
        }
        Some(c) => {
            word_rest.next().is_some_and(|own| c == '?' || c == own)
                && matches(pattern_rest.as_str(), word_rest.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, word, is_match) in [
            ("NCI1-*", "NCI1-gpool-seed0", true),
            ("NCI1-*", "NCI109-gpool-seed0", false),
            ("*-seed?", "DD-none-seed0", true),
            ("*", "", true),
            ("DD", "DDx", false),
            ("*gpool*", "DD-gpool-seed0", true),
        ] {
            assert_eq!(matches(pattern, word), is_match, "{pattern} {word}");
        }
    }
}
