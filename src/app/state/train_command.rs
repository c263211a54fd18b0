//! Commands of the Train tab.

use std::path::PathBuf;

use super::run_command::RunCommand;
use crate::train::Config;

#[derive(Clone, Debug, PartialEq)]
pub enum TrainCommand {
    /// Configuration of the next run.
    SetConfig(Box<Config>),
    /// Number of threads of the next run.
    SetThreads(usize),
    /// Set the runs folder, if runs can be written to it.
    SetRoot(PathBuf),
    /// Create the runs folder and set it.
    CreateRoot(PathBuf),
    /// Keep the runs folder in place of one that was refused.
    KeepRoot,
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
    /// Of this run, or of the selected one.
    OfRun(RunCommand, Option<PathBuf>),
    RenameRun {
        path: PathBuf,
        name: String,
    },
    SetNote {
        path: PathBuf,
        text: String,
    },
    /// Move the run that was deleted last back to its place.
    RestoreRun,
    CloseRunDialog,
    /// Write the metrics of all epochs to the run folder.
    ExportCurves,
    /// Open the export dialog for the plotted curves.
    ExportFigure,
    StopAndClose,
    KeepOpen,
}
