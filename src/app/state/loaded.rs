//! A loaded dataset.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::version::Version;
use crate::{
    graph::{Dataset, Stats},
    pooling::Memory,
};

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
    /// By operator.
    memories: Mutex<HashMap<&'static str, Memory>>,
}

impl Loaded {
    pub fn new(source: &str, dataset: Dataset) -> Self {
        let (stats, fingerprint) = (Stats::compute(&dataset), dataset.fingerprint());
        Self {
            version: Version::next(),
            source: source.to_owned(),
            dataset: Arc::new(dataset),
            stats,
            fingerprint,
            memories: Mutex::default(),
        }
    }

    /// What is known from the last exploration by an operator.
    pub fn memory(&self, operator: &'static str) -> Memory {
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        memories.entry(operator).or_default().clone()
    }
}
