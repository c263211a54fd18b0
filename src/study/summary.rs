//! What came out of a study: the test accuracy of every split with what it takes to train it again, and no weights.

use std::{fs, io::Write as _, path::Path};

use serde::{Deserialize, Serialize};

use super::error::StudyError;
use crate::{
    files::{format::FileFormat, write_atomically},
    math::sample::Sample,
    train::Config,
};

const FORMAT: FileFormat = FileFormat { noun: "file", newest: 1 };

/// The results of one study, or of several together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Summary {
    pub name: String,
    /// In a sentence.
    pub about: String,
    /// In the order of the study.
    pub cells: Vec<Cell>,
}

/// One cell of the table: an operator on a dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cell {
    pub dataset: String,
    /// Of the data.
    pub fingerprint: String,
    /// The operator, or the name of an operator with settings of its own.
    pub pool: String,
    /// What is set beyond the paper's values, in a few words; empty for the paper's protocol.
    pub settings: String,
    pub seed: u64,
    /// Splits that are to be trained.
    pub wanted: usize,
    /// Name and version of the program that trained it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// The command that trains it again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// The configuration that was tested.
    pub config: Config,
    /// Where settings were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Search>,
    /// The splits that are done, in order.
    pub splits: Vec<SplitResult>,
}

/// A search for settings, by validation accuracy alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    pub candidates: usize,
    /// Candidates that are trained.
    pub trained: usize,
    /// The settings that were chosen, as `s 3, τ 1, wd 0.0001`; empty while some are not trained.
    pub chosen: String,
}

/// One split.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SplitResult {
    /// Counted from 0.
    pub split: usize,
    /// A hash of its training, validation and test graphs: equal ones are paired.
    pub graphs: String,
    pub epochs: usize,
    pub best_epoch: usize,
    /// From 0 to 1, as the accuracy below.
    pub validation_accuracy: f64,
    pub validation_loss: f64,
    pub test_accuracy: f64,
}

impl Cell {
    /// Test accuracies in per cent.
    pub fn test_sample(&self) -> Option<Sample> {
        Sample::new(&self.splits.iter().map(|split| 100.0 * split.test_accuracy).collect::<Vec<_>>())
    }

    /// Whether two are the same cell of the table.
    pub fn is_same(&self, other: &Self) -> bool {
        let key = |cell: &Self| {
            (cell.fingerprint.clone(), cell.pool.clone(), cell.settings.clone(), cell.seed, cell.search.is_some())
        };
        key(self) == key(other)
    }

    /// Test accuracies of this cell less those of another, in per cent, on the splits that both have.
    pub fn less(&self, other: &Self) -> Vec<f64> {
        if self.fingerprint != other.fingerprint {
            return Vec::new();
        }
        let pair = |split: &SplitResult| {
            let same = other.splits.iter().find(|it| it.split == split.split && it.graphs == split.graphs)?;
            Some(100.0 * (split.test_accuracy - same.test_accuracy))
        };
        self.splits.iter().filter_map(pair).collect()
    }
}

impl Summary {
    /// Reads a summary.
    pub fn read(path: &Path) -> Result<Self, StudyError> {
        let text = fs::read(path).map_err(|error| StudyError::file(path, format!("cannot be read: {error}")))?;
        Self::parse(&text, path)
    }

    /// The summary in the text of a file.
    pub fn parse(text: &[u8], path: &Path) -> Result<Self, StudyError> {
        FORMAT.read(text).map_err(|error| StudyError::unread(path, "this is not a valid summary of a study", error))
    }

    /// Writes it; equal results give equal bytes.
    pub fn write(&self, path: &Path) -> Result<(), StudyError> {
        write_atomically(path, |file| {
            serde_json::to_writer_pretty(&mut *file, &FORMAT.numbered(self))?;
            file.write_all(b"\n")
        })
        .map_err(|error: std::io::Error| StudyError::file(path, format!("could not be written: {error}")))
    }

    /// Adds the results of another summary. Splits that both have must be equal: the same job gives the same bits wherever
    /// it runs.
    pub fn merge(&mut self, other: Self, from: &Path) -> Result<(), StudyError> {
        for cell in other.cells {
            match self.cells.iter_mut().find(|own| own.is_same(&cell)) {
                None => self.cells.push(cell),
                Some(own) => own.merge(cell, from)?,
            }
        }
        Ok(())
    }
}

impl Cell {
    fn merge(&mut self, other: Self, from: &Path) -> Result<(), StudyError> {
        let more = other.splits.len() > self.splits.len();
        if self.splits.is_empty() {
            *self = Self { wanted: self.wanted.max(other.wanted), ..other };
            return Ok(());
        }
        for split in &other.splits {
            match self.splits.iter().find(|own| own.split == split.split) {
                Some(own) if own != split => {
                    let problem = format!(
                        "split {} of {} on {} has {:.2} % here ({}), but {:.2} % ({}) in what was read before; keep one of them",
                        split.split,
                        self.pool,
                        self.dataset,
                        100.0 * split.test_accuracy,
                        other.program,
                        100.0 * own.test_accuracy,
                        self.program
                    );
                    return Err(StudyError::file(from, problem));
                }
                Some(_) => {}
                None => self.splits.push(split.clone()),
            }
        }
        self.splits.sort_by_key(|split| split.split);
        if more {
            (self.program, self.command, self.config, self.search) =
                (other.program, other.command, other.config, other.search);
        }
        self.wanted = self.wanted.max(other.wanted);
        Ok(())
    }
}
