//! `proxpool study`: a grid of runs, made, worked off, watched, collected and reported.

mod collect;
mod new;
mod report;
mod run;
mod slurm;
mod status;
mod submit;
mod tables;

use clap::Subcommand;

use crate::{
    readers::catalog::Catalog,
    study::{builtin::BUILTIN, load::Loader},
};

/// Shown at the end of `--help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  proxpool study new paper studies/paper        # the paper's table; also ablation, controls, smoke, or a study file
  proxpool study run studies/paper              # work off what is missing; as many processes as there are machines
  proxpool study status studies/paper
  proxpool study report studies/paper --format markdown
  proxpool study report paper                   # the bundled results, without any run";

#[derive(Subcommand)]
pub enum Command {
    /// Make the folder of a study: read the data and work out every job
    New(new::Arguments),
    /// Train what is missing, the cheapest first; any number of processes may do so at once
    Run(run::Arguments),
    /// Show how far the jobs are
    Status(status::Arguments),
    /// Collect the results into a summary, and take over runs from elsewhere
    Collect(collect::Arguments),
    /// Show the results beside the paper, with paired differences
    Report(report::Arguments),
    /// Hand the missing jobs to a cluster
    Submit(submit::Arguments),
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::New(arguments) => new::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Status(arguments) => status::run(arguments),
        Command::Collect(arguments) => collect::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Submit(arguments) => submit::run(arguments),
    }
}

/// Finds data as `train` does.
fn loader() -> Loader {
    Loader::new(Catalog::from_environment())
}

/// The names of the studies that are built in, in a sentence.
fn builtin_names() -> String {
    BUILTIN.iter().map(|builtin| builtin.key).collect::<Vec<_>>().join(", ")
}
