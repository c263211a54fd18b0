//! A molecule from its ring systems: outwards from the largest, chains in zigzag, substituents in the free directions.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI, TAU};

use super::{
    super::{component::Component, distances::hops},
    plane::{Point, angle, mirrored, towards, turned},
    systems::System,
};

struct Assembly<'a> {
    component: &'a Component,
    systems: &'a [System],
    is_linear: &'a [bool],
    system_of: Vec<Option<usize>>,
    places: Vec<Option<Point>>,
    /// Which way the chain turned at an atom: 1 to the left, −1 to the right.
    turn: Vec<f64>,
}

pub(super) fn assemble(component: &Component, systems: &[System], is_linear: &[bool]) -> Vec<Point> {
    let n = component.n_nodes();
    let mut system_of = vec![None; n];
    for (idx, system) in systems.iter().enumerate() {
        system.places.iter().for_each(|&(atom, _)| system_of[atom as usize] = Some(idx));
    }
    let mut assembly = Assembly { component, systems, is_linear, system_of, places: vec![None; n], turn: vec![1.0; n] };
    let mut queue = Vec::new();
    let largest = systems.iter().max_by_key(|system| system.places.len());
    match largest {
        Some(system) => {
            for &(atom, place) in &system.places {
                assembly.places[atom as usize] = Some(place);
                queue.push(atom);
            }
        }
        None => {
            // The end of a longest chain, so that the chain is drawn as one.
            let far = hops(&component.adjacency, 0, &mut Vec::new());
            let end = (0..n).max_by_key(|&atom| (far[atom], std::cmp::Reverse(atom))).unwrap_or(0);
            assembly.places[end] = Some([0.0, 0.0]);
            queue.push(end as u32);
        }
    }
    let mut head = 0;
    while let Some(&atom) = queue.get(head) {
        head += 1;
        assembly.place_around(atom, &mut queue);
    }
    assembly.places.into_iter().map(Option::unwrap_or_default).collect()
}

impl Assembly<'_> {
    fn place_around(&mut self, atom: u32, queue: &mut Vec<u32>) {
        let Some(here) = self.places[atom as usize] else { return };
        let row = self.component.adjacency.row(atom as usize);
        let mut missing: Vec<u32> = row.iter().copied().filter(|&next| self.places[next as usize].is_none()).collect();
        // What is largest continues the chain.
        missing.sort_by_key(|&next| (std::cmp::Reverse(self.size_beyond(atom, next)), next));
        let placed: Vec<u32> = row.iter().copied().filter(|&next| self.places[next as usize].is_some()).collect();
        let before = self.turn_before(atom, &placed);
        let directions = self.directions(atom, here, &placed, missing.len(), before);
        for (&next, &(way, turn)) in missing.iter().zip(&directions) {
            self.turn[next as usize] = turn;
            match self.system_of[next as usize] {
                Some(system) => self.place_system(system, next, here, way, queue),
                None => {
                    self.places[next as usize] = Some(towards(here, way));
                    queue.push(next);
                }
            }
        }
    }

    /// How the chain turned when it came to an atom.
    fn turn_before(&self, atom: u32, placed: &[u32]) -> f64 {
        if placed.len() == 1 { self.turn[atom as usize] } else { 1.0 }
    }

    /// Directions for missing neighbours, and which way each of them turns.
    fn directions(&self, atom: u32, here: Point, placed: &[u32], n: usize, before: f64) -> Vec<(f64, f64)> {
        let place = |next: u32| self.places[next as usize].unwrap_or_default();
        if self.system_of[atom as usize].is_some() {
            return free(&self.outside(atom, here, placed), n).into_iter().map(|way| (way, 1.0)).collect();
        }
        let [parent] = placed[..] else {
            // The first atom of a chain.
            return (0..n).map(|at| (TAU * at as f64 / n.max(1) as f64 + PI / 6.0, 1.0)).collect();
        };
        let ahead = angle(place(parent), here);
        match n {
            1 if self.is_linear[atom as usize] => vec![(ahead, before)],
            1 | 2 => [-before, before].into_iter().take(n).map(|turn| (ahead + turn * FRAC_PI_3, turn)).collect(),
            3 => [0.0, 1.0, -1.0]
                .map(|turn| (ahead + turn * FRAC_PI_2, if turn == 0.0 { before } else { turn }))
                .to_vec(),
            _ => (1..=n).map(|at| (ahead + PI + TAU * at as f64 / (n as f64 + 1.0), 1.0)).collect(),
        }
    }

    /// The widest angle at an atom of a ring that is not inside of a ring, as its first direction and its width.
    fn outside(&self, atom: u32, here: Point, placed: &[u32]) -> (f64, f64) {
        let mut ways: Vec<(f64, u32)> =
            placed.iter().map(|&next| (angle(here, self.places[next as usize].unwrap_or_default()), next)).collect();
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        let rings = self.system_of[atom as usize].map_or(&[][..], |system| &self.systems[system].rings);
        let mut widest = (false, 0.0, 0.0);
        for (at, &(way, one)) in ways.iter().enumerate() {
            let (next, other) = ways[(at + 1) % ways.len()];
            let width = (next - way).rem_euclid(TAU);
            let width = if width < 1e-9 { TAU } else { width };
            let are_beside = |ring: &Vec<u32>| [one, atom, other].iter().all(|atom| ring.contains(atom));
            // With two bonds both angles are between the same atoms: the inner one is less than half a turn.
            let is_inside = rings.iter().any(are_beside) && width < PI;
            let is_wider = (!is_inside, width) > (widest.0, widest.2 + 1e-9);
            if at == 0 || is_wider {
                widest = (!is_inside, way, width);
            }
        }
        (widest.1, widest.2)
    }

    /// Puts a ring system so that one of its atoms continues a bond.
    fn place_system(&mut self, system: usize, atom: u32, from: Point, way: f64, queue: &mut Vec<u32>) {
        let drawn = &self.systems[system].places;
        for &(atom, place) in drawn {
            self.places[atom as usize] = Some(place);
            queue.push(atom);
        }
        let here = self.places[atom as usize].unwrap_or_default();
        let row = self.component.adjacency.row(atom as usize);
        let in_ring: Vec<u32> =
            row.iter().copied().filter(|&next| self.system_of[next as usize] == Some(system)).collect();
        let outside = self.outside(atom, here, &in_ring);
        let out = free(&outside, row.len() - in_ring.len()).first().copied().unwrap_or_default();
        let to = towards(from, way);
        let by = way + PI - out;
        for &(atom, place) in drawn {
            let [x, y] = turned(place, here, by);
            self.places[atom as usize] = Some([x - here[0] + to[0], y - here[1] + to[1]]);
        }
    }

    /// Number of atoms on the far side of a bond that is in no ring.
    fn size_beyond(&self, atom: u32, next: u32) -> usize {
        beyond(self.component, [atom, next]).len()
    }
}

/// Directions that divide an angle evenly.
fn free(&(first, width): &(f64, f64), n: usize) -> Vec<f64> {
    (1..=n).map(|at| first + width * at as f64 / (n as f64 + 1.0)).collect()
}

/// The atoms on the far side of a bond that is in no ring.
pub(super) fn beyond(component: &Component, [from, to]: [u32; 2]) -> Vec<u32> {
    let mut is_seen = vec![false; component.n_nodes()];
    is_seen[from as usize] = true;
    is_seen[to as usize] = true;
    let (mut branch, mut head) = (vec![to], 0);
    while let Some(&atom) = branch.get(head) {
        head += 1;
        for &next in component.adjacency.row(atom as usize) {
            if !is_seen[next as usize] {
                is_seen[next as usize] = true;
                branch.push(next);
            }
        }
    }
    branch
}

/// Mirrors atoms at the line of a bond.
pub(super) fn mirror(drawing: &mut [Point], [from, to]: [u32; 2], atoms: &[u32]) {
    let line = [drawing[from as usize], drawing[to as usize]];
    for &atom in atoms {
        drawing[atom as usize] = mirrored(drawing[atom as usize], line);
    }
}
