//! A figure on disk.

use std::{io::Write as _, path::Path};

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::{pdf::pdf, png::png, svg::svg};
use crate::{
    figure::{FigureError, FigureRequest, scene::Scene},
    files::{format::FormatError, write_atomically},
};

/// What a figure can be written as; the keys are the endings of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Pixels.
    #[default]
    Png,
    /// Vectors, for the web and for editing.
    Svg,
    /// Vectors, for papers.
    Pdf,
}

impl Format {
    /// The format that the name of a file asks for.
    pub fn from_path(path: &Path) -> Result<Self, FigureError> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let format = extension.and_then(|extension| extension.parse().ok());
        format.ok_or_else(|| FigureError::Format { path: path.to_owned() })
    }
}

/// The bytes of a figure, with the request that makes it again.
pub fn encode(scene: &Scene, request: &FigureRequest, format: Format) -> Result<Vec<u8>, FigureError> {
    let json = serde_json::to_string(&FigureRequest::FORMAT.numbered(request)).map_err(FormatError::from)?;
    let title = request.title();
    match format {
        Format::Png => png(scene, request.options.dpi, &title, &json),
        Format::Svg => Ok(svg(scene, Some(&json), true).into_bytes()),
        Format::Pdf => pdf(scene, &title, &json),
    }
}

/// Writes a figure in the format that the name asks for; a file that is there is replaced as a whole.
pub fn write(scene: &Scene, request: &FigureRequest, path: &Path) -> Result<(), FigureError> {
    let bytes = encode(scene, request, Format::from_path(path)?)?;
    write_atomically(path, |file| file.write_all(&bytes))
        .map_err(|error: std::io::Error| FigureError::Write { path: path.to_owned(), error })
}
