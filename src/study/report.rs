//! A summary beside the paper: means, differences to ProxPool on equal splits, and what is still missing.

use serde::Serialize;

use super::summary::{Cell, Summary};
use crate::{
    math::{holm::holm, sample::Sample},
    pooling::METHODS,
    train::{
        compare::{Difference, Significance},
        paper,
    },
};

/// A table of results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    pub name: String,
    pub about: String,
    /// The operator that the others are compared with.
    pub reference: String,
    /// Differences that were tested: the family of Holm's correction.
    pub tests: usize,
    pub cells: Vec<ReportCell>,
}

/// An operator on a dataset; accuracies are in per cent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReportCell {
    pub dataset: String,
    /// Key of the operator, or its name in the study.
    pub pool: String,
    /// What is set beyond the paper's values; empty for the paper's protocol.
    pub settings: String,
    pub seed: u64,
    /// Splits that are tested.
    pub splits: usize,
    /// Splits that are to be tested.
    pub wanted: usize,
    pub mean: Option<f64>,
    pub std: Option<f64>,
    pub paper_mean: Option<f64>,
    pub paper_std: Option<f64>,
    /// Our mean less the paper's, in the paper's standard deviations.
    pub deviation: Option<f64>,
    /// This operator less the reference, on the splits that both have.
    pub difference: Option<Paired>,
    /// The settings that a search chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Candidates of a search that are not trained yet.
    pub candidates_left: usize,
}

/// A paired difference.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Paired {
    pub splits: usize,
    pub mean: f64,
    pub std: f64,
    /// Of the two-sided exact signed-rank test; none where it would say nothing.
    pub p: Option<f64>,
    /// The same after Holm's correction.
    pub p_holm: Option<f64>,
    /// In place of p, why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_no_p: Option<String>,
}

impl Report {
    pub fn of(summary: &Summary) -> Self {
        let reference = METHODS[0].key;
        let mut cells: Vec<ReportCell> = summary.cells.iter().map(|cell| row(cell, summary, reference)).collect();
        let p = |cell: &ReportCell| cell.difference.as_ref().and_then(|difference| difference.p);
        let family: Vec<f64> = cells.iter().filter_map(p).collect();
        let mut adjusted = holm(&family).into_iter();
        for difference in cells.iter_mut().filter_map(|cell| cell.difference.as_mut()).filter(|it| it.p.is_some()) {
            difference.p_holm = adjusted.next();
        }
        let (name, about) = (summary.name.clone(), summary.about.clone());
        Self { name, about, reference: reference.to_owned(), tests: family.len(), cells }
    }

    /// Datasets, in the order they come.
    pub fn datasets(&self) -> Vec<&str> {
        distinct(self.cells.iter().map(|cell| cell.dataset.as_str()))
    }

    /// Rows of the table: operators with their settings, in the order they come.
    pub fn rows(&self) -> Vec<(&str, String)> {
        let mut rows = Vec::new();
        for cell in &self.cells {
            let row = (cell.pool.as_str(), cell.variant(self));
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows
    }

    /// The cell of a row and a dataset.
    pub fn cell(&self, (pool, variant): &(&str, String), dataset: &str) -> Option<&ReportCell> {
        self.cells.iter().find(|cell| cell.dataset == dataset && cell.pool == *pool && cell.variant(self) == *variant)
    }

    /// Cells without all of their splits.
    pub fn missing(&self) -> impl Iterator<Item = &ReportCell> {
        self.cells.iter().filter(|cell| cell.splits < cell.wanted)
    }

    /// Cells that differ from the paper by more than one standard deviation of the paper's.
    pub fn deviating(&self) -> impl Iterator<Item = &ReportCell> {
        self.cells.iter().filter(|cell| cell.deviates())
    }

    /// Whether several seeds are in it.
    fn has_seeds(&self) -> bool {
        self.cells.iter().any(|cell| cell.seed != self.cells[0].seed)
    }
}

impl ReportCell {
    /// Our number.
    pub fn sample(&self) -> Option<Sample> {
        Some(Sample { n: self.splits, mean: self.mean?, std: self.std? })
    }

    /// The paper's number.
    pub fn paper(&self) -> Option<Sample> {
        paper::reported(&self.dataset, &self.pool)
    }

    pub fn deviates(&self) -> bool {
        self.deviation.is_some_and(|deviation| deviation.abs() > 1.0)
    }

    /// What tells it apart from others of its operator: `grid`, `tau 0.1`, `seed 1`.
    pub fn variant(&self, report: &Report) -> String {
        let seed = report.has_seeds().then(|| format!("seed {}", self.seed));
        let words = [Some(self.settings.clone()).filter(|words| !words.is_empty()), seed];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The word for settings that were searched.
pub const GRID: &str = "grid";

fn settings_of(cell: &Cell) -> String {
    let words = [cell.search.as_ref().map(|_| GRID.to_owned()), Some(cell.settings.clone())];
    words.into_iter().flatten().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}

fn row(cell: &Cell, summary: &Summary, reference: &str) -> ReportCell {
    let sample = cell.test_sample();
    let paper = paper::reported(&cell.dataset, &cell.pool);
    let is_reference = |other: &&Cell| {
        other.pool == reference
            && other.seed == cell.seed
            && other.search.is_some() == cell.search.is_some()
            && other.fingerprint == cell.fingerprint
    };
    // With the same settings, if there are such; operators do not all have the same ones.
    let mut references = summary.cells.iter().filter(is_reference);
    let own = references.clone().find(|other| other.settings == cell.settings).or_else(|| references.next());
    let differences = own.filter(|_| cell.pool != reference).map(|own| cell.less(own)).unwrap_or_default();
    ReportCell {
        dataset: cell.dataset.clone(),
        pool: cell.pool.clone(),
        settings: settings_of(cell),
        seed: cell.seed,
        splits: cell.splits.len(),
        wanted: cell.wanted.max(cell.splits.len()),
        mean: sample.map(|sample| sample.mean),
        std: sample.map(|sample| sample.std),
        paper_mean: paper.map(|paper| paper.mean),
        paper_std: paper.map(|paper| paper.std),
        deviation: sample.zip(paper).map(|(sample, paper)| (sample.mean - paper.mean) / paper.std),
        difference: Difference::compute(&differences).map(paired),
        chosen: cell.search.as_ref().map(|search| search.chosen.clone()).filter(|chosen| !chosen.is_empty()),
        candidates_left: cell.search.as_ref().map_or(0, |search| search.candidates - search.trained),
    }
}

fn paired(difference: Difference) -> Paired {
    let why_no_p = match difference.significance {
        Significance::P(_) => None,
        _ => Some(difference.show_p()),
    };
    Paired {
        splits: difference.sample.n,
        mean: difference.sample.mean,
        std: difference.sample.std,
        p: difference.significance.p(),
        p_holm: None,
        why_no_p,
    }
}

fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}
