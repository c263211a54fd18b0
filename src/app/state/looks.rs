//! Display settings of each tab: in links and sessions, but not in the undo history.

pub(crate) mod compare;
pub(crate) mod maps;
pub(crate) mod results;
pub(crate) mod spectrum;

use self::{compare::CompareLook, maps::MapsLook, results::ResultsLook, spectrum::SpectrumLook};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    pub spectrum: SpectrumLook,
    pub compare: CompareLook,
    /// Heatmaps in Explore.
    pub maps: MapsLook,
    pub results: ResultsLook,
}
