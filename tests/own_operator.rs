//! An operator defined in this file alone, with a parameter, two weights and a matrix of its own: once it is registered it
//! is in the trace, on the command line, in the panel, in links, figures, runs and models without another line anywhere.

#![cfg(feature = "gui")]

mod driven;
mod npz;

use std::{path::Path, sync::Once};

use candle_core::Result;
use clap::Parser;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use ndarray::Array2;
use proxpool::{
    graph::{Dataset, features::Signal},
    pooling::{
        Axis, Family, Laws, METHODS, Method, Parameter, Params, Pooling, Precomputed, Trace, Weights, explore,
        glossary, method, methods,
        parameter::{LEVELS, RHO},
        register,
        stages::{Assignment, Context, Graphs, Selection, WeightSpec, best_nodes, pick},
        trace::Stage,
    },
    readers::catalog::{Catalog, LoadOptions},
    symbols::{A, C, IDX, Source, Symbol},
    tensor::{Sparse, matmul::matmul, slice_op::to_f64_vec},
};

/// y = T X (u + v) with T = heat · (I + D^-½ A D^-½) / 2; the best are kept.
struct HeatPool;

static HEAT: Symbol = Symbol::new(
    ["heat", "heat", r"\eta"],
    "strength of the diffusion",
    Source::Peer("a test"),
    r"T = \eta P",
    "How much a step of the diffusion carries.",
);
static T: Symbol = Symbol::new(
    ["T", "T", "T"],
    "diffusion",
    Source::Peer("a test"),
    r"T = \eta P",
    "A step of the lazy walk, made stronger.",
);
static Y: Symbol = Symbol::new(
    ["yheat", "y_h", "y_h"],
    "diffused scores",
    Source::Peer("a test"),
    r"y_h = T X (u + v)",
    "What nodes are ranked by.",
);
static HEAT_PARAMETER: Parameter = Parameter::own(&HEAT, (0.0, 4.0), 1.0);
static METHOD: Method = Method {
    key: "heatpool",
    name: "HeatPool",
    short: "HP",
    paper: "a test",
    about: "keeps the nodes of highest diffused score",
    family: Family::Score,
    laws: Laws::BEST_NODES,
    parameters: &[&HEAT_PARAMETER, &RHO, &LEVELS],
    matrices: &[&A, &T, &C],
    intermediates: &[],
    symbols: &[&HEAT, &T, &Y],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: true,
    operator: &HeatPool,
};

impl Pooling for HeatPool {
    fn weights(&self, _level: usize, width: usize, _params: &Params) -> Vec<WeightSpec> {
        ["u", "v"].map(|name| WeightSpec::matrix(name, [width, 1])).to_vec()
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let walk = graphs.a.lazy_walk()?;
        let t = Sparse::new(walk.pattern.clone(), (walk.values * HEAT_PARAMETER.get(cx.params))?)?;
        let t = cx.trace.keep(Stage::Select, &T, [Axis::Nodes, Axis::Nodes], t)?;
        let weight = |name| cx.weight(name).cloned().ok_or_else(|| candle_core::Error::msg("a weight is missing"));
        let y = t.matmul(&matmul(&graphs.x, &(weight("u")? + weight("v")?)?)?)?;
        cx.trace.keep(Stage::Select, &Y, [Axis::Nodes, Axis::Index], y.flatten_all()?)?;
        let (seeds, segments) = best_nodes(&Y, &to_f64_vec(&y)?, graphs, cx);
        let seeds = cx.trace.keep(Stage::Select, &IDX, [Axis::Coarse, Axis::Index], seeds)?;
        let c = pick(&seeds, graphs.n_nodes(), graphs.a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Axis::Coarse, Axis::Nodes], c)?;
        let gate = c.matmul(&y)?.tanh()?;
        Ok(Selection { assignment: Assignment::Sparse(c), segments, gate: Some(gate), shared: None })
    }
}

const GRAPH: usize = 3;
const HOT: f64 = 2.5;

/// The operator with its parameter set, on a graph of MUTAG.
fn trace() -> Trace {
    let dataset = mutag();
    let (graph, signal) = (&dataset.graphs[GRAPH], Signal::default_for(&dataset));
    let params = hot();
    let weights = Weights::untrained(&HeatPool, signal.width(), &params).unwrap();
    explore(&METHOD, graph, &signal.values(graph), signal.width(), &params, &weights).unwrap()
}

fn hot() -> Params {
    let mut params = Params::default();
    HEAT_PARAMETER.set(&mut params, HOT);
    params
}

fn mutag() -> Dataset {
    Catalog::default().load("MUTAG", &LoadOptions::default()).unwrap()
}

/// Each test may be the first.
fn registered() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register(&METHOD).unwrap());
}

#[derive(Parser)]
struct Program {
    #[command(subcommand)]
    command: proxpool::cli::Command,
}

/// Runs the program as its binary would, which this file cannot add to.
fn command_line(arguments: &[&str]) {
    registered();
    let program = Program::try_parse_from([&["proxpool"], arguments].concat()).unwrap();
    program.command.run().unwrap();
}

fn diffusion_in(archive: &Path) -> Array2<f64> {
    npz::Npz::open(archive).get("T0").unwrap()
}

#[test]
fn it_stands_behind_the_others_in_the_table_and_in_the_glossary() {
    registered();
    assert_eq!(methods().last(), Some(&METHOD));
    assert_eq!(methods().count(), METHODS.len() + 1);
    assert_eq!(method("heatpool"), Some(&METHOD));
    assert_eq!(glossary::find("heat"), Some(&HEAT));
    assert_eq!(register(&METHOD).unwrap_err().to_string(), "an operator “heatpool” is already registered");
}

#[test]
fn two_untrained_weights_of_one_shape_differ() {
    let weights = Weights::untrained(&HeatPool, 7, &Params::default()).unwrap();
    let values = |level, name| to_f64_vec(weights.get(level, name).unwrap()).unwrap();
    assert_ne!(values(0, "u"), values(0, "v"));
    assert_ne!(values(0, "u"), values(1, "u"));
}

#[test]
fn the_trace_has_its_matrix_with_its_axes_and_its_ranking() {
    let trace = trace();
    let level = &trace.levels[0];
    let step = level.matrix(&T).unwrap();
    assert_eq!((step.axes, step.is_kernel()), ([Axis::Nodes; 2], true));
    assert_eq!(level.ranked_by, Some(&Y));
    // Rows of the lazy walk of a graph of one degree add up to 1: here at most to its strength.
    let largest = step.value.entries().map(|(.., value)| value).fold(0.0, f64::max);
    assert!(largest > 0.5 * HOT - 1e-12 && largest <= HOT, "{largest}");
}

#[test]
fn the_command_line_has_its_key_its_flag_and_its_matrix() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("t.npz");
    let arguments = ["trace", "MUTAG", "--graph", "3", "--pool", "heatpool", "--heat", "2.5", "--out"];
    command_line(&[&arguments[..], &[archive.to_str().unwrap()]].concat());
    assert_eq!(diffusion_in(&archive), trace().levels[0].sparse(&T).unwrap().to_dense());
    let refused =
        Program::try_parse_from(["proxpool", "trace", "MUTAG", "--graph", "3", "--pool", "heatpool", "--heat=9"]);
    let error = refused.unwrap().command.run().unwrap_err();
    assert_eq!(error.to_string(), "heat = 9 is out of range; choose a number from 0 to 4");
}

#[test]
fn the_panel_has_its_slider_the_link_its_value_and_the_maps_its_matrix() {
    registered();
    let mut harness = driven::on("proxpool:MUTAG?graph=3&pool=heatpool&pool.heat=2.5");
    assert_eq!(harness.state().explored().unwrap().trace, trace());
    let slider = harness.get_by_role_and_label(Role::Slider, "strength of the diffusion heat");
    assert_eq!(slider.accesskit_node().numeric_value(), Some(HOT));
    driven::assert_shows(&harness, "Heatmap of T, ");
    driven::click(&mut harness, "Compare");
    assert!(harness.state().compared("heatpool").is_some(), "it is compared by default");
    let link = harness.state().link_text().unwrap();
    assert!(link.contains("pool=heatpool") && link.contains("pool.heat=2.5"), "{link}");
}

#[test]
fn a_figure_shows_its_matrix_and_says_its_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kernels.svg");
    let arguments = ["figure", "kernels", "MUTAG", "--graph", "3", "--pool", "heatpool", "--heat", "2.5", "--caption"];
    command_line(&[&arguments[..], &["--out", file.to_str().unwrap()]].concat());
    let svg = std::fs::read_to_string(&file).unwrap();
    let text: String = svg.chars().filter(|c| !c.is_whitespace() && *c != '\u{a0}').collect();
    assert!(text.contains("diffusion"), "its matrix has its name");
    assert!(text.contains("heat=2.5"), "its value is in the caption");
    command_line(&["figure", "--from", file.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), svg, "the request in the file carries the parameter");
}

#[test]
fn it_is_trained_with_its_parameter_and_the_model_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let run = run.to_str().unwrap();
    let arguments = ["train", "MUTAG", "--pool", "heatpool", "--heat", "2.5", "--splits", "1", "--epochs", "2"];
    command_line(&[&arguments[..], &["--hidden", "4", "--threads", "1", "--out", run]].concat());
    let file: serde_json::Value = serde_json::from_slice(&std::fs::read(format!("{run}/run.json")).unwrap()).unwrap();
    assert_eq!((&file["config"]["pool"], file["config"]["heat"].as_f64()), (&"heatpool".into(), Some(HOT)));
    let archive = folder.path().join("t.npz");
    let model = format!("{run}/best.safetensors");
    command_line(&["trace", "MUTAG", "--graph", "3", "--model", &model, "--out", archive.to_str().unwrap()]);
    assert_eq!(diffusion_in(&archive), trace().levels[0].sparse(&T).unwrap().to_dense(), "T depends on no weight");
}
