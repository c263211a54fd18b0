//! A dataset as the window holds it.

use std::sync::Arc;

use super::version::Version;
use crate::graph::{Dataset, Stats};

/// A dataset with its statistics.
#[derive(Debug)]
pub struct Loaded {
    /// Differs from that of any other.
    pub version: Version,
    /// What was asked for.
    pub source: String,
    pub dataset: Arc<Dataset>,
    pub stats: Stats,
    /// Tells it from other data of the same name.
    pub fingerprint: String,
}

impl Loaded {
    /// A dataset that was asked for by this name.
    pub fn new(source: &str, dataset: Dataset) -> Self {
        let (stats, fingerprint) = (Stats::of(&dataset), dataset.fingerprint());
        Self { version: Version::next(), source: source.to_owned(), dataset: Arc::new(dataset), stats, fingerprint }
    }
}
