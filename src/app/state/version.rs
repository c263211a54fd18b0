//! Unique identifiers of values, as cache keys.
//!
//! An address would not do: it can be reused after a value is dropped.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(u64);

impl Version {
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// Maximum number of values of one cache key.
const MAX: usize = 3;

/// The versions of all inputs of a cached result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions([Option<Version>; MAX]);

impl From<Version> for Versions {
    fn from(version: Version) -> Self {
        [version].into()
    }
}

impl<const N: usize> From<[Version; N]> for Versions {
    fn from(versions: [Version; N]) -> Self {
        const { assert!(N <= MAX) };
        Self(std::array::from_fn(|idx| versions.get(idx).copied()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{app::state::loaded::Loaded, graph::gallery};

    #[test]
    fn a_dataset_at_the_address_of_one_that_is_gone_has_another_version() {
        let mut seen: Vec<(*const Loaded, Version)> = Vec::new();
        let is_address_new = |seen: &[(*const Loaded, Version)]| {
            seen.iter().enumerate().all(|(idx, (at, _))| seen[..idx].iter().all(|(other, _)| other != at))
        };
        // The test needs an allocator that reuses addresses.
        while is_address_new(&seen) && seen.len() < 10_000 {
            let data = Arc::new(Loaded::new("path:n=3", gallery::parse_spec("path:n=3").unwrap()));
            assert!(seen.iter().all(|(_, version)| *version != data.version));
            seen.push((Arc::as_ptr(&data), data.version));
        }
        assert!(!is_address_new(&seen), "no address came again");
    }

    #[test]
    fn versions_differ_by_any_of_them_and_by_their_number() {
        let [a, b, c] = std::array::from_fn(|_| Version::next());
        let all: Vec<Versions> =
            vec![a.into(), b.into(), [a, b].into(), [b, a].into(), [a, b, c].into(), [a, c, b].into()];
        for (idx, versions) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == versions), Some(idx));
        }
        assert_eq!(Versions::from([a, b]), Versions::from([a, b]));
    }
}
