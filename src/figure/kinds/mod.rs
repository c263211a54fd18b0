//! The figures, one a file and one line in the table.

mod assignment;
mod kernels;
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
    /// Draws it.
    pub build: fn(&FigureData<'_>, &Options) -> Result<Scene, FigureError>,
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

    /// Both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of these are needed.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it is a figure of a graph.
    pub fn has_graph(self) -> bool {
        self != Self::RUNS
    }
}

/// All figures.
pub const FIGURES: &[Figure] = &[
    Figure {
        key: "pooling",
        title: "Pooling",
        about: "a graph and its coarsened graphs, a row for each operator",
        needs: Needs::TRACE.and(Needs::LAYOUT),
        build: pooling::pooling_fig,
    },
    Figure {
        key: "kernels",
        title: "Kernels",
        about: "adjacency, structure kernel, signal kernel and proximity side by side",
        needs: Needs::TRACE,
        build: kernels::kernels_fig,
    },
    Figure {
        key: "assignment",
        title: "Assignment",
        about: "which node belongs to which seed, for each operator",
        needs: Needs::TRACE,
        build: assignment::assignment_fig,
    },
    Figure {
        key: "pipeline",
        title: "Pipeline",
        about: "the whole operator, from the graph to the coarsened graph",
        needs: Needs::TRACE.and(Needs::LAYOUT),
        build: pipeline::pipeline_fig,
    },
    Figure {
        key: "spectrum",
        title: "Spectrum",
        about: "eigenvalues, the filter for several s, eigenvectors on the graph",
        needs: Needs::SPECTRUM.and(Needs::LAYOUT),
        build: spectrum::spectrum_fig,
    },
    Figure {
        key: "training",
        title: "Training",
        about: "loss and accuracy of runs, with bands over splits",
        needs: Needs::RUNS,
        build: training::training_fig,
    },
    Figure {
        key: "results",
        title: "Results",
        about: "accuracy by dataset and operator, beside the paper's",
        needs: Needs::RUNS,
        build: results::results_fig,
    },
];

/// The figure of a key.
pub fn figure(key: &str) -> Result<&'static Figure, FigureError> {
    FIGURES.iter().find(|figure| figure.key == key).ok_or_else(|| FigureError::Kind { wanted: key.to_owned() })
}

/// All keys in a sentence.
pub fn keys() -> String {
    FIGURES.iter().map(|figure| figure.key).collect::<Vec<_>>().join(", ")
}
