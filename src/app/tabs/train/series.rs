//! A curve of a run as it is drawn, and its values as they are read.

use eframe::egui::Color32;

use crate::train::curve::{Curve, Quantity};

pub(super) struct Series {
    pub name: String,
    pub colour: Color32,
    /// Of its items in a plot.
    pub id: (Quantity, usize),
    /// Drawn: thinned, and logarithms on a logarithmic axis.
    pub raw: Curve,
    pub smooth: Curve,
    /// One line per split, if wanted.
    pub splits: Vec<Curve>,
    /// Best epochs and their values.
    pub marks: Vec<[f64; 2]>,
    /// Read: every epoch.
    pub all: Curve,
    pub all_smooth: Curve,
}

impl Series {
    /// A curve that is drawn as it is.
    pub(super) fn plain(name: &str, colour: Color32, curve: Curve, most: usize) -> Self {
        Self {
            name: name.to_owned(),
            colour,
            id: (Quantity::GradientNorm, 0),
            raw: curve.thinned(most),
            smooth: curve.thinned(most),
            splits: Vec::new(),
            marks: Vec::new(),
            all_smooth: curve.clone(),
            all: curve,
        }
    }

    /// Value at an epoch, with the standard deviation over the splits.
    pub(super) fn value_at(&self, epoch: usize) -> Option<(f64, Option<f64>)> {
        let at = index(&self.all, epoch)?;
        let std = self.all.std.get(at).copied();
        Some((self.all.values[at], std.filter(|_| self.all.n_splits[at] > 1)))
    }

    pub(super) fn smooth_at(&self, epoch: usize) -> Option<f64> {
        index(&self.all_smooth, epoch).map(|at| self.all_smooth.values[at])
    }

    /// Number of splits averaged at an epoch; none in the curve of a single split.
    pub(super) fn n_splits_at(&self, epoch: usize) -> Option<usize> {
        let at = index(&self.all, epoch)?;
        self.all.n_splits.get(at).copied().filter(|_| !self.all.low.is_empty())
    }
}

fn index(curve: &Curve, epoch: usize) -> Option<usize> {
    curve.epochs.binary_search_by(|other| other.total_cmp(&(epoch as f64))).ok()
}
