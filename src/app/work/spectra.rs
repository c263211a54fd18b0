//! Eigenvectors of every level, for node colours.

use std::sync::Arc;

use super::{error::WorkError, slot::Job};
pub(crate) use crate::math::eigen::MOST_NODES;
use crate::{
    app::state::{explored::Explored, version::Version},
    pooling::trace::SparseValue,
    spectral::Spectrum,
    symbols,
};

#[derive(Clone)]
pub(crate) struct SpectraQuestion(pub Arc<Explored>);

impl PartialEq for SpectraQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.0.version == other.0.version
    }
}

/// Spectrum by level; none for levels with too many nodes.
pub(crate) struct Spectra {
    /// Version of the trace.
    pub version: Version,
    pub levels: Vec<Option<Spectrum>>,
}

impl Spectra {
    /// An eigenvector of a level, clamped to the last one.
    pub(crate) fn vector(&self, level: usize, idx: usize) -> Option<Vec<f64>> {
        let spectrum = self.levels.get(level)?.as_ref()?;
        let idx = idx.min(spectrum.n().checked_sub(1)?);
        Some(spectrum.eigenvectors.column(idx).to_vec())
    }
}

pub(crate) const SPECTRA: Job<SpectraQuestion, Spectra> = Job { name: "eigenvectors", run: answer };

fn answer(SpectraQuestion(explored): SpectraQuestion) -> Result<Spectra, WorkError> {
    let levels = explored.trace.levels.iter().map(|level| level.sparse(&symbols::A).and_then(spectrum)).collect();
    Ok(Spectra { version: explored.version, levels })
}

fn spectrum(a: &SparseValue) -> Option<Spectrum> {
    let n = a.pattern.n_rows();
    if n > MOST_NODES { None } else { Spectrum::of_adjacency(&a.to_dense()).ok() }
}
