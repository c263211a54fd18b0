//! The command line: one file for each subcommand. `main` parses the arguments.

mod dataset;
mod fetch;
mod info;
mod list;
mod npz;
mod table;
mod trace;

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
            Self::Fetch(arguments) => fetch::run(arguments),
        }
    }
}
