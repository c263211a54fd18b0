//! Background work.

pub mod drawing;
pub mod error;
pub mod explored;
pub mod export;
pub mod file_dialog;
pub mod folder;
pub mod live_layout;
pub mod loading;
pub mod slot;
pub mod spectra;
pub mod spectral;
pub mod thumbnails;
pub mod training;
