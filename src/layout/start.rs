//! A good start for one component: pivot MDS, then stress.

use super::{
    component::Component,
    descent::{Schedule, descend},
    distances::Pivots,
    pivot_mds::pivot_mds,
    rings::make_regular,
    springs::{Spring, all_pairs, sparse},
    untangle::untangle,
};
use crate::math::rng::Rng;

/// Up to this size every pair of nodes is a spring.
const ALL_PAIRS: usize = 250;
/// Up to this size short rings are drawn regular.
const MAX_REGULAR: usize = 150;
/// Edges a node up to which short rings are few enough to be drawn regular.
const FEW_RINGS: f64 = 1.7;
/// Pivots of larger components.
const N_PIVOTS: usize = 50;

/// A drawing of a component and the springs that hold it.
pub(super) struct Start {
    /// One position per node.
    pub positions: Vec<[f64; 2]>,
    /// Springs of the live simulation.
    pub springs: Vec<Spring>,
}

pub(super) fn start(component: &Component, rng: &mut Rng) -> Start {
    let n = component.n_nodes();
    if n < 3 {
        let positions = (0..n).map(|node| [node as f64, 0.0]).collect();
        return Start { positions, springs: all_pairs(component) };
    }
    let pivots = Pivots::spread(&component.adjacency, N_PIVOTS);
    let mut springs = if n <= ALL_PAIRS { all_pairs(component) } else { sparse(component, &pivots) };
    if n <= MAX_REGULAR && component.edges.len() as f64 <= FEW_RINGS * n as f64 {
        make_regular(component, &mut springs);
    }
    let mut positions = pivot_mds(&pivots);
    for x in positions.iter_mut().flatten() {
        *x += 0.01 * (rng.f64() - 0.5);
    }
    let mut shuffled = springs.clone();
    let schedule = Schedule { rounds: 15, first: 4.0, last: 0.1 };
    descend(&mut positions, &mut shuffled, schedule, rng);
    untangle(component, &mut springs, &mut positions, rng);
    align(&mut positions);
    Start { positions, springs }
}

/// Centres a drawing and turns its long side level.
fn align(positions: &mut [[f64; 2]]) {
    let n = positions.len().max(1) as f64;
    let mean = [0, 1].map(|axis| positions.iter().map(|p| p[axis]).sum::<f64>() / n);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for p in positions.iter_mut() {
        *p = [p[0] - mean[0], p[1] - mean[1]];
        xx += p[0] * p[0];
        xy += p[0] * p[1];
        yy += p[1] * p[1];
    }
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    for p in positions.iter_mut() {
        *p = [cos * p[0] + sin * p[1], cos * p[1] - sin * p[0]];
    }
}
