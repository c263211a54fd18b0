//! The bundled molecules load, and our hydrogens add up to the formulas that stand beside them.

use std::{collections::HashSet, path::Path};

use proxpool::{
    graph::{Dataset, formula::formula},
    readers,
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
