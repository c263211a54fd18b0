//! Effects of commands on the rest of the window.

use std::path::PathBuf;

use super::{command::ShellCommand, session_file::OpenedRuns, tour_command::TourCommand, train_command::TrainCommand};

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Load a dataset by path or name.
    Load(String),
    /// Show an error.
    Report(String),
    /// Layout position of the new node.
    Place([f32; 2]),
    /// Read a session file, and open it.
    ReadSession(PathBuf),
    /// Show these runs in the Train tab.
    OpenRuns(OpenedRuns),
    /// Explore no longer follows a run in training.
    Unfollow,
    /// Rescan the runs folder.
    Rescan,
    /// Begin or end the presentation.
    Present(bool),
    Shell(ShellCommand),
    Train(TrainCommand),
    Tour(TourCommand),
}
