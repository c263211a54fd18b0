//! Not yet.

use crate::figure::{FigureData, FigureError, Scene, options::Options};

pub fn spectrum_fig(_data: &FigureData<'_>, _options: &Options) -> Result<Scene, FigureError> {
    Err(FigureError::Missing("not yet".to_owned()))
}
