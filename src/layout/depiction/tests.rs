use std::f64::consts::PI;

use super::{depict, plane::distance};
use crate::{
    graph::Graph,
    layout::{LayoutRequest, component::Component, crossings, rings::rings},
    readers::catalog::Catalog,
};

/// Positions of the atoms of a connected bundled molecule.
fn drawn(name: &str) -> (Graph, Component, Option<Vec<[f64; 2]>>) {
    let molecules = Catalog::default().load("molecules", &Default::default()).unwrap();
    let graph = molecules.graphs.into_iter().find(|graph| graph.name.as_deref() == Some(name));
    let graph = graph.unwrap_or_else(|| panic!("{name} is bundled"));
    let request = LayoutRequest::new(&graph, 0);
    let component = Component::split(&request).remove(0);
    let drawing = depict(&component, &request.linear_atoms.expect("it has atoms"), None);
    (graph, component, drawing)
}

fn depict_edges(n: u32, edges: &[[u32; 2]]) -> (Component, Option<Vec<[f64; 2]>>) {
    let edges = edges.iter().map(|&edge| (edge, 1.0)).collect();
    let component = Component::split(&LayoutRequest { n_nodes: n as usize, edges, ..Default::default() }).remove(0);
    let drawing = depict(&component, &vec![false; n as usize], None);
    (component, drawing)
}

/// Cosine of the angle between two bonds of length 1.
fn cosine(before: [f64; 2], after: [f64; 2]) -> f64 {
    1.0 - distance(before, after).powi(2) / 2.0
}

/// Bonds of length 1, regular rings, room between atoms, and no crossing.
fn assert_good(component: &Component, drawing: &[[f64; 2]]) {
    assert!(
        component.edges.iter().all(|&[u, v]| (distance(drawing[u as usize], drawing[v as usize]) - 1.0).abs() < 1e-6)
    );
    for ring in rings(component).iter().filter(|ring| ring.len() <= 8) {
        let (m, at) = (ring.len(), |at: usize| drawing[ring[at % ring.len()] as usize]);
        let expected = (PI - 2.0 * PI / m as f64).cos();
        assert!((0..m).all(|k| (cosine(at(k), at(k + 2)) - expected).abs() < 1e-6), "{ring:?}");
    }
    let n = drawing.len();
    assert!((0..n).all(|i| (0..i).all(|j| distance(drawing[i], drawing[j]) > 0.5)));
    assert_eq!(crossings(&component.edges, drawing), 0);
}

#[test]
fn rings_are_regular_fused_or_not() {
    for name in ["benzene", "naphthalene", "biphenyl", "aspirin", "testosterone", "caffeine", "pyrene", "ibuprofen"] {
        let (_, component, drawing) = drawn(name);
        assert_good(&component, &drawing.unwrap_or_else(|| panic!("{name} is drawn")));
    }
}

#[test]
fn spiro_rings_point_away_from_each_other() {
    let (component, drawing) = depict_edges(7, &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [4, 5], [5, 6], [6, 0]]);
    assert_good(&component, &drawing.expect("spiroheptane is drawn"));
}

#[test]
fn a_chain_is_a_zigzag_and_a_triple_bond_a_line() {
    let (component, drawing) = depict_edges(6, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]);
    let drawing = drawing.unwrap();
    assert_good(&component, &drawing);
    assert!((1..5).all(|k| (cosine(drawing[k - 1], drawing[k + 1]) + 0.5).abs() < 1e-9), "120° at each");
    assert!((distance(drawing[0], drawing[4]) - 2.0 * 3_f64.sqrt()).abs() < 1e-9, "it does not curl up");

    let edges = [[0, 1], [1, 2], [2, 3]].map(|edge| (edge, 1.0)).to_vec();
    let component = Component::split(&LayoutRequest { n_nodes: 4, edges, ..Default::default() }).remove(0);
    let line = depict(&component, &[false, true, true, false], None).unwrap();
    assert!((distance(line[0], line[3]) - 3.0).abs() < 1e-9);
}

#[test]
fn cages_are_refused() {
    assert!(drawn("cubane").2.is_none());
    assert!(drawn("adamantane").2.is_none());
}

#[test]
fn nearly_all_molecules_have_a_formula() {
    for (name, least) in [("MUTAG", 1.0), ("molecules", 0.93)] {
        let graphs = Catalog::default().load(name, &Default::default()).unwrap().graphs;
        let is_drawn = |graph: &&Graph| {
            let request = LayoutRequest::new(graph, 0);
            let linear = request.linear_atoms.as_ref().expect("molecules");
            Component::split(&request).iter().all(|component| {
                let linear: Vec<bool> = component.nodes.iter().map(|&node| linear[node as usize]).collect();
                depict(component, &linear, None).is_some()
            })
        };
        let share = graphs.iter().filter(is_drawn).count() as f64 / graphs.len() as f64;
        assert!(share >= least, "{name}: {share}");
    }
}
