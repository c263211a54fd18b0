//! Background work of the Spectrum tab: eigendecomposition, K_t by three methods, impulse responses.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use ndarray::Array2;

use super::spectra::MOST_NODES;
use super::{error::WorkError, slot::Job};
use crate::{
    app::state::{subject::Subject, version::Version},
    explore::Exploration,
    pooling::{
        Params, method,
        stages::adjacency,
        trace::{LevelTrace, Value},
    },
    spectral::{
        Ends, Experiments, Filter, Spectrum,
        ends::N_EACH,
        kernels::{Gap, by_eigenvectors, by_first, difference, smooth_signals},
        smoothness::degrees,
    },
    symbols,
};

/// Maximum number of nodes of the theory checks, which take several O(n³) operations.
pub(crate) const MAX_CHECKED: usize = 600;
/// Maximum s of the impulse response.
pub(crate) const MAX_HOPS: usize = 8;

/// Entries below this are round-off.
const ROUNDING: f64 = 1e-12;

pub(crate) struct Decomposed {
    pub of: Subject,
    /// None if the graph has too many nodes.
    pub spectrum: Option<Spectrum>,
    /// Time of the decomposition.
    pub time: Duration,
}

pub(crate) const DECOMPOSE: Job<Subject, Decomposed> = Job { name: "spectrum", run: decompose };

fn decompose(of: Subject) -> Result<Decomposed, WorkError> {
    let graph = of.edited_graph()?;
    let start = Instant::now();
    let spectrum = if graph.n_nodes <= MOST_NODES { Some(Spectrum::compute(&graph)?) } else { None };
    let time = start.elapsed();
    drop(graph);
    Ok(Decomposed { time, spectrum, of })
}

/// Both ends of the spectrum of a graph with too many nodes for all of it.
#[derive(Clone)]
pub(crate) struct EndsQuestion {
    pub of: Arc<Decomposed>,
    /// Pairs that are found, of both ends.
    pub n_found: Arc<AtomicUsize>,
}

impl EndsQuestion {
    pub(crate) fn new(of: Arc<Decomposed>) -> Self {
        Self { of, n_found: Arc::default() }
    }
}

impl PartialEq for EndsQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.of, &other.of)
    }
}

pub(crate) struct SpectrumEnds {
    pub of: Arc<Decomposed>,
    pub ends: Ends,
}

pub(crate) const ENDS: Job<EndsQuestion, SpectrumEnds> = Job { name: "ends of the spectrum", run: ends };

fn ends(EndsQuestion { of, n_found }: EndsQuestion) -> Result<SpectrumEnds, WorkError> {
    let (pattern, values) = adjacency(&*of.of.edited_graph()?);
    let ends = Ends::compute(&pattern, &values, N_EACH, &|n| n_found.store(n, Ordering::Relaxed))?;
    Ok(SpectrumEnds { ends, of })
}

#[derive(Clone)]
pub(crate) struct PowersQuestion {
    pub of: Arc<Decomposed>,
    pub s: usize,
}

impl PartialEq for PowersQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.of, &other.of) && self.s == other.s
    }
}

/// A kernel by eigenvectors, and its difference from the polynomial one.
pub(crate) struct Other {
    pub kernel: Value,
    /// Minimum entry: a truncated cosine can be negative.
    pub least: f64,
    pub time: Duration,
    pub difference: Value,
    pub gap: Gap,
}

/// K_t as a polynomial (default method) and by eigenvectors.
pub(crate) struct Powers {
    pub version: Version,
    pub of: Arc<Decomposed>,
    pub s: usize,
    /// A, L, M and K_t.
    pub level: LevelTrace,
    /// Time of M and K_t.
    pub time: Duration,
    /// K_t as a dense matrix.
    k_t: Option<Array2<f64>>,
    /// By U g(Λ) Uᵀ.
    pub whole: Option<Other>,
    /// φ̃, one row per node.
    pub signals: Option<Array2<f64>>,
    pub experiments: Option<Experiments>,
}

/// Trace of the ablation without a signal, which runs the structure kernel alone.
fn structure(of: &Subject, s: usize) -> Result<LevelTrace, WorkError> {
    let ablation = method("proxpool-ns").ok_or("unknown operator")?;
    let params = Params { s, levels: 1, ..Params::default() };
    let alone = Exploration { method: ablation, params, ..Exploration::default() };
    let explored = alone.run(&of.data.dataset, &*of.edited_graph()?)?;
    explored.trace.levels.into_iter().next().ok_or_else(|| "the graph has no level".into())
}

pub(crate) const POWERS: Job<PowersQuestion, Powers> = Job { name: "kernel powers", run: powers };

fn powers(PowersQuestion { of, s }: PowersQuestion) -> Result<Powers, WorkError> {
    let level = structure(&of.of, s)?;
    let is_kernel = |symbol| [&symbols::M, &symbols::K_T].contains(&symbol);
    let time = level.steps.iter().filter(|step| is_kernel(step.symbol)).map(|step| step.time).sum();
    let (Some(a), Some(k_t)) = (level.sparse(&symbols::A), level.sparse(&symbols::K_T)) else {
        return Err("the operator has no structure kernel".into());
    };
    let filter = Filter::Paper { s };
    let k_t = of.spectrum.as_ref().map(|_| k_t.to_dense());
    let both = of.spectrum.as_ref().zip(k_t.as_ref());
    let whole = both.map(|(spectrum, k_t)| {
        let way = by_eigenvectors(spectrum, filter);
        Other::compute(k_t, way.kernel, way.time)
    });
    let entries = a.pattern.entries().map(|(at, row, col)| (row, col, a.values[at]));
    let degrees = degrees(entries, a.pattern.n_rows());
    let signals = of.spectrum.as_ref().map(|spectrum| smooth_signals(spectrum, &degrees, filter));
    let experiments = both
        .filter(|(spectrum, _)| spectrum.n() <= MAX_CHECKED)
        .map(|(spectrum, k_t)| Experiments::run(&a.to_dense(), spectrum, k_t, s));
    Ok(Powers { version: Version::next(), s, time, whole, signals, experiments, k_t, level, of })
}

impl Powers {
    pub(crate) fn n(&self) -> usize {
        self.level.sparse(&symbols::A).map_or(0, |a| a.pattern.n_rows())
    }
}

impl Other {
    fn compute(k_t: &Array2<f64>, kernel: Array2<f64>, time: Duration) -> Self {
        let (difference, gap) = difference(k_t, &kernel);
        // Where the kernel is 0, the sum over eigenvectors is round-off, which would be drawn as entries.
        let kernel = kernel.mapv_into(|value| if value.abs() < ROUNDING { 0.0 } else { value });
        let least = kernel.iter().copied().fold(1.0, f64::min);
        Self { kernel: Value::Dense(kernel), least, time, difference: Value::Dense(difference), gap }
    }
}

#[derive(Clone)]
pub(crate) struct FirstQuestion {
    pub powers: Arc<Powers>,
    pub m: usize,
}

impl PartialEq for FirstQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.powers, &other.powers) && self.m == other.m
    }
}

pub(crate) struct First {
    pub version: Version,
    pub of: Arc<Decomposed>,
    pub m: usize,
    /// None if the graph has too many nodes.
    pub other: Option<Other>,
}

pub(crate) const FIRST: Job<FirstQuestion, First> = Job { name: "low-pass kernel", run: first };

fn first(FirstQuestion { powers, m }: FirstQuestion) -> Result<First, WorkError> {
    let both = powers.of.spectrum.as_ref().zip(powers.k_t.as_ref());
    let other = both.map(|(spectrum, k_t)| {
        let way = by_first(spectrum, m);
        Other::compute(k_t, way.kernel, way.time)
    });
    Ok(First { version: Version::next(), of: powers.of.clone(), m, other })
}

/// M for every s from 0 to [`MAX_HOPS`].
pub(crate) struct Spread {
    pub version: Version,
    pub of: Arc<Decomposed>,
    filters: Vec<LevelTrace>,
}

#[derive(Clone)]
pub(crate) struct SpreadQuestion(pub Arc<Decomposed>);

impl PartialEq for SpreadQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

pub(crate) const SPREAD: Job<SpreadQuestion, Spread> = Job { name: "impulse response", run: spread };

fn spread(SpreadQuestion(of): SpreadQuestion) -> Result<Spread, WorkError> {
    let keep = |mut level: LevelTrace| {
        level.steps.retain(|step| step.symbol == &symbols::M);
        level
    };
    let filters: Result<Vec<LevelTrace>, WorkError> = (0..=MAX_HOPS).map(|s| structure(&of.of, s).map(keep)).collect();
    Ok(Spread { version: Version::next(), filters: filters?, of })
}

impl Spread {
    /// Impulse response of a node, one row per s.
    pub(crate) fn rows(&self, node: u32) -> Array2<f64> {
        let row = |s: usize| self.filters[s].sparse(&symbols::M);
        let n = row(0).map_or(0, |m| m.pattern.n_rows());
        Array2::from_shape_fn((self.filters.len(), n), |(s, col)| row(s).map_or(0.0, |m| m.get(node as usize, col)))
    }
}
