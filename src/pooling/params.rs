//! The parameters of the operators: names, ranges and defaults, in one table.

use serde::{Deserialize, Serialize};

/// All parameters; an operator reads those it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Hops of the structure kernel.
    pub s: usize,
    /// Precision of the signal kernel.
    pub tau: f64,
    /// Share of the nodes that is kept.
    pub rho: f64,
    /// Number of poolings, one after the other.
    pub levels: usize,
    /// Width d' of Q = X W_Q, where W_Q is learned.
    pub q_width: usize,
    /// For random choices and for weights that are not trained.
    pub seed: u64,
    /// Most nodes of a graph in the dataset: DIFFPOOL sizes its clusters by it.
    pub max_nodes: usize,
    /// Cuts the gradient through the coarsened adjacency, for comparison.
    pub detach_adjacency: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            s: S.default as usize,
            tau: TAU.default,
            rho: RHO.default,
            levels: LEVELS.default as usize,
            q_width: Q_WIDTH.default as usize,
            seed: 0,
            max_nodes: 0,
            detach_adjacency: false,
        }
    }
}

/// What a person needs to know to set a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// As on the command line: `tau`.
    pub key: &'static str,
    /// As in the paper: `τ`.
    pub symbol: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Where one starts.
    pub default: f64,
    /// Whether only whole numbers make sense.
    pub is_whole: bool,
}

/// Hops.
pub const S: Parameter = Parameter {
    key: "s",
    symbol: "s",
    title: "hops of the structure kernel",
    min: 0.0,
    max: 16.0,
    default: 3.0,
    is_whole: true,
};
/// Precision.
pub const TAU: Parameter = Parameter {
    key: "tau",
    symbol: "τ",
    title: "precision of the signal kernel",
    min: 0.0,
    max: 1000.0,
    default: 1.0,
    is_whole: false,
};
/// Ratio.
pub const RHO: Parameter = Parameter {
    key: "rho",
    symbol: "ρ",
    title: "share of the nodes that is kept",
    min: 0.0,
    max: 1.0,
    default: 0.3,
    is_whole: false,
};
/// Levels.
pub const LEVELS: Parameter = Parameter {
    key: "levels",
    symbol: "levels",
    title: "number of poolings",
    min: 1.0,
    max: 8.0,
    default: 2.0,
    is_whole: true,
};
/// Width of Q.
pub const Q_WIDTH: Parameter = Parameter {
    key: "dprime",
    symbol: "d'",
    title: "width of the signal that is compared",
    min: 1.0,
    max: 1024.0,
    default: 16.0,
    is_whole: true,
};

/// A parameter outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} = {value} is out of range; choose {} from {} to {}", parameter.symbol, if parameter.is_whole { "a whole number" } else { "a number" }, parameter.min, parameter.max)]
pub struct OutOfRange {
    parameter: Parameter,
    value: f64,
}

impl Parameter {
    /// The value, if it is in range.
    pub fn check(&self, value: f64) -> Result<f64, OutOfRange> {
        let is_fine = (self.min..=self.max).contains(&value) && (!self.is_whole || value.fract() == 0.0);
        if is_fine { Ok(value) } else { Err(OutOfRange { parameter: *self, value }) }
    }
}

impl Params {
    /// These parameters, if all are in range.
    pub fn checked(self) -> Result<Self, OutOfRange> {
        S.check(self.s as f64)?;
        TAU.check(self.tau)?;
        RHO.check(self.rho)?;
        LEVELS.check(self.levels as f64)?;
        Q_WIDTH.check(self.q_width as f64)?;
        Ok(self)
    }

    /// DIFFPOOL's number of clusters at a level (from 0): a fifth of the largest graph, then of that.
    pub fn n_clusters(&self, level: usize) -> usize {
        (0..=level).fold(self.max_nodes, |n, _| n.div_ceil(5).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_named_with_its_range() {
        let error = Params { rho: 1.5, ..Params::default() }.checked().unwrap_err();
        assert_eq!(error.to_string(), "ρ = 1.5 is out of range; choose a number from 0 to 1");
        assert!(Params { tau: f64::NAN, ..Params::default() }.checked().is_err());
    }

    #[test]
    fn clusters_shrink_by_five_at_each_level() {
        let params = Params { max_nodes: 111, ..Params::default() };
        assert_eq!((params.n_clusters(0), params.n_clusters(1)), (23, 5));
    }
}
