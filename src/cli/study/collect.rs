//! `proxpool study collect`: results into one file, and runs from elsewhere into the study.

use std::path::PathBuf;

use clap::Args;

use super::new::units_of;
use crate::study::{StudyFolder, adopt, source};

#[derive(Args)]
pub struct Arguments {
    /// Folder of the study
    study_dir: PathBuf,

    /// Studies, runs, folders of runs and summaries from elsewhere: finished runs that equal a job are copied into the
    /// study, and all results are in the summary
    from: Vec<PathBuf>,

    /// File for the summary [default: summary.json in the study]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let study = StudyFolder::open(&arguments.study_dir)?;
    let mut others = Vec::new();
    for from in &arguments.from {
        if from.is_dir() {
            let adopted = adopt::adopt(&study, from)?;
            for key in &adopted.taken {
                println!("{key}: taken over from {}", from.display());
            }
            others.extend(adopted.others.iter().cloned());
            if adopted.known > 0 {
                println!("{}: {} that this study has already", from.display(), units_of(adopted.known, "run"));
            }
        } else {
            others.push(from.clone());
        }
    }
    let mut summary = source::read(&arguments.study_dir)?;
    for other in &others {
        summary.merge(source::read(other)?, other)?;
    }
    let out = arguments.out.clone().unwrap_or_else(|| study.summary());
    summary.write(&out)?;
    let done: usize = summary.cells.iter().map(|cell| cell.splits.len()).sum();
    let wanted: usize = summary.cells.iter().map(|cell| cell.wanted.max(cell.splits.len())).sum();
    println!("{}: {done} of {} in {}", out.display(), units_of(wanted, "split"), units_of(summary.cells.len(), "cell"));
    Ok(())
}
