//! The bundled molecules load, and our hydrogens add up to the formulas that stand beside them.

use std::{collections::HashSet, path::Path};

use proxpool::{
    graph::{
        Dataset,
        edit::{Edit, edited},
        formula::formula,
        valence::{Unusual, unusual},
    },
    readers::{
        self, ReadOptions,
        catalog::{Catalog, LoadOptions},
        smiles,
    },
};

fn bundled() -> Dataset {
    readers::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/molecules.smi")).unwrap()
}

#[test]
fn every_molecule_has_its_formula() {
    let molecules = bundled();
    assert!(molecules.graphs.len() >= 80);
    assert!(molecules.warnings.is_empty());
    for graph in &molecules.graphs {
        assert_eq!(formula(graph).as_deref(), graph.field("formula"), "{:?}", graph.name);
    }
}

#[test]
fn names_are_unique_and_every_molecule_is_connected() {
    let molecules = bundled();
    let names: HashSet<_> = molecules.graphs.iter().filter_map(|graph| graph.name.as_deref()).collect();
    assert_eq!(names.len(), molecules.graphs.len());
    assert!(names.contains("caffeine"));
    for graph in &molecules.graphs {
        assert_eq!(graph.components().1, 1, "{:?}", graph.name);
    }
}

#[test]
fn families_can_be_the_class() {
    let mut molecules = bundled();
    assert_eq!(molecules.field_names, ["formula", "family"]);
    assert!(molecules.classes.is_empty());
    molecules.set_class_from_field("family").unwrap();
    assert!(molecules.graphs.iter().all(|graph| graph.class.is_some()));
    let amino_acid = molecules.classes.index_of_value("amino acid");
    assert_eq!(molecules.graphs.iter().filter(|graph| graph.class == amino_acid).count(), 20);
}

#[test]
fn fullerene_is_cubic() {
    let molecules = bundled();
    let c60 = molecules.graphs.iter().find(|graph| graph.name.as_deref() == Some("buckminsterfullerene")).unwrap();
    assert_eq!((c60.n_nodes, c60.n_edges()), (60, 90));
    assert!(c60.degrees().iter().all(|&degree| degree == 3));
}

#[test]
fn molecules_as_they_are_have_no_valence_hint() {
    for set in ["MUTAG", "molecules"] {
        let dataset = Catalog::default().load(set, &LoadOptions::default()).unwrap();
        let of_graph = |(idx, graph)| unusual(graph, &dataset).into_iter().map(move |atom| (idx, atom.node));
        let atoms: Vec<(usize, u32)> = dataset.graphs.iter().enumerate().flat_map(of_graph).collect();
        // Two carbons of MUTAG have two double bonds and a single one in the file.
        let expected: &[(usize, u32)] = if set == "MUTAG" { &[(82, 10), (187, 10)] } else { &[] };
        assert_eq!(atoms, expected, "{set}");
    }
    for text in ["CC(=O)Oc1ccccc1C(=O)O", "[O-][N+](=O)c1ccccc1", "c1ccc2ccccc2c1", "O=c1cc[nH]cc1", "C[N+](C)(C)C"] {
        let dataset = smiles::read_string(text, text, &ReadOptions::default()).unwrap();
        assert_eq!(unusual(&dataset.graphs[0], &dataset), [], "{text}");
    }
}

#[test]
fn a_fifth_bond_of_carbon_is_told() {
    let dataset = smiles::read_string("CC(C)(C)C", "neopentane", &ReadOptions::default()).unwrap();
    let edits = [Edit::AddNode { label: Some(0) }, Edit::AddEdge { ends: [1, 5], label: Some(0) }];
    let graph = edited(&dataset.graphs[0], &edits, &dataset).unwrap();
    assert_eq!(unusual(&graph, &dataset), [Unusual { node: 1, element: 6, bonds: 5, usual: 4 }]);
}
