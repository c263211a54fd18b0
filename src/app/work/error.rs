//! Errors of background work.

use crate::{
    cancel::Stopped, explore::ExploreError, figure::FigureError, math::eigen::NoConvergence, readers::ReadError,
    snippet::SnippetError, train::TrainError,
};

#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    #[error(transparent)]
    Explore(#[from] ExploreError),
    #[error(transparent)]
    Figure(#[from] FigureError),
    #[error(transparent)]
    Snippet(#[from] SnippetError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Eigen(#[from] NoConvergence),
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An error of the state or of a file, as text.
    #[error("{0}")]
    Message(String),
    #[error("internal error: {0} (please report)")]
    Panicked(String),
    #[error("could not start a thread ({0})")]
    NoThread(std::io::Error),
    #[error("cancelled")]
    Cancelled,
}

impl From<String> for WorkError {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

impl From<&str> for WorkError {
    fn from(message: &str) -> Self {
        Self::Message(message.to_owned())
    }
}

impl From<Stopped> for WorkError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Cancelled => Self::Cancelled,
            Stopped::Panicked(message) => Self::Panicked(message),
        }
    }
}
