//! `proxpool study status`: how far the jobs are, from their folders; a scheduler is asked for what it says about them.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{new::units_of, slurm};
use crate::{
    cli::table::{Align, render},
    study::{
        StudyFolder,
        status::{JobState, JobStatus, Status},
    },
    train::engine::default_threads,
    units::{self, or_dash},
};

#[derive(Args)]
pub struct Arguments {
    /// Folder of the study
    study_dir: PathBuf,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let study = StudyFolder::open(&arguments.study_dir)?;
    let status = Status::of(&study)?;
    let queued = slurm::states(&study);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&as_json(&study, &status, &queued))?);
        return Ok(());
    }
    for name in &status.foreign {
        eprintln!("warning: runs/{name} is no run of this study; move it elsewhere");
    }
    print!("{}", table(&status, &queued));
    println!("\n{}", totals(&status));
    Ok(())
}

fn table(status: &Status, queued: &slurm::States) -> String {
    let has_queue = !queued.is_empty();
    let mut header = vec!["job", "state", "splits", "epochs", "test acc. (%)", "left on one processor"];
    let mut align = vec![Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];
    if has_queue {
        header.push("Slurm");
        align.push(Align::Left);
    }
    let row = |job: &JobStatus| {
        let mut row = vec![
            job.key.clone(),
            state(&job.state),
            format!("{}/{}", job.splits_done, job.splits),
            job.epochs.to_string(),
            or_dash(job.test),
            if job.state == JobState::Finished { String::new() } else { units::long_time(job.left) },
        ];
        if has_queue {
            row.push(queued.get(&job.key).cloned().unwrap_or_default());
        }
        row
    };
    let header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    render(&align, &std::iter::once(header).chain(status.jobs.iter().map(row)).collect::<Vec<_>>())
}

fn state(state: &JobState) -> String {
    match state {
        JobState::Missing => "missing".to_owned(),
        JobState::Stopped => "stopped, can go on".to_owned(),
        JobState::Finished => "finished".to_owned(),
        JobState::Failed(reason) => format!("failed: {reason}"),
        JobState::Running(held) => {
            let task = held.claimant.task.as_ref().map_or(String::new(), |task| format!(", Slurm {task}"));
            let seconds = held.silent.as_secs_f64();
            let silent =
                if seconds > 60.0 { format!(", silent for {}", units::long_time(seconds)) } else { String::new() };
            format!("running on {} ({}{task}){silent}", held.claimant.host, held.claimant.pid)
        }
    }
}

/// `12 of 35 jobs finished, 2 running; about 5 h left with 4 threads`.
fn totals(status: &Status) -> String {
    let finished = status.count(|state| *state == JobState::Finished);
    let running = status.running().count();
    let failed = status.count(|state| matches!(state, JobState::Failed(_)));
    let mut text = format!("{finished} of {} finished", units_of(status.jobs.len(), "job"));
    for (n, word) in [(running, "running"), (failed, "failed")] {
        if n > 0 {
            text += &format!(", {n} {word}");
        }
    }
    if finished < status.jobs.len() {
        let threads = if running > 0 { status.threads() } else { default_threads() };
        let left = units::long_time(status.time_left(threads).as_secs_f64());
        text += &format!("; about {left} left with {}", units_of(threads, "thread"));
    }
    text
}

fn as_json(study: &StudyFolder, status: &Status, queued: &slurm::States) -> Value {
    let job = |job: &JobStatus| {
        let (word, more) = match &job.state {
            JobState::Missing => ("missing", Value::Null),
            JobState::Stopped => ("stopped", Value::Null),
            JobState::Finished => ("finished", Value::Null),
            JobState::Failed(reason) => ("failed", json!(reason)),
            JobState::Running(held) => ("running", json!(held.claimant)),
        };
        json!({
            "job": job.key,
            "state": word,
            "detail": more,
            "splits_done": job.splits_done,
            "splits": job.splits,
            "epochs": job.epochs,
            "mean": job.test.map(|sample| sample.mean),
            "std": job.test.map(|sample| sample.std),
            "processor_seconds": job.taken,
            "processor_seconds_left": job.left,
            "slurm": queued.get(&job.key),
        })
    };
    json!({
        "study": study.manifest.name,
        "jobs": status.jobs.iter().map(job).collect::<Vec<_>>(),
        "finished": status.count(|state| *state == JobState::Finished),
        "running": status.running().count(),
        "foreign": status.foreign,
    })
}
