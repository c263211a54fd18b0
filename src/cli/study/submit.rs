//! `proxpool study submit`: the missing jobs as a job array.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;

use super::{
    new::units_of,
    slurm::{self, Array, MANIFEST, MOST_TASKS, SUBMITTED, Submission, SubmittedArray},
};
use crate::{
    files::write_atomically,
    study::{
        Job, StudyFolder,
        status::{JobState, Status},
    },
    train::command_line::quoted,
};

#[derive(Args)]
pub struct Arguments {
    /// Folder of the study, on a disk that all nodes see
    study_dir: PathBuf,

    /// Submit to Slurm
    #[arg(long, required = true)]
    slurm: bool,

    /// Partition (queue) to submit to
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,

    /// Time limit of a task, as Slurm takes it; a task that runs out of it queues itself again
    #[arg(long, value_name = "TIME")]
    time: Option<String>,

    /// Most tasks at a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_jobs: Option<u32>,

    /// Processors of a task [default: those of the study]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory of a task, as Slurm takes it [default: what the largest missing job needs]
    #[arg(long, value_name = "SIZE")]
    mem: Option<String>,

    /// A further option of sbatch, such as --sbatch=--account=chem; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,

    /// Write manifest and script, but submit nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = std::path::absolute(&arguments.study_dir)?;
    let study = StudyFolder::open(&path)?;
    study.check_runs()?;
    let missing = missing(&study)?;
    if missing.is_empty() {
        println!("Nothing is missing; see the table with:\n  proxpool study report {}", shown(&arguments.study_dir));
        return Ok(());
    }
    if !arguments.dry_run && !slurm::is_there() {
        bail!(
            "there is no Slurm here (no sbatch); on this machine work the study off with `proxpool study run {}`, or write \
             the script with --dry-run",
            shown(&arguments.study_dir)
        );
    }
    let folder = free_folder(&slurm::folder(&study))?;
    std::fs::create_dir_all(path.join("logs")).with_context(|| format!("{} cannot be written to", path.display()))?;
    let manifest = folder.join(MANIFEST);
    let lines: Vec<String> = missing.iter().map(|job| line(job)).collect();
    write(&manifest, &lines.concat())?;
    let scripts = arguments.scripts(&study, &missing, &manifest, &folder)?;
    if arguments.dry_run {
        println!("{} in {}; submit with:", units_of(missing.len(), "job"), manifest.display());
        scripts.iter().for_each(|(script, _)| println!("  sbatch {}", shown(script)));
        return Ok(());
    }
    let mut submission = Submission::default();
    for (script, array) in scripts {
        // With a limit on tasks at a time, the next array waits for this one.
        let after = submission.arrays.last().map(|last| last.id).filter(|_| arguments.max_jobs.is_some());
        let id = slurm::sbatch(&script, after)?;
        println!("array {id}: {}", units_of(array.n_tasks, "job"));
        submission.arrays.push(SubmittedArray { id, ..array });
        // After each: what has been submitted is known even if the next one is refused.
        write(&folder.join(SUBMITTED), &serde_json::to_string(&submission)?)?;
    }
    println!("Watch them with:\n  proxpool study status {}", shown(&arguments.study_dir));
    Ok(())
}

fn shown(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// Jobs that are neither finished nor worked on, the cheapest first.
fn missing(study: &StudyFolder) -> anyhow::Result<Vec<&Job>> {
    let status = Status::of(study)?;
    let is_missing = |state: &JobState| !matches!(state, JobState::Finished | JobState::Running(_));
    let jobs = study.jobs().iter().zip(&status.jobs);
    let mut missing: Vec<&Job> = jobs.filter(|(_, job)| is_missing(&job.state)).map(|(job, _)| job).collect();
    missing.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    Ok(missing)
}

/// A line of the manifest: the name, then what it needs, for people.
fn line(job: &Job) -> String {
    format!("{}\t{} threads\t{} MB\t{:.0} s of a processor\n", job.key, job.threads, megabytes(job.memory), job.cost)
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// `slurm/0001`, or the next number that is free.
fn free_folder(root: &Path) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(root).with_context(|| format!("{} cannot be created", root.display()))?;
    for number in 1.. {
        let path = root.join(format!("{number:04}"));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("{} cannot be created", path.display())),
        }
    }
    bail!("{} is full", root.display())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_atomically(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{} could not be written", path.display()))
}

impl Arguments {
    /// One script for each thousand jobs.
    fn scripts(
        &self,
        study: &StudyFolder,
        missing: &[&Job],
        manifest: &Path,
        folder: &Path,
    ) -> anyhow::Result<Vec<(PathBuf, SubmittedArray)>> {
        let program = std::env::current_exe().context("the path of this program is not known")?;
        let threads = missing.iter().map(|job| job.threads).max().unwrap_or(1);
        let memory = missing.iter().map(|job| job.memory).max().unwrap_or_default();
        let data = std::env::var_os("PROXPOOL_DATA").filter(|data| !data.is_empty());
        let mut scripts = Vec::new();
        for (number, tasks) in missing.chunks(MOST_TASKS).enumerate() {
            let first = number * MOST_TASKS;
            let array = Array {
                name: format!("proxpool-{}", study.manifest.name.replace(char::is_whitespace, "-")),
                program: &program,
                study: study.path(),
                manifest,
                first,
                n_tasks: tasks.len(),
                max_jobs: self.max_jobs.map(|most| most as usize),
                threads: self.threads.map_or(threads, usize::from),
                // An estimate is no measurement.
                memory: self.mem.clone().unwrap_or_else(|| format!("{}M", megabytes(memory * 3 / 2))),
                partition: self.partition.as_deref(),
                time: self.time.as_deref(),
                more: &self.sbatch,
                data: data.as_ref().map(std::path::absolute).transpose()?,
            };
            let script = folder.join(format!("array-{number}.sh"));
            write(&script, &array.script())?;
            scripts.push((script, SubmittedArray { id: 0, first, n_tasks: tasks.len() }));
        }
        Ok(scripts)
    }
}
