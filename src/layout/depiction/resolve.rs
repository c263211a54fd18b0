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
    // At a bond to a single atom there is nothing to mirror.
    let long: Vec<&Hinge> = hinges.iter().filter(|hinge| hinge.atoms.len() > 1).collect();
    if let Some(rng) = other {
        for hinge in &long {
            if rng.next_u64() & 1 == 1 {
                mirror(drawing, hinge.bond, &hinge.atoms);
            }
        }
    }
    let mut search =
        Search { component, faults: faults(component, drawing), left: BUDGET / component.n_nodes().max(1) };
    while search.faults > 0.0 && search.left > 0 {
        let flips = long.iter().map(|hinge| (hinge.flipped(drawing), None));
        let pairs = long.iter().enumerate().flat_map(|(at, one)| long[..at].iter().map(move |two| (one, two)));
        let flips_of_two = pairs.map(|(one, two)| (two.flipped(&one.flipped(drawing)), Some(0.0)));
        let turns = hinges.iter().flat_map(|hinge| TURNS.iter().map(move |turn| (hinge, turn.to_radians())));
        let turns = turns.map(|(hinge, by)| (hinge.turned(drawing, by), Some(by.abs())));
        match search.best(flips).or_else(|| search.best(flips_of_two.chain(turns))) {
            Some(better) => *drawing = better,
            None => return,
        }
    }
}

impl Hinge {
    fn flipped(&self, drawing: &[Point]) -> Vec<Point> {
        let mut flipped = drawing.to_vec();
        mirror(&mut flipped, self.bond, &self.atoms);
        flipped
    }

    fn turned(&self, drawing: &[Point], by: f64) -> Vec<Point> {
        let mut result = drawing.to_vec();
        let centre = drawing[self.bond[0] as usize];
        for &atom in &self.atoms {
            result[atom as usize] = turned(drawing[atom as usize], centre, by);
        }
        result
    }
}

fn faults(component: &Component, drawing: &[Point]) -> f64 {
    conflict(component, |atom| Some(drawing[atom]))
}

struct Search<'a> {
    component: &'a Component,
    faults: f64,
    /// Drawings that may still be looked at.
    left: usize,
}

impl Search<'_> {
    /// The drawing with the fewest faults if that is fewer than now, and among equals the one of the lowest cost; where
    /// none is given, the least crowded.
    fn best(&mut self, candidates: impl Iterator<Item = (Vec<Point>, Option<f64>)>) -> Option<Vec<Point>> {
        let mut best: Option<(f64, f64, Vec<Point>)> = None;
        for (candidate, cost) in candidates {
            let faults = faults(self.component, &candidate);
            if faults < self.faults - 1e-9 {
                let cost = cost.unwrap_or_else(|| crowding(&candidate));
                if best.as_ref().is_none_or(|best| (faults, cost) < (best.0, best.1)) {
                    best = Some((faults, cost, candidate));
                }
            }
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                break;
            }
        }
        let (faults, _, drawing) = best?;
        self.faults = faults;
        Some(drawing)
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
