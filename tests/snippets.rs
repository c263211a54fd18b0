//! Snippets reproduce the original: the command line writes the same matrix or figure, the Python is valid and has the same bits.

mod place;

use std::{path::Path, process::Command};

use ndarray::Array2;
use ndarray_npy::read_npy;
use place::Place;
use proxpool::{
    explore::{Exploration, Explored},
    figure::{self, FigureRequest, Options},
    graph::{Dataset, edit::Edit, edit::edited},
    names::Named as _,
    pooling::{Params, methods, trace::Value},
    readers::catalog::{Catalog, LoadOptions},
    snippet::{self, Language, Origin},
    symbols::{self, Symbol},
    train::DataSource,
};

fn load(source: &str) -> Dataset {
    Catalog::default().load(source, &LoadOptions::default()).unwrap()
}

/// Runs a line as a shell does that finds the program.
fn run_line(place: &Place, line: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_proxpool")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .env("HOME", place.path(""))
        .env("XDG_DATA_HOME", place.path("share"))
        .env_remove("PROXPOOL_DATA")
        .current_dir(place.path(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn dense(value: &Value) -> Array2<f64> {
    let (rows, cols) = value.shape().unwrap();
    Array2::from_shape_fn((rows, cols), |(row, col)| value.at(row as u32, col as u32).unwrap())
}

fn origin<'a>(source: &'a str, edits: &'a [Edit], graph: usize, explored: &'a Explored) -> Origin<'a> {
    Origin { source, dataset: "a set", graph, edits, explored }
}

#[test]
fn the_command_line_writes_the_same_bits() {
    let place = Place::new();
    let edits: Vec<Edit> = ["add:2", "join:3:17:0", "weight:3:17:0.25"].map(|word| word.parse().unwrap()).into();
    let mutag = load("MUTAG");
    let graph = edited(&mutag.graphs[3], &edits, &mutag).unwrap();
    for method in methods() {
        let params = Params { s: 2, tau: 0.1, rho: 0.45, seed: 9, ..Params::default() };
        let explored = Exploration { method, params, ..Exploration::default() }.run(&mutag, &graph).unwrap();
        for (level, traced) in explored.trace.levels.iter().enumerate() {
            // One of each level: starting the program takes its time.
            let matrix = method.matrices.iter().rev().copied().find(|symbol| traced.matrix(symbol).is_some());
            let Some(symbol) = matrix else { continue };
            let origin = origin("MUTAG", &edits, 3, &explored);
            let line = snippet::matrix(origin, level, symbol, Language::CommandLine).unwrap();
            let printed = run_line(&place, &line);
            let file = printed.lines().last().unwrap().strip_prefix("Matrices written to ").unwrap();
            let written: Array2<f64> = read_npy(place.path(file)).unwrap();
            assert!(written == dense(traced.get(symbol).unwrap()), "{line}");
        }
    }
}

#[test]
fn sources_with_spaces_and_quotes_are_quoted() {
    let place = Place::new();
    let source = "smiles:CC(=O)Oc1ccccc1C(=O)O";
    let dataset = load(source);
    let explored = Exploration::default().run(&dataset, &dataset.graphs[0]).unwrap();
    let line = snippet::matrix(origin(source, &[], 0, &explored), 0, &symbols::K_T, Language::CommandLine).unwrap();
    run_line(&place, &line);
    assert_eq!(read_npy::<_, Array2<f64>>(place.path("Kt0.npy")).unwrap().dim(), (13, 13));
}

/// Python, if it is there; whether it has NumPy.
fn python(code: &str) -> Option<std::process::Output> {
    Command::new("python3").args(["-c", code]).output().ok()
}

#[test]
fn the_python_is_valid_and_numpy_reads_the_same_bits() {
    if python("").is_none_or(|output| !output.status.success()) {
        println!("skipped: no python3");
        return;
    }
    let has_numpy = python("import numpy").is_some_and(|output| output.status.success());
    let place = Place::new();
    let mutag = load("MUTAG");
    let mut files = Vec::new();
    for method in methods() {
        let explored = Exploration { method, ..Exploration::default() }.run(&mutag, &mutag.graphs[3]).unwrap();
        for (level, symbol, value) in matrices(&explored) {
            for language in [Language::NumPy, Language::Pyg] {
                let code = snippet::matrix(origin("MUTAG", &[], 3, &explored), level, symbol, language).unwrap();
                let stem: String = symbol.key.chars().filter(|c| c.is_alphanumeric()).collect();
                let name = format!("{}-{stem}{level}-{}.py", method.key, language.key());
                std::fs::write(place.path(&name), &code).unwrap();
                if language == Language::NumPy && has_numpy {
                    assert_reads(&place, &name, &code, value);
                }
                files.push(name);
            }
        }
    }
    assert!(files.len() > 100, "{}", files.len());
    let compiled = Command::new("python3").args(["-m", "py_compile"]).args(&files).current_dir(place.path("")).output();
    let compiled = compiled.unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    if !has_numpy {
        println!("values not compared: no NumPy");
    }
}

fn matrices(explored: &Explored) -> Vec<(usize, &'static Symbol, &Value)> {
    let levels = explored.trace.levels.iter().enumerate();
    let all = levels.flat_map(|(level, traced)| traced.steps.iter().map(move |step| (level, step.symbol, &step.value)));
    all.filter(|(.., value)| value.is_matrix()).collect()
}

fn assert_reads(place: &Place, name: &str, code: &str, value: &Value) {
    let variable = code.lines().rev().find_map(|line| line.split_once(" = ").map(|(name, _)| name)).unwrap();
    let variable = variable.split('[').next().unwrap();
    let check = format!("{code}\nnp.save('found.npy', np.ascontiguousarray({variable}, dtype=np.float64))\n");
    std::fs::write(place.path("check.py"), check).unwrap();
    let output = Command::new("python3").arg("check.py").current_dir(place.path("")).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let found: Array2<f64> = read_npy(place.path("found.npy")).unwrap();
    assert!(found == dense(value), "{name}");
}

#[test]
fn the_command_line_draws_the_same_figure() {
    let place = Place::new();
    let mutag = load("MUTAG");
    for kind in ["kernels", "assignment", "matrix", "pooling", "spectrum"] {
        let options = Options {
            width_mm: 120.0,
            matrix: (kind == "matrix").then(|| "K_s".to_owned()),
            ranges: [("K_t".to_owned(), (0.0, 0.5))].into(),
            level: usize::from(kind == "kernels"),
            has_title: true,
            ..Options::default()
        };
        let data = DataSource::new(&mutag, "MUTAG", None, false);
        let request = FigureRequest {
            kind: kind.to_owned(),
            data: Some(data),
            graph: 7,
            params: Params { s: 2, ..Params::default() },
            options,
            ..FigureRequest::default()
        };
        let line = snippet::figure_command(&request).unwrap();
        run_line(&place, &line);
        let written = figure::read_request(&std::fs::read(place.path(&format!("{kind}.pdf"))).unwrap()).unwrap();
        assert_eq!(written.options, request.options, "{line}");
        assert_eq!((written.graph, &written.params, &written.methods), (7, &request.params, &request.methods));
        let data = figure::gather(&request, Some(&mutag), Vec::new()).unwrap();
        for language in [Language::NumPy, Language::Pyg, Language::Tsv] {
            let text = snippet::figure(&request, &data, language).unwrap();
            assert!(text.contains("MUTAG") || language == Language::Tsv, "{kind} {text}");
            assert!(text.lines().count() > 5, "{kind} {text}");
        }
    }
}
