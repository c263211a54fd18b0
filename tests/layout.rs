//! Drawings: the same for a seed, finite on odd graphs, even on rings, and held where they are pinned.

mod common;

use common::{gallery, graph};
use proxpool::{
    graph::Graph,
    layout::{LayoutRequest, Simulation, crossings, hierarchy},
    readers::catalog::Catalog,
};

fn settled(graph: &Graph, seed: u64) -> Vec<[f32; 2]> {
    let mut simulation = Simulation::new(&LayoutRequest::new(graph, seed));
    simulation.settle(500);
    simulation.positions().to_vec()
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn the_same_seed_draws_the_same_picture() {
    let petersen = gallery("petersen");
    assert_eq!(settled(&petersen, 3), settled(&petersen, 3));
}

#[test]
fn odd_graphs_have_finite_positions_and_no_two_nodes_at_one_place() {
    let odd = [
        graph(0, &[]),
        graph(1, &[]),
        graph(2, &[[0, 1]]),
        graph(100, &[]),
        graph(7, &[[0, 1], [1, 2], [4, 5]]),
        gallery("star:leaves=20"),
        gallery("complete:n=30"),
        gallery("path:n=60"),
    ];
    for graph in &odd {
        let positions = settled(graph, 0);
        assert_eq!(positions.len(), graph.n_nodes);
        assert!(positions.iter().flatten().all(|side| side.is_finite()), "{} nodes", graph.n_nodes);
        for (i, &a) in positions.iter().enumerate() {
            assert!(positions[..i].iter().all(|&b| distance(a, b) > 1e-3), "{} nodes", graph.n_nodes);
        }
    }
}

#[test]
fn a_ring_is_regular() {
    let positions = settled(&gallery("cycle:n=6"), 0);
    let sides: Vec<f32> = (0..6).map(|at| distance(positions[at], positions[(at + 1) % 6])).collect();
    let across: Vec<f32> = (0..3).map(|at| distance(positions[at], positions[at + 3])).collect();
    for lengths in [&sides, &across] {
        let mean = lengths.iter().sum::<f32>() / lengths.len() as f32;
        assert!(lengths.iter().all(|length| (length / mean - 1.0).abs() < 0.05), "{lengths:?}");
    }
}

#[test]
fn components_stand_apart() {
    let positions = settled(&graph(6, &[[0, 1], [1, 2], [3, 4], [4, 5]]), 0);
    let nearest = |a: usize| (3..6).map(|b| distance(positions[a], positions[b])).fold(f32::MAX, f32::min);
    assert!((0..3).all(|a| nearest(a) > 0.5), "{positions:?}");
}

#[test]
fn a_pinned_node_stays_and_is_let_go() {
    let mut simulation = Simulation::new(&LayoutRequest::new(&gallery("cycle:n=8"), 0));
    simulation.settle(200);
    simulation.pin(2, [9.0, -4.0]);
    simulation.settle(200);
    assert_eq!(simulation.positions()[2], [9.0, -4.0]);
    simulation.unpin(2);
    simulation.reheat();
    simulation.settle(300);
    assert_ne!(simulation.positions()[2], [9.0, -4.0]);
}

#[test]
fn small_molecules_are_drawn_without_crossings() {
    let molecules = Catalog::default().load("molecules", &Default::default()).unwrap();
    let mut crossed = Vec::new();
    for graph in molecules.graphs.iter().filter(|graph| graph.n_nodes <= 30).step_by(4) {
        let positions = settled(graph, 0);
        let positions: Vec<[f64; 2]> = positions.iter().map(|position| position.map(f64::from)).collect();
        if crossings(&graph.edges, &positions) > 0 {
            crossed.push(graph.name.clone().unwrap_or_default());
        }
    }
    assert!(crossed.len() <= 1, "{crossed:?}");
}

#[test]
fn coarse_nodes_sit_at_their_seeds_or_amid_their_members() {
    let fine = [[0.0, 0.0], [2.0, 0.0], [0.0, 4.0]];
    assert_eq!(hierarchy::at_seeds(&fine, &[2, 0]), [[0.0, 4.0], [0.0, 0.0]]);
    assert_eq!(hierarchy::at_centres(&fine, 1, &[(0, 0, 1.0), (0, 1, 3.0)]), [[1.5, 0.0]]);
}
