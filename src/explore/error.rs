//! Why there is nothing to show.

use std::path::PathBuf;

use crate::{graph::features::NoSignal, model::WeightError, pooling::params::ParamsError, train::TrainError};

/// What is wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    #[error(transparent)]
    Parameter(#[from] ParamsError),
    /// The dataset does not have the signal that was chosen.
    #[error(transparent)]
    Signal(#[from] NoSignal),
    /// The model cannot be read, or is not for this dataset.
    #[error(transparent)]
    Model(#[from] TrainError),
    /// The operator gets no weights from their source.
    #[error(transparent)]
    Weights(Box<WeightError>),
    /// The model is of a network that pools nothing.
    #[error(
        "{}: this model ({network}) has no convolution and no pooling to show; score it with `proxpool evaluate`, or choose a \
         model of an operator",
        path.display()
    )]
    NoPooling { path: PathBuf, network: &'static str },
    #[error("this graph has no nodes, so there is nothing to pool; choose another one")]
    NoNodes,
    #[error("{method}: {problem}")]
    Pooling {
        method: &'static str,
        /// Error of the tensor library.
        problem: String,
    },
}

/// Boxed: it is much larger than what goes well.
impl From<WeightError> for ExploreError {
    fn from(error: WeightError) -> Self {
        Self::Weights(Box::new(error))
    }
}
