//! The kinds of figures: each is one file with its description, and one line in the table.

mod assignment;
mod kernels;
mod matrix;
mod pipeline;
mod pooling;
mod results;
mod spectrum;
mod training;

use super::{FigureData, FigureError, options::Options, scene::Scene};

/// A kind of figure.
pub struct Figure {
    /// On the command line: `kernels`.
    pub key: &'static str,
    /// On screen: `Kernels`.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// What has to be gathered for it.
    pub needs: Needs,
    /// Which options it has.
    pub choices: Choices,
    /// A good example from the bundled data, where it is of a graph.
    pub example: Option<Example>,
    pub build: fn(&FigureData<'_>, &Options) -> Result<Scene, FigureError>,
}

/// What can be chosen about a figure beside its size, its type and its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Colour map, scale, node order and level of its matrices.
    pub maps: bool,
    /// What node colours show.
    pub node_colours: bool,
    /// Several operators at once.
    pub operators: bool,
    /// Whether nodes and axes have names.
    pub labels: bool,
}

/// A graph of MUTAG through some operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Which graph, from 0.
    pub graph: usize,
    /// Keys of the operators.
    pub methods: &'static [&'static str],
}

/// What a figure is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs(u8);

impl Needs {
    /// The matrices of operators.
    pub const TRACE: Self = Self(1);
    /// Positions of nodes.
    pub const LAYOUT: Self = Self(2);
    /// Eigenvalues and eigenvectors.
    pub const SPECTRUM: Self = Self(4);
    /// Runs; a figure of results can do without.
    pub const RUNS: Self = Self(8);

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it contains all flags of `other`.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it is a figure of a graph.
    pub fn has_graph(self) -> bool {
        self != Self::RUNS
    }
}

/// All figures, in the order in which lists have them.
pub static FIGURES: &[&Figure] = &[
    &pooling::FIGURE,
    &kernels::FIGURE,
    &assignment::FIGURE,
    &matrix::FIGURE,
    &pipeline::FIGURE,
    &spectrum::FIGURE,
    &training::FIGURE,
    &results::FIGURE,
];

/// Key of the figure that shows studies.
pub const RESULTS: &str = "results";

/// The figure of a key.
pub fn figure(key: &str) -> Result<&'static Figure, FigureError> {
    FIGURES.iter().copied().find(|figure| figure.key == key).ok_or_else(|| FigureError::Kind { name: key.to_owned() })
}

/// All keys in a sentence.
pub fn keys() -> String {
    FIGURES.iter().map(|figure| figure.key).collect::<Vec<_>>().join(", ")
}
