//! Large moves that keep a drawing's shape but for one piece of it: branches turned and mirrored at
//! a cut vertex, pieces mirrored over a separating pair, single nodes set elsewhere.

use std::f64::consts::TAU;

use super::component::Component;

/// Some nodes and where they would go.
pub(super) type Move = Vec<(u32, [f64; 2])>;

/// Directions that are tried around a node.
const DIRECTIONS: usize = 12;
/// Pairs farther apart than this are not tried as separating pairs.
const PAIR_HOPS: usize = 5;

/// All moves of a drawing that change some but not all of the given nodes.
pub(super) fn moves(component: &Component, x: &[[f64; 2]], of_interest: &[u32]) -> Vec<Move> {
    let mut moves = Vec::new();
    let matters = |nodes: &[u32]| {
        let hit = of_interest.iter().filter(|node| nodes.contains(node)).count();
        hit > 0 && hit < of_interest.len()
    };
    for node in 0..component.n_nodes() as u32 {
        let mut branches = pieces(component, &[node]);
        branches.sort_by_key(Vec::len);
        // The largest branch stays: moving it is moving all others.
        let stays = branches.pop();
        for branch in branches.iter().filter(|branch| matters(branch)) {
            turn(branch, node, x, &mut moves);
        }
        let is_asked = of_interest.contains(&node) || branches.iter().any(|branch| matters(branch));
        if let Some(stays) = stays.filter(|_| is_asked) {
            let carried: Vec<u32> = branches.into_iter().flatten().chain([node]).collect();
            set_elsewhere(component, node, &carried, &stays, x, &mut moves);
        }
    }
    for (u, v) in near_pairs(component) {
        let mut components = pieces(component, &[u, v]);
        components.sort_by_key(Vec::len);
        components.pop();
        for piece in components.iter().filter(|piece| matters(piece)) {
            moves.push(
                piece.iter().map(|&node| (node, mirror(x[node as usize], x[u as usize], x[v as usize]))).collect(),
            );
        }
    }
    moves
}

/// A branch in all directions around its cut vertex, as it is and mirrored.
fn turn(branch: &[u32], hinge: u32, x: &[[f64; 2]], moves: &mut Vec<Move>) {
    let hinge = x[hinge as usize];
    for mirrored in [1.0, -1.0] {
        for direction in 0..DIRECTIONS {
            let (sin, cos) = (direction as f64 * TAU / DIRECTIONS as f64).sin_cos();
            let turned = |p: [f64; 2]| {
                let (dx, dy) = (p[0] - hinge[0], mirrored * (p[1] - hinge[1]));
                [hinge[0] + cos * dx - sin * dy, hinge[1] + sin * dx + cos * dy]
            };
            moves.push(branch.iter().map(|&node| (node, turned(x[node as usize]))).collect());
        }
    }
}

/// A node, and what hangs on it, between or beside its other neighbours.
fn set_elsewhere(
    component: &Component,
    node: u32,
    carried: &[u32],
    stays: &[u32],
    x: &[[f64; 2]],
    moves: &mut Vec<Move>,
) {
    let from = x[node as usize];
    let anchors: Vec<[f64; 2]> = component
        .adjacency
        .row(node as usize)
        .iter()
        .filter(|node| stays.contains(node))
        .map(|&node| x[node as usize])
        .collect();
    let mut targets = Vec::new();
    let n = anchors.len().max(1) as f64;
    let centre = anchors.iter().fold([0.0; 2], |sum, p| [sum[0] + p[0] / n, sum[1] + p[1] / n]);
    targets.push(centre);
    for radius in [0.5, 1.0, 1.7] {
        for direction in 0..DIRECTIONS {
            let (sin, cos) = (direction as f64 * TAU / DIRECTIONS as f64).sin_cos();
            targets.push([centre[0] + radius * cos, centre[1] + radius * sin]);
        }
    }
    for to in targets {
        let shift = [to[0] - from[0], to[1] - from[1]];
        moves.push(
            carried
                .iter()
                .map(|&node| (node, [x[node as usize][0] + shift[0], x[node as usize][1] + shift[1]]))
                .collect(),
        );
    }
}

/// The connected pieces that are left without some nodes.
pub(super) fn pieces(component: &Component, without: &[u32]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; component.n_nodes()];
    without.iter().for_each(|&node| seen[node as usize] = true);
    let mut pieces = Vec::new();
    for start in 0..component.n_nodes() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut piece = vec![start as u32];
        let mut head = 0;
        while let Some(&node) = piece.get(head) {
            head += 1;
            for &next in component.adjacency.row(node as usize) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    piece.push(next);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

fn near_pairs(component: &Component) -> Vec<(u32, u32)> {
    let near = component.adjacency.reach(PAIR_HOPS);
    let on_ring = |node: usize| component.adjacency.row(node).len() > 1;
    near.entries()
        .filter(|&(_, u, v)| u < v && on_ring(u) && on_ring(v))
        .map(|(_, u, v)| (u as u32, v as u32))
        .collect()
}

fn mirror(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-12);
    [2.0 * (a[0] + along * dx) - p[0], 2.0 * (a[1] + along * dy) - p[1]]
}
