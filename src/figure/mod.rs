//! Figures for papers, independent of the window system.
//!
//! The window and the figures use the same colour tables, so a colour has the same meaning in both.
//!
//! ```text
//! FigureRequest → gather → FigureData → FIGURES[kind].build → Scene (millimetres) → SVG, PNG, PDF
//! ```
//!
//! A [`FigureRequest`] describes a figure completely. It is embedded in the file, so that a figure can be reproduced
//! byte for byte. Nothing here prints or starts threads.

mod data;
mod error;
pub mod file;
pub mod ink;
pub mod kinds;
pub mod options;
mod page;
mod panel;
mod request;
pub mod scene;
pub mod text;

pub use data::{FigureData, gather};
pub use error::FigureError;
pub use file::{Format, encode, png::to_pixels, read_request, write};
pub use kinds::{FIGURES, Figure, figure};
pub use options::{Ground, Options, Preset};
pub use request::FigureRequest;
pub use scene::Scene;

/// The scene of a request whose data is gathered.
pub fn draw(data: &FigureData<'_>, request: &FigureRequest) -> Result<Scene, FigureError> {
    (figure(&request.kind)?.build)(data, &request.options)
}
