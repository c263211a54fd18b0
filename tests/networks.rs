//! Networks in the formats of other programs: what NetworkX reads is read.
//!
//! `golden/networks.py` wrote both the files and `golden/networks.json`.

use std::{collections::BTreeMap, path::Path};

use proxpool::{
    graph::Dataset,
    readers::{self, ReadOptions, source::BinaryFile},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    nodes: usize,
    edges: usize,
    degrees: Vec<usize>,
    weight: f64,
}

fn open(file: &str) -> Dataset {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/good/networks").join(file);
    readers::open(&path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_networkx_reads_is_read() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/networks.json");
    let golden: BTreeMap<String, Expected> = serde_json::from_slice(&std::fs::read(golden).unwrap()).unwrap();
    assert!(golden.len() >= 44);
    for (file, expected) in golden {
        let data = open(&file);
        assert_eq!(data.graphs.len(), 1, "{file}");
        let graph = &data.graphs[0];
        assert_eq!((graph.n_nodes, graph.n_edges()), (expected.nodes, expected.edges), "{file}");
        let mut degrees = graph.degrees();
        degrees.sort_unstable();
        assert_eq!(degrees, expected.degrees, "{file}");
        let weight: f64 = (0..graph.n_edges()).map(|edge| graph.edge_weight(edge)).sum();
        assert!((weight - expected.weight).abs() < 1e-6, "{file}: {weight}, not {}", expected.weight);
    }
}

#[test]
fn data_of_nodes_becomes_names_labels_and_attributes() {
    let names = |data: &Dataset| data.graphs[0].node_names.clone().unwrap_or_default();
    for file in ["path.gml", "path.gexf", "path.json"] {
        let data = open(file);
        assert_eq!(names(&data), ["ann", "bob", "cat", "dan"], "{file}");
        assert_eq!(data.node_attribute_names, ["height"], "{file}");
        assert_eq!(data.graphs[0].node_attributes, Some(vec![1.5, 2.0, -1.0, 0.0]), "{file}");
        assert_eq!(data.warnings, [], "{file}");
    }
    for file in ["karate.gml", "karate.gexf", "karate.json"] {
        let data = open(file);
        let clubs: Vec<&str> = data.node_labels.iter().map(|label| label.value.as_str()).collect();
        assert_eq!(clubs, ["Mr. Hi", "Officer"], "{file}");
        assert_eq!(data.graphs[0].node_labels.as_ref().unwrap()[33], 1, "{file}");
    }
    let women = open("out.women");
    assert_eq!((women.name.as_str(), names(&women)[18].as_str()), ("women", "right 1"));
}

#[test]
fn what_a_name_does_not_say_is_recognised_and_said() {
    let named = |file: &str, name: &str| {
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/good").join(file)).unwrap();
        readers::open_bytes(BinaryFile::new(name, bytes), &ReadOptions::default()).unwrap()
    };
    for (file, n_nodes) in [
        ("networks/karate.gml", 34),
        ("networks/karate.gexf", 34),
        ("networks/karate.json", 34),
        ("networks/karate.mtx", 34),
        ("networks/out.karate", 34),
        ("networks/zachary", 34),
        ("graphml/two-molecules.graphml", 3),
        ("sdf/v3000.mol", 3),
    ] {
        let data = named(file, "download");
        assert_eq!(data.graphs[0].n_nodes, n_nodes, "{file}");
        let message = "download: the name does not say what this file is; it was recognised by its content";
        assert!(data.warnings.iter().any(|warning| warning.message == message), "{file}");
    }
    assert_eq!(named("networks/karate.npy", "download").graphs[0].n_nodes, 34);
    assert_eq!(named("networks/karate.gexf", "karate.xml").graphs[0].n_nodes, 34);
    assert!(named("smiles/strings.txt", "download").graphs[0].atoms.is_some());
}

/// A few megabytes that unpack to more than the limit.
#[test]
fn a_gzip_bomb_is_refused_at_the_limit() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let zeros = vec![b'0'; 1 << 20];
    for _ in 0..1025 {
        std::io::Write::write_all(&mut packed, &zeros).unwrap();
    }
    let bomb = BinaryFile::new("bomb.csv.gz", packed.finish().unwrap());
    let error = readers::open_bytes(bomb, &ReadOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bomb.csv.gz: this unpacks to 1.1 GB, more than the limit of 1 GiB; split the dataset"
    );
}
