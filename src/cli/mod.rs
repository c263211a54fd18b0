//! The command line: one file for each subcommand. `main` parses the arguments.

mod dataset;
mod evaluate;
mod fetch;
mod figure;
mod figures;
mod flags;
mod info;
mod list;
mod parameters;
mod runs;
mod splits;
mod study;
mod table;
mod trace;
mod train;

use clap::Subcommand;

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Show the statistics of a dataset
    Info(info::Arguments),
    /// List the datasets available by name
    List(list::Arguments),
    /// Run a pooling operator on a graph and write every matrix
    Trace(trace::Arguments),
    /// Train the network on a dataset, or resume a run
    Train(train::Arguments),
    /// Score a trained model, or all models of a run, on a dataset
    Evaluate(evaluate::Arguments),
    /// Compare runs: mean ± standard deviation, paired differences with a significance test
    Runs(runs::Arguments),
    /// Train a whole table of runs: make a study, work it off on any number of machines, report it
    #[command(subcommand, after_help = study::EXAMPLES)]
    Study(study::Command),
    /// Write the splits of a dataset as JSON, for other programs or for `train --splits-from`
    Splits(splits::Arguments),
    /// Make a figure for a paper or a slide, for one graph or a batch of graphs
    #[command(after_help = figure::EXAMPLES)]
    Figure(Box<figure::Arguments>),
    /// Make one figure of each kind from the bundled data
    Figures(figures::Arguments),
    /// Download datasets of the TU collection into the data folder
    Fetch(fetch::Arguments),
}

impl Command {
    pub fn run(&self) -> anyhow::Result<()> {
        self.run_plainly().map_err(|error| anyhow::Error::msg(flags::with_flags(&format!("{error:#}"))))
    }

    fn run_plainly(&self) -> anyhow::Result<()> {
        match self {
            Self::Info(arguments) => info::run(arguments),
            Self::List(arguments) => list::run(arguments),
            Self::Trace(arguments) => trace::run(arguments),
            Self::Train(arguments) => train::run(arguments),
            Self::Evaluate(arguments) => evaluate::run(arguments),
            Self::Runs(arguments) => runs::run(arguments),
            Self::Study(command) => study::run(command),
            Self::Splits(arguments) => splits::run(arguments),
            Self::Figure(arguments) => figure::run(arguments),
            Self::Figures(arguments) => figures::run(arguments),
            Self::Fetch(arguments) => fetch::run(arguments),
        }
    }
}
