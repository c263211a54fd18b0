//! Edges: plain ones by weight, bonds as chemists draw them, loops outside their node.

use eframe::egui::{Color32, Pos2, Rect, Vec2};

use super::{brush::Brush, sizes::Sizes};
use crate::view::{
    adjacency::{Adjacency, free_direction},
    picture::{Bond, EdgeLook, LevelLook},
};

/// Where and how edges are drawn.
pub struct EdgePen<'a> {
    pub screen: &'a [Pos2],
    pub rect: Rect,
    pub sizes: Sizes,
    pub color: Color32,
    /// Whether there are so many that each is pale.
    pub are_many: bool,
}

impl EdgePen<'_> {
    pub fn edges(&self, brush: &mut Brush, level: &LevelLook, adjacency: Option<&Adjacency>) {
        let rect = self.rect.expand(4.0);
        for edge in &level.edges {
            let Some([a, b]) = self.ends(edge.a, edge.b) else { continue };
            if !rect.intersects(Rect::from_two_pos(a, b)) {
                continue;
            }
            match adjacency {
                Some(adjacency) if edge.bond != Bond::Plain => self.bond(brush, edge, a, b, adjacency),
                _ if self.are_many => brush.hairline(a, b, self.sizes.edge(edge.width_weight), self.color),
                _ => brush.line(a, b, self.sizes.edge(edge.width_weight), self.color),
            }
        }
    }

    /// Edges that are lit, by their strength.
    pub fn lit(&self, brush: &mut Brush, edges: &[(u32, u32, f32)], accent: Color32) {
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

    fn bond(&self, brush: &mut Brush, edge: &EdgeLook, a: Pos2, b: Pos2, adjacency: &Adjacency) {
        let width = self.sizes.edge(edge.width_weight);
        let gap = self.sizes.bond_gap();
        let across = (b - a).normalized().rot90();
        let mut at = |offset: f32, trim: f32, is_dashed: bool| {
            let shift = across * offset;
            let (a, b) = (a.lerp(b, trim) + shift, b.lerp(a, trim) + shift);
            if is_dashed {
                brush.dashed(a, b, width, self.color, gap.max(3.0) * 0.75);
            } else {
                brush.line(a, b, width, self.color);
            }
        };
        let inside = || self.inside(edge, a.lerp(b, 0.5), across, adjacency);
        match edge.bond {
            Bond::Plain | Bond::Single => at(0.0, 0.0, false),
            Bond::Double => match inside() {
                // In a ring the second line is the shorter one, inside.
                Some(side) => {
                    at(0.0, 0.0, false);
                    at(side * gap, 0.16, false);
                }
                None => {
                    at(-gap / 2.0, 0.0, false);
                    at(gap / 2.0, 0.0, false);
                }
            },
            Bond::Triple => {
                at(-gap * 0.9, 0.0, false);
                at(0.0, 0.0, false);
                at(gap * 0.9, 0.0, false);
            }
            Bond::Aromatic => {
                at(0.0, 0.0, false);
                at(inside().unwrap_or(1.0) * gap, 0.16, true);
            }
        }
    }

    /// On which side of an edge the rest of its ring is.
    fn inside(&self, edge: &EdgeLook, middle: Pos2, across: Vec2, adjacency: &Adjacency) -> Option<f32> {
        let ring = adjacency.ring_through(edge.a, edge.b)?;
        let away: f32 = ring.iter().map(|&node| (self.screen[node as usize] - middle).dot(across)).sum();
        Some(away.signum())
    }

    pub fn loops(&self, brush: &mut Brush, level: &LevelLook, adjacency: &Adjacency) {
        let rect = self.rect.expand(self.sizes.reach(level.loops.len()));
        for &(node, weight) in &level.loops {
            let (Some(&at), Some(look)) = (self.screen.get(node as usize), level.nodes.get(node as usize)) else {
                continue;
            };
            if !rect.contains(at) {
                continue;
            }
            let away = free_side(adjacency, self.screen, node);
            let radius = self.sizes.node(look);
            let loop_radius = self.sizes.loop_at(radius);
            let width = self.sizes.edge(weight).min(loop_radius * 0.6);
            brush.circle(at + away * (radius + 0.62 * loop_radius), loop_radius, width, self.color);
        }
    }
}

/// The direction in which a node has most room between its edges.
pub fn free_side(adjacency: &Adjacency, screen: &[Pos2], node: u32) -> Vec2 {
    let neighbours = adjacency.of(node).iter().map(|&other| screen[other as usize] - screen[node as usize]);
    let angles = neighbours.map(|way| f64::from(way.angle())).filter(|angle| angle.is_finite());
    let [x, y] = free_direction(angles.collect());
    Vec2::new(x as f32, y as f32)
}
