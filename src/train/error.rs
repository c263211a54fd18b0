//! Why a run cannot start or continue.

use std::{any::Any, path::PathBuf};

use crate::{
    files::format::FormatError,
    graph::features::NoSignal,
    pooling::{methods, parameter::OutOfRange, params::ParamsError},
};

/// What went wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error("unknown pooling operator “{0}”; choose one of {keys}", keys = keys())]
    UnknownMethod(String),
    /// The signal asked for is not in the data.
    #[error(transparent)]
    NoSignal(#[from] NoSignal),
    /// A parameter of the operator.
    #[error(transparent)]
    Parameter(#[from] ParamsError),
    /// A number of the configuration.
    #[error(transparent)]
    Setting(#[from] OutOfRange),
    /// Fewer than two classes.
    #[error("{dataset} has {classes} class(es), but a classifier needs at least two; choose a field as class")]
    TooFewClasses { dataset: String, classes: usize },
    /// Too few labelled graphs.
    #[error("{dataset} has {labelled} graph(s) with a class; at least {needed} are needed for 8:1:1 splits")]
    TooFewGraphs { dataset: String, labelled: usize, needed: usize },
    /// More folds than graphs, or only one.
    #[error("{n_graphs} graphs cannot be divided into {n_folds} folds; choose 2 to {n_graphs} folds")]
    Folds { n_folds: usize, n_graphs: usize },
    /// Splits that do not fit the data.
    #[error("split {number}: {problem}; give the splits of this dataset")]
    Split { number: usize, problem: String },
    /// Not enough memory.
    #[error("this needs about {needed} of memory, but only {available} is free; choose fewer threads, {hint}")]
    Memory {
        /// Estimated memory.
        needed: String,
        available: String,
        /// A further suggestion.
        hint: &'static str,
    },
    /// A loss or gradient is not finite.
    #[error(
        "{what} is not finite in split {split}, epoch {epoch}, batch {batch}; try a lower learning rate, or another \
         seed"
    )]
    NotFinite {
        /// The loss, or the gradient of a named weight.
        what: String,
        /// Counted from 0.
        split: usize,
        /// Counted from 1.
        epoch: usize,
        /// Counted from 1.
        batch: usize,
    },
    /// A file of the run.
    #[error("{}: {problem}", path.display())]
    File {
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file of the run that a newer version wrote.
    #[error("{}: {error}", path.display())]
    Newer { path: PathBuf, error: FormatError },
    #[error(transparent)]
    Tensor(#[from] candle_core::Error),
    /// A panic, which is a bug of the program.
    #[error("internal error in {place}: {message} (please report it)")]
    Internal {
        /// "split 3".
        place: String,
        message: String,
    },
    #[error("the training threads could not be started: {0}")]
    Threads(String),
}

fn keys() -> String {
    methods().map(|method| method.key).collect::<Vec<_>>().join(", ")
}

impl TrainError {
    /// A panic that was caught, with its message.
    pub fn panicked(place: impl Into<String>, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Internal { place: place.into(), message: text.unwrap_or("a panic without a message").to_owned() }
    }

    /// A file that is not what it should be, or that is newer than this program.
    pub fn unread(path: impl Into<PathBuf>, what_is_wrong: &str, error: FormatError) -> Self {
        let path = path.into();
        match error {
            FormatError::Newer { .. } => Self::Newer { path, error },
            _ => Self::File { path, problem: error.explained(what_is_wrong) },
        }
    }

    /// An error about a file.
    pub fn file(path: impl Into<PathBuf>, problem: impl std::fmt::Display) -> Self {
        Self::File { path: path.into(), problem: problem.to_string() }
    }
}
