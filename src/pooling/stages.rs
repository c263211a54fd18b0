//! The grammar of every operator: select, reduce, connect.
//!
//! Select chooses the coarse nodes and the assignment of fine nodes to them (C), reduce computes
//! the coarse signal (by default X' = C X), connect the coarse graph (by default A' = C A Cᵀ).

use std::sync::Arc;

use candle_core::{DType, Device, Result, Tensor};

use super::{
    params::Params,
    precomputed::Precomputed,
    trace::{Axis, Stage, Trace},
    weights::Weights,
};
use crate::{
    cancel::checkpoint,
    graph::Graph,
    math::{pattern::Pattern, rank},
    symbols::{self, Symbol},
    tensor::{Segments, Sparse, gram::gram, matmul::matmul, relu_norm::relu_norm},
};

/// A batch of graphs at one level: block-diagonal adjacency, stacked signals, no padding.
#[derive(Clone, Debug)]
pub struct Graphs {
    /// A `[n, n]`, symmetric and non-negative.
    pub a: Sparse,
    /// X `[n, d]`.
    pub x: Tensor,
    /// The rows of each graph.
    pub segments: Arc<Segments>,
}

impl Graphs {
    /// Graphs with their signals (row-major, `width` features per node).
    pub fn new<'a>(
        graphs: impl IntoIterator<Item = (&'a Graph, &'a [f64])>,
        width: usize,
        dtype: DType,
    ) -> Result<Self> {
        let (mut patterns, mut values, mut signals) = (Vec::new(), Vec::new(), Vec::new());
        for (graph, signal) in graphs {
            if signal.len() != graph.n_nodes * width {
                candle_core::bail!(
                    "{} nodes need {} values, not {}",
                    graph.n_nodes,
                    graph.n_nodes * width,
                    signal.len()
                );
            }
            let (pattern, weights) = adjacency(graph);
            patterns.push(pattern);
            values.extend(weights);
            signals.extend_from_slice(signal);
        }
        let pattern = Arc::new(Pattern::block_diagonal(&patterns));
        let x = Tensor::from_vec(signals, (pattern.n_rows(), width), &Device::Cpu)?.to_dtype(dtype)?;
        let segments = Segments::from_lengths(patterns.iter().map(Pattern::n_rows));
        Ok(Self { a: Sparse::constant(pattern, &values, dtype)?, x, segments: Arc::new(segments) })
    }

    /// Number of nodes of all graphs.
    pub fn n_nodes(&self) -> usize {
        self.segments.n_rows()
    }
}

/// The adjacency matrix of a graph; edges of weight 0 are ignored.
pub fn adjacency(graph: &Graph) -> (Pattern, Vec<f64>) {
    let is_edge = |edge: usize| graph.edge_weight(edge) > 0.0;
    let kept: Vec<usize> = (0..graph.n_edges()).filter(|&edge| is_edge(edge)).collect();
    let edges: Vec<[u32; 2]> = kept.iter().map(|&edge| graph.edges[edge]).collect();
    let (pattern, positions) = Pattern::from_edges(graph.n_nodes, &edges);
    let mut values = vec![0.0; pattern.nnz()];
    for (&edge, positions) in kept.iter().zip(positions) {
        for at in positions {
            values[at as usize] = graph.edge_weight(edge);
        }
    }
    (pattern, values)
}

/// How fine nodes belong to coarse ones.
pub enum Assignment {
    /// C `[n', n]`.
    Sparse(Sparse),
    /// S `[n, k']` with every entry set; C = Sᵀ, graph by graph.
    Dense(Tensor),
}

/// The result of the select stage.
pub struct Selection {
    /// Which node belongs to which cluster.
    pub assignment: Assignment,
    /// Which coarse nodes belong to which graph.
    pub segments: Arc<Segments>,
    /// Multiplies the coarse signal, row by row `[n', 1]`.
    pub gate: Option<Tensor>,
    /// Something of the operator's own that select made and that a later stage needs, too.
    pub shared: Option<Tensor>,
}

impl Selection {
    /// From a sparse C.
    pub fn by(c: Sparse, segments: Arc<Segments>) -> Self {
        Self { assignment: Assignment::Sparse(c), segments, gate: None, shared: None }
    }
}

/// Everything an operator may look at besides the graphs.
pub struct Context<'a> {
    /// Counted from 0.
    pub level: usize,
    pub params: &'a Params,
    /// The weights of all levels.
    pub weights: &'a Weights,
    /// Records the steps.
    pub trace: &'a mut Trace,
}

impl Context<'_> {
    /// A weight of this level, if there is one.
    pub fn weight(&self, name: &str) -> Option<&Tensor> {
        self.weights.get(self.level, name)
    }
}

/// A weight that an operator learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightSpec {
    /// Short name within the level: `wq`.
    pub name: &'static str,
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Whether an explorer without a trained model can do without it (the identity takes its place).
    pub identity_when_untrained: bool,
    /// Whether it starts at 0, as biases do; else at Glorot's random numbers.
    pub is_bias: bool,
}

impl WeightSpec {
    /// A matrix that starts at random.
    pub const fn matrix(name: &'static str, shape: [usize; 2]) -> Self {
        Self { name, shape, identity_when_untrained: false, is_bias: false }
    }

    /// A matrix in whose place the identity will do before training.
    pub const fn identity(name: &'static str, shape: [usize; 2]) -> Self {
        Self { identity_when_untrained: true, ..Self::matrix(name, shape) }
    }

    /// A row that starts at 0.
    pub const fn bias(name: &'static str, width: usize) -> Self {
        Self { is_bias: true, ..Self::matrix(name, [1, width]) }
    }
}

/// A pooling operator.
pub trait Pooling: Send + Sync {
    /// The weights it learns at a level, for signals of this width.
    fn weights(&self, _level: usize, _width: usize, _params: &Params) -> Vec<WeightSpec> {
        Vec::new()
    }

    /// Width of the coarse signal.
    fn width_after(&self, width: usize) -> usize {
        width
    }

    /// Coarse nodes that a graph of `n` nodes gets at a level, at most.
    fn n_coarse(&self, n: usize, _level: usize, params: &Params) -> usize {
        rank::n_kept(n, params.rho)
    }

    /// How many hops away a node may be and still count, at a level.
    fn reach(&self, _params: &Params) -> usize {
        1
    }

    /// Whether every graph gets as many coarse nodes as the largest of the dataset.
    fn is_sized_by_largest_graph(&self) -> bool {
        false
    }

    /// Whether every node belongs to every coarse node, so that coarse graphs are dense.
    fn is_dense(&self) -> bool {
        false
    }

    /// What depends on the graph alone. Training calls it once per graph.
    fn precompute(&self, _a: &Sparse, _segments: &Segments, _cx: &mut Context<'_>) -> Result<Precomputed> {
        Ok(Precomputed::default())
    }

    /// Which coarse nodes, and who belongs to them.
    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection>;

    fn reduce(
        &self,
        graphs: &Graphs,
        _precomputed: &Precomputed,
        selection: &Selection,
        _cx: &mut Context<'_>,
    ) -> Result<Tensor> {
        let x = gather(selection, &graphs.x, &graphs.segments)?;
        match &selection.gate {
            Some(gate) => x.broadcast_mul(gate),
            None => Ok(x),
        }
    }

    fn connect(
        &self,
        graphs: &Graphs,
        precomputed: &Precomputed,
        selection: &Selection,
        _cx: &mut Context<'_>,
    ) -> Result<Sparse> {
        if let Some(coarse) = precomputed.coarse() {
            return Ok(coarse.a.clone());
        }
        match &selection.assignment {
            Assignment::Sparse(c) => c.galerkin(&graphs.a),
            Assignment::Dense(s) => {
                let blocks = gram(s, &graphs.a.matmul(s)?, &graphs.segments)?;
                let pattern = Arc::new(Pattern::full_blocks(graphs.segments.len(), s.dim(1)?));
                Sparse::new(pattern, blocks.flatten_all()?)?.symmetrise()
            }
        }
    }

    /// What is added to the loss of the classes; the losses that its [`Method`](super::Method) lists, in that order.
    fn extra_losses(
        &self,
        _graphs: &Graphs,
        _precomputed: &Precomputed,
        _selection: &Selection,
        _coarse: &Sparse,
        _cx: &mut Context<'_>,
    ) -> Result<Vec<AuxiliaryLoss>> {
        Ok(Vec::new())
    }
}

/// C X.
pub fn gather(selection: &Selection, x: &Tensor, fine: &Arc<Segments>) -> Result<Tensor> {
    match &selection.assignment {
        Assignment::Sparse(c) => c.matmul(x),
        Assignment::Dense(s) => gram(s, x, fine),
    }
}

/// A loss of a pooling, by its symbol.
pub struct AuxiliaryLoss {
    pub symbol: &'static Symbol,
    /// One number a graph `[graphs]`.
    pub values: Tensor,
    /// Its share of the whole loss.
    pub weight: f64,
}

impl AuxiliaryLoss {
    /// With weight 1.
    pub fn new(symbol: &'static Symbol, values: Tensor) -> Self {
        Self { symbol, values, weight: 1.0 }
    }

    fn weighted(&self) -> Result<Tensor> {
        if self.weight == 1.0 { Ok(self.values.clone()) } else { &self.values * self.weight }
    }
}

/// The result of one pooling.
pub struct Pooled {
    /// The coarse graphs.
    pub graphs: Graphs,
    /// The losses one by one.
    pub losses: Vec<AuxiliaryLoss>,
    /// Their weighted sum, one number per graph.
    pub extra_loss: Option<Tensor>,
}

/// One pooling: select, reduce, connect.
pub fn pool(operator: &dyn Pooling, graphs: &Graphs, cx: &mut Context<'_>) -> Result<Pooled> {
    checkpoint();
    cx.trace.set_of_graph_alone(cx.level == 0);
    let precomputed = operator.precompute(&graphs.a, &graphs.segments, cx)?;
    cx.trace.set_of_graph_alone(false);
    pool_precomputed(operator, graphs, &precomputed, cx)
}

/// One pooling of graphs whose weight-free part is precomputed.
pub fn pool_precomputed(
    operator: &dyn Pooling,
    graphs: &Graphs,
    precomputed: &Precomputed,
    cx: &mut Context<'_>,
) -> Result<Pooled> {
    let selection = operator.select(graphs, precomputed, cx)?;
    let x = operator.reduce(graphs, precomputed, &selection, cx)?;
    let x = cx.trace.keep(Stage::Reduce, &symbols::X_COARSE, [Axis::Coarse, Axis::Index], x)?;
    let a = operator.connect(graphs, precomputed, &selection, cx)?;
    let losses = operator.extra_losses(graphs, precomputed, &selection, &a, cx)?;
    let mut extra_loss: Option<Tensor> = None;
    for loss in &losses {
        cx.trace.show(Stage::Connect, loss.symbol, [Axis::Index, Axis::Index], || Ok(loss.values.clone()))?;
        extra_loss = Some(match extra_loss {
            Some(sum) => (sum + loss.weighted()?)?,
            None => loss.weighted()?,
        });
    }
    let a = if cx.params.detach_adjacency { a.detach() } else { a };
    let a = cx.trace.keep(Stage::Connect, &symbols::A_COARSE, [Axis::Coarse, Axis::Coarse], a)?;
    Ok(Pooled { graphs: Graphs { a, x, segments: selection.segments }, losses, extra_loss })
}

/// The convolution of the network: unit rows of ReLU((A + I) X W); without W, of ReLU((A + I) X).
pub fn conv(graphs: &Graphs, w: Option<&Tensor>) -> Result<Tensor> {
    let xw = match w {
        Some(w) => matmul(&graphs.x, w)?,
        None => graphs.x.clone(),
    };
    relu_norm(&graphs.a.matmul_with_self(&xw)?)
}

/// The n' best nodes of each graph by a score, best first; also the segments of the coarse nodes.
///
/// The trace records the scores and ties at the top-k threshold.
pub fn best_nodes(
    ranked_by: &'static Symbol,
    scores: &[f64],
    graphs: &Graphs,
    cx: &mut Context<'_>,
) -> (Vec<u32>, Arc<Segments>) {
    cx.trace.mark_ranked_by(ranked_by);
    let best = |scores: &[f64], k: usize| match graphs.a.dtype() {
        DType::F64 => rank::best::<f64>(scores, k),
        _ => rank::best::<f32>(scores, k),
    };
    let mut seeds = Vec::new();
    let mut lengths = Vec::with_capacity(graphs.segments.len());
    for rows in graphs.segments.ranges() {
        let first = rows.start as u32;
        let best = best(&scores[rows.clone()], rank::n_kept(rows.len(), cx.params.rho));
        lengths.push(best.idx.len());
        seeds.extend(best.idx.iter().map(|idx| idx + first));
        cx.trace.mark_tied(best.tied.iter().map(|idx| idx + first));
    }
    (seeds, Arc::new(Segments::from_lengths(lengths)))
}

/// The 0/1 matrix `[n', n]` that picks the seeds' rows.
pub fn pick(seeds: &[u32], n: usize, dtype: DType) -> Result<Sparse> {
    let pattern = Pattern::new(n, (0..=seeds.len() as u32).collect(), seeds.to_vec());
    Sparse::constant(Arc::new(pattern), &vec![1.0; seeds.len()], dtype)
}
