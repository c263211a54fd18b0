//! Background work.

pub(super) mod drawing;
pub(super) mod error;
pub(super) mod explored;
pub(super) mod export;
pub(super) mod file_dialog;
pub(super) mod folder;
pub(super) mod live_layout;
pub(super) mod loading;
pub(super) mod slot;
pub(super) mod spectra;
pub(super) mod spectral;
pub(super) mod thumbnails;
pub(super) mod training;
