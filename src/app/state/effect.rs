//! What a command asks of the rest of the window.

use super::{command::ShellCommand, tour_command::TourCommand, train_command::TrainCommand};

/// Something to be done outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Load a dataset by path or name.
    Load(String),
    /// Tell a person what went wrong.
    Report(String),
    /// The newest node goes here in the layout.
    Place([f32; 2]),
    /// Explore no longer follows a run in training.
    Unfollow,
    /// Read the folders of runs again.
    Rescan,
    /// Begin or end the presentation.
    Present(bool),
    Shell(ShellCommand),
    Train(TrainCommand),
    Tour(TourCommand),
}
