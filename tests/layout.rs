//! Layouts as a whole: the same bits, odd graphs, components, pins, and how good drawings are.

use std::f32::consts::{PI, TAU};

use proxpool::{
    graph::{Graph, gallery},
    layout::{LayoutRequest, Simulation, crossings, hierarchy, stress},
    readers::catalog::Catalog,
};

const MAX_STEPS: usize = 1000;

fn request(n_nodes: usize, edges: impl IntoIterator<Item = [u32; 2]>) -> LayoutRequest {
    let edges = edges.into_iter().map(|edge| (edge, 1.0)).collect();
    LayoutRequest { n_nodes, edges, ..LayoutRequest::default() }
}

fn settled(request: &LayoutRequest) -> Simulation {
    let mut simulation = Simulation::new(request);
    simulation.settle(MAX_STEPS);
    assert!(simulation.is_settled(), "{} nodes move after {MAX_STEPS} steps", request.n_nodes);
    simulation
}

fn molecules() -> Vec<Graph> {
    Catalog::default().load("molecules", &Default::default()).expect("the molecules are bundled").graphs
}

fn n_crossings(graph: &Graph, simulation: &Simulation) -> usize {
    let positions: Vec<[f64; 2]> = simulation.positions().iter().map(|p| p.map(f64::from)).collect();
    crossings(&graph.edges, &positions)
}

fn path(n: u32) -> impl Iterator<Item = [u32; 2]> {
    (1..n).map(|node| [node - 1, node])
}

fn cycle(n: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..n).map(move |node| [node, (node + 1) % n])
}

fn complete(n: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..n).flat_map(move |u| (u + 1..n).map(move |v| [u, v]))
}

fn odd_graphs() -> Vec<(&'static str, LayoutRequest)> {
    let two = cycle(6).chain(cycle(5).map(|edge| edge.map(|node| node + 6)));
    let loops = [[0, 0], [0, 1], [1, 0], [1, 1], [9, 0]];
    let huge = [([0, 1], f64::INFINITY), ([1, 2], f64::NAN), ([2, 3], 0.0), ([3, 4], -1.0), ([4, 5], 1e300)];
    vec![
        ("nothing", request(0, [])),
        ("one node", request(1, [])),
        ("two nodes", request(2, [])),
        ("an edge", request(2, [[0, 1]])),
        ("loops and repetitions", request(3, loops)),
        ("weights out of range", LayoutRequest { edges: huge.to_vec(), ..request(6, []) }),
        ("isolated nodes beside a triangle", request(7, complete(3))),
        ("100 isolated nodes", request(100, [])),
        ("a star", request(60, (1..60).map(|leaf| [0, leaf]))),
        ("K30", request(30, complete(30))),
        ("a path of 200", request(200, path(200))),
        ("two components", request(11, two)),
        ("a cycle of 700", request(700, cycle(700))),
        ("all nodes at one point", LayoutRequest { start: Some(vec![[1.0, 1.0]; 20]), ..request(20, cycle(20)) }),
        ("a broken start", LayoutRequest { start: Some(vec![[f32::NAN, f32::INFINITY]; 3]), ..request(20, cycle(20)) }),
    ]
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let bits = |simulation: &Simulation| -> Vec<[u32; 2]> {
        simulation.positions().iter().map(|p| p.map(f32::to_bits)).collect()
    };
    let molecules = molecules();
    for graph in [&molecules[0], &molecules[60], &molecules[141]] {
        let request = LayoutRequest::new(graph, 5);
        let (mut one, mut other) = (Simulation::new(&request), Simulation::new(&request));
        assert_eq!(bits(&one), bits(&other));
        for simulation in [&mut one, &mut other] {
            simulation.reheat();
            simulation.drag(0, [3.0, 3.0]);
            (0..40).for_each(|_| simulation.step());
        }
        assert_eq!(bits(&one), bits(&other));
        let mut copy = one.clone();
        copy.drag(0, [4.0, 4.0]);
        copy.step();
        assert_eq!(bits(&one), bits(&other), "a copy moves on its own");
    }
}

#[test]
fn odd_graphs_have_finite_distinct_positions() {
    for (name, request) in odd_graphs() {
        let mut simulation = settled(&request);
        for reheated in [false, true] {
            if reheated {
                simulation.reheat();
                simulation.settle(MAX_STEPS);
            }
            let positions = simulation.positions();
            assert_eq!(positions.len(), request.n_nodes, "{name}");
            assert!(positions.iter().flatten().all(|x| x.is_finite()), "{name}");
            let mut sorted = positions.to_vec();
            sorted.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
        }
    }
}

#[test]
fn components_do_not_overlap() {
    let sizes = [30_u32, 12, 12, 7, 5, 2, 1, 1, 1, 1, 1, 1];
    let (mut edges, mut first, mut spans) = (Vec::new(), 0, Vec::new());
    for size in sizes {
        edges.extend(cycle(size).map(|edge| edge.map(|node| node + first)));
        spans.push(first as usize..(first + size) as usize);
        first += size;
    }
    let simulation = settled(&request(first as usize, edges));
    let boxes: Vec<[[f32; 2]; 2]> = spans
        .into_iter()
        .map(|span| {
            let extreme = |axis: usize, pick: fn(f32, f32) -> f32| {
                simulation.positions()[span.clone()].iter().map(|p| p[axis]).reduce(pick).expect("a node")
            };
            [[extreme(0, f32::min), extreme(1, f32::min)], [extreme(0, f32::max), extreme(1, f32::max)]]
        })
        .collect();
    for (idx, one) in boxes.iter().enumerate() {
        for other in &boxes[..idx] {
            let apart = (0..2).any(|axis| one[1][axis] + 0.5 < other[0][axis] || other[1][axis] + 0.5 < one[0][axis]);
            assert!(apart, "{one:?} overlaps {other:?}");
        }
    }
}

#[test]
fn pinned_and_dragged_nodes_stay_and_the_others_follow() {
    let mut simulation = settled(&request(12, cycle(12)));
    simulation.pin(0, [9.0, 9.0]);
    assert!(!simulation.is_settled() && simulation.is_pinned(0));
    simulation.settle(MAX_STEPS);
    assert_eq!(simulation.positions()[0], [9.0, 9.0]);
    let centre = simulation.positions().iter().map(|p| p[0] / 12.0).sum::<f32>();
    assert!(centre > 5.0, "the ring stays behind at {centre}");

    simulation.drag(6, [8.0, 8.0]);
    (0..20).for_each(|_| simulation.step());
    assert_eq!((simulation.positions()[6], simulation.positions()[0]), ([8.0, 8.0], [9.0, 9.0]));
    simulation.release();
    simulation.unpin(0);
    simulation.settle(MAX_STEPS);
    assert_ne!(simulation.positions()[0], [9.0, 9.0]);

    simulation.settle(MAX_STEPS);
    for nonsense in [[f32::NAN, 0.0], [f32::INFINITY, 0.0]] {
        simulation.pin(1, nonsense);
        simulation.drag(99, [0.0, 0.0]);
    }
    assert!(simulation.is_settled() && !simulation.is_pinned(1));
}

#[test]
fn two_nodes_pinned_to_one_point_still_differ() {
    let mut simulation = settled(&request(5, path(5)));
    simulation.pin(0, [1.0, 1.0]);
    simulation.pin(4, [1.0, 1.0]);
    simulation.settle(MAX_STEPS);
    let positions = simulation.positions();
    assert_ne!(positions[0], positions[4]);
    assert!(positions.iter().flatten().all(|x| x.is_finite()));
}

#[test]
fn a_ring_comes_out_regular_also_after_a_drag() {
    for n in [3, 5, 6, 8, 12, 20] {
        let mut simulation = settled(&request(n, cycle(n as u32)));
        assert!(is_regular(simulation.positions(), 0.05), "a ring of {n}");
        let [x, y] = simulation.positions()[0];
        simulation.drag(0, [1.3 * x, 1.3 * y]);
        simulation.settle(MAX_STEPS);
        simulation.release();
        simulation.settle(MAX_STEPS);
        assert!(is_regular(simulation.positions(), 0.05), "a ring of {n} that was dragged");
    }
}

/// Whether the sides of a polygon are as long as each other, and its angles as wide.
fn is_regular(corners: &[[f32; 2]], tolerance: f32) -> bool {
    let n = corners.len();
    let sides: Vec<[f32; 2]> = (0..n)
        .map(|at| [corners[(at + 1) % n][0] - corners[at][0], corners[(at + 1) % n][1] - corners[at][1]])
        .collect();
    let lengths: Vec<f32> = sides.iter().map(|side| side[0].hypot(side[1])).collect();
    let mean = lengths.iter().sum::<f32>() / n as f32;
    let turn = |at: usize| {
        let (one, next) = (sides[at], sides[(at + 1) % n]);
        (one[0] * next[1] - one[1] * next[0]).atan2(one[0] * next[0] + one[1] * next[1]).abs()
    };
    let angle = PI - TAU / n as f32;
    lengths.iter().all(|length| (length / mean - 1.0).abs() < tolerance)
        && (0..n).all(|at| ((PI - turn(at)) / angle - 1.0).abs() < tolerance)
}

#[test]
fn molecules_are_drawn_without_crossings() {
    let crossing: Vec<(Option<String>, usize)> = molecules()
        .iter()
        .map(|graph| (graph.name.clone(), n_crossings(graph, &settled(&LayoutRequest::new(graph, 0)))))
        .filter(|&(_, count)| count > 0)
        .collect();
    assert!(crossing.is_empty(), "{crossing:?}");
}

#[test]
fn the_gallery_is_drawn_with_little_stress() {
    // Graphs without a shape in the plane (complete bipartite ones, cubes of four dimensions) need as much.
    const BOUND: f64 = 0.16;
    for graph in &gallery::dataset().graphs {
        let request = LayoutRequest::new(graph, 0);
        let stress = stress(&request, settled(&request).positions());
        assert!(stress < BOUND, "{:?} has a stress of {stress:.3}", graph.name);
    }
}

#[test]
fn coarse_nodes_sit_over_their_fine_ones() {
    let simulation = settled(&request(9, path(9)));
    let fine = simulation.positions();
    assert_eq!(hierarchy::at_seeds(fine, &[4, 1]), [fine[4], fine[1]]);
    let centres = hierarchy::at_centres(fine, 2, &[(0, 0, 1.0), (0, 2, 1.0), (1, 8, 0.3)]);
    assert!((centres[0][0] - (fine[0][0] + fine[2][0]) / 2.0).abs() < 1e-5);
    assert_eq!(centres[1], fine[8]);
    let coarse = LayoutRequest { start: Some(centres.clone()), ..request(2, []) };
    assert_eq!(Simulation::new(&coarse).positions(), centres);
}

#[test]
fn a_molecule_that_is_edited_is_not_bent() {
    for graph in molecules().iter().filter(|graph| matches!(graph.name.as_deref(), Some("aspirin" | "caffeine"))) {
        let drawn = settled(&LayoutRequest::new(graph, 0));
        let mut request = LayoutRequest::new(graph, 0);
        let (leaf, new) = (graph.degrees().iter().position(|&degree| degree == 1).unwrap(), graph.n_nodes as u32);
        let mut start = drawn.positions().to_vec();
        // Away from the middle of the drawing, a bond further out.
        let [x, y] = start[leaf];
        let length = x.hypot(y).max(1e-3);
        start.push([x + x / length, y + y / length]);
        request.n_nodes += 1;
        request.edges.push(([leaf as u32, new], 1.0));
        request.linear_atoms.as_mut().unwrap().push(false);
        request.start = Some(start.clone());
        let edited = Simulation::new(&request);
        assert!(edited.is_settled(), "{:?}", graph.name);
        for (before, after) in start.iter().zip(edited.positions()).take(graph.n_nodes) {
            assert!((before[0] - after[0]).hypot(before[1] - after[1]) < 1e-5, "{:?}", graph.name);
        }
    }
}
