//! What every reader must hold whatever bytes it is given: a dataset that keeps its promises, or
//! an error of one line that says what is wrong and what to do. Nothing else, and never a panic.
//!
//! The fuzz targets run these with bytes that a fuzzer finds, `tests/fuzz_bodies.rs` with the
//! corpus and seeded changes of it.

// A fuzz target runs one body and leaves the others.
#![allow(dead_code)]

use std::{
    collections::HashSet,
    io::{Cursor, Write as _},
};

use proxpool::{
    graph::{Dataset, Graph, Labels, Stats, gallery},
    readers::{
        self, Place, ReadError, ReadOptions, edge_list, gexf, gml, graph6, graphml, json_graph, konect, matrix_market,
        sdf, smiles,
        source::{BinaryFile, Source, TextFile},
        table, tu,
    },
};

/// Panics where a reader breaks its promises.
pub(crate) type Body = fn(&[u8]);

/// All bodies by the names of their targets.
pub(crate) const BODIES: [(&str, Body); 17] = [
    ("tu_zip", tu_zip),
    ("tu_text", tu_text),
    ("smiles", smiles),
    ("smiles_table", smiles_table),
    ("sdf", sdf),
    ("graphml", graphml),
    ("edge_list", edge_list),
    ("gallery_spec", gallery_spec),
    ("gml", gml),
    ("gexf", gexf),
    ("matrix_market", matrix_market),
    ("json_graph", json_graph),
    ("graph6", graph6),
    ("konect", konect),
    ("numpy", numpy),
    ("gz", gz),
    ("unnamed", unnamed),
];

/// What stands between the files of a dataset in the input of [`tu_text`].
pub(crate) const FILE_END: u8 = b'|';

/// The files of a dataset in the order in which [`tu_text`] takes them; an empty one is left out.
pub(crate) const FILES: [&str; 8] = [
    "DS_graph_indicator.txt",
    "DS_A.txt",
    "DS_edge_labels.txt",
    "DS_node_labels.txt",
    "DS_node_attributes.txt",
    "DS_graph_labels.txt",
    "DS_graph_attributes.txt",
    "README.txt",
];

/// The bytes are a zip.
pub(crate) fn tu_zip(bytes: &[u8]) {
    check(Source::zip("fuzz.zip", bytes.to_vec()).and_then(|source| tu::read(source, &ReadOptions::default())));
}

/// The bytes are [`FILES`] with [`FILE_END`] between them, so that the line parsers are reached.
pub(crate) fn tu_text(bytes: &[u8]) {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in FILES.iter().zip(bytes.split(|&byte| byte == FILE_END)) {
        if !content.is_empty() {
            zip.start_file(*name, stored).unwrap();
            zip.write_all(content).unwrap();
        }
    }
    check(
        Source::zip("fuzz.zip", zip.finish().unwrap().into_inner())
            .and_then(|source| tu::read(source, &ReadOptions::default())),
    );
}

/// The bytes are a list of SMILES, and its first line is a string that somebody types.
pub(crate) fn smiles(bytes: &[u8]) {
    check_text("fuzz.smi", bytes, smiles::read);
    let typed = String::from_utf8_lossy(bytes);
    let typed = typed.lines().next().unwrap_or_default();
    let outcome = smiles::read_string(typed, "typed molecule", &ReadOptions::strict());
    if let Err(error) = &outcome {
        check_place(&error.place, typed);
    }
    check(outcome);
}

/// The bytes are a table of SMILES.
pub(crate) fn smiles_table(bytes: &[u8]) {
    check_text("fuzz.csv", bytes, table::read);
}

/// The bytes are a molfile or an SD file.
pub(crate) fn sdf(bytes: &[u8]) {
    check_text("fuzz.sdf", bytes, sdf::read);
}

/// The bytes are a GraphML file.
pub(crate) fn graphml(bytes: &[u8]) {
    check_text("fuzz.graphml", bytes, graphml::read);
}

/// The bytes are an edge list.
pub(crate) fn edge_list(bytes: &[u8]) {
    check_text("fuzz.csv", bytes, edge_list::read);
}

/// The bytes are what stands after `gallery:`.
pub(crate) fn gallery_spec(bytes: &[u8]) {
    match gallery::parse_spec(&String::from_utf8_lossy(bytes)) {
        Ok(dataset) => check_dataset(&dataset),
        Err(error) => check_message(&error.to_string()),
    }
}

/// The bytes are a GML file.
pub(crate) fn gml(bytes: &[u8]) {
    check_text("fuzz.gml", bytes, gml::read);
}

/// The bytes are a GEXF file.
pub(crate) fn gexf(bytes: &[u8]) {
    check_text("fuzz.gexf", bytes, gexf::read);
}

/// The bytes are a Matrix Market file.
pub(crate) fn matrix_market(bytes: &[u8]) {
    check_text("fuzz.mtx", bytes, matrix_market::read);
}

/// The bytes are a graph as JSON.
pub(crate) fn json_graph(bytes: &[u8]) {
    check_text("fuzz.json", bytes, json_graph::read);
}

/// The bytes are lines of graph6, sparse6 or digraph6.
pub(crate) fn graph6(bytes: &[u8]) {
    check_text("fuzz.g6", bytes, graph6::read);
}

/// The bytes are a file of KONECT.
pub(crate) fn konect(bytes: &[u8]) {
    check_text("out.fuzz", bytes, konect::read);
}

/// The bytes are an array of NumPy, or an archive of them.
pub(crate) fn numpy(bytes: &[u8]) {
    let name = if bytes.starts_with(b"PK") { "fuzz.npz" } else { "fuzz.npy" };
    check_file(name, bytes);
}

/// The bytes are what gzip unpacks to, or what it packed.
pub(crate) fn gz(bytes: &[u8]) {
    check_file("fuzz.csv.gz", bytes);
}

/// The bytes are a file whose name does not say what it is.
pub(crate) fn unnamed(bytes: &[u8]) {
    check_file("fuzz", bytes);
}

fn check_file(name: &str, bytes: &[u8]) {
    for options in [ReadOptions::default(), ReadOptions::strict()] {
        check(readers::open_bytes(BinaryFile::new(name, bytes.to_vec()), &options));
    }
}

fn check_text(shown: &str, bytes: &[u8], read: fn(&TextFile, &ReadOptions) -> Result<Dataset, ReadError>) {
    let file = TextFile::from_bytes(shown, bytes.to_vec());
    for options in [ReadOptions::default(), ReadOptions::strict()] {
        let outcome = file.as_ref().map_err(Clone::clone).and_then(|file| read(file, &options));
        if let (Ok(file), Err(error)) = (&file, &outcome) {
            check_place(&error.place, &file.text);
        }
        check(outcome);
    }
}

fn check(outcome: Result<Dataset, ReadError>) {
    match outcome {
        Ok(mut dataset) => {
            check_dataset(&dataset);
            if let Some(field) = dataset.field_names.last().cloned() {
                dataset.set_class_from_field(&field).unwrap();
            }
            dataset.strip_hydrogens();
            check_dataset(&dataset);
        }
        Err(error) => {
            check_message(&error.to_string());
            assert!(!error.what.is_empty() && !error.help.is_empty(), "{error:?}");
        }
    }
}

/// One line, which says what is wrong and what to do.
fn check_message(message: &str) {
    let (what, help) = message.split_once("; ").unwrap_or_default();
    assert!(!what.trim().is_empty() && !help.trim().is_empty(), "{message:?}");
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// The place is in the text, or right behind its end.
fn check_place(place: &Place, text: &str) {
    let Some(line) = place.line.or(place.column.map(|_| 1)) else { return };
    let n_lines = text.matches('\n').count() + 1;
    assert!((1..=n_lines + 1).contains(&line), "line {line} of {n_lines}");
    if let Some(column) = place.column {
        let length = text.split('\n').nth(line - 1).unwrap_or_default().chars().count();
        assert!((1..=length + 1).contains(&column), "character {column} of {length} in line {line}");
    }
}

fn check_dataset(dataset: &Dataset) {
    assert!(!dataset.graphs.is_empty());
    for graph in &dataset.graphs {
        check_edges(graph);
        check_columns(graph, dataset);
    }
    for labels in [&dataset.node_labels, &dataset.edge_labels, &dataset.classes] {
        check_alphabet(labels);
    }
    let n_targets = dataset.graphs[0].targets.len();
    assert!(dataset.graphs.iter().all(|graph| graph.targets.len() == n_targets));
    assert!(dataset.warnings.iter().all(|warning| !warning.message.contains(char::is_control)));
    assert!(Stats::compute(dataset).max_nodes > 0);
}

fn check_edges(graph: &Graph) {
    assert!(graph.n_nodes > 0 || graph.class.is_none());
    assert!(graph.edges.is_sorted_by(|a, b| a < b), "not ascending, or not unique");
    assert!(graph.edges.iter().all(|&[u, v]| u < v && (v as usize) < graph.n_nodes));
}

fn check_columns(graph: &Graph, dataset: &Dataset) {
    let (n_nodes, n_edges) = (graph.n_nodes, graph.n_edges());
    let width = dataset.node_attribute_names.len();
    assert!(graph.node_labels.as_ref().is_none_or(|labels| labels.len() == n_nodes));
    assert!(graph.edge_labels.as_ref().is_none_or(|labels| labels.len() == n_edges));
    assert!(graph.node_names.as_ref().is_none_or(|names| names.len() == n_nodes));
    assert!(graph.atoms.as_ref().is_none_or(|atoms| atoms.len() == n_nodes));
    assert_eq!(graph.node_attributes.as_ref().map_or(0, Vec::len), n_nodes * width);
    assert!(graph.node_attributes.iter().flatten().chain(&graph.targets).all(|value| value.is_finite()));
    if let Some(weights) = &graph.edge_weights {
        assert_eq!(weights.len(), n_edges);
        assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0));
    }
    let within = |indices: Option<&Vec<u32>>, labels: &Labels| {
        indices.into_iter().flatten().all(|&index| (index as usize) < labels.len())
    };
    assert!(within(graph.node_labels.as_ref(), &dataset.node_labels));
    assert!(within(graph.edge_labels.as_ref(), &dataset.edge_labels));
    assert!(graph.class.is_none_or(|class| (class as usize) < dataset.classes.len()));
    assert!(graph.fields.iter().all(|(name, _)| dataset.field_names.contains(name)));
}

fn check_alphabet(labels: &Labels) {
    let values: HashSet<&str> = labels.iter().map(|label| label.value.as_str()).collect();
    assert_eq!(values.len(), labels.len(), "a label stands twice in {labels:?}");
}
