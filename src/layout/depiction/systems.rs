//! Ring systems: rings with common atoms, drawn polygon by polygon.
//!
//! A ring is added where it shares atoms with what is drawn. Each run of its missing atoms becomes an arc with sides of
//! length 1 between the two atoms it joins: of one shared edge that makes a regular polygon, of a ring between others a
//! regular one wherever there is room for it.

use std::f64::consts::{PI, TAU};

use super::{
    super::component::Component,
    conflicts::conflict,
    plane::{Point, angle, distance, side, towards},
    sssr::rings,
};

/// Rings that share atoms, and where those are.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub rings: Vec<Vec<u32>>,
    pub places: Vec<(u32, Point)>,
}

/// Sides of a ring shorter or longer than this are no longer taken for bonds.
const SIDES: (f64, f64) = (0.8, 1.25);
/// How many rings are tried as the first one.
const MOST_STARTS: usize = 8;

/// All ring systems; none if one cannot be drawn.
pub(super) fn systems(component: &Component) -> Option<Vec<System>> {
    let mut groups: Vec<Vec<Vec<u32>>> = Vec::new();
    for ring in rings(component) {
        let touches = |group: &Vec<Vec<u32>>| group.iter().flatten().any(|atom| ring.contains(atom));
        let (touching, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        groups = apart;
        groups.push(touching.into_iter().flatten().chain([ring]).collect());
    }
    groups.into_iter().map(|rings| draw(component, rings)).collect()
}

/// The best of the drawings that start from different rings.
fn draw(component: &Component, rings: Vec<Vec<u32>>) -> Option<System> {
    let mut order: Vec<usize> = (0..rings.len()).collect();
    let n_beside = |ring: usize| (0..rings.len()).filter(|&other| n_shared(&rings[ring], &rings[other]) == 2).count();
    order.sort_by_key(|&ring| (std::cmp::Reverse(n_beside(ring)), rings[ring].len() != 6));
    let mut best: Option<(f64, Vec<Option<Point>>)> = None;
    for &first in order.iter().take(MOST_STARTS) {
        let Some(places) = from_ring(component.n_nodes(), &rings, first) else { continue };
        let cost = cost(component, &rings, &places);
        if best.as_ref().is_none_or(|(least, _)| cost < least - 1e-6) {
            best = Some((cost, places));
        }
        if cost < 1e-6 {
            break;
        }
    }
    let (cost, places) = best?;
    let places = places.iter().enumerate().filter_map(|(atom, place)| Some((atom as u32, (*place)?))).collect();
    cost.is_finite().then_some(System { rings, places })
}

fn n_shared(one: &[u32], other: &[u32]) -> usize {
    one.iter().filter(|atom| other.contains(atom)).count()
}

fn from_ring(n: usize, rings: &[Vec<u32>], first: usize) -> Option<Vec<Option<Point>>> {
    let mut places: Vec<Option<Point>> = vec![None; n];
    let m = rings[first].len() as f64;
    let radius = 0.5 / (PI / m).sin();
    for (at, &atom) in rings[first].iter().enumerate() {
        let (sin, cos) = (TAU * at as f64 / m).sin_cos();
        places[atom as usize] = Some([radius * cos, radius * sin]);
    }
    let mut left: Vec<usize> = (0..rings.len()).filter(|&ring| ring != first).collect();
    while !left.is_empty() {
        let n_placed = |ring: usize| rings[ring].iter().filter(|&&atom| places[atom as usize].is_some()).count();
        // Rings with the least freedom come first.
        let (at, &next) = left.iter().enumerate().min_by_key(|&(_, &ring)| match n_placed(ring) {
            0 => usize::MAX,
            1 => usize::MAX - 1,
            placed => rings[ring].len() - placed,
        })?;
        left.remove(at);
        match n_placed(next) {
            0 => return None,
            1 => add_spiro(&mut places, rings, next)?,
            _ => add_arcs(&mut places, &rings[next])?,
        }
    }
    Some(places)
}

/// A ring that shares one atom points away from the rings that are there.
fn add_spiro(places: &mut [Option<Point>], rings: &[Vec<u32>], ring: usize) -> Option<()> {
    let ring_atoms = &rings[ring];
    let at = ring_atoms.iter().position(|&atom| places[atom as usize].is_some())?;
    let hub = places[ring_atoms[at] as usize]?;
    let is_drawn = |other: &&Vec<u32>| {
        other.contains(&ring_atoms[at]) && other.iter().all(|&atom| places[atom as usize].is_some())
    };
    let mut away = [0.0; 2];
    for &atom in rings.iter().filter(is_drawn).flatten() {
        let place = places[atom as usize]?;
        away = [away[0] + hub[0] - place[0], away[1] + hub[1] - place[1]];
    }
    let out = away[1].atan2(away[0]);
    let m = ring_atoms.len();
    let radius = 0.5 / (PI / m as f64).sin();
    let centre = [hub[0] + radius * out.cos(), hub[1] + radius * out.sin()];
    for step in 1..m {
        let (sin, cos) = (out + PI + TAU * step as f64 / m as f64).sin_cos();
        places[ring_atoms[(at + step) % m] as usize] = Some([centre[0] + radius * cos, centre[1] + radius * sin]);
    }
    Some(())
}

fn add_arcs(places: &mut [Option<Point>], ring: &[u32]) -> Option<()> {
    let m = ring.len();
    let first = ring.iter().position(|&atom| places[atom as usize].is_some())?;
    let mut at = 1;
    while at < m {
        let atom = |step: usize| ring[(first + step) % m];
        if places[atom(at) as usize].is_some() {
            at += 1;
            continue;
        }
        let mut end = at;
        while places[atom(end) as usize].is_none() {
            end += 1;
        }
        let ends = [places[atom(at - 1) as usize]?, places[atom(end) as usize]?];
        let drawn: Vec<Point> = places.iter().flatten().copied().collect();
        let arcs = [1.0, -1.0].map(|side| arc(ends, end - at, side));
        let crowding = |arc: &Vec<Point>| -> f64 {
            arc.iter().flat_map(|&p| drawn.iter().map(move |&q| distance(p, q).max(0.05).powi(-4))).sum()
        };
        let [one, other] = arcs;
        let arc = if crowding(&one) <= crowding(&other) { one } else { other };
        for (step, place) in (at..end).zip(arc) {
            places[atom(step) as usize] = Some(place);
        }
        at = end;
    }
    Some(())
}

/// Points on a circle through two ends, with sides of length 1, on one side of the line between them.
fn arc([a, b]: [Point; 2], n_between: usize, on_side: f64) -> Vec<Point> {
    let (chord, n_sides) = (distance(a, b), n_between as f64 + 1.0);
    // sin(kθ/2) / sin(θ/2) falls from k at θ = 0 to 0 at θ = 2π/k.
    let (mut low, mut high) = (1e-6, TAU / n_sides);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if (n_sides * middle / 2.0).sin() / (middle / 2.0).sin() > chord { low = middle } else { high = middle }
    }
    let step = low;
    let mut way = angle(a, b) + on_side * (n_sides - 1.0) * step / 2.0;
    let mut place = a;
    (0..n_between)
        .map(|_| {
            place = towards(place, way);
            way -= on_side * step;
            place
        })
        .collect()
}

/// How far a system is from regular; infinite where it cannot be used.
fn cost(component: &Component, rings: &[Vec<u32>], places: &[Option<Point>]) -> f64 {
    let mut cost = 0.0;
    for ring in rings {
        let corners: Option<Vec<Point>> = ring.iter().map(|&atom| places[atom as usize]).collect();
        let Some(corners) = corners else { return f64::INFINITY };
        let m = corners.len();
        for at in 0..m {
            let [before, here, after] = [corners[(at + m - 1) % m], corners[at], corners[(at + 1) % m]];
            let length = distance(here, after);
            if !(SIDES.0..=SIDES.1).contains(&length) {
                return f64::INFINITY;
            }
            let cosine = 1.0 - distance(before, after).powi(2) / 2.0;
            cost += (length - 1.0).powi(2) + (cosine - (PI - TAU / m as f64).cos()).powi(2);
        }
        let turns: Vec<f64> =
            (0..m).map(|at| side(corners[at], corners[(at + 1) % m], corners[(at + 2) % m])).collect();
        let is_convex = turns.iter().all(|&turn| turn > -1e-6) || turns.iter().all(|&turn| turn < 1e-6);
        cost += if is_convex { 0.0 } else { 1.0 };
    }
    if conflict(component, |atom| places[atom]) > 0.0 { f64::INFINITY } else { cost }
}
