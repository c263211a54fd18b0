//! Why a study cannot be read, started or continued.

use std::path::{Path, PathBuf};

use crate::{files::format::FormatError, readers::ReadError, train::TrainError};

/// What went wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The plan: a line of it, where that is known.
    #[error("{}: {problem}", place(path, *line))]
    Plan {
        path: PathBuf,
        /// Counted from 1.
        line: Option<usize>,
        problem: String,
    },
    /// A file or folder of the study.
    #[error("{}: {problem}", path.display())]
    File {
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file that a newer version wrote.
    #[error("{}: {error}", path.display())]
    Newer { path: PathBuf, error: FormatError },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Train(#[from] TrainError),
}

fn place(path: &Path, line: Option<usize>) -> String {
    match line {
        Some(line) => format!("{}:{line}", path.display()),
        None => path.display().to_string(),
    }
}

impl StudyError {
    pub fn file(path: impl Into<PathBuf>, problem: impl std::fmt::Display) -> Self {
        Self::File { path: path.into(), problem: problem.to_string() }
    }

    /// A file that could not be read as what it should be.
    pub fn unread(path: impl Into<PathBuf>, what_is_wrong: &str, error: FormatError) -> Self {
        let path = path.into();
        match error {
            FormatError::Newer { .. } => Self::Newer { path, error },
            _ => Self::File { path, problem: error.explained(what_is_wrong) },
        }
    }
}
