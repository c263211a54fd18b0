//! The lines and shapes that graphs are drawn with, on screen and on paper alike: the several lines of a bond, dashes,
//! loops, hatches, the seeds' hexagon. y points down; the unit is the caller's, points or millimetres.

use crate::view::{
    adjacency::{Adjacency, free_direction},
    picture::{Bond, EdgeLook},
};

/// A point of the page or of the screen.
pub type Point = [f64; 2];

/// A straight line.
pub type Segment = [Point; 2];

/// How much of the second line of a bond is left out at either end.
const TRIM: f64 = 0.16;

/// How far beyond its node the centre of a loop is, in the loop's radius.
const LOOP_OFFSET: f64 = 0.62;

/// How far beyond its node a loop reaches, in its radius.
pub const LOOP_REACH: f64 = 1.0 + LOOP_OFFSET;

/// The corners of a hexagon that stands on one of them, at distance 1 from the centre.
pub const HEXAGON: [Point; 6] = {
    const SIDE: f64 = 0.866_025_403_784_438_6;
    [[0.0, -1.0], [SIDE, -0.5], [SIDE, 0.5], [0.0, 1.0], [-SIDE, 0.5], [-SIDE, -0.5]]
};

/// The parts of a pie in a disc or in a hexagon, at distance 1 from the centre: each with its colour and the outer corners
/// of its slice, clockwise from the top.
pub fn pie<C: Copy>(slices: &[(C, f32)], is_hexagon: bool) -> impl Iterator<Item = (C, Vec<Point>)> {
    /// A multiple of six, so that the corners of a hexagon are among the corners of its slices.
    const AROUND: f64 = 24.0;
    let mut from = 0.0;
    slices.iter().map(move |&(colour, share)| {
        let to = from + f64::from(share);
        let between =
            ((from * AROUND).floor() as i32 + 1..(to * AROUND).ceil() as i32).map(|at| f64::from(at) / AROUND);
        let turns = std::iter::once(from).chain(between).chain(std::iter::once(to));
        let corners = turns.map(|turn| border(turn, is_hexagon)).collect();
        from = to;
        (colour, corners)
    })
}

/// The border of a disc or of the hexagon, after a part of a turn clockwise from the top.
fn border(turn: f64, is_hexagon: bool) -> Point {
    use std::f64::consts::{FRAC_PI_3, FRAC_PI_6, TAU};
    let radius =
        if is_hexagon { FRAC_PI_6.cos() / ((turn * TAU).rem_euclid(FRAC_PI_3) - FRAC_PI_6).cos() } else { 1.0 };
    let (sin, cos) = (turn * TAU).sin_cos();
    [radius * sin, -radius * cos]
}

/// Dashes around a disc of radius 1.
pub fn dashed_circle(n_dashes: usize) -> impl Iterator<Item = Segment> {
    let at = move |half: usize| border(half as f64 / (2.0 * n_dashes as f64), false);
    (0..n_dashes).map(move |dash| [at(2 * dash), at(2 * dash + 1)])
}

/// The nodes of a level where they are drawn, and their neighbours.
pub struct Placed<'a, At> {
    /// Where a node is.
    pub at: At,
    /// Its neighbours.
    pub adjacency: &'a Adjacency,
}

/// Distances within a bond.
#[derive(Clone, Copy, Debug)]
pub struct BondSizes {
    /// Between its lines.
    pub gap: f64,
    /// Length of a dash, about.
    pub dash: f64,
}

impl<At: Fn(u32) -> Point> Placed<'_, At> {
    /// The lines of a bond, as chemists draw it.
    pub fn bond(&self, edge: &EdgeLook, sizes: BondSizes, mut line: impl FnMut(Segment)) {
        let (a, b) = ((self.at)(edge.a), (self.at)(edge.b));
        let along = minus(b, a);
        let length = along[0].hypot(along[1]).max(1e-9);
        let across = [-along[1] / length, along[0] / length];
        let gap = sizes.gap;
        let shifted = |offset: f64, trim: f64| -> Segment {
            let end = |from: Point, to: Point| -> Point {
                std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * trim + across[axis] * offset)
            };
            [end(a, b), end(b, a)]
        };
        match edge.bond {
            Bond::Plain | Bond::Single => line([a, b]),
            Bond::Double => match self.inside(edge, [a, b], across) {
                // In a ring the second line is the shorter one, inside.
                Some(side) => {
                    line([a, b]);
                    line(shifted(side * gap, TRIM));
                }
                None => [-gap / 2.0, gap / 2.0].into_iter().for_each(|offset| line(shifted(offset, 0.0))),
            },
            Bond::Triple => [-0.9 * gap, 0.0, 0.9 * gap].into_iter().for_each(|offset| line(shifted(offset, 0.0))),
            Bond::Aromatic => {
                line([a, b]);
                let side = self.inside(edge, [a, b], across).unwrap_or(1.0);
                dashes(shifted(side * gap, TRIM), sizes.dash).for_each(line);
            }
        }
    }

    /// On which side of an edge the rest of its ring is.
    fn inside(&self, edge: &EdgeLook, [a, b]: Segment, across: Point) -> Option<f64> {
        let ring = self.adjacency.ring_through(edge.a, edge.b)?;
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let away = |node: &u32| {
            let [x, y] = minus((self.at)(*node), middle);
            x * across[0] + y * across[1]
        };
        Some(ring.iter().map(away).sum::<f64>().signum())
    }

    /// The direction in which a node has most room between its edges.
    pub fn free_side(&self, node: u32) -> Point {
        let at = (self.at)(node);
        let neighbours = self.adjacency.neighbours(node).iter().map(|&other| minus((self.at)(other), at));
        free_direction(neighbours.map(|[x, y]| y.atan2(x)).filter(|angle| angle.is_finite()).collect())
    }

    /// The centre of the loop at a node, where that has no neighbour.
    pub fn loop_centre(&self, node: u32, node_radius: f64, loop_radius: f64) -> Point {
        let (at, away) = ((self.at)(node), self.free_side(node));
        let off = node_radius + LOOP_OFFSET * loop_radius;
        [at[0] + away[0] * off, at[1] + away[1] * off]
    }
}

/// The dashes of a line: an odd number of parts, so that both ends are drawn.
pub fn dashes([a, b]: Segment, dash: f64) -> impl Iterator<Item = Segment> {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let n_parts = ((length / dash) as usize).clamp(1, 99) | 1;
    let at = move |part: usize| -> Point {
        std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * part as f64 / n_parts as f64)
    };
    (0..n_parts).step_by(2).map(move |part| [at(part), at(part + 1)])
}

/// Lines from the lower left to the upper right across a disc, one through its centre.
pub fn hatch(centre: Point, radius: f64, spacing: f64) -> impl Iterator<Item = Segment> {
    const ALONG: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let n_lines = (radius / spacing) as i32;
    (-n_lines..=n_lines).map(move |line| {
        let offset = f64::from(line) * spacing;
        let half = (radius * radius - offset * offset).max(0.0).sqrt();
        let middle = [centre[0] + offset * ALONG, centre[1] + offset * ALONG];
        let end = |sign: f64| [middle[0] + sign * half * ALONG, middle[1] - sign * half * ALONG];
        [end(-1.0), end(1.0)]
    })
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bond: Bond, at: &[Point], edges: &[(u32, u32)]) -> Vec<Segment> {
        let edge = |&(a, b): &(u32, u32)| EdgeLook { a, b, width_weight: 1.0, bond };
        let edges: Vec<EdgeLook> = edges.iter().map(edge).collect();
        let adjacency = Adjacency::new(at.len(), &edges);
        let mut lines = Vec::new();
        let placed = Placed { at: |node: u32| at[node as usize], adjacency: &adjacency };
        placed.bond(&edges[0], BondSizes { gap: 0.2, dash: 0.1 }, |line| lines.push(line));
        lines
    }

    #[test]
    fn the_second_line_of_a_double_bond_is_inside_its_ring_whichever_way_it_goes() {
        let triangle = [[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]];
        let edges = [[(0, 1), (1, 2), (2, 0)], [(1, 0), (1, 2), (2, 0)]];
        for edges in &edges {
            let lines = lines(Bond::Double, &triangle, edges);
            assert_eq!(lines.len(), 2);
            assert!(lines[0].iter().all(|end| end[1] == 0.0) && lines[1].iter().all(|end| end[1] == 0.2), "{lines:?}");
        }
        let upside_down = triangle.map(|[x, y]| [x, -y]);
        assert!(lines(Bond::Double, &upside_down, &edges[0])[1].iter().all(|end| end[1] == -0.2));
    }

    #[test]
    fn bonds_outside_rings_have_their_lines_beside_each_other() {
        let ends = [[0.0, 0.0], [1.0, 0.0]];
        let heights = |bond| -> Vec<f64> { lines(bond, &ends, &[(0, 1)]).iter().map(|line| line[0][1]).collect() };
        assert_eq!(heights(Bond::Single), [0.0]);
        assert_eq!(heights(Bond::Double), [-0.1, 0.1]);
        assert_eq!(heights(Bond::Triple), [-0.9 * 0.2, 0.0, 0.9 * 0.2]);
        let aromatic = heights(Bond::Aromatic);
        assert!(aromatic[0] == 0.0 && aromatic.len() > 2 && aromatic[1..].iter().all(|y| *y == 0.2), "{aromatic:?}");
    }

    #[test]
    fn dashes_begin_and_end_where_their_line_does() {
        for length in [0.01, 0.5, 1.0, 7.3, 1e4] {
            let dashes: Vec<Segment> = dashes([[0.0, 0.0], [length, 0.0]], 0.25).collect();
            assert_eq!((dashes[0][0][0], dashes[dashes.len() - 1][1][0]), (0.0, length));
        }
    }

    #[test]
    fn a_pie_is_whole_in_a_disc_and_in_a_hexagon() {
        let slices = [('a', 0.5_f32), ('b', 0.25), ('c', 0.25)];
        for (is_hexagon, whole) in [(false, std::f64::consts::PI), (true, 1.5 * 3.0_f64.sqrt())] {
            let area = |corners: &[Point]| -> f64 {
                corners.windows(2).map(|pair| (pair[0][0] * pair[1][1] - pair[0][1] * pair[1][0]) / 2.0).sum()
            };
            let parts: Vec<f64> = pie(&slices, is_hexagon).map(|(_, corners)| area(&corners) / whole).collect();
            for (part, (_, share)) in parts.iter().zip(slices) {
                assert!((part - f64::from(share)).abs() < 0.01, "{parts:?}, hexagon: {is_hexagon}");
            }
        }
        let hexagon: Vec<Point> = pie(&[((), 1.0)], true).next().map(|(_, corners)| corners).unwrap();
        let is_there = |corner: &Point| hexagon.iter().any(|at| (at[0] - corner[0]).hypot(at[1] - corner[1]) < 1e-9);
        assert!(HEXAGON.iter().all(is_there));
    }

    #[test]
    fn a_hatch_stays_within_its_disc() {
        let lines: Vec<Segment> = hatch([3.0, 4.0], 2.0, 0.7).collect();
        assert_eq!(lines.len(), 5);
        for [x, y] in lines.into_iter().flatten() {
            assert!(((x - 3.0).hypot(y - 4.0) - 2.0).abs() < 1e-12);
        }
    }
}
