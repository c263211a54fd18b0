//! Fewer crossings in a drawing of a small graph: other starts, then large moves, then a relaxation
//! that adds none. Molecules are nearly always planar, and low stress alone leaves one in ten with a crossing.

use super::{
    crossings::{cross, crossings},
    descent::{Schedule, descend},
    moves::moves,
    part::Part,
    relax::relax,
    springs::Spring,
};
use crate::math::rng::Rng;

/// Larger parts are left as they are.
const MAX_NODES: usize = 150;
/// Other starts that are tried.
const STARTS: usize = 6;
/// Large moves, one after another.
const MOVES: usize = 12;

/// A drawing and its merit.
#[derive(Clone)]
struct Drawing {
    x: Vec<[f64; 2]>,
    crossings: usize,
    stress: f64,
}

/// Removes crossings from `x`. Where the springs alone would bring them back, they get the lengths
/// that they have in the drawing.
pub fn untangle(part: &Part, springs: &mut [Spring], x: &mut Vec<[f64; 2]>, rng: &mut Rng) {
    // No planar graph has more edges, so crossings there are a matter of course.
    let is_dense = part.edges.len() > 3 * part.n_nodes() - 6;
    if part.n_nodes() > MAX_NODES || is_dense || crossings(&part.edges, x) == 0 {
        return;
    }
    let mut work = springs.to_vec();
    let first = judged(part, springs, x.clone());
    let mut best = first.clone();
    for _ in 0..STARTS {
        let other = other_start(part, &mut work, rng);
        best = better(best, judged(part, springs, other));
        if best.crossings == 0 {
            break;
        }
    }
    for _ in 0..MOVES {
        if best.crossings == 0 {
            break;
        }
        let Some(mut moved) = best_move(part, springs, &best) else { break };
        let mut settled = moved.x.clone();
        descend(&mut settled, &mut work, GENTLE, rng);
        moved = better(moved, judged(part, springs, settled));
        best = moved;
    }
    let mut free = best.x.clone();
    descend(&mut free, &mut work, GENTLE, rng);
    let free = judged(part, springs, free);
    if free.crossings <= best.crossings {
        *x = free.x;
        return;
    }
    relax(part, springs, &mut best.x, 100);
    for spring in springs {
        let (a, b) = (best.x[spring.a as usize], best.x[spring.b as usize]);
        spring.rest = (a[0] - b[0]).hypot(a[1] - b[1]) as f32;
    }
    *x = best.x;
}

/// Does not leave the basin it starts in.
const GENTLE: Schedule = Schedule { rounds: 12, first: 0.5, last: 0.05 };

fn other_start(part: &Part, springs: &mut [Spring], rng: &mut Rng) -> Vec<[f64; 2]> {
    let size = (part.n_nodes() as f64).sqrt();
    let mut x: Vec<[f64; 2]> = (0..part.n_nodes()).map(|_| [0; 2].map(|_| size * rng.f64())).collect();
    let schedule = Schedule::from_anywhere(springs, 25);
    descend(&mut x, springs, schedule, rng);
    x
}

fn best_move(part: &Part, springs: &[Spring], from: &Drawing) -> Option<Drawing> {
    let mut crossing: Vec<u32> = Vec::new();
    for (idx, &one) in part.edges.iter().enumerate() {
        for &other in part.edges[..idx].iter().filter(|&&other| cross(one, other, &from.x)) {
            crossing.extend(one.iter().chain(&other));
        }
    }
    crossing.sort_unstable();
    crossing.dedup();
    let mut best: Option<Drawing> = None;
    let mut x = from.x.clone();
    for step in moves(part, &from.x, &crossing) {
        step.iter().for_each(|&(node, place)| x[node as usize] = place);
        let count = crossings(&part.edges, &x);
        if count < from.crossings && best.as_ref().is_none_or(|best| count <= best.crossings) {
            let drawing = judged(part, springs, x.clone());
            best = Some(match best {
                Some(best) => better(best, drawing),
                None => drawing,
            });
        }
        step.iter().for_each(|&(node, _)| x[node as usize] = from.x[node as usize]);
    }
    best
}

fn judged(part: &Part, springs: &[Spring], x: Vec<[f64; 2]>) -> Drawing {
    let stress = springs.iter().map(|spring| {
        let (a, b) = (x[spring.a as usize], x[spring.b as usize]);
        let lack = (a[0] - b[0]).hypot(a[1] - b[1]) - f64::from(spring.rest);
        f64::from(spring.pull_a) * lack * lack
    });
    Drawing { crossings: crossings(&part.edges, &x), stress: stress.sum(), x }
}

fn better(one: Drawing, other: Drawing) -> Drawing {
    if (other.crossings, other.stress) < (one.crossings, one.stress) { other } else { one }
}
