//! Everything needed to set a parameter: one description each, which the side panel, the command line,
//! links, run files, figures and the Train tab iterate over.

use std::fmt;

use super::params::Params;
use crate::symbols::{self, Symbol};

/// The description of a number of `T`: of [`Params`] for operators, of a run's configuration for training.
pub struct Parameter<T = Params> {
    /// Its key in files, links and flags, its letter and its name.
    pub symbol: &'static Symbol,
    /// Minimum and maximum.
    pub range: (f64, f64),
    /// The useful part of the range, for a slider.
    pub slider: (f64, f64),
    /// Whether small values matter as much as large ones, so that a slider is logarithmic.
    pub is_logarithmic: bool,
    /// Whether only integers are allowed.
    pub is_whole: bool,
    /// The names of its values 0, 1, … where it is a choice; empty where it is a number.
    pub choices: &'static [&'static str],
    /// Whether it is about training alone: an operator with untrained weights does not use it.
    pub is_of_training: bool,
    /// Initial value.
    pub default: f64,
    /// Where its value is stored.
    pub place: Place<T>,
}

/// Where the value of a parameter is kept.
pub enum Place<T> {
    Field {
        get: fn(&T) -> f64,
        set: fn(&mut T, f64),
    },
    /// Among the numbers that belong to one operator, by its key: see [`Parameter::own`].
    Own,
}

/// Keys are unique, which a test checks.
impl<T> PartialEq for Parameter<T> {
    fn eq(&self, other: &Self) -> bool {
        self.symbol == other.symbol
    }
}

impl<T> fmt::Debug for Parameter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A value outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{} = {value} is out of range; choose {} from {} to {}", symbol.text, if *is_whole { "a whole number" } else { "a number" }, range.0, range.1)]
pub struct OutOfRange {
    symbol: &'static Symbol,
    range: (f64, f64),
    is_whole: bool,
    value: f64,
}

impl OutOfRange {
    /// The key of the parameter: that of its flag on the command line.
    pub fn key(&self) -> &'static str {
        self.symbol.key
    }
}

impl<T> Parameter<T> {
    /// In files, links and flags: `tau`.
    pub const fn key(&self) -> &'static str {
        self.symbol.key
    }

    /// As in the paper: `τ`.
    pub const fn text(&self) -> &'static str {
        self.symbol.text
    }

    /// What it is, in a few words.
    pub const fn title(&self) -> &'static str {
        self.symbol.name
    }

    /// A value as people read it: a number, or the name of a choice.
    pub fn show(&self, value: f64) -> String {
        match self.choices.get(value as usize) {
            Some(name) => (*name).to_owned(),
            None => value.to_string(),
        }
    }

    /// The value of the name of a choice.
    pub fn named(&self, name: &str) -> Option<f64> {
        self.choices.iter().position(|choice| *choice == name).map(|at| at as f64)
    }

    /// The value, if it is in range.
    pub fn check(&self, value: f64) -> Result<f64, OutOfRange> {
        let is_in_range = (self.range.0..=self.range.1).contains(&value) && (!self.is_whole || value.fract() == 0.0);
        if is_in_range {
            Ok(value)
        } else {
            Err(OutOfRange { symbol: self.symbol, range: self.range, is_whole: self.is_whole, value })
        }
    }
}

/// What has parameters, among them those that belong to one operator.
pub trait HasParameters {
    /// The parameters of the operator.
    fn params(&self) -> &Params;

    /// The same, to be changed.
    fn params_mut(&mut self) -> &mut Params;
}

impl HasParameters for Params {
    fn params(&self) -> &Params {
        self
    }

    fn params_mut(&mut self) -> &mut Params {
        self
    }
}

impl<T: HasParameters> Parameter<T> {
    pub fn get(&self, of: &T) -> f64 {
        match self.place {
            Place::Field { get, .. } => get(of),
            Place::Own => of.params().own.get(self.key()).copied().unwrap_or(self.default),
        }
    }

    pub fn set(&self, of: &mut T, value: f64) {
        match self.place {
            Place::Field { set, .. } => set(of, value),
            // The default is not kept, so that equal parameters are equal values.
            Place::Own if value == self.default => drop(of.params_mut().own.remove(self.key())),
            Place::Own => drop(of.params_mut().own.insert(self.key().to_owned(), value)),
        }
    }

    pub fn is_default(&self, of: &T) -> bool {
        self.get(of) == self.default
    }
}

impl<T> Parameter<T> {
    /// A number in a field of `T`.
    pub const fn field(
        symbol: &'static Symbol,
        range: (f64, f64),
        default: f64,
        get: fn(&T) -> f64,
        set: fn(&mut T, f64),
    ) -> Self {
        Self {
            symbol,
            range,
            slider: range,
            is_logarithmic: false,
            is_whole: false,
            choices: &[],
            is_of_training: false,
            default,
            place: Place::Field { get, set },
        }
    }

    pub const fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }
}

impl Parameter {
    /// A parameter that belongs to one operator: it needs no field anywhere.
    pub const fn own(symbol: &'static Symbol, range: (f64, f64), default: f64) -> Self {
        Self {
            symbol,
            range,
            slider: range,
            is_logarithmic: false,
            is_whole: false,
            choices: &[],
            is_of_training: false,
            default,
            place: Place::Own,
        }
    }

    /// A choice that belongs to one operator, by names; the first is the default.
    pub const fn choice(symbol: &'static Symbol, choices: &'static [&'static str]) -> Self {
        Self { choices, is_whole: true, ..Self::own(symbol, (0.0, choices.len() as f64 - 1.0), 0.0) }
    }
}

/// Filter order, in hops.
pub static S: Parameter = Parameter {
    slider: (0.0, 8.0),
    ..Parameter::field(
        &symbols::S,
        (0.0, 16.0),
        3.0,
        |params: &Params| params.s as f64,
        |params, value| params.s = value as usize,
    )
    .whole()
};
/// RBF precision of K_s (inverse bandwidth).
pub static TAU: Parameter = Parameter {
    slider: (0.01, 100.0),
    is_logarithmic: true,
    ..Parameter::field(
        &symbols::TAU,
        (0.0, 1000.0),
        1.0,
        |params: &Params| params.tau,
        |params, value| params.tau = value,
    )
};
pub static RHO: Parameter = Parameter {
    slider: (0.05, 1.0),
    ..Parameter::field(&symbols::RHO, (0.0, 1.0), 0.3, |params: &Params| params.rho, |params, value| params.rho = value)
};
/// Number of pooling levels.
pub static LEVELS: Parameter = Parameter {
    slider: (1.0, 3.0),
    ..Parameter::field(
        &symbols::LEVELS,
        (1.0, 8.0),
        2.0,
        |params: &Params| params.levels as f64,
        |params, value| params.levels = value as usize,
    )
    .whole()
};
/// Columns of W_Q.
pub static Q_WIDTH: Parameter = Parameter {
    slider: (1.0, 64.0),
    is_of_training: true,
    ..Parameter::field(
        &symbols::D_PRIME,
        (1.0, 1024.0),
        16.0,
        |params: &Params| params.q_width as f64,
        |params, value| params.q_width = value as usize,
    )
    .whole()
};
