//! Fewer crossings in a drawing of a small graph: other starts, ring systems drawn anew, large moves,
//! then a relaxation that adds none. Molecules are nearly always planar, and low stress alone leaves one in ten with a crossing.

use super::{
    barycentre::ring_systems,
    component::Component,
    crossings::{cross, crossings},
    descent::{Schedule, descend},
    forces::Forces,
    moves::moves,
    relax::relax,
    springs::Spring,
};
use crate::math::rng::Rng;

/// Larger components are left as they are.
const MAX_NODES: usize = 150;
/// Number of random restarts.
const STARTS: usize = 6;
/// Edges that are looked at before the search gives up; most of its time goes there.
const BUDGET: usize = 40_000;
const RELAX_SWEEPS: usize = 60;
const STEPS_A_ROUND: usize = 25;
const SETTLING_ROUNDS: usize = 12;
/// A round in which nothing moves farther than this is the last.
const STILL: f32 = 2e-3;
/// How much stiffer springs are that hold a drawing, so that repulsion does not bend it.
const HOLD: f32 = 20.0;

/// A layout and its quality.
#[derive(Clone)]
struct Drawing {
    x: Vec<[f64; 2]>,
    crossings: usize,
    stress: f64,
}

/// Removes crossings from `x` and settles it. Where the springs alone would bring crossings back,
/// they get the lengths that they have in the drawing.
pub(super) fn untangle(component: &Component, springs: &mut [Spring], x: &mut Vec<[f64; 2]>, rng: &mut Rng) {
    // In denser graphs crossings are a matter of course, and fewer of them not worth more stress.
    let is_dense = 2 * component.edges.len() > 3 * component.n_nodes();
    if component.n_nodes() > MAX_NODES || is_dense {
        return;
    }
    let mut drawing = judged(component, springs, std::mem::take(x));
    if drawing.crossings > 0 {
        drawing = searched(component, springs, drawing, rng);
    }
    let settled = judged(component, springs, settled(springs, &drawing.x));
    if drawing.crossings > 0 || settled.crossings == 0 {
        *x = settled.x;
        return;
    }
    relax(component, springs, &mut drawing.x, RELAX_SWEEPS);
    for spring in springs {
        let (a, b) = (drawing.x[spring.a as usize], drawing.x[spring.b as usize]);
        spring.rest = (a[0] - b[0]).hypot(a[1] - b[1]) as f32;
        spring.pull_a *= HOLD;
        spring.pull_b *= HOLD;
    }
    *x = drawing.x;
}

/// Where the live forces take a drawing.
fn settled(springs: &[Spring], x: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let start: Vec<[f32; 2]> = x.iter().map(|p| p.map(|x| x as f32)).collect();
    let mut forces = Forces::new(&start, &vec![0; x.len()], springs);
    let mut before = start;
    for _ in 0..SETTLING_ROUNDS {
        (0..STEPS_A_ROUND).for_each(|_| forces.step(0.0, 1.0));
        let after: Vec<[f32; 2]> = forces.locations().collect();
        let moved = before.iter().flatten().zip(after.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        before = after;
        if moved < STILL {
            break;
        }
    }
    before.iter().map(|p| p.map(f64::from)).collect()
}

/// The best drawing that the search finds.
fn searched(component: &Component, springs: &[Spring], first: Drawing, rng: &mut Rng) -> Drawing {
    let mut work = springs.to_vec();
    let mut best = first;
    for _ in 0..STARTS {
        let other = other_start(component, &mut work, rng);
        best = better(best, judged(component, springs, other));
        if best.crossings == 0 {
            return best;
        }
    }
    let mut budget = BUDGET;
    best = with_moves(component, springs, &mut work, best, &mut budget, rng);
    if best.crossings > 0 {
        budget = BUDGET;
        let redrawn = redrawn(component, springs, &best, &mut budget);
        best = better_of(
            best,
            redrawn.map(|drawing| with_moves(component, springs, &mut work, drawing, &mut budget, rng)),
        );
    }
    best
}

/// Does not leave the basin it starts in.
const GENTLE: Schedule = Schedule { rounds: 12, first: 0.5, last: 0.05 };

fn other_start(component: &Component, springs: &mut [Spring], rng: &mut Rng) -> Vec<[f64; 2]> {
    let size = (component.n_nodes() as f64).sqrt();
    let mut x: Vec<[f64; 2]> = (0..component.n_nodes()).map(|_| [0; 2].map(|_| size * rng.f64())).collect();
    let schedule = Schedule::from_anywhere(springs, 25);
    descend(&mut x, springs, schedule, rng);
    x
}

/// The best drawing with one ring system drawn anew.
fn redrawn(component: &Component, springs: &[Spring], from: &Drawing, budget: &mut usize) -> Option<Drawing> {
    let crossing = crossing_nodes(component, &from.x);
    let mut best = None;
    for system in ring_systems(component, &crossing) {
        for x in system.drawings(component, &from.x) {
            if !spend(budget, component) {
                return best;
            }
            let drawing = judged(component, springs, x);
            best = Some(better_of(drawing, best));
        }
    }
    best
}

/// One large move after another, each the best there is, while there is one that helps.
fn with_moves(
    component: &Component,
    springs: &[Spring],
    work: &mut [Spring],
    mut drawing: Drawing,
    budget: &mut usize,
    rng: &mut Rng,
) -> Drawing {
    while drawing.crossings > 0 {
        let Some(moved) = best_move(component, springs, &drawing, budget) else { break };
        let mut settled = moved.x.clone();
        descend(&mut settled, work, GENTLE, rng);
        drawing = better(moved, judged(component, springs, settled));
    }
    drawing
}

fn best_move(component: &Component, springs: &[Spring], from: &Drawing, budget: &mut usize) -> Option<Drawing> {
    let mut best: Option<Drawing> = None;
    let mut x = from.x.clone();
    for step in moves(component, &from.x, &crossing_nodes(component, &from.x)) {
        if !spend(budget, component) {
            break;
        }
        step.iter().for_each(|&(node, place)| x[node as usize] = place);
        let count = crossings(&component.edges, &x);
        if count < from.crossings && best.as_ref().is_none_or(|best| count <= best.crossings) {
            best = Some(better_of(judged(component, springs, x.clone()), best));
        }
        step.iter().for_each(|&(node, _)| x[node as usize] = from.x[node as usize]);
    }
    best
}

/// Takes the edges of a component off the budget, if there are as many left.
fn spend(budget: &mut usize, component: &Component) -> bool {
    let left = budget.checked_sub(component.edges.len());
    *budget = left.unwrap_or(0);
    left.is_some()
}

fn crossing_nodes(component: &Component, x: &[[f64; 2]]) -> Vec<u32> {
    let mut crossing: Vec<u32> = Vec::new();
    for (idx, &one) in component.edges.iter().enumerate() {
        for &other in component.edges[..idx].iter().filter(|&&other| cross(one, other, x)) {
            crossing.extend(one.iter().chain(&other));
        }
    }
    crossing.sort_unstable();
    crossing.dedup();
    crossing
}

fn judged(component: &Component, springs: &[Spring], x: Vec<[f64; 2]>) -> Drawing {
    let stress = springs.iter().map(|spring| {
        let (a, b) = (x[spring.a as usize], x[spring.b as usize]);
        let lack = (a[0] - b[0]).hypot(a[1] - b[1]) - f64::from(spring.rest);
        f64::from(spring.pull_a) * lack * lack
    });
    Drawing { crossings: crossings(&component.edges, &x), stress: stress.sum(), x }
}

fn better(one: Drawing, other: Drawing) -> Drawing {
    if (other.crossings, other.stress) < (one.crossings, one.stress) { other } else { one }
}

fn better_of(one: Drawing, other: Option<Drawing>) -> Drawing {
    match other {
        Some(other) => better(one, other),
        None => one,
    }
}
