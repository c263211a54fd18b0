//! Edges: plain ones by weight, bonds as chemists draw them, loops outside their node.

use eframe::egui::{Color32, Pos2, Rect};

use super::{brush::Brush, sizes::Sizes};
use crate::view::{
    adjacency::Adjacency,
    drawing::{Placed, Point, Segment},
    picture::{Bond, LevelLook},
};

/// Where and how edges are drawn.
pub(super) struct EdgePen<'a> {
    pub screen: &'a [Pos2],
    pub rect: Rect,
    pub sizes: Sizes,
    pub color: Color32,
    /// Whether edges are pale because there are many.
    pub are_many: bool,
}

impl EdgePen<'_> {
    pub(super) fn edges(&self, brush: &mut Brush, level: &LevelLook, adjacency: Option<&Adjacency>) {
        let rect = self.rect.expand(4.0);
        for edge in &level.edges {
            let Some([a, b]) = self.ends(edge.a, edge.b) else { continue };
            if !rect.intersects(Rect::from_two_pos(a, b)) {
                continue;
            }
            match adjacency {
                Some(adjacency) if edge.bond != Bond::Plain => {
                    let width = self.sizes.edge(edge.width_weight);
                    let line = |[a, b]: Segment| brush.line(to_screen(a), to_screen(b), width, self.color);
                    placed(self.screen, adjacency).bond(edge, self.sizes.bond(), line);
                }
                _ if self.are_many => brush.hairline(a, b, self.sizes.edge(edge.width_weight), self.color),
                _ => brush.line(a, b, self.sizes.edge(edge.width_weight), self.color),
            }
        }
    }

    /// Edges that are lit, by their strength.
    pub(super) fn lit(&self, brush: &mut Brush, edges: &[(u32, u32, f32)], accent: Color32) {
        for &(a, b, strength) in edges {
            let strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 0.0 };
            if let Some([a, b]) = self.ends(a, b) {
                let width = self.sizes.edge(1.0) * (1.0 + 3.0 * strength);
                brush.line(a, b, width, accent.gamma_multiply(0.25 + 0.75 * strength));
            }
        }
    }

    /// Both ends on the screen, where they are numbers.
    fn ends(&self, a: u32, b: u32) -> Option<[Pos2; 2]> {
        let (a, b) = (*self.screen.get(a as usize)?, *self.screen.get(b as usize)?);
        (a.is_finite() && b.is_finite()).then_some([a, b])
    }

    pub(super) fn loops(&self, brush: &mut Brush, level: &LevelLook, adjacency: &Adjacency) {
        let rect = self.rect.expand(self.sizes.reach(level.loops.len()));
        for &(node, weight) in &level.loops {
            let (Some(&at), Some(look)) = (self.screen.get(node as usize), level.nodes.get(node as usize)) else {
                continue;
            };
            if !rect.contains(at) {
                continue;
            }
            let radius = self.sizes.node(look);
            let loop_radius = self.sizes.loop_at(radius);
            let centre = placed(self.screen, adjacency).loop_centre(node, radius.into(), loop_radius.into());
            let width = self.sizes.edge(weight).min(loop_radius * 0.6);
            brush.circle(to_screen(centre), loop_radius, width, self.color);
        }
    }
}

/// Nodes on the screen, for the geometry shared with figures.
pub(super) fn placed<'a>(screen: &'a [Pos2], adjacency: &'a Adjacency) -> Placed<'a, impl Fn(u32) -> Point> {
    Placed { at: |node: u32| from_screen(screen[node as usize]), adjacency }
}

pub(super) fn from_screen(at: Pos2) -> Point {
    [f64::from(at.x), f64::from(at.y)]
}

pub(super) fn to_screen([x, y]: Point) -> Pos2 {
    Pos2::new(x as f32, y as f32)
}
