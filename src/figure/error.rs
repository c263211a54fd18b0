//! What can go wrong with a figure.

use std::path::PathBuf;

use crate::{explore::ExploreError, files::format::FormatError};

/// Why a figure cannot be made, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    #[error("unknown figure “{name}”; choose one of {}", super::kinds::keys())]
    Kind { name: String },
    /// An option is out of range.
    #[error("{what} = {value} is out of range; choose from {min} to {max}{unit}")]
    Range { what: &'static str, value: f64, min: f64, max: f64, unit: &'static str },
    /// The ends of a colour bar are no range.
    #[error("the range {low} to {high} of {matrix} is not valid; give two ascending numbers")]
    Limits { matrix: String, low: f64, high: f64 },
    /// The data does not have what the figure shows.
    #[error("{0}")]
    Missing(String),
    /// The page cannot hold what the figure shows.
    #[error("{0}")]
    NoRoom(String),
    #[error("an image of {width} × {height} pixels is too large; choose a lower resolution (dpi) or a smaller width")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// Unknown file extension.
    #[error("{}: unknown file extension; use .png, .svg or .pdf", path.display())]
    Format { path: PathBuf },
    #[error("{} cannot be written: {error}", path.display())]
    Write { path: PathBuf, error: std::io::Error },
    /// A file without a request.
    #[error(
        "this file contains no figure description; it was not made by this program, or another program has changed it"
    )]
    NoRequest,
    /// A request that cannot be parsed.
    #[error("the figure description in this file cannot be read: {0}")]
    BadRequest(#[from] FormatError),
    /// Pooling failed.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    #[error("the figure could not be drawn: {0}")]
    Render(String),
}

impl From<png::EncodingError> for FigureError {
    fn from(error: png::EncodingError) -> Self {
        Self::Render(error.to_string())
    }
}
