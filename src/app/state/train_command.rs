//! What the Train tab's panels ask for.

use std::path::PathBuf;

use crate::train::Config;

/// A wish about training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainCommand {
    /// Another configuration for the next run.
    SetConfig(Box<Config>),
    /// Computing threads of the next run.
    SetThreads(usize),
    /// Another folder of runs.
    SetRoot(PathBuf),
    /// Train with this configuration: now, or after those that wait already.
    Start,
    /// Take a run out of the queue.
    Unqueue(usize),
    /// Pause, or go on.
    TogglePause,
    /// Stop; what is done is kept.
    Stop,
    /// Go on with a run that was stopped.
    ResumeRun(PathBuf),
    /// Do not go on with the run that was interrupted.
    DismissOffer,
    /// Look at a run.
    ShowRun(PathBuf),
    /// Lay a run's curves over the others', or take them away.
    ToggleCompared(PathBuf),
    /// Look at one split, or at all together.
    ShowSplit(Option<usize>),
    /// Look at an epoch.
    Scrub(usize),
    /// Look at the newest epoch as it comes.
    SetFollowing(bool),
    /// Have the Explore tab show the same epoch.
    SetLinked(bool),
    /// The best model of the run becomes the explorer's signal, and says a class for every graph.
    UseModel,
    /// Stop predicting.
    CancelPredictions,
    /// Ask for the folder of a run made elsewhere.
    ChooseRun,
    /// Take a run made elsewhere into the list.
    Import(PathBuf),
    /// Read the folder of runs again.
    Rescan,
    /// Write the numbers of all epochs into the run's folder.
    ExportCurves,
    /// Draw the curves that are shown as a figure, into the run's folder.
    ExportFigure,
    /// Stop training, then close the window.
    StopAndClose,
    /// Do not close the window.
    KeepOpen,
}
