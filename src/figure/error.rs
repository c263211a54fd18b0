//! What can go wrong with a figure.

use std::path::PathBuf;

use crate::{explore::ExploreError, files::format::FormatError};

/// Why there is no figure, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// No such kind.
    #[error("unknown figure “{wanted}”; choose one of {}", super::kinds::keys())]
    Kind {
        /// What was asked for.
        wanted: String,
    },
    /// An option that makes no sense.
    #[error("{what} = {value} is out of range; choose from {min} to {max}{unit}")]
    Range {
        /// Its name.
        what: &'static str,
        /// What was asked for.
        value: f64,
        /// The least.
        min: f64,
        /// The most.
        max: f64,
        /// Of what.
        unit: &'static str,
    },
    /// The data does not have what the figure shows.
    #[error("{0}")]
    Missing(String),
    /// The page cannot hold what the figure shows.
    #[error("{0}")]
    NoRoom(String),
    /// Too many pixels.
    #[error("an image of {width} × {height} pixels is too large; choose a lower resolution (dpi) or a smaller width")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The ending of the name says nothing.
    #[error("{}: unknown file extension; use .png, .svg or .pdf", path.display())]
    Format {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("{} cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file without a request.
    #[error(
        "this file contains no figure description; it was not made by this program, or another program has changed it"
    )]
    NoRequest,
    /// A request that cannot be understood.
    #[error("the figure description in this file cannot be read: {0}")]
    BadRequest(#[from] FormatError),
    /// The graph cannot be pooled so.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// The renderer failed.
    #[error("the figure could not be drawn: {0}")]
    Render(String),
}

impl From<png::EncodingError> for FigureError {
    fn from(error: png::EncodingError) -> Self {
        Self::Render(error.to_string())
    }
}
