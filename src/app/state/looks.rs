//! How each tab shows the view: links and sessions carry it, undo does not cover it.

pub mod compare;
pub mod maps;
pub mod spectrum;

use self::{compare::CompareLook, maps::MapsLook, spectrum::SpectrumLook};

/// The looks of all tabs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    pub spectrum: SpectrumLook,
    pub compare: CompareLook,
    /// Of the heatmaps in Explore.
    pub maps: MapsLook,
}
