//! A good start for one component: a structural formula, or pivot MDS and then stress.

use super::{
    component::Component,
    depiction::depict,
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
    /// Whether it is to stay as it is.
    pub is_at_rest: bool,
}

/// The structural formula of a molecule. Its springs have the lengths of the drawing, so that a dragged node returns.
pub(super) fn formula(component: &Component, is_linear: &[bool], other: Option<&mut Rng>) -> Option<Start> {
    let mut positions = depict(component, is_linear, other)?;
    align(&mut positions);
    level_bonds(component, &mut positions);
    let springs = as_drawn(component, &positions);
    Some(Start { positions, springs, is_at_rest: true })
}

/// A molecule that is being edited, as it stands: a formula with another atom beside it is not bent. None where a bond is
/// far from its length, as that which closes a ring.
pub(super) fn kept(component: &Component, positions: Vec<[f64; 2]>) -> Option<Start> {
    const LENGTHS: std::ops::RangeInclusive<f64> = 0.6..=1.5;
    let length = |&[u, v]: &[u32; 2]| {
        let (p, q) = (positions[u as usize], positions[v as usize]);
        (p[0] - q[0]).hypot(p[1] - q[1])
    };
    let is_kept =
        component.n_nodes() <= ALL_PAIRS && component.edges.iter().all(|edge| LENGTHS.contains(&length(edge)));
    is_kept.then(|| Start { springs: as_drawn(component, &positions), positions, is_at_rest: true })
}

/// Springs as long as a drawing has them.
fn as_drawn(component: &Component, positions: &[[f64; 2]]) -> Vec<Spring> {
    let drawn = |spring: Spring| {
        let [p, q] = [spring.a, spring.b].map(|node| positions[node as usize]);
        let rest = ((p[0] - q[0]).hypot(p[1] - q[1]) as f32).max(0.1);
        let pull = (spring.rest / rest).powi(2);
        Spring { rest, pull_a: pull * spring.pull_a, pull_b: pull * spring.pull_b, ..spring }
    };
    all_pairs(component).into_iter().map(drawn).collect()
}

pub(super) fn start(component: &Component, rng: &mut Rng) -> Start {
    let n = component.n_nodes();
    if n < 3 {
        let positions = (0..n).map(|node| [node as f64, 0.0]).collect();
        return Start { positions, springs: all_pairs(component), is_at_rest: false };
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
    Start { positions, springs, is_at_rest: false }
}

/// Turns a drawing by at most 15°, so that most bonds are at multiples of 30°, as they are printed.
fn level_bonds(component: &Component, positions: &mut [[f64; 2]]) {
    let (mut x, mut y) = (0.0, 0.0);
    for &[u, v] in &component.edges {
        let (p, q) = (positions[u as usize], positions[v as usize]);
        let (sin, cos) = (12.0 * (q[1] - p[1]).atan2(q[0] - p[0])).sin_cos();
        (x, y) = (x + cos, y + sin);
    }
    let (sin, cos) = (-y.atan2(x) / 12.0).sin_cos();
    for p in positions.iter_mut() {
        *p = [cos * p[0] - sin * p[1], sin * p[0] + cos * p[1]];
    }
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
