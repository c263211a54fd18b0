//! A loaded dataset.

use std::sync::Arc;

use super::version::Version;
use crate::graph::{Dataset, Stats};

/// A dataset with its statistics.
#[derive(Debug)]
pub struct Loaded {
    /// Unique per dataset.
    pub version: Version,
    /// Path, name or specification it was loaded from.
    pub source: String,
    pub dataset: Arc<Dataset>,
    pub stats: Stats,
    /// Distinguishes datasets of the same name.
    pub fingerprint: String,
}

impl Loaded {
    pub fn new(source: &str, dataset: Dataset) -> Self {
        let (stats, fingerprint) = (Stats::of(&dataset), dataset.fingerprint());
        Self { version: Version::next(), source: source.to_owned(), dataset: Arc::new(dataset), stats, fingerprint }
    }
}
