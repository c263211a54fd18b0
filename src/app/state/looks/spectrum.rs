//! What the Spectrum tab shows of a graph, as a link carries it.

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// Which eigenvalue, which filters, and the page below them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpectrumLook {
    /// The eigenvalue that was chosen, from 0.
    pub at: usize,
    /// What is below the spectrum.
    pub page: Page,
    /// Eigenvectors that the ideal low-pass lets through.
    pub m: usize,
    /// The time of the heat kernel.
    pub t: f64,
    /// Whether the ideal low-pass is drawn.
    pub is_low_pass_shown: bool,
    /// Whether the heat kernel is drawn.
    pub is_heat_shown: bool,
}

impl Default for SpectrumLook {
    fn default() -> Self {
        Self {
            // The second eigenvector is the first that says something of a connected graph.
            at: 1,
            page: Page::default(),
            m: 4,
            t: 1.5,
            is_low_pass_shown: true,
            is_heat_shown: false,
        }
    }
}

/// The longest time of the heat kernel.
pub const LONGEST_HEAT: f64 = 8.0;

/// What is below the spectrum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Page {
    /// K_t by powers, by eigenvectors, by the first of them.
    #[default]
    #[strum(message = "K_t three ways")]
    Ways,
    /// A delta on a node, filtered.
    #[strum(message = "A delta, filtered")]
    Delta,
    /// The smooth signals and their angles.
    #[strum(message = "Smooth signals")]
    Signals,
    /// What the paper proves and what it leaves out.
    #[strum(message = "Proved and left out")]
    Proofs,
}
