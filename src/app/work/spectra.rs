//! Eigenvectors of every level, for node colours.

use std::sync::Arc;

use super::{error::WorkError, slot::Job};
pub(crate) use crate::math::eigen::MOST_NODES;
use crate::{
    app::state::{explored::Explored, version::Version},
    pooling::trace::SparseValue,
    spectral::{Eigenpairs, Ends, Spectrum, ends::N_EACH},
    symbols,
};

#[derive(Clone)]
pub(crate) struct SpectraQuestion(pub Arc<Explored>);

impl PartialEq for SpectraQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.0.version == other.0.version
    }
}

/// Eigenvectors by level; none where they cannot be computed.
pub(crate) struct Spectra {
    /// Version of the trace.
    pub version: Version,
    levels: Vec<Option<LevelSpectrum>>,
}

/// All of a graph, or both ends where it is large.
enum LevelSpectrum {
    Whole(Spectrum),
    Ends(Ends),
}

impl Spectra {
    fn pairs(&self, level: usize) -> Option<Eigenpairs<'_>> {
        match self.levels.get(level)?.as_ref()? {
            LevelSpectrum::Whole(spectrum) => Some(spectrum.pairs()),
            LevelSpectrum::Ends(ends) => Some(ends.pairs()),
        }
    }

    /// An eigenvector of a level by its place in the spectrum, clamped to the last one; none between the ends of a large one.
    pub(crate) fn vector(&self, level: usize, number: usize) -> Option<Vec<f64>> {
        let pairs = self.pairs(level)?;
        let place = pairs.place(number.min(pairs.n_nodes().checked_sub(1)?))?;
        Some(pairs.vectors.column(place).to_vec())
    }

    /// An eigenvalue of level 0 by its place in the spectrum.
    pub(crate) fn eigenvalue(&self, number: usize) -> Option<f64> {
        let pairs = self.pairs(0)?;
        Some(pairs.values[pairs.place(number)?])
    }
}

pub(crate) const SPECTRA: Job<SpectraQuestion, Spectra> = Job { name: "eigenvectors", run: answer };

fn answer(SpectraQuestion(explored): SpectraQuestion) -> Result<Spectra, WorkError> {
    let levels = explored.trace.levels.iter().map(|level| level.sparse(&symbols::A).and_then(spectrum)).collect();
    Ok(Spectra { version: explored.version, levels })
}

fn spectrum(a: &SparseValue) -> Option<LevelSpectrum> {
    if a.pattern.n_rows() > MOST_NODES {
        return Ends::compute(&a.pattern, &a.values, N_EACH, &|_| {}).ok().map(LevelSpectrum::Ends);
    }
    Spectrum::of_adjacency(&a.to_dense()).ok().map(LevelSpectrum::Whole)
}
