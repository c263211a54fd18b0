//! Snippets: the matrix or figure on screen as a command line, as Python or as a table.

pub mod command;
mod figure;
mod python;
pub mod tsv;

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

pub use self::figure::{figure, figure_command};
use crate::{
    explore::Explored,
    figure::FigureError,
    graph::edit::Edit,
    pooling::trace::Step,
    symbols::{self, Symbol},
};

/// What a snippet is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Language {
    /// Tab-separated values with names.
    #[strum(serialize = "tsv", message = "TSV")]
    Tsv,
    #[strum(serialize = "numpy", message = "NumPy")]
    NumPy,
    /// PyTorch Geometric.
    #[strum(serialize = "pyg", message = "PyTorch Geometric")]
    Pyg,
    #[strum(message = "command line")]
    CommandLine,
}

impl Language {
    /// Whether figures of runs can be expressed in it.
    pub fn has_runs(self) -> bool {
        matches!(self, Self::NumPy | Self::CommandLine)
    }
}

/// Why there is no snippet.
#[derive(Debug, thiserror::Error)]
pub enum SnippetError {
    #[error("there is no matrix {0} at level {1}")]
    NoMatrix(&'static str, usize),
    #[error("a figure of runs has no table of values; choose another language")]
    NoTable,
    #[error(transparent)]
    Figure(#[from] FigureError),
}

/// A graph that was pooled, and where it is from.
#[derive(Clone, Copy)]
pub struct Origin<'a> {
    /// A path, a name or a specification.
    pub source: &'a str,
    /// Name of the dataset.
    pub dataset: &'a str,
    /// Index in the dataset.
    pub graph: usize,
    pub edits: &'a [Edit],
    pub explored: &'a Explored,
}

/// A matrix of a level.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    pub origin: Origin<'a>,
    pub level: usize,
    pub step: &'a Step,
}

impl<'a> Matrix<'a> {
    /// A′ and X′ are the A and X of the level after.
    fn new(origin: Origin<'a>, level: usize, symbol: &'static Symbol) -> Result<Self, SnippetError> {
        let (level, symbol) = match symbol {
            coarse if coarse == &symbols::A_COARSE => (level + 1, &symbols::A),
            coarse if coarse == &symbols::X_COARSE => (level + 1, &symbols::X),
            symbol => (level, symbol),
        };
        let step = origin.explored.trace.levels.get(level).and_then(|level| level.matrix(symbol));
        let step = step.ok_or(SnippetError::NoMatrix(symbol.text, level))?;
        Ok(Self { origin, level, step })
    }

    /// All of it as a table.
    fn tsv(&self) -> String {
        let (rows, cols) = self.step.value.shape().unwrap_or_default();
        let [rows, cols] = [rows, cols].map(|n| (0..n as u32).collect::<Vec<_>>());
        let name = |axis: usize, idx: u32| self.origin.explored.name_along(self.level, self.step, axis, idx);
        tsv::table(&self.step.value, [&rows, &cols], &name)
    }

    /// Its name in files and in code.
    fn name(&self) -> String {
        let name = self.step.symbol.stem.unwrap_or(self.step.symbol.key);
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) { format!("m_{name}") } else { name }
    }
}

/// A matrix of a level. Numbers have all their digits.
pub fn matrix(
    origin: Origin<'_>,
    level: usize,
    symbol: &'static Symbol,
    language: Language,
) -> Result<String, SnippetError> {
    let matrix = Matrix::new(origin, level, symbol)?;
    Ok(match language {
        Language::Tsv => matrix.tsv(),
        Language::NumPy => python::numpy(&[matrix]),
        Language::Pyg => python::pyg(&[matrix]),
        Language::CommandLine => command::of_matrix(&matrix),
    })
}
