//! Graphs that several test files pool, and weights to pool them with.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::{ops::RangeInclusive, path::Path};

use candle_core::{DType, Device, Result, Tensor};
use ndarray::Array2;
use proxpool::{
    graph::{Dataset, Graph, GraphBuilder, features::Signal, gallery},
    math::{
        pattern::{Pattern, PatternBuilder},
        rng::Rng,
    },
    pooling::{
        self, AuxiliaryLoss, Graphs, Method, Params, Trace, Weights,
        laws::SizeLaw,
        pool,
        stages::{Context, conv},
        trace::LevelTrace,
        weights::glorot,
    },
    readers,
    tensor::{Segments, Sparse},
};

/// All operators.
pub(crate) fn methods() -> impl Iterator<Item = &'static Method> {
    pooling::methods()
}

/// How many nodes an operator may leave of `n`, by its declaration.
pub(crate) fn n_coarse(method: &Method, n: usize, level: usize, params: &Params) -> RangeInclusive<usize> {
    let told = method.operator.n_coarse(n, level, params);
    match method.laws.size {
        SizeLaw::Ratio | SizeLaw::Dataset | SizeLaw::Same => told..=told,
        SizeLaw::UpToRatio => 1..=told,
        SizeLaw::RatioOrComponents => told..=n,
        SizeLaw::Free => 1..=n,
        SizeLaw::HalfOrMore => n.div_ceil(2)..=n,
    }
}

/// What an operator ranks the nodes by, if it does.
pub(crate) fn scores(level: &LevelTrace) -> Option<&[f64]> {
    level.scores()
}

/// A graph with its signal (row-major).
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub name: String,
    pub graph: Graph,
    pub width: usize,
    pub x: Vec<f64>,
}

impl Sample {
    /// A graph with numbers in [−1, 1) that its size determines.
    pub(crate) fn new(name: &str, graph: Graph, width: usize) -> Self {
        let mut rng = Rng::new(graph.n_nodes as u64);
        let x = (0..graph.n_nodes * width).map(|_| 2.0 * rng.f64() - 1.0).collect();
        Self { name: name.to_owned(), graph, width, x }
    }

    /// The same number at every node.
    pub(crate) fn with_equal_signals(name: &str, graph: Graph, width: usize) -> Self {
        Self { name: name.to_owned(), width, x: vec![0.75; graph.n_nodes * width], graph }
    }

    /// A batch of one.
    pub(crate) fn alone(&self, dtype: DType) -> Graphs {
        batch(std::slice::from_ref(self), dtype)
    }
}

/// Samples of one width in one batch.
pub(crate) fn batch(samples: &[Sample], dtype: DType) -> Graphs {
    let graphs = samples.iter().map(|sample| (&sample.graph, sample.x.as_slice()));
    Graphs::new(graphs, samples[0].width, dtype).unwrap()
}

/// A graph of the gallery.
pub(crate) fn gallery(spec: &str) -> Graph {
    gallery::parse_spec(spec).unwrap().graphs.remove(0)
}

pub(crate) fn graph(n: usize, edges: &[[u32; 2]]) -> Graph {
    let mut builder = GraphBuilder::new(n);
    for &[u, v] in edges {
        builder.add_edge(u, v);
    }
    builder.finish()
}

/// The graphs on which an operator may stumble.
pub(crate) fn odd_samples(width: usize) -> Vec<Sample> {
    let mut weighted = GraphBuilder::new(7);
    for (u, v, weight) in [(0, 1, 0.25), (1, 2, 3.0), (2, 3, 0.0), (3, 4, 1e-3), (4, 5, 7.5), (5, 3, 1.0)] {
        weighted.add_weighted_edge(u, v, weight);
    }
    let mut samples: Vec<Sample> = [
        ("one node", graph(1, &[])),
        ("two joined", graph(2, &[[0, 1]])),
        ("two apart", graph(2, &[])),
        ("isolated vertices", graph(7, &[[1, 2], [2, 4]])),
        ("no edges", graph(5, &[])),
        ("components", graph(9, &[[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [5, 6], [7, 8]])),
        ("complete", gallery("complete:n=6")),
        ("star", gallery("star:leaves=7")),
        ("path", gallery("path:n=11")),
        ("cycle", gallery("cycle:n=8")),
        ("bipartite", gallery("bipartite:left=3,right=4")),
        ("weights", weighted.finish()),
    ]
    .into_iter()
    .map(|(name, graph)| Sample::new(name, graph, width))
    .collect();
    samples.push(Sample::with_equal_signals("equal signals", gallery("grid:rows=3,columns=4"), width));
    samples.push(Sample { x: vec![0.0; 5 * width], ..Sample::new("zero signals", gallery("cycle:n=5"), width) });
    samples
}

/// The bundled dataset.
pub(crate) fn mutag() -> Dataset {
    readers::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/MUTAG.zip")).unwrap()
}

/// Its molecules with one-hot atoms.
pub(crate) fn mutag_samples() -> Vec<Sample> {
    let dataset = mutag();
    let signal = Signal::default_for(&dataset);
    let sample = |(idx, graph): (usize, &Graph)| Sample {
        name: format!("MUTAG {idx}"),
        x: signal.values(graph),
        width: signal.width(),
        graph: graph.clone(),
    };
    dataset.graphs.iter().enumerate().map(sample).collect()
}

/// A batch of one graph, self-loops and weights as they are.
pub(crate) fn from_dense(a: &Array2<f64>, x: &Array2<f64>) -> Graphs {
    let n = a.nrows();
    let mut pattern = PatternBuilder::default();
    let mut values = Vec::new();
    for row in 0..n {
        for col in (0..n).filter(|&col| a[[row, col]] != 0.0) {
            pattern.push(col as u32);
            values.push(a[[row, col]]);
        }
        pattern.end_row();
    }
    let pattern: Pattern = pattern.finish(n);
    Graphs {
        a: Sparse::constant(pattern.into(), &values, DType::F64).unwrap(),
        x: Tensor::from_vec(x.iter().copied().collect::<Vec<f64>>(), x.dim(), &Device::Cpu).unwrap(),
        segments: Segments::from_lengths([n]).into(),
    }
}

/// Random weights for every level of an operator; with `hidden`, convolutions to that width too.
pub(crate) fn weights(method: &Method, width: usize, hidden: Option<usize>, params: &Params, dtype: DType) -> Weights {
    let mut rng = Rng::new(params.seed + 17);
    // Drawn in `f64`, so that both precisions start from the same numbers.
    let mut draw = |shape| glorot(shape, &mut rng, DType::F64).unwrap().to_dtype(dtype).unwrap();
    let mut weights = Weights::default();
    let mut width = width;
    for level in 0..params.levels {
        if let Some(hidden) = hidden {
            weights.set_conv(level, draw([width, hidden]));
            width = hidden;
        }
        for spec in method.operator.weights(level, width, params) {
            weights.set(level, spec.name, draw(spec.shape));
        }
        width = method.operator.width_after(width);
    }
    weights
}

/// What came out of a level: the coarse graphs and the losses that go with them.
pub(crate) struct Level {
    pub graphs: Graphs,
    pub losses: Vec<AuxiliaryLoss>,
    pub extra_loss: Option<Tensor>,
}

/// Convolves (where there are weights) and pools, level by level.
pub(crate) fn run(
    method: &Method,
    graphs: &Graphs,
    params: &Params,
    weights: &Weights,
    trace: &mut Trace,
) -> Result<Vec<Level>> {
    let mut graphs = graphs.clone();
    let mut levels = Vec::new();
    for level in 0..params.levels {
        trace.start_level();
        if let Some(w) = weights.conv(level) {
            graphs.x = conv(&graphs, Some(w))?;
        }
        let pooled = pool(method.operator, &graphs, &mut Context { level, params, weights, trace })?;
        graphs = pooled.graphs.clone();
        levels.push(Level { graphs: pooled.graphs, losses: pooled.losses, extra_loss: pooled.extra_loss });
    }
    Ok(levels)
}
