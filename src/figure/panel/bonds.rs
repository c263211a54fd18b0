//! Edges of a graph: by weight, as chemists draw bonds, and loops outside their node.

use super::fit::Fit;
use crate::{
    figure::scene::{Point, Scene, Stroke},
    view::{
        adjacency::{Adjacency, free_direction},
        palette::Rgb,
        picture::{Bond, EdgeLook, LevelLook},
    },
};

/// How much of a second line is left out at either end.
const TRIM: f64 = 0.16;

/// Where and how edges are drawn.
pub struct EdgePen<'a> {
    /// Nodes on the page.
    pub at: &'a [Point],
    pub fit: &'a Fit,
    pub colour: Rgb,
}

impl EdgePen<'_> {
    /// All edges of a level.
    pub fn edges(&self, scene: &mut Scene, look: &LevelLook, adjacency: &Adjacency) {
        for edge in &look.edges {
            let (Some(&a), Some(&b)) = (self.at.get(edge.a as usize), self.at.get(edge.b as usize)) else { continue };
            match edge.bond {
                Bond::Plain | Bond::Single => scene.line(a, b, self.stroke(edge)),
                _ if !self.fit.is_detailed() => scene.line(a, b, self.stroke(edge)),
                _ => self.bond(scene, edge, [a, b], adjacency),
            }
        }
    }

    fn stroke(&self, edge: &EdgeLook) -> Stroke {
        Stroke::new(self.fit.line_mm * f64::from(edge.width_weight), self.colour)
    }

    fn bond(&self, scene: &mut Scene, edge: &EdgeLook, [a, b]: [Point; 2], adjacency: &Adjacency) {
        let (stroke, gap) = (self.stroke(edge), self.fit.bond_gap_mm());
        let along = minus(b, a);
        let length = along[0].hypot(along[1]).max(1e-9);
        let across = [-along[1] / length, along[0] / length];
        let mut draw = |offset: f64, trim: f64, is_dashed: bool| {
            let end = |from: Point, to: Point| -> Point {
                std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * trim + across[axis] * offset)
            };
            let (a, b) = (end(a, b), end(b, a));
            if is_dashed { dashed(scene, a, b, 1.05 * gap, stroke) } else { scene.line(a, b, stroke) }
        };
        let inside = self.inside(edge, a, b, across, adjacency);
        match (edge.bond, inside) {
            (Bond::Plain | Bond::Single, _) => draw(0.0, 0.0, false),
            // In a ring the second line is the shorter one, inside.
            (Bond::Double, Some(side)) => {
                draw(0.0, 0.0, false);
                draw(side * gap, TRIM, false);
            }
            (Bond::Double, None) => {
                draw(-gap / 2.0, 0.0, false);
                draw(gap / 2.0, 0.0, false);
            }
            (Bond::Triple, _) => [-0.9 * gap, 0.0, 0.9 * gap].into_iter().for_each(|offset| draw(offset, 0.0, false)),
            (Bond::Aromatic, side) => {
                draw(0.0, 0.0, false);
                draw(side.unwrap_or(1.0) * gap, TRIM, true);
            }
        }
    }

    /// On which side of an edge the rest of its ring is.
    fn inside(&self, edge: &EdgeLook, a: Point, b: Point, across: Point, adjacency: &Adjacency) -> Option<f64> {
        let ring = adjacency.ring_through(edge.a, edge.b)?;
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let away = |node: &u32| {
            let [x, y] = minus(self.at[*node as usize], middle);
            x * across[0] + y * across[1]
        };
        Some(ring.iter().map(away).sum::<f64>().signum())
    }

    /// Loops, each where its node has no neighbour.
    pub fn loops(&self, scene: &mut Scene, look: &LevelLook, adjacency: &Adjacency) {
        if !self.fit.has_loops(look.loops.len()) {
            return;
        }
        for &(node, weight) in &look.loops {
            let (Some(&at), Some(node_look)) = (self.at.get(node as usize), look.nodes.get(node as usize)) else {
                continue;
            };
            let neighbours = adjacency.of(node).iter().map(|&other| minus(self.at[other as usize], at));
            let away = free_direction(neighbours.map(|[x, y]| y.atan2(x)).collect());
            let radius = self.fit.loop_mm();
            let off = self.fit.node_mm(node_look) + 0.62 * radius;
            let width = (self.fit.line_mm * f64::from(weight)).min(0.5 * radius);
            scene.circle([at[0] + away[0] * off, at[1] + away[1] * off], radius, Stroke::new(width, self.colour));
        }
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// An odd number of parts, so that both ends are drawn.
fn dashed(scene: &mut Scene, a: Point, b: Point, dash: f64, stroke: Stroke) {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let n_parts = ((length / dash) as usize).clamp(1, 99) | 1;
    let at = |part: usize| -> Point {
        std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * part as f64 / n_parts as f64)
    };
    (0..n_parts).step_by(2).for_each(|part| scene.line(at(part), at(part + 1), stroke));
}
