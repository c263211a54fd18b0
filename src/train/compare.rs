//! Runs side by side: found in a folder, read, and paired on equal splits.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    error::TrainError,
    folder::{RunFile, RunFolder},
    history::History,
    shelf::BIN,
};
use crate::math::{
    sample::Sample,
    wilcoxon::{SignedRank, signed_rank},
};

/// A run read from its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its path, as seen from where it was looked for.
    pub name: String,
    pub folder: RunFolder,
    pub file: RunFile,
    /// Its history so far.
    pub history: History,
}

impl Run {
    /// Reads a run; its name is its path below `base`.
    pub fn open(path: &Path, base: &Path) -> Result<Self, TrainError> {
        let (folder, file) = RunFolder::open(path)?;
        let history = History::from_events(folder.events()?);
        let name = path.strip_prefix(base).ok().filter(|name| !name.as_os_str().is_empty());
        let name = name.or_else(|| path.file_name().map(Path::new)).unwrap_or(path);
        Ok(Self { name: name.display().to_string(), folder, file, history })
    }
}

/// The folders of runs below a folder, at most so deep, in the order of their names; deleted runs are left out.
pub fn find(path: &Path, depth: usize) -> io::Result<Vec<PathBuf>> {
    if RunFolder::is_run(path) {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    if depth > 0 {
        let entries = std::fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path()));
        let is_searched = |path: &PathBuf| path.is_dir() && path.file_name().is_none_or(|name| name != BIN);
        let mut folders: Vec<PathBuf> = entries.filter(is_searched).collect();
        folders.sort();
        for folder in folders {
            found.extend(find(&folder, depth - 1)?);
        }
    }
    Ok(found)
}

/// Test accuracies of the second run less those of the first, in per cent, on the splits that both have scored.
/// None where the data or the splits are not the same.
pub fn paired(first: &Run, second: &Run) -> Vec<f64> {
    paired_so_far((&first.file, &first.history), (&second.file, &second.history))
}

/// The same for what there is of two runs, of which one may be in progress.
pub fn paired_so_far(first: (&RunFile, &History), second: (&RunFile, &History)) -> Vec<f64> {
    let ((first, first_history), (second, second_history)) = (first, second);
    if first.data.fingerprint != second.data.fingerprint {
        return Vec::new();
    }
    let is_equal = |split: usize| match (first.splits.get(split), second.splits.get(split)) {
        (Some(first), Some(second)) => first == second,
        _ => false,
    };
    let others = second_history.test_accuracies();
    let other = |split: usize| others.iter().find(|(number, _)| *number == split).map(|(_, accuracy)| *accuracy);
    let accuracies = first_history.test_accuracies().into_iter().filter(|(split, _)| is_equal(*split));
    accuracies.filter_map(|(split, accuracy)| Some(other(split)? - accuracy)).collect()
}

/// With fewer differences that are not zero, the test cannot reach p < 0.05, however much they lean to one side.
pub const LEAST_PAIRS: usize = 6;

/// Statistics of paired differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Mean and standard deviation, in per cent, and the number of pairs.
    pub sample: Sample,
    pub significance: Significance,
}

/// Whether the differences lean to one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Significance {
    /// All differences are zero.
    Identical,
    /// Fewer than [`LEAST_PAIRS`] differences are not zero.
    TooFew,
    /// p of the two-sided exact signed-rank test.
    P(f64),
    /// Too many pairs for the exact test, or an accuracy that is not a number.
    Untested,
}

impl Significance {
    fn compute(differences: &[f64]) -> Self {
        match signed_rank(differences) {
            Some(SignedRank { n: 0, .. }) => Self::Identical,
            Some(SignedRank { n, .. }) if n < LEAST_PAIRS => Self::TooFew,
            Some(SignedRank { p, .. }) => Self::P(p),
            None => Self::Untested,
        }
    }

    pub fn p(self) -> Option<f64> {
        match self {
            Self::P(p) => Some(p),
            Self::Identical | Self::TooFew | Self::Untested => None,
        }
    }
}

impl Difference {
    /// Statistics of these differences; none if there are no differences.
    pub fn compute(differences: &[f64]) -> Option<Self> {
        Some(Self { sample: Sample::new(differences)?, significance: Significance::compute(differences) })
    }

    /// `+1.20 ± 0.80`.
    pub fn show(&self) -> String {
        format!("{:+.2}", self.sample)
    }

    /// `0.031` or `< 0.001`; where there is no p, why.
    pub fn show_p(&self) -> String {
        match self.significance {
            Significance::Identical => IDENTICAL.to_owned(),
            Significance::TooFew => TOO_FEW.to_owned(),
            Significance::Untested => "–".to_owned(),
            Significance::P(p) if p < 0.001 => "< 0.001".to_owned(),
            Significance::P(p) => format!("{p:.3}"),
        }
    }

    /// In one line, with the number of pairs: `+1.2 ± 0.8, p 0.031 (20)`, `-2.6 ± 6.8, n too small (4)`, `identical (2)`.
    pub fn line(&self) -> String {
        let n = self.sample.n;
        match self.significance {
            Significance::Identical => format!("{IDENTICAL} ({n})"),
            Significance::TooFew => format!("{:+.1}, {TOO_FEW} ({n})", self.sample),
            Significance::P(_) | Significance::Untested => format!("{:+.1}, p {} ({n})", self.sample, self.show_p()),
        }
    }
}

const IDENTICAL: &str = "identical";
const TOO_FEW: &str = "n too small";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_in_words() {
        let found = Difference::compute(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!((found.show().as_str(), found.show_p().as_str()), ("+3.50 ± 1.87", "0.031"));
        assert_eq!(found.line(), "+3.5 ± 1.9, p 0.031 (6)");
        let sure: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(Difference::compute(&sure).unwrap().show_p(), "< 0.001");
        assert_eq!(Difference::compute(&[]), None);
    }

    #[test]
    fn no_p_where_it_would_say_nothing() {
        let few = Difference::compute(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((few.show_p().as_str(), few.significance.p()), ("n too small", None));
        assert_eq!(few.line(), "+3.0 ± 1.6, n too small (5)");
        // Pairs that do not differ are none for the test.
        let ties = Difference::compute(&[1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 0.0]).unwrap();
        assert_eq!(ties.significance, Significance::TooFew);
        let same = Difference::compute(&[0.0; 20]).unwrap();
        assert_eq!((same.show_p().as_str(), same.line().as_str()), ("identical", "identical (20)"));
    }

    #[test]
    fn a_folder_without_runs_has_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("a/b/c/d")).unwrap();
        assert_eq!(find(folder.path(), 3).unwrap(), Vec::<PathBuf>::new());
        assert!(find(&folder.path().join("nowhere"), 3).is_err());
    }
}
