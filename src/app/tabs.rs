//! The rooms of the window, one on screen at a time.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::ValueEnum;

use super::{explored::Explored, live_layout::LiveLayout, spectra::Spectra, state::State};
use crate::readers::catalog::Entry;

/// A tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Tab {
    /// One graph through one operator.
    #[default]
    Explore,
    /// One graph through several operators.
    Compare,
    /// The eigenvalues of a graph, filters on them, and the kernels they make.
    Spectrum,
    /// What the operator does, one step after the other.
    Steps,
    /// Training, its runs, and what a graph looks like on the way.
    Train,
}

impl Tab {
    /// All, in the order they stand, with their names.
    pub const ALL: &[(Self, &'static str)] = &[
        (Self::Explore, "Explore"),
        (Self::Compare, "Compare"),
        (Self::Spectrum, "Spectrum"),
        (Self::Steps, "Steps"),
        (Self::Train, "Train"),
    ];
}

/// What every tab reads.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// What is on screen.
    pub state: &'a State,
    /// The newest trace, which may be of an earlier view.
    pub explored: Option<&'a Arc<Explored>>,
    /// The layout of the graph on screen.
    pub layout: Option<&'a LiveLayout>,
    /// Its eigenvectors, where they were asked for.
    pub spectra: Option<&'a Arc<Spectra>>,
    /// The parameter that a key asked to be focused.
    pub focus: Option<&'static str>,
    /// Trained models that were opened.
    pub models: &'a [PathBuf],
    /// The folder of runs.
    pub runs: &'a Path,
    /// Datasets that can be had by name.
    pub entries: &'a [Entry],
}
