//! Conflicts resolved: a half of the drawing is mirrored at a bond, or turned a little about one of its ends.

use super::{
    super::component::Component,
    assemble::{beyond, mirror},
    conflicts::{conflict, crowding},
    plane::{Point, turned},
    systems::System,
};
use crate::math::rng::Rng;

/// Drawings that are looked at, in atoms: many of a small molecule, few of a large one.
const BUDGET: usize = 60_000;
/// Turns of a bond away from its ideal angle, in degrees.
const TURNS: [f64; 8] = [15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0];

/// A bond that is in no ring, and the smaller part of the molecule at it.
struct Hinge {
    bond: [u32; 2],
    atoms: Vec<u32>,
}

pub(super) fn resolve(component: &Component, systems: &[System], drawing: &mut Vec<Point>, other: Option<&mut Rng>) {
    let hinges = hinges(component, systems);
    if let Some(rng) = other {
        for hinge in &hinges {
            if hinge.atoms.len() > 1 && rng.next_u64() & 1 == 1 {
                mirror(drawing, hinge.bond, &hinge.atoms);
            }
        }
    }
    let score = |drawing: &[Point]| conflict(component, |atom| Some(drawing[atom]));
    let mut faults = score(drawing);
    let mut left = BUDGET / component.n_nodes().max(1);
    while faults > 0.0 {
        let mut best: Option<(f64, f64, Vec<Point>)> = None;
        let mut consider = |candidate: Vec<Point>, penalty: f64| {
            left = left.saturating_sub(1);
            let found = score(&candidate);
            if found < faults - 1e-9 {
                let crowd = crowding(&candidate) + penalty;
                if best.as_ref().is_none_or(|best| (found, crowd) < (best.0, best.1)) {
                    best = Some((found, crowd, candidate));
                }
            }
            left > 0
        };
        let flipped = |drawing: &[Point], hinge: &Hinge| {
            let mut candidate = drawing.to_vec();
            mirror(&mut candidate, hinge.bond, &hinge.atoms);
            candidate
        };
        let long: Vec<&Hinge> = hinges.iter().filter(|hinge| hinge.atoms.len() > 1).collect();
        let _ = long.iter().all(|hinge| consider(flipped(drawing, hinge), 0.0));
        if best.is_none() {
            let turns = hinges.iter().flat_map(|hinge| TURNS.iter().map(move |turn| (hinge, turn.to_radians())));
            let mut consider = |candidate: Vec<Point>, penalty: f64| {
                left = left.saturating_sub(1);
                let found = score(&candidate);
                if found < faults - 1e-9 && best.as_ref().is_none_or(|best| (found, penalty) < (best.0, best.1)) {
                    best = Some((found, penalty, candidate));
                }
                left > 0
            };
            let mut pairs = long.iter().enumerate().flat_map(|(at, one)| long[..at].iter().map(move |two| (one, two)));
            let go_on = pairs.all(|(one, two)| consider(flipped(&flipped(drawing, one), two), 0.0));
            if go_on {
                let _ = turns.into_iter().all(|(hinge, by)| {
                    let mut candidate = drawing.clone();
                    let centre = candidate[hinge.bond[0] as usize];
                    hinge.atoms.iter().for_each(|&atom| {
                        candidate[atom as usize] = turned(candidate[atom as usize], centre, by);
                    });
                    consider(candidate, by.abs())
                });
            }
        }
        match best {
            Some((found, _, candidate)) => (faults, *drawing) = (found, candidate),
            None => return,
        }
        if left == 0 {
            return;
        }
    }
}

fn hinges(component: &Component, systems: &[System]) -> Vec<Hinge> {
    let is_in_ring = |[u, v]: [u32; 2]| {
        systems.iter().flat_map(|system| &system.rings).any(|ring| {
            (0..ring.len()).any(|at| {
                let (a, b) = (ring[at], ring[(at + 1) % ring.len()]);
                (a, b) == (u, v) || (a, b) == (v, u)
            })
        })
    };
    let hinge = |[u, v]: [u32; 2]| {
        let atoms = beyond(component, [u, v]);
        if 2 * atoms.len() <= component.n_nodes() {
            Hinge { bond: [u, v], atoms }
        } else {
            Hinge { bond: [v, u], atoms: beyond(component, [v, u]) }
        }
    };
    component.edges.iter().copied().filter(|&edge| !is_in_ring(edge)).map(hinge).collect()
}
