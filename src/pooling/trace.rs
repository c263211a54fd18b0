//! What a pooling did, step by step, by the paper's symbols: plain values for views and files.
//!
//! An operator keeps each intermediate as it makes it, and says what its rows and columns are; with the trace off,
//! that costs nothing.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use candle_core::{Result, Tensor};
use ndarray::Array2;

use super::memory::Recall;
use crate::{
    math::pattern::Pattern,
    symbols::{self, Symbol},
    tensor::{Sparse, slice_op::to_f64_vec},
};

/// The part of an operator that a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What is given: A and X, after the convolution if there is one.
    Input,
    /// Which nodes are kept and who belongs to whom.
    Select,
    Reduce,
    Connect,
}

/// What the rows or the columns of a matrix are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The nodes of the level.
    Nodes,
    /// The nodes of the level after it: seeds, or clusters.
    Coarse,
    /// Plain numbers: features, eigenvectors.
    Index,
}

/// One intermediate. Two are equal if they show the same, however long they took.
#[derive(Clone, Debug)]
pub struct Step {
    /// The part of the operator.
    pub stage: Stage,
    /// The paper's symbol: `K_t`.
    pub symbol: &'static Symbol,
    /// What its rows and columns are; of a vector or of nodes, the rows.
    pub axes: [Axis; 2],
    /// Whether it depends on the graph alone, and so stays as it is while a network learns.
    pub is_of_graph_alone: bool,
    pub value: Value,
    /// Time since the step before, the keeping not counted.
    pub time: Duration,
}

impl Step {
    /// Whether it is a result of the operator for each pair of nodes.
    pub fn is_kernel(&self) -> bool {
        self.axes == [Axis::Nodes; 2] && self.stage != Stage::Input && self.value.is_matrix()
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        let what = |step: &Self| (step.stage, step.symbol, step.axes, step.is_of_graph_alone);
        what(self) == what(other) && self.value == other.value
    }
}

/// A plain value, in `f64`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Sparse(SparseValue),
    Dense(Array2<f64>),
    /// One number per node.
    Vector(Vec<f64>),
    Nodes(Vec<u32>),
    Number(f64),
}

impl Value {
    /// Row, column and value of every stored entry of a matrix; empty for other values.
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

    pub fn is_matrix(&self) -> bool {
        self.shape().is_some()
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
    pub pattern: Arc<Pattern>,
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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelTrace {
    /// In the order in which they were computed.
    pub steps: Vec<Arc<Step>>,
    /// Where the cut between kept and other nodes fell between equal scores: the nodes that have that score, ascending.
    /// Among them the index decided.
    pub tied: Vec<u32>,
    /// The scores that nodes were ranked by to find the seeds, where they were.
    pub ranked_by: Option<&'static Symbol>,
}

impl LevelTrace {
    /// The step of a symbol.
    pub fn step(&self, symbol: &Symbol) -> Option<&Step> {
        self.steps.iter().map(Arc::as_ref).find(|step| step.symbol == symbol)
    }

    /// The step of a symbol, to be kept longer than the trace.
    pub fn held(&self, symbol: &Symbol) -> Option<&Arc<Step>> {
        self.steps.iter().find(|step| step.symbol == symbol)
    }

    /// The step of a symbol whose value is a matrix.
    pub fn matrix(&self, symbol: &Symbol) -> Option<&Step> {
        self.step(symbol).filter(|step| step.value.is_matrix())
    }

    /// The value of a symbol.
    pub fn get(&self, symbol: &Symbol) -> Option<&Value> {
        self.step(symbol).map(|step| &step.value)
    }

    /// The matrix on whose non-zero entries alone another one was computed, as K_s of a large graph is.
    pub fn support_of(&self, symbol: &Symbol) -> Option<&'static Symbol> {
        let is_partial = symbol == &symbols::K_S && self.sparse(symbol).is_some();
        let near = [&symbols::K_T, &symbols::A].into_iter().find(|near| self.sparse(near).is_some());
        near.filter(|_| is_partial)
    }

    /// A sparse matrix by its symbol.
    pub fn sparse(&self, symbol: &Symbol) -> Option<&SparseValue> {
        match self.get(symbol) {
            Some(Value::Sparse(value)) => Some(value),
            _ => None,
        }
    }

    /// The seeds, where coarse nodes are fine nodes.
    pub fn seeds(&self) -> Option<&[u32]> {
        self.nodes(&symbols::IDX)
    }

    /// The scores that nodes were ranked by.
    pub fn scores(&self) -> Option<&[f64]> {
        match self.get(self.ranked_by?) {
            Some(Value::Vector(scores)) => Some(scores),
            // A score is a column, to be seen beside the other matrices.
            Some(Value::Dense(column)) if column.ncols() == 1 => column.as_slice(),
            _ => None,
        }
    }

    /// Whether the cut between kept and other nodes fell between equal scores.
    pub fn is_tied(&self) -> bool {
        !self.tied.is_empty()
    }

    /// Whether coarse nodes are clusters of nodes, and none of the nodes themselves.
    pub fn is_partition(&self) -> bool {
        self.seeds().is_none() && self.matrix(&symbols::C).is_some()
    }

    /// Whether nodes were kept for a score alone, without a kernel that says who is near whom.
    pub fn is_ranked_alone(&self) -> bool {
        self.ranked_by.is_some() && !self.steps.iter().any(|step| step.is_kernel())
    }

    /// What the pooling of one graph adds to the loss of a network, one by one.
    pub fn losses(&self) -> impl Iterator<Item = (&'static Symbol, f64)> + '_ {
        let is_loss = |step: &&Step| step.stage == Stage::Connect && step.axes == [Axis::Index; 2];
        self.steps.iter().map(Arc::as_ref).filter(is_loss).filter_map(|step| match &step.value {
            Value::Vector(values) => Some((step.symbol, *values.first()?)),
            _ => None,
        })
    }

    /// Node indices by their symbol.
    pub fn nodes(&self, symbol: &Symbol) -> Option<&[u32]> {
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
    /// Whether what is kept now depends on the graph alone.
    is_of_graph_alone: bool,
    /// What is known from before.
    recall: Option<Recall>,
}

/// What was written into a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    steps: Vec<Arc<Step>>,
    tied: Vec<u32>,
    ranked_by: Option<&'static Symbol>,
}

/// Where a part begins.
pub(super) struct Begun {
    n_steps: usize,
    n_tied: usize,
    ranked_by: Option<&'static Symbol>,
}

impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.levels == other.levels
    }
}

impl Trace {
    /// A trace that records every step.
    pub fn on() -> Self {
        Self { clock: Some(Instant::now()), ..Self::default() }
    }

    /// A trace that records nothing, for training.
    pub fn off() -> Self {
        Self::default()
    }

    /// A trace that records every step, of which some may be known.
    pub fn recalling(recall: Recall) -> Self {
        Self { recall: Some(recall), ..Self::on() }
    }

    /// The trace, complete: nothing is recalled any more.
    pub(super) fn finished(mut self) -> Self {
        if let Some(recall) = self.recall.take() {
            recall.forget_others();
        }
        self
    }

    pub(super) fn recall(&self) -> Option<&Recall> {
        self.recall.as_ref()
    }

    /// Begins to note what is written into the level.
    pub(super) fn begin_part(&mut self) -> Begun {
        let Some(level) = self.levels.last_mut() else { return Begun { n_steps: 0, n_tied: 0, ranked_by: None } };
        Begun { n_steps: level.steps.len(), n_tied: level.tied.len(), ranked_by: level.ranked_by.take() }
    }

    /// What was written since.
    pub(super) fn end_part(&mut self, begun: Begun) -> Part {
        let Some(level) = self.levels.last_mut() else { return Part::default() };
        let steps = level.steps[begun.n_steps..].to_vec();
        let part = Part { steps, tied: level.tied[begun.n_tied..].to_vec(), ranked_by: level.ranked_by };
        level.ranked_by = level.ranked_by.or(begun.ranked_by);
        part
    }

    /// Writes into the level what was written before; the times are those of then.
    pub(super) fn write(&mut self, part: &Part) {
        if let Some(level) = self.levels.last_mut() {
            level.steps.extend(part.steps.iter().cloned());
            level.tied.extend(&part.tied);
            level.ranked_by = part.ranked_by.or(level.ranked_by);
        }
        self.carried = Duration::ZERO;
        self.clock = Some(Instant::now());
    }

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

    /// Records a step and returns its value.
    pub fn keep<V: Traceable>(&mut self, stage: Stage, symbol: &'static Symbol, axes: [Axis; 2], made: V) -> Result<V> {
        if let Some(clock) = self.clock {
            let time = std::mem::take(&mut self.carried) + clock.elapsed();
            let value = made.plain()?;
            self.push(Step { stage, symbol, axes, is_of_graph_alone: self.is_of_graph_alone, value, time });
        }
        Ok(made)
    }

    /// Makes and keeps something that only the eyes need.
    pub fn show<V: Traceable>(
        &mut self,
        stage: Stage,
        symbol: &'static Symbol,
        axes: [Axis; 2],
        make: impl FnOnce() -> Result<V>,
    ) -> Result<()> {
        if let Some(clock) = self.clock {
            self.carried += clock.elapsed();
            let value = make()?.plain()?;
            let is_of_graph_alone = self.is_of_graph_alone;
            self.push(Step { stage, symbol, axes, is_of_graph_alone, value, time: Duration::ZERO });
        }
        Ok(())
    }

    /// Says whether what is kept from now on depends on the graph alone.
    pub fn set_of_graph_alone(&mut self, is_so: bool) {
        self.is_of_graph_alone = is_so;
    }

    /// Says by which scores the nodes of the level were ranked.
    pub fn mark_ranked_by(&mut self, scores: &'static Symbol) {
        if let Some(level) = self.levels.last_mut() {
            level.ranked_by = Some(scores);
        }
    }

    /// Marks the nodes of the level whose scores are equal at the top-k threshold.
    pub fn mark_tied(&mut self, nodes: impl Iterator<Item = u32>) {
        if let Some(level) = self.levels.last_mut() {
            level.tied.extend(nodes);
        }
    }

    fn push(&mut self, step: Step) {
        if let Some(level) = self.levels.last_mut() {
            level.steps.push(Arc::new(step));
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
        let values = to_f64_vec(&self.contiguous()?)?;
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
