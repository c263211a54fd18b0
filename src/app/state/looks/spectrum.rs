//! Display settings of the Spectrum tab, as stored in links.

use crate::app::state::labels;

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
pub const LONGEST_HEAT: f64 = 8.0;

/// The page below the spectrum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// K_t as a polynomial, by full and by truncated eigendecomposition.
    #[default]
    Ways,
    /// Impulse response of a node.
    Delta,
    /// The smooth signals and their angles.
    Signals,
    /// Theory checks.
    Proofs,
}

impl Page {
    /// Titles, in display order.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Ways, labels::spectrum::WAYS),
        (Self::Delta, labels::spectrum::IMPULSE),
        (Self::Signals, labels::spectrum::SIGNALS),
        (Self::Proofs, labels::spectrum::CHECKS),
    ];
    /// Names in links.
    pub const NAMED: &[(Self, &'static str)] =
        &[(Self::Ways, "ways"), (Self::Delta, "delta"), (Self::Signals, "signals"), (Self::Proofs, "proofs")];
}
