//! What the figures read, gathered once: traces, positions, spectrum, runs.

use std::borrow::Cow;

use crate::{
    explore::{Exploration, Explored},
    figure::{
        FigureError, FigureRequest,
        kinds::{self, Needs},
    },
    graph::{Dataset, Graph, edit::edited},
    layout::{LayoutRequest, Simulation},
    math::eigen::MOST_NODES,
    model::WeightSource,
    pooling::{self, Params},
    spectral::Spectrum,
    study::Report,
    symbols,
    train::{TrainError, compare::Run},
    view::look::{ColourBy, Pooled},
};

/// Steps after which a layout is taken as it is.
const MOST_STEPS: usize = 2000;

/// The data of a figure.
pub struct FigureData<'a> {
    /// Where the graph is from.
    pub dataset: Option<&'a Dataset>,
    /// The graph, or a copy of it with the edits of the request.
    pub graph: Option<Cow<'a, Graph>>,
    pub graph_idx: usize,
    /// The graph, pooled by each operator.
    pub traced: Vec<Explored>,
    /// The parameters of all operators that have none of their own.
    pub params: Params,
    /// Where the nodes of level 0 are, in edge lengths.
    pub positions: Vec<[f32; 2]>,
    /// Eigenvalues and eigenvectors.
    pub spectrum: Option<Spectrum>,
    pub runs: Vec<Run>,
    /// The results of studies.
    pub report: Option<Report>,
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
        report: request.open_studies()?,
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
    if needs.contains(Needs::TRACE) {
        data.traced = traced(request, dataset, &graph)?;
    }
    if needs.contains(Needs::LAYOUT) {
        data.positions = match &request.positions {
            Some(positions) if positions.len() == graph.n_nodes => positions.clone(),
            Some(_) => return Err(FigureError::Missing("the node positions do not match this graph".to_owned())),
            None => laid_out(&graph, request.layout_seed),
        };
    }
    let is_coloured = needs.contains(Needs::TRACE.and(Needs::LAYOUT));
    let has_vectors = is_coloured && matches!(request.options.colour, ColourBy::Eigenvector(_));
    if (needs.contains(Needs::SPECTRUM) || has_vectors) && graph.n_nodes > MOST_NODES {
        return Err(FigureError::Missing(format!(
            "graph {} has {} nodes, but eigenvectors are computed for at most {MOST_NODES} nodes; choose a smaller \
             graph",
            request.graph, graph.n_nodes
        )));
    }
    if needs.contains(Needs::SPECTRUM) {
        data.spectrum = Some(Spectrum::compute(&graph).map_err(|error| FigureError::Missing(error.to_string()))?);
    }
    data.graph = Some(graph);
    Ok(data)
}

/// The graph, pooled by each operator. A model among `models` is shown as it was trained; the weights and parameters of the
/// request are for the others.
fn traced(request: &FigureRequest, dataset: &Dataset, graph: &Graph) -> Result<Vec<Explored>, FigureError> {
    let one = |key: &String| {
        let method = pooling::method(key)
            .ok_or_else(|| FigureError::Missing(TrainError::UnknownMethod(key.clone()).to_string()))?;
        let exploration = Exploration {
            method,
            params: request.params.clone(),
            signal: Some(request.signal),
            weights: request.weights.clone(),
            is_beside_others: request.methods.len() > 1,
        };
        let exploration = match request.models.get(key) {
            Some(path) => {
                let own =
                    Exploration { weights: WeightSource::Model(path.clone()), ..exploration }.following_model()?;
                Exploration { method, is_beside_others: false, ..own }
            }
            None => exploration,
        };
        Ok(exploration.run(dataset, graph)?)
    };
    request.methods.iter().map(one).collect()
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
    if spread(1) > spread(0) { positions.iter().map(|&[x, y]| [y, -x]).collect() } else { positions.to_vec() }
}

impl FigureData<'_> {
    /// The graph and its dataset.
    pub fn graph(&self) -> Result<(&Dataset, &Graph), FigureError> {
        self.dataset
            .zip(self.graph.as_deref())
            .ok_or_else(|| FigureError::Missing("this figure needs a graph; choose a dataset and a graph".to_owned()))
    }

    /// A pooled graph with its display data.
    pub fn pooled<'d>(&'d self, traced: &'d Explored) -> Result<Pooled<'d>, FigureError> {
        let (dataset, graph) = self.graph()?;
        Ok(Pooled::new(dataset, graph, traced))
    }

    /// Whether an operator is untrained while another one is shown with the weights of a model.
    pub fn is_untrained_beside(&self, traced: &Explored) -> bool {
        !traced.is_trained() && self.traced.iter().any(Explored::is_trained)
    }

    /// The entries of an eigenvector of a level, where colours are to show one; its last where it has fewer.
    pub fn signed(&self, traced: &Explored, level: usize, colour: ColourBy) -> Option<Vec<f64>> {
        let ColourBy::Eigenvector(idx) = colour else { return None };
        let a = traced.trace.levels.get(level)?.sparse(&symbols::A)?;
        if a.pattern.n_rows() > MOST_NODES {
            return None;
        }
        let spectrum = Spectrum::of_adjacency(&a.to_dense()).ok()?;
        let idx = idx.min(spectrum.n().checked_sub(1)?);
        Some(spectrum.eigenvectors.column(idx).to_vec())
    }

    /// What the graph is called: "caffeine", or "MUTAG graph 7"; an edited copy is marked.
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
