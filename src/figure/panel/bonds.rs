//! Edges of a graph: by weight, as chemists draw bonds, and loops outside their node.

use super::fit::Fit;
use crate::{
    figure::scene::{Point, Scene, Stroke},
    view::{
        adjacency::Adjacency,
        drawing::{BondSizes, Placed},
        palette::Rgb,
        picture::{Bond, EdgeLook, LevelLook},
    },
};

/// Where and how edges are drawn.
pub(crate) struct EdgePen<'a> {
    /// Nodes on the page.
    pub at: &'a [Point],
    pub fit: &'a Fit,
    pub colour: Rgb,
}

impl EdgePen<'_> {
    /// All edges of a level.
    pub(crate) fn edges(&self, scene: &mut Scene, look: &LevelLook, adjacency: &Adjacency) {
        let gap = self.fit.bond_gap_mm();
        let (placed, sizes) = (self.placed(adjacency), BondSizes { gap, dash: 1.05 * gap });
        for edge in &look.edges {
            let (Some(&a), Some(&b)) = (self.at.get(edge.a as usize), self.at.get(edge.b as usize)) else { continue };
            match edge.bond {
                Bond::Plain | Bond::Single => scene.line(a, b, self.stroke(edge)),
                _ if !self.fit.is_detailed() => scene.line(a, b, self.stroke(edge)),
                _ => placed.bond(edge, sizes, |[a, b]| scene.line(a, b, self.stroke(edge))),
            }
        }
    }

    fn placed<'p>(&'p self, adjacency: &'p Adjacency) -> Placed<'p, impl Fn(u32) -> Point> {
        Placed { at: |node: u32| self.at[node as usize], adjacency }
    }

    fn stroke(&self, edge: &EdgeLook) -> Stroke {
        Stroke::new(self.fit.line_mm * f64::from(edge.width_weight), self.colour)
    }

    /// Loops, each where its node has no neighbour.
    pub(crate) fn loops(&self, scene: &mut Scene, look: &LevelLook, adjacency: &Adjacency) {
        if !self.fit.has_loops(look.loops.len()) {
            return;
        }
        let placed = self.placed(adjacency);
        for &(node, weight) in &look.loops {
            let Some(node_look) = look.nodes.get(node as usize).filter(|_| self.at.len() > node as usize) else {
                continue;
            };
            let radius = self.fit.loop_mm();
            let centre = placed.loop_centre(node, self.fit.node_mm(node_look), radius);
            let width = (self.fit.line_mm * f64::from(weight)).min(0.5 * radius);
            scene.circle(centre, radius, Stroke::new(width, self.colour));
        }
    }
}
