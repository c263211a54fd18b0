//! Figures: the command line that draws them, and the matrices in them.

use super::{Language, Matrix, Origin, SnippetError, command::Words, python};
use crate::{
    figure::{self, FigureData, FigureRequest, Options, kinds::Needs},
    names::Named as _,
    pooling::{all_parameters, glossary, method},
    symbols::{self, Symbol},
    train::folder::absolute,
};

/// A figure; its data are what [`figure::gather`] made of the request.
pub fn figure(request: &FigureRequest, data: &FigureData<'_>, language: Language) -> Result<String, SnippetError> {
    if language == Language::CommandLine {
        return figure_command(request);
    }
    if figure::figure(&request.kind)?.needs.contains(Needs::RUNS) {
        return runs(request, language);
    }
    let source = request.data.as_ref().map_or("", |data| data.source.as_str());
    let dataset = request.data.as_ref().map_or("", |data| data.name.as_str());
    let mut matrices = Vec::new();
    // A spectrum is drawn from A alone, which every operator has.
    let own = if data.traced.is_empty() {
        let request = FigureRequest { kind: "matrix".to_owned(), ..request.clone() };
        Some(figure::gather(&request, data.dataset, Vec::new())?)
    } else {
        None
    };
    for explored in &own.as_ref().unwrap_or(data).traced {
        let origin = Origin { source, dataset, graph: request.graph, edits: &request.edits, explored };
        for (level, symbol) in matrices_of(request, explored.trace.levels.len()) {
            matrices.extend(Matrix::new(origin, level, symbol));
        }
    }
    Ok(match language {
        Language::Pyg => python::pyg(&matrices),
        Language::Tsv => matrices
            .iter()
            .map(|matrix| {
                let (name, step) = (matrix.origin.explored.method.name, matrix.step);
                format!("{name} {} level {}\n{}", step.symbol.key, matrix.level, matrix.tsv())
            })
            .collect::<Vec<_>>()
            .join("\n"),
        Language::NumPy | Language::CommandLine => python::numpy(&matrices),
    })
}

/// The matrices that a kind of figure is drawn from.
fn matrices_of(request: &FigureRequest, n_levels: usize) -> Vec<(usize, &'static Symbol)> {
    let Options { level, matrix, .. } = &request.options;
    let key = matrix.as_deref().unwrap_or(symbols::A.key);
    let of_level = |symbols: &[&'static Symbol]| -> Vec<(usize, &'static Symbol)> {
        symbols.iter().map(|&symbol| (*level, symbol)).collect()
    };
    match request.kind.as_str() {
        "kernels" => {
            let methods = request.methods.first().and_then(|key| method(key));
            of_level(methods.map_or(&[&symbols::A][..], |method| method.matrices))
        }
        "assignment" => of_level(&[&symbols::C]),
        "spectrum" => vec![(0, &symbols::A)],
        "matrix" => glossary::symbols().filter(|symbol| symbol.is_called(key)).map(|symbol| (*level, symbol)).collect(),
        "pipeline" => of_level(&[&symbols::A, &symbols::X, &symbols::K_T, &symbols::K_S, &symbols::R, &symbols::C]),
        _ => (0..n_levels).flat_map(|level| [(level, &symbols::A), (level, &symbols::C)]).collect(),
    }
}

/// The command that draws a figure, with every setting that is not the usual one. Where the nodes are is computed anew.
pub fn figure_command(request: &FigureRequest) -> Result<String, SnippetError> {
    let kind = figure::figure(&request.kind)?;
    let mut words = Words::new(&["figure", kind.key]);
    let path = |path: &std::path::Path| absolute(&path.to_string_lossy());
    if kind.needs.contains(Needs::RUNS) {
        request.runs.iter().for_each(|run| words.value("run", &path(run)));
    } else if let Some(data) = &request.data {
        words.word(&absolute(&data.source));
        if let Some(label) = &data.label {
            words.value("label", label);
        }
        if data.strip_hydrogens {
            words.flag("strip-hydrogens");
        }
        words.value("graph", &request.graph.to_string());
        words.edits(&request.edits);
        words.value("pool", &request.methods.join(","));
        for parameter in all_parameters() {
            let is_used = request.methods.iter().filter_map(|key| method(key)).any(|method| method.has(parameter));
            if is_used || !parameter.is_default(&request.params) {
                words.value(parameter.key(), &parameter.get(&request.params).to_string());
            }
        }
        words.value("seed", &request.params.seed.to_string());
        words.value("signal", request.signal.key());
        words.weights(&request.weights);
        // A model stands in the folder of its run.
        request.models.values().filter_map(|model| model.parent()).for_each(|run| words.value("run", &path(run)));
    }
    look(&mut words, request);
    words.value("out", &format!("{}.pdf", request.kind));
    Ok(words.line())
}

/// The options, as far as they are not the usual ones.
fn look(words: &mut Words, request: &FigureRequest) {
    let (options, usual) = (&request.options, Options::default());
    let mut number = |name: &str, value: f64, usual: f64| {
        if value != usual {
            words.value(name, &value.to_string());
        }
    };
    number("width", options.width_mm, usual.width_mm);
    if let Some(height) = options.height_mm {
        number("height", height, f64::NAN);
    }
    number("dpi", options.dpi, usual.dpi);
    number("font-size", options.font_pt, usual.font_pt);
    let mut choice = |name: &str, value: String, is_usual: bool| {
        if !is_usual {
            words.value(name, &value);
        }
    };
    choice("background", options.ground.key().to_owned(), options.ground == usual.ground);
    choice("map", options.map.key().to_owned(), options.map == usual.map);
    choice("scale", options.scale.key().to_owned(), options.scale == usual.scale);
    choice("cells", options.reduction.key().to_owned(), options.reduction == usual.reduction);
    choice("order", options.order.key().to_owned(), options.order == usual.order);
    choice("level", options.level.to_string(), options.level == usual.level);
    choice("matrix", options.matrix.clone().unwrap_or_default(), options.matrix.is_none());
    choice("node", options.node.unwrap_or_default().to_string(), options.node.is_none());
    choice("colour", options.colour.to_string(), false);
    choice("layout-seed", request.layout_seed.to_string(), request.layout_seed == 0);
    for (matrix, (low, high)) in &options.ranges {
        words.value("range", &format!("{matrix}={low}:{high}"));
    }
    for (name, is_set) in [
        ("no-labels", !options.has_labels),
        ("title", options.has_title),
        ("caption", options.has_caption),
        ("no-letters", !options.has_letters),
    ] {
        if is_set {
            words.flag(name);
        }
    }
}

/// The epochs of runs, read from their logs.
fn runs(request: &FigureRequest, language: Language) -> Result<String, SnippetError> {
    if !language.has_runs() {
        return Err(SnippetError::NoTable);
    }
    let mut text =
        "import json\nfrom pathlib import Path\n\nimport numpy as np\n\n# The epochs of each run, a line of \
                    its log each: numbers by name.\nruns = {}\nfor folder in [\n"
            .to_owned();
    for run in &request.runs {
        text += &format!("    {:?},\n", absolute(&run.to_string_lossy()));
    }
    text += "]:\n    lines = Path(folder, \"events.jsonl\").read_text().splitlines()\n    events = [json.loads(line) for \
             line in lines]\n    rows = [event for event in events if event[\"event\"] == \"epoch_ended\"]\n    names = \
             [name for name, value in rows[0].items() if isinstance(value, (int, float))] if rows else []\n    \
             runs[folder] = {name: np.array([row[name] for row in rows]) for name in names}\n";
    Ok(text)
}
