//! Commands of the Train tab.

use std::path::PathBuf;

use crate::train::Config;

#[derive(Clone, Debug, PartialEq)]
pub enum TrainCommand {
    /// Configuration of the next run.
    SetConfig(Box<Config>),
    /// Number of threads of the next run.
    SetThreads(usize),
    /// Set the runs folder.
    SetRoot(PathBuf),
    /// Start training, or queue the run.
    Start,
    /// Remove a run from the queue.
    Unqueue(usize),
    TogglePause,
    /// Stop and save.
    Stop,
    ResumeRun(PathBuf),
    /// Decline to resume the interrupted run.
    DismissOffer,
    ShowRun(PathBuf),
    /// Overlay the curves of a run, or remove them.
    ToggleCompared(PathBuf),
    /// One split, or all.
    ShowSplit(Option<usize>),
    Scrub(usize),
    /// Show each new epoch.
    SetFollowing(bool),
    /// Show the same epoch in Explore.
    SetLinked(bool),
    /// Use the weights of the shown split and epoch as the signal in Explore.
    UseModel,
    /// Use the model of the best split as the signal in Explore.
    UseBestModel,
    CancelPredictions,
    /// Open the dialog to import a run.
    ChooseRun,
    Import(PathBuf),
    Rescan,
    /// Write the metrics of all epochs to the run folder.
    ExportCurves,
    /// Write the plotted curves as a figure to the run folder.
    ExportFigure,
    StopAndClose,
    KeepOpen,
}
