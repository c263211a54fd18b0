//! Models of MUTAG, trained otherwise than by default, and what they make of a graph.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::{
    collections::BTreeMap,
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use eframe::egui;
use proxpool::{
    app::{Tab, WindowArguments},
    figure::{self, FigureRequest},
    graph::{
        Dataset,
        features::{Signal, SignalKind},
    },
    pooling::{self, Method, Params, Trace, Weights, explore},
    readers::catalog::{Catalog, LoadOptions},
};

use crate::{
    driven::{self, Driven, drop_file, settle},
    place::Place,
};

/// The graph that is looked at.
pub(crate) const GRAPH: usize = 3;

/// Who forgets one of these shows another trace.
const SETTINGS: [&str; 18] = [
    "--s", "2", "--tau", "0.1", "--rho", "0.5", "--dprime", "8", "--seed", "5", "--signal", "degree", "--splits", "1",
    "--epochs", "1", "--hidden", "4",
];

/// The parameters that are in them.
pub(crate) fn trained() -> Params {
    Params { s: 2, tau: 0.1, rho: 0.5, q_width: 8, seed: 5, ..Params::default() }.sized_for(mutag())
}

/// A run of each of some operators, in `runs/KEY`.
pub(crate) struct Models(Place);

impl Models {
    pub(crate) fn train<'a>(operators: impl IntoIterator<Item = &'a str>) -> Self {
        let place = Place::new();
        for key in operators {
            let out = format!("runs/{key}");
            let output = place.run(&[&["train", "MUTAG", "--pool", key, "--out", &out], &SETTINGS[..]].concat());
            assert_eq!(output.code, Some(0), "{}", output.err);
        }
        Self(place)
    }

    pub(crate) fn runs(&self) -> PathBuf {
        self.0.path("runs")
    }

    pub(crate) fn path(&self, key: &str) -> PathBuf {
        self.runs().join(key).join("best.safetensors")
    }

    /// `--model` with its file.
    pub(crate) fn flags(&self, key: &str) -> [String; 2] {
        ["--model".to_owned(), self.path(key).display().to_string()]
    }

    /// An operator with the weights of a model, on the signal that it was trained on, straight from the pooling.
    pub(crate) fn expected(&self, key: &str, method: &Method, params: &Params) -> Trace {
        let width = Signal::new(mutag(), SignalKind::Degree).unwrap().width();
        let weights = Weights::load(&self.path(key), method.operator, width, params).unwrap();
        expected(method, params, SignalKind::Degree, &weights)
    }
}

pub(crate) fn mutag() -> &'static Dataset {
    static MUTAG: OnceLock<Dataset> = OnceLock::new();
    MUTAG.get_or_init(|| Catalog::default().load("MUTAG", &LoadOptions::default()).unwrap())
}

pub(crate) fn method(key: &str) -> &'static Method {
    pooling::method(key).unwrap()
}

/// Straight from the pooling, with everything explicit.
pub(crate) fn expected(method: &Method, params: &Params, kind: SignalKind, weights: &Weights) -> Trace {
    let (graph, signal) = (&mutag().graphs[GRAPH], Signal::new(mutag(), kind).unwrap());
    explore(method, graph, &signal.values(graph), signal.width(), params, weights).unwrap()
}

/// Before training, on the labels.
pub(crate) fn untrained(method: &Method, params: &Params) -> Trace {
    let params = params.clone().sized_for(mutag());
    let width = Signal::new(mutag(), SignalKind::Labels).unwrap().width();
    expected(method, &params, SignalKind::Labels, &Weights::untrained(method.operator, width, &params).unwrap())
}

/// Traces of a front that differ from the expected ones.
#[derive(Default)]
pub(crate) struct Differences(pub Vec<String>);

impl Differences {
    pub(crate) fn note(&mut self, front: &str, trace: Option<&Trace>, expected: &Trace) {
        if trace != Some(expected) {
            let what = if trace.is_some() { "another trace" } else { "no trace" };
            self.0.push(format!("{front}: {what}"));
        }
    }

    /// The archive that `trace` writes with these flags, array by array.
    pub(crate) fn note_archive(&mut self, flags: &[impl AsRef<str>], expected: &Trace) {
        let (place, flags) = (Place::new(), words(flags));
        let output = place.run(&[&["trace", "MUTAG", "--graph", "3", "--out", "t.npz"], &flags[..]].concat());
        proxpool::trace::matrices::write(expected, &[], &place.path("expected.npz")).unwrap();
        if output.code != Some(0) {
            self.0.push(format!("trace {}: {}", flags.join(" "), output.err));
        } else if archive(&place.path("t.npz")) != archive(&place.path("expected.npz")) {
            self.0.push(format!("trace {}: another trace", flags.join(" ")));
        }
    }

    /// The figure that the command line makes with these flags.
    pub(crate) fn note_figure(&mut self, flags: &[impl AsRef<str>], expected: &Trace) {
        match cli_figure(flags) {
            Ok((_, traces)) => self.note(&format!("figure {}", words(flags).join(" ")), traces.first(), expected),
            Err(error) => self.0.push(format!("figure {}: {error}", words(flags).join(" "))),
        }
    }

    pub(crate) fn assert_none(&self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

fn words(flags: &[impl AsRef<str>]) -> Vec<&str> {
    flags.iter().map(AsRef::as_ref).collect()
}

fn archive(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut arrays = BTreeMap::new();
    for idx in 0..archive.len() {
        let (mut entry, mut bytes) = (archive.by_index(idx).unwrap(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        arrays.insert(entry.name().to_owned(), bytes);
    }
    arrays
}

/// The request in the file that `proxpool figure` writes, and what it shows.
pub(crate) fn cli_figure(flags: &[impl AsRef<str>]) -> Result<(FigureRequest, Vec<Trace>), String> {
    let place = Place::new();
    let command = ["figure", "assignment", "MUTAG", "--graph", "3", "--out", "f.svg"];
    let output = place.run(&[&command[..], &words(flags)].concat());
    if output.code != Some(0) {
        return Err(output.err);
    }
    let request = figure::read_request(&fs::read(place.path("f.svg")).unwrap()).unwrap();
    let traces = gathered(&request);
    Ok((request, traces))
}

/// What a figure shows.
pub(crate) fn gathered(request: &FigureRequest) -> Vec<Trace> {
    figure::gather(request, Some(mutag()), Vec::new())
        .unwrap()
        .traced
        .into_iter()
        .map(|explored| explored.trace)
        .collect()
}

/// A window on the graph.
pub(crate) fn window(tab: Tab, runs: &Path) -> Driven {
    let mut harness = driven::window(WindowArguments {
        dataset: Some("MUTAG".to_owned()),
        graph: Some(GRAPH),
        tab: Some(tab),
        runs: Some(runs.to_owned()),
        ..WindowArguments::default()
    });
    settle(&mut harness);
    harness
}

pub(crate) fn drop_on(harness: &mut Driven, path: PathBuf) {
    drop_file(harness, path);
    settle(harness);
}

pub(crate) fn undo(harness: &mut Driven) {
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    settle(harness);
}

/// The trace of the Explore tab.
pub(crate) fn shown_trace(harness: &Driven) -> Option<&Trace> {
    harness.state().explored().map(|explored| &explored.trace)
}
