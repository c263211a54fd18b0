//! The command line: one file for each subcommand. `main` parses the arguments.

mod dataset;
mod evaluate;
mod fetch;
mod info;
mod list;
mod npz;
mod runs;
mod table;
mod trace;
mod train;

use clap::Subcommand;

/// What can be done without a window.
#[derive(Subcommand)]
pub enum Command {
    /// Show the statistics of a dataset
    Info(info::Arguments),
    /// List the datasets that are available by name
    List(list::Arguments),
    /// Run a pooling operator on a graph and write every matrix of it
    Trace(trace::Arguments),
    /// Train the network on a dataset, or go on with a run
    Train(train::Arguments),
    /// Score a trained model, or all models of a run, on a dataset
    Evaluate(evaluate::Arguments),
    /// Compare runs: mean and spread, paired differences and how sure they are
    Runs(runs::Arguments),
    /// Download datasets of the TU collection into the data folder
    Fetch(fetch::Arguments),
}

impl Command {
    /// Does it.
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Info(arguments) => info::run(arguments),
            Self::List(arguments) => list::run(arguments),
            Self::Trace(arguments) => trace::run(arguments),
            Self::Train(arguments) => train::run(arguments),
            Self::Evaluate(arguments) => evaluate::run(arguments),
            Self::Runs(arguments) => runs::run(arguments),
            Self::Fetch(arguments) => fetch::run(arguments),
        }
    }
}
