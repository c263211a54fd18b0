//! What the figures read, gathered once: traces, positions, spectrum, runs.

use std::borrow::Cow;

use super::{
    FigureError, FigureRequest,
    kinds::{self, Needs},
    look::{ColourBy, Pooled},
};
use crate::{
    graph::{Dataset, Graph, edit::edited, features::Signal},
    layout::{LayoutRequest, Simulation},
    model::WeightSource,
    pooling::{self, Method, Params, Trace, level::Level, summary::Summary},
    spectral::Spectrum,
    train::{TrainError, checkpoint::read_model, compare::Run, predict::signal_for},
};

/// Eigenvectors are dense: more nodes than this would take minutes and gigabytes.
const MOST_SPECTRAL_NODES: usize = 2000;
/// Steps after which a layout is taken as it is.
const MOST_STEPS: usize = 2000;

/// Everything that a figure may show.
pub struct FigureData<'a> {
    /// Where the graph is from.
    pub dataset: Option<&'a Dataset>,
    /// The graph, or a copy of it with the edits of the request.
    pub graph: Option<Cow<'a, Graph>>,
    /// Its index.
    pub graph_idx: usize,
    /// The graph through each operator.
    pub traced: Vec<Traced>,
    /// The parameters of all operators that have none of their own.
    pub params: Params,
    /// Where the nodes of level 0 are, in edge lengths.
    pub positions: Vec<[f32; 2]>,
    /// Eigenvalues and eigenvectors.
    pub spectrum: Option<Spectrum>,
    /// Runs.
    pub runs: Vec<Run>,
}

/// A graph through an operator.
pub struct Traced {
    /// The operator.
    pub method: &'static Method,
    /// Its parameters.
    pub params: Params,
    /// Every matrix.
    pub trace: Trace,
    /// The numbers people ask for.
    pub summary: Summary,
    /// Names and origins.
    pub levels: Vec<Level>,
}

/// Gathers what a request needs.
pub fn gather<'a>(
    request: &FigureRequest,
    dataset: Option<&'a Dataset>,
    runs: Vec<Run>,
) -> Result<FigureData<'a>, FigureError> {
    let needs = kinds::figure(&request.kind)?.needs;
    let mut data = FigureData {
        dataset,
        graph: None,
        graph_idx: request.graph,
        traced: Vec::new(),
        params: request.params.clone(),
        positions: Vec::new(),
        spectrum: None,
        runs,
    };
    let Some(dataset) = dataset.filter(|_| needs.has_graph()) else { return Ok(data) };
    let original = dataset.graphs.get(request.graph).ok_or_else(|| {
        let last = dataset.graphs.len().saturating_sub(1);
        FigureError::Missing(format!("{} has no graph {}; choose from 0 to {last}", dataset.name, request.graph))
    })?;
    let graph = match &request.edits[..] {
        [] => Cow::Borrowed(original),
        edits => Cow::Owned(
            edited(original, edits, dataset)
                .map_err(|error| FigureError::Missing(format!("graph {} cannot be edited: {error}", request.graph)))?,
        ),
    };
    data.params.max_nodes = dataset.graphs.iter().map(|graph| graph.n_nodes).max().unwrap_or(0);
    if needs.contains(Needs::TRACE) {
        data.traced = traced(request, &data.params, dataset, &graph)?;
    }
    if needs.contains(Needs::LAYOUT) {
        data.positions = match &request.positions {
            Some(positions) if positions.len() == graph.n_nodes => positions.clone(),
            Some(_) => return Err(FigureError::Missing("the positions are not those of this graph".to_owned())),
            None => laid_out(&graph, request.layout_seed),
        };
    }
    let is_coloured = needs.contains(Needs::TRACE.and(Needs::LAYOUT));
    let has_vectors = is_coloured && matches!(request.options.colour, ColourBy::Eigenvector(_));
    if (needs.contains(Needs::SPECTRUM) || has_vectors) && graph.n_nodes > MOST_SPECTRAL_NODES {
        return Err(FigureError::Missing(format!(
            "graph {} has {} nodes, and eigenvectors are for graphs of at most {MOST_SPECTRAL_NODES}; choose a smaller one",
            request.graph, graph.n_nodes
        )));
    }
    if needs.contains(Needs::SPECTRUM) {
        data.spectrum = Some(Spectrum::of(&graph).map_err(|error| FigureError::Missing(error.to_string()))?);
    }
    data.graph = Some(graph);
    Ok(data)
}

fn traced(
    request: &FigureRequest,
    params: &Params,
    dataset: &Dataset,
    graph: &Graph,
) -> Result<Vec<Traced>, FigureError> {
    let mut all = Vec::new();
    for key in &request.methods {
        let method = pooling::method(key)
            .ok_or_else(|| FigureError::Missing(TrainError::UnknownMethod(key.clone()).to_string()))?;
        let Setting { params, signal, source } = Setting::of(request, params, key, dataset)?;
        let weights = source
            .weights(method, &params, signal.width(), dataset)
            .map_err(|error| FigureError::Pooling(error.to_string()))?;
        let trace = pooling::explore(method, graph, &signal.values(graph), signal.width(), &params, &weights)
            .map_err(|error| FigureError::Pooling(format!("{}: {error}", method.name)))?;
        let (summary, levels) = (Summary::of(&trace), Level::all(&trace, dataset, graph));
        all.push(Traced { method, params, trace, summary, levels });
    }
    Ok(all)
}

/// What an operator works with.
struct Setting {
    params: Params,
    signal: Signal,
    source: WeightSource,
}

impl Setting {
    fn of(request: &FigureRequest, params: &Params, key: &str, dataset: &Dataset) -> Result<Self, FigureError> {
        let told = |error: &dyn std::fmt::Display| FigureError::Missing(error.to_string());
        let own = request.models.get(key).map(|path| WeightSource::Model(path.clone()));
        let source = own.clone().unwrap_or_else(|| request.weights.clone());
        let usual = |source: WeightSource| {
            let signal = Signal::of(dataset, request.signal).map_err(|error| told(&error))?;
            Ok(Self { params: params.clone(), signal, source })
        };
        let WeightSource::Model(path) = &source else { return usual(source) };
        // What is no model of ours may still hold the weights; reading them says what is wrong.
        let Ok(model) = read_model(path) else { return usual(source) };
        // A model is that of one operator. Beside it the others are as they are before training.
        if own.is_none() && request.methods.len() > 1 && model.card.config.pool != key {
            return usual(WeightSource::Untrained);
        }
        let signal = signal_for(path, &model.card, dataset).map_err(|error| told(&error))?;
        let params = match own {
            Some(_) => model.card.architecture().map_err(|error| told(&error))?.params,
            None => params.clone(),
        };
        Ok(Self { params, signal, source })
    }
}

/// A settled layout, lying rather than standing: pages are wide.
fn laid_out(graph: &Graph, seed: u64) -> Vec<[f32; 2]> {
    let mut simulation = Simulation::new(&LayoutRequest::new(graph, seed));
    simulation.settle(MOST_STEPS);
    let positions = simulation.positions();
    let spread = |axis: usize| {
        let (low, high) =
            positions.iter().fold((f32::MAX, f32::MIN), |(low, high), p| (low.min(p[axis]), high.max(p[axis])));
        high - low
    };
    match spread(1) > spread(0) {
        true => positions.iter().map(|&[x, y]| [y, -x]).collect(),
        false => positions.to_vec(),
    }
}

impl FigureData<'_> {
    /// The graph and its dataset.
    pub fn graph(&self) -> Result<(&Dataset, &Graph), FigureError> {
        self.dataset
            .zip(self.graph.as_deref())
            .ok_or_else(|| FigureError::Missing("this figure needs a graph; name a dataset and choose one".to_owned()))
    }

    /// A pooled graph for the eyes.
    pub fn pooled<'d>(&'d self, traced: &'d Traced) -> Result<Pooled<'d>, FigureError> {
        let (dataset, graph) = self.graph()?;
        Ok(Pooled { dataset, graph, trace: &traced.trace, summary: &traced.summary, levels: &traced.levels })
    }

    /// The entries of an eigenvector of a level, where colours are to show one; its last where it has fewer.
    pub fn signed(&self, traced: &Traced, level: usize, colour: ColourBy) -> Option<Vec<f64>> {
        let ColourBy::Eigenvector(idx) = colour else { return None };
        let a = traced.trace.levels.get(level)?.sparse("A")?;
        if a.pattern.n_rows() > MOST_SPECTRAL_NODES {
            return None;
        }
        let spectrum = Spectrum::of_adjacency(&a.to_dense()).ok()?;
        let idx = idx.min(spectrum.n().checked_sub(1)?);
        Some(spectrum.eigenvectors.column(idx).to_vec())
    }

    /// What the graph is called: "caffeine", or "MUTAG graph 7"; a copy that was changed says so.
    pub fn graph_name(&self) -> String {
        let name = match (self.dataset, self.graph.as_deref()) {
            (_, Some(Graph { name: Some(name), .. })) => name.clone(),
            (Some(dataset), _) => format!("{} graph {}", dataset.name, self.graph_idx),
            _ => String::new(),
        };
        match &self.graph {
            Some(Cow::Owned(_)) => format!("{name}, edited"),
            _ => name,
        }
    }
}
