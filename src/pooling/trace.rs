//! What a pooling did, step by step, by the paper's symbols: plain values for views and files.
//!
//! An operator keeps each intermediate as it makes it; with the trace off, that costs nothing.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use candle_core::{DType, Result, Tensor};
use ndarray::Array2;

use crate::{
    math::pattern::Pattern,
    tensor::{Sparse, slice_op::with_values},
};

/// The part of an operator that a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What is given: A and X, after the convolution if there is one.
    Input,
    /// Which nodes are kept and who belongs to whom.
    Select,
    /// The coarse signal.
    Reduce,
    /// The coarse graph.
    Connect,
}

/// One intermediate. Two are equal if they show the same, however long they took.
#[derive(Clone, Debug)]
pub struct Step {
    /// The part of the operator.
    pub stage: Stage,
    /// The paper's symbol: `K_t`.
    pub symbol: &'static str,
    /// What it is: `structure kernel`.
    pub title: &'static str,
    /// Its value.
    pub value: Value,
    /// Time since the step before, the keeping not counted.
    pub time: Duration,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        (self.stage, self.symbol, self.title) == (other.stage, other.symbol, other.title) && self.value == other.value
    }
}

/// A plain value, in `f64`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A sparse matrix.
    Sparse(SparseValue),
    /// A dense matrix.
    Dense(Array2<f64>),
    /// A number for each node.
    Vector(Vec<f64>),
    /// Node indices.
    Nodes(Vec<u32>),
    /// A single number.
    Number(f64),
}

impl Value {
    /// Row, column and value of every entry of a matrix that is kept; none of what is no matrix.
    pub fn entries(&self) -> Box<dyn Iterator<Item = (usize, usize, f64)> + '_> {
        match self {
            Self::Sparse(matrix) => {
                Box::new(matrix.pattern.entries().map(|(at, row, col)| (row, col, matrix.values[at])))
            }
            Self::Dense(matrix) => Box::new(matrix.indexed_iter().map(|((row, col), &value)| (row, col, value))),
            Self::Vector(_) | Self::Nodes(_) | Self::Number(_) => Box::new(std::iter::empty()),
        }
    }

    /// The entry of a matrix at (row, column), 0 where a sparse one has none; `None` outside of it.
    pub fn at(&self, row: u32, col: u32) -> Option<f64> {
        match self {
            Self::Sparse(matrix) if (row as usize) < matrix.pattern.n_rows() => {
                Some(matrix.get(row as usize, col as usize))
            }
            Self::Dense(matrix) => matrix.get([row as usize, col as usize]).copied(),
            _ => None,
        }
    }

    /// Rows and columns of a matrix.
    pub fn shape(&self) -> Option<(usize, usize)> {
        match self {
            Self::Sparse(matrix) => Some((matrix.pattern.n_rows(), matrix.pattern.n_cols())),
            Self::Dense(matrix) => Some(matrix.dim()),
            Self::Vector(_) | Self::Nodes(_) | Self::Number(_) => None,
        }
    }
}

/// A sparse matrix of plain numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseValue {
    /// Where the entries are.
    pub pattern: Arc<Pattern>,
    /// What they are.
    pub values: Vec<f64>,
}

impl SparseValue {
    /// The entry at (row, col); 0 where there is none.
    pub fn get(&self, row: usize, col: usize) -> f64 {
        self.pattern.position(row, col as u32).map_or(0.0, |at| self.values[at])
    }

    /// Columns and values of a row.
    pub fn row(&self, row: u32) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.pattern.range(row as usize).map(|at| (self.pattern.cols()[at], self.values[at]))
    }

    /// All entries, zeros included. The caller answers for the size.
    pub fn to_dense(&self) -> Array2<f64> {
        let mut dense = Array2::zeros((self.pattern.n_rows(), self.pattern.n_cols()));
        for (at, row, col) in self.pattern.entries() {
            dense[[row, col]] = self.values[at];
        }
        dense
    }
}

/// The steps of one level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelTrace {
    /// In the order they were made.
    pub steps: Vec<Step>,
    /// Whether the cut between kept and other nodes fell between equal scores.
    pub tied: bool,
}

impl LevelTrace {
    /// The value of a symbol.
    pub fn get(&self, symbol: &str) -> Option<&Value> {
        self.steps.iter().find(|step| step.symbol == symbol).map(|step| &step.value)
    }

    /// A sparse matrix by its symbol.
    pub fn sparse(&self, symbol: &str) -> Option<&SparseValue> {
        match self.get(symbol) {
            Some(Value::Sparse(value)) => Some(value),
            _ => None,
        }
    }

    /// Node indices by their symbol.
    pub fn nodes(&self, symbol: &str) -> Option<&[u32]> {
        match self.get(symbol) {
            Some(Value::Nodes(nodes)) => Some(nodes),
            _ => None,
        }
    }

    /// Time of all steps together.
    pub fn time(&self) -> Duration {
        self.steps.iter().map(|step| step.time).sum()
    }
}

/// Collects the steps of all levels.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// One for each pooling, and a last one with the input of the level after it.
    pub levels: Vec<LevelTrace>,
    clock: Option<Instant>,
    /// Work done before something was shown, which belongs to the next step that is kept.
    carried: Duration,
}

impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.levels == other.levels
    }
}

impl Trace {
    /// A trace that keeps everything.
    pub fn on() -> Self {
        Self { clock: Some(Instant::now()), ..Self::default() }
    }

    /// A trace that keeps nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// Whether anything is kept.
    pub fn is_on(&self) -> bool {
        self.clock.is_some()
    }

    /// Starts the next level.
    pub fn start_level(&mut self) {
        if self.is_on() {
            self.levels.push(LevelTrace::default());
            self.clock = Some(Instant::now());
            self.carried = Duration::ZERO;
        }
    }

    /// Keeps a step and hands it on.
    pub fn keep<V: Traceable>(
        &mut self,
        stage: Stage,
        symbol: &'static str,
        title: &'static str,
        made: V,
    ) -> Result<V> {
        if let Some(clock) = self.clock {
            let time = std::mem::take(&mut self.carried) + clock.elapsed();
            let value = made.plain()?;
            self.push(Step { stage, symbol, title, value, time });
        }
        Ok(made)
    }

    /// Makes and keeps something that only the eyes need.
    pub fn show<V: Traceable>(
        &mut self,
        stage: Stage,
        symbol: &'static str,
        title: &'static str,
        make: impl FnOnce() -> Result<V>,
    ) -> Result<()> {
        if let Some(clock) = self.clock {
            self.carried += clock.elapsed();
            let value = make()?.plain()?;
            self.push(Step { stage, symbol, title, value, time: Duration::ZERO });
        }
        Ok(())
    }

    /// Marks the level's cut as tied.
    pub fn mark_tied(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.tied = true;
        }
    }

    fn push(&mut self, step: Step) {
        if let Some(level) = self.levels.last_mut() {
            level.steps.push(step);
        }
        // What the copying took is nobody's time.
        self.clock = Some(Instant::now());
    }
}

/// What can be kept in a trace.
pub trait Traceable {
    /// Its plain value.
    fn plain(&self) -> Result<Value>;
}

impl Traceable for Sparse {
    fn plain(&self) -> Result<Value> {
        Ok(Value::Sparse(SparseValue { pattern: self.pattern.clone(), values: self.to_f64()? }))
    }
}

impl Traceable for Tensor {
    /// `[n, d]` becomes a dense matrix, `[n]` a vector, a scalar a number.
    fn plain(&self) -> Result<Value> {
        let values = with_values(&self.contiguous()?.to_dtype(DType::F64)?, |values: &[f64]| values.to_vec())?;
        Ok(match *self.dims() {
            [] => Value::Number(values[0]),
            [rows, cols] => match Array2::from_shape_vec((rows, cols), values) {
                Ok(matrix) => Value::Dense(matrix),
                Err(error) => candle_core::bail!("{error}"),
            },
            _ => Value::Vector(values),
        })
    }
}

impl Traceable for Array2<f64> {
    fn plain(&self) -> Result<Value> {
        Ok(Value::Dense(self.clone()))
    }
}

impl Traceable for Vec<f64> {
    fn plain(&self) -> Result<Value> {
        Ok(Value::Vector(self.clone()))
    }
}

impl Traceable for Vec<u32> {
    fn plain(&self) -> Result<Value> {
        Ok(Value::Nodes(self.clone()))
    }
}
