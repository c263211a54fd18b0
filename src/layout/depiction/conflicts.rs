//! What is wrong with a drawing: atoms on each other, bonds that cross, atoms on bonds.

use super::{
    super::{component::Component, crossings::segments_meet},
    plane::{Point, distance, to_segment},
};

/// Atoms without a common bond are at least this far apart.
const ROOM: f64 = 0.55;
/// And from bonds of others.
const ROOM_AT_BOND: f64 = 0.3;

/// 0 for a drawing without fault. Atoms without a place are left out.
pub(super) fn conflict(component: &Component, place: impl Fn(usize) -> Option<Point>) -> f64 {
    let places: Vec<Option<Point>> = (0..component.n_nodes()).map(place).collect();
    let mut sum = 0.0;
    for (one, p) in places.iter().enumerate().filter_map(|(one, p)| Some((one, (*p)?))) {
        for (other, q) in places.iter().enumerate().skip(one + 1).filter_map(|(other, q)| Some((other, (*q)?))) {
            let is_near = (p[0] - q[0]).abs() < ROOM && (p[1] - q[1]).abs() < ROOM;
            if is_near && distance(p, q) < ROOM && !component.adjacency.row(one).contains(&(other as u32)) {
                sum += 1.0 + ROOM - distance(p, q);
            }
        }
    }
    let bonds: Vec<([u32; 2], [Point; 2])> = component
        .edges
        .iter()
        .filter_map(|&edge| Some((edge, [places[edge[0] as usize]?, places[edge[1] as usize]?])))
        .collect();
    for (at, &([u, v], [a, b])) in bonds.iter().enumerate() {
        for &(other, [c, d]) in &bonds[at + 1..] {
            let is_far = (a[0] + b[0] - c[0] - d[0]).abs() > 4.0 || (a[1] + b[1] - c[1] - d[1]).abs() > 4.0;
            if is_far || other.contains(&u) || other.contains(&v) {
                continue;
            }
            if segments_meet(a, b, c, d) {
                sum += 2.0;
            }
        }
        for (atom, p) in places.iter().enumerate().filter_map(|(atom, p)| Some((atom as u32, (*p)?))) {
            let is_far = (a[0] + b[0] - 2.0 * p[0]).abs() > 2.0 || (a[1] + b[1] - 2.0 * p[1]).abs() > 2.0;
            if !is_far && atom != u && atom != v {
                sum += (ROOM_AT_BOND - to_segment(p, [a, b])).max(0.0);
            }
        }
    }
    sum
}

pub(super) fn is_clear(component: &Component, drawing: &[Point]) -> bool {
    drawing.iter().flatten().all(|x| x.is_finite()) && conflict(component, |atom| Some(drawing[atom])) == 0.0
}

/// How close atoms are, to choose between drawings without fault.
pub(super) fn crowding(drawing: &[Point]) -> f64 {
    let pairs = drawing.iter().enumerate().flat_map(|(at, &p)| drawing[..at].iter().map(move |&q| (p, q)));
    pairs.map(|(p, q)| ((p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2)).max(0.01).powi(-2)).sum()
}
