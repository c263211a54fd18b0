//! Display settings of the Spectrum tab, as stored in links.

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpectrumLook {
    /// Index of the selected eigenvalue, from 0.
    pub at: usize,
    pub page: Page,
    /// Number of eigenvectors in the passband of the ideal low-pass.
    pub m: usize,
    /// Diffusion time of the heat kernel.
    pub t: f64,
    pub is_low_pass_shown: bool,
    pub is_heat_shown: bool,
}

impl Default for SpectrumLook {
    fn default() -> Self {
        Self {
            // In a connected graph the first eigenvector is trivial.
            at: 1,
            page: Page::default(),
            m: 4,
            t: 1.5,
            is_low_pass_shown: true,
            is_heat_shown: false,
        }
    }
}

/// Maximum diffusion time of the heat kernel.
pub(crate) const LONGEST_HEAT: f64 = 8.0;

/// The page below the spectrum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Page {
    /// K_t as a polynomial, by full and by truncated eigendecomposition.
    #[default]
    #[strum(message = "Computing K_t")]
    Ways,
    /// Impulse response of a node.
    #[strum(message = "Impulse response")]
    Delta,
    /// The smooth signals and their angles.
    #[strum(message = "Smooth signals")]
    Signals,
    /// Theory checks.
    #[strum(message = "Theory checks")]
    Proofs,
}
