//! The collection's datasets give the published numbers.
//!
//! They are looked for in the folder that `PROXPOOL_DATA` names, as `NAME.zip` or as a folder.
//! MUTAG is bundled, so that it is always counted; the others are ignored where they are not
//! there.

mod skip;

use std::path::PathBuf;

use proxpool::{
    graph::{Dataset, Stats},
    readers::{self, catalog::Catalog},
};
use skip::skipped;

/// What is known of a dataset.
struct Known {
    name: &'static str,
    graphs: usize,
    /// Value in the file and number of graphs.
    classes: &'static [(&'static str, usize)],
    mean_nodes: &'static str,
    nodes: [usize; 2],
    mean_edges: &'static str,
    node_labels: usize,
    edge_labels: usize,
    node_attributes: usize,
    /// Isolated nodes, and the graphs that have them.
    isolated: [usize; 2],
    multi_component: usize,
    max_components: usize,
    max_degree: usize,
}

const KNOWN: [Known; 7] = [
    Known {
        name: "DD",
        graphs: 1178,
        classes: &[("1", 691), ("2", 487)],
        mean_nodes: "284.32",
        nodes: [30, 5748],
        mean_edges: "715.66",
        node_labels: 82,
        edge_labels: 0,
        node_attributes: 0,
        isolated: [0, 0],
        multi_component: 21,
        max_components: 4,
        max_degree: 19,
    },
    Known {
        name: "PROTEINS",
        graphs: 1113,
        classes: &[("1", 663), ("2", 450)],
        mean_nodes: "39.06",
        nodes: [4, 620],
        mean_edges: "72.82",
        node_labels: 3,
        edge_labels: 0,
        node_attributes: 1,
        isolated: [5, 5],
        multi_component: 46,
        max_components: 9,
        max_degree: 25,
    },
    Known {
        name: "NCI1",
        graphs: 4110,
        classes: &[("0", 2053), ("1", 2057)],
        mean_nodes: "29.87",
        nodes: [3, 111],
        mean_edges: "32.30",
        node_labels: 37,
        edge_labels: 0,
        node_attributes: 0,
        isolated: [428, 399],
        multi_component: 580,
        max_components: 10,
        max_degree: 4,
    },
    Known {
        name: "NCI109",
        graphs: 4127,
        classes: &[("0", 2048), ("1", 2079)],
        mean_nodes: "29.68",
        nodes: [4, 111],
        mean_edges: "32.13",
        node_labels: 38,
        edge_labels: 0,
        node_attributes: 0,
        isolated: [474, 437],
        multi_component: 608,
        max_components: 10,
        max_degree: 5,
    },
    Known {
        name: "Mutagenicity",
        graphs: 4337,
        classes: &[("0", 2401), ("1", 1936)],
        mean_nodes: "30.32",
        nodes: [4, 417],
        mean_edges: "30.77",
        node_labels: 14,
        edge_labels: 3,
        node_attributes: 0,
        isolated: [2401, 121],
        multi_component: 297,
        max_components: 319,
        max_degree: 4,
    },
    Known {
        name: "MUTAG",
        graphs: 188,
        classes: &[("-1", 63), ("1", 125)],
        mean_nodes: "17.93",
        nodes: [10, 28],
        mean_edges: "19.79",
        node_labels: 7,
        edge_labels: 4,
        node_attributes: 0,
        isolated: [0, 0],
        multi_component: 0,
        max_components: 1,
        max_degree: 4,
    },
    Known {
        name: "ENZYMES",
        graphs: 600,
        classes: &[("1", 100), ("2", 100), ("3", 100), ("4", 100), ("5", 100), ("6", 100)],
        mean_nodes: "32.63",
        nodes: [2, 126],
        mean_edges: "62.14",
        node_labels: 3,
        edge_labels: 0,
        node_attributes: 18,
        isolated: [106, 8],
        multi_component: 31,
        max_components: 84,
        max_degree: 9,
    },
];

/// The dataset in the folder, or none and a word about it.
fn find(name: &str) -> Option<Dataset> {
    let Some(folder) = std::env::var_os("PROXPOOL_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        skipped(&format!("PROXPOOL_DATA is not set, so {name} is not counted"));
        return None;
    };
    let Some(path) = [folder.join(format!("{name}.zip")), folder.join(name)].into_iter().find(|path| path.exists())
    else {
        skipped(&format!("{name} is not in {}, so it is not counted", folder.display()));
        return None;
    };
    Some(readers::open(&path).unwrap_or_else(|error| panic!("{error}")))
}

fn assert_known(known: &Known, dataset: &Dataset) {
    let stats = Stats::compute(dataset);
    let name = known.name;
    assert_eq!(stats.name, name);
    assert_eq!(stats.graphs, known.graphs, "{name}");
    let classes: Vec<(&str, usize)> = stats.class_counts.iter().map(|c| (c.value.as_str(), c.graphs)).collect();
    assert_eq!(classes, known.classes, "{name}");
    assert_eq!(stats.classes, known.classes.len(), "{name}");
    assert_eq!(format!("{:.2}", stats.mean_nodes), known.mean_nodes, "{name}");
    assert_eq!(format!("{:.2}", stats.mean_edges), known.mean_edges, "{name}");
    assert_eq!([stats.min_nodes, stats.max_nodes], known.nodes, "{name}");
    assert_eq!(stats.node_labels, known.node_labels, "{name}");
    assert_eq!(stats.edge_labels, known.edge_labels, "{name}");
    assert_eq!(stats.node_attributes, known.node_attributes, "{name}");
    assert_eq!([stats.isolated_nodes, stats.graphs_with_isolated_nodes], known.isolated, "{name}");
    assert_eq!(stats.multi_component_graphs, known.multi_component, "{name}");
    assert_eq!(stats.max_components, known.max_components, "{name}");
    assert_eq!(stats.max_degree, known.max_degree, "{name}");
    assert!(dataset.warnings.is_empty(), "{name}: {:?}", dataset.warnings);
}

#[test]
fn the_collection_gives_the_published_numbers() {
    for known in &KNOWN {
        if let Some(dataset) = find(known.name) {
            assert_known(known, &dataset);
        }
    }
}

#[test]
fn the_bundled_mutag_gives_them_too() {
    let dataset = Catalog::of_folders(Vec::new()).load("MUTAG", &Default::default()).unwrap();
    assert_known(KNOWN.iter().find(|known| known.name == "MUTAG").unwrap(), &dataset);
}

#[test]
fn mutagenicity_has_its_elements_and_classes_by_name() {
    let Some(dataset) = find("Mutagenicity") else { return };
    let names =
        |labels: &proxpool::graph::Labels| labels.iter().map(|label| label.show().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        names(&dataset.node_labels),
        ["C", "O", "Cl", "H", "N", "F", "Br", "S", "P", "I", "Na", "K", "Li", "Ca"]
    );
    assert_eq!(names(&dataset.edge_labels), ["single", "double", "triple"]);
    assert_eq!(names(&dataset.classes), ["mutagenic", "not mutagenic"]);
    assert_eq!((dataset.graphs[2143].n_nodes, dataset.graphs[2143].n_isolated()), (417, 318));
}
