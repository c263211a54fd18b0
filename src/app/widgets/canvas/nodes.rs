//! Nodes: discs, the seeds' hexagons, hatches of the dropped, pins, symbols, and rings of light.

use eframe::egui::{Color32, FontId, Painter, Pos2, Rect, Vec2};

use super::{
    brush::Brush,
    draw::{Chrome, SEED, color},
    edges::{from_screen, placed, to_screen},
    lit::Lit,
    sizes::Sizes,
};
use crate::view::{
    adjacency::Adjacency,
    drawing::{dashed_circle, hatch, pie},
    palette,
    picture::{LevelLook, NodeLook, PIE_HOLE, inside_ring},
    scale::significant,
};

/// Radius of the smallest seed, and width of the thinnest ring around its fill, in points.
const LEAST_SEED: f32 = 2.2;
const THINNEST_RING: f64 = 1.3;
/// The same of a dot, in which a wider ring would leave no fill.
const THINNEST_RING_OF_DOT: f64 = 0.75;

/// Where and how nodes are drawn.
pub(super) struct NodePen<'a> {
    pub screen: &'a [Pos2],
    pub rect: Rect,
    pub sizes: Sizes,
    pub chrome: Chrome,
}

impl NodePen<'_> {
    /// All nodes that can be seen; seeds last, so that no other hides them.
    pub(super) fn nodes(&self, brush: &mut Brush, level: &LevelLook) {
        for are_seeds in [false, true] {
            for (look, at) in self.seen(level).filter(|(look, _)| look.is_seed == are_seeds) {
                self.node(brush, look, at);
            }
        }
    }

    fn seen<'l>(&self, level: &'l LevelLook) -> impl Iterator<Item = (&'l NodeLook, Pos2)> {
        let rect = self.rect.expand(self.sizes.reach(0));
        level.nodes.iter().zip(self.screen.iter().copied()).filter(move |(_, at)| rect.contains(*at))
    }

    fn node(&self, brush: &mut Brush, look: &NodeLook, at: Pos2) {
        let radius = self.sizes.node(look);
        let is_detailed = self.sizes.is_detailed();
        if look.is_seed {
            if is_detailed {
                brush.hexagon(at, radius + 2.0, self.chrome.ground);
            }
            let radius = radius.max(LEAST_SEED);
            brush.hexagon(at, radius, SEED);
            let thinnest = if is_detailed { THINNEST_RING } else { THINNEST_RING_OF_DOT };
            let inside = inside_ring(f64::from(radius), thinnest) as f32;
            brush.hexagon(at, inside, color(look.fill));
            self.slices(brush, look, at, inside);
        } else {
            if is_detailed {
                brush.disc(at, radius + 1.5, self.chrome.ground);
            }
            let fill = color(look.fill);
            match (look.is_dropped, is_detailed) {
                (true, true) => self.hatched(brush, fill, at, radius),
                (true, false) => brush.circle(at, radius, 0.8, fill),
                (false, _) => brush.disc(at, radius, fill),
            }
            if is_lost(fill, self.chrome.ground) && is_detailed && !look.is_dropped {
                brush.circle(at, radius - 0.5, 1.0, self.chrome.muted);
            }
            self.slices(brush, look, at, radius);
            if let Some(rim) = look.rim {
                let width = (0.24 * radius).clamp(1.0, 4.0);
                brush.circle(at, radius + 0.5 * width, width, color(rim));
            }
        }
        // Around dots, rings would hide the graph.
        if look.is_tied && is_detailed {
            self.tied(brush, at, radius);
        }
        if look.is_doubtful {
            brush.circle(at, radius + 2.5, 2.0, self.chrome.warning);
        }
        if look.is_pinned && is_detailed {
            let pin = at + Vec2::new(0.82, -0.82) * radius;
            let pin_radius = (0.16 * radius).clamp(1.5, 2.75);
            brush.disc(pin, pin_radius + 1.25, self.chrome.ground);
            brush.disc(pin, pin_radius, self.chrome.text);
        }
    }

    /// The pie of a node that belongs to several clusters.
    fn slices(&self, brush: &mut Brush, look: &NodeLook, at: Pos2, radius: f32) {
        if self.sizes.is_detailed() {
            for (fill, corners) in pie(&look.slices, look.is_seed) {
                brush.slice(at, radius, &corners, color(fill));
            }
        }
    }

    /// A dashed ring: that this node is a seed, or is none, is a matter of its index.
    fn tied(&self, brush: &mut Brush, at: Pos2, radius: f32) {
        let radius = radius + if self.sizes.is_detailed() { 3.5 } else { 2.0 };
        for [a, b] in dashed_circle(if self.sizes.is_detailed() { 12 } else { 4 }) {
            let [a, b] = [a, b].map(|[x, y]| at + radius * Vec2::new(x as f32, y as f32));
            let color = if self.sizes.is_detailed() { self.chrome.text } else { self.chrome.muted };
            brush.line(a, b, 1.25, color);
        }
    }

    fn hatched(&self, brush: &mut Brush, color: Color32, at: Pos2, radius: f32) {
        let spacing = (radius * 0.5).clamp(3.0, 4.5);
        for [a, b] in hatch(from_screen(at), f64::from(radius - 0.75), f64::from(spacing)) {
            brush.line(to_screen(a), to_screen(b), 1.0, color.gamma_multiply(0.7));
        }
        brush.circle(at, radius - 0.75, 1.5, color);
    }

    /// Symbols inside the nodes that have room for them.
    pub(super) fn labels(&self, painter: &Painter, level: &LevelLook) {
        if !self.sizes.is_legible() {
            return;
        }
        let font = FontId::proportional(self.sizes.font());
        for (look, at) in self.uncovered(level).into_iter().filter(|(look, _)| !look.label.is_empty()) {
            let is_hollow = look.is_dropped && !look.is_seed;
            let is_pie = !look.slices.is_empty();
            let color = if is_hollow || is_pie { self.chrome.text } else { color(palette::readable_on(look.fill)) };
            let galley = painter.layout_no_wrap(look.label.clone(), font.clone(), color);
            let ink = galley.mesh_bounds;
            let radius = self.sizes.node(look);
            let room = if look.is_seed { inside_ring(f64::from(radius), THINNEST_RING) as f32 } else { radius };
            if ink.size().length() > 2.0 * room {
                continue;
            }
            let corner = at - ink.center().to_vec2();
            if is_pie {
                // On slices of several colours no ink is read.
                painter.circle_filled(at, PIE_HOLE as f32 * room, self.chrome.ground);
            } else if is_hollow {
                let patch = Rect::from_center_size(at, ink.size() + Vec2::splat(2.0));
                painter.rect_filled(patch, 2.0, self.chrome.ground);
            }
            painter.galley(corner, galley, color);
        }
    }

    /// The nodes that no later one lies over.
    fn uncovered<'l>(&self, level: &'l LevelLook) -> Vec<(&'l NodeLook, Pos2)> {
        let mut seen: Vec<_> = self.seen(level).enumerate().map(|(order, (look, at))| (order, look, at)).collect();
        seen.sort_unstable_by(|a, b| a.2.x.total_cmp(&b.2.x));
        let far = self.sizes.reach(0) * 2.0;
        let is_covered = |place: usize| {
            let (order, look, at) = seen[place];
            let near = |other: &&(usize, &NodeLook, Pos2)| (other.2.x - at.x).abs() < far;
            let mut others =
                seen[..place].iter().rev().take_while(near).chain(seen[place + 1..].iter().take_while(near));
            others.any(|&(later, over, pos)| {
                (over.is_seed, later) > (look.is_seed, order)
                    && pos.distance(at) < self.sizes.node(over) + 0.4 * self.sizes.node(look)
            })
        };
        (0..seen.len()).filter(|&place| !is_covered(place)).map(|place| (seen[place].1, seen[place].2)).collect()
    }

    /// Light from elsewhere that goes under the nodes: halos by strength, and the line of a pair.
    pub(super) fn halos(&self, brush: &mut Brush, level: &LevelLook, lit: &Lit<'_>) {
        for &(node, strength) in lit.nodes {
            let Some((look, at)) = self.find(level, node) else { continue };
            let strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 0.0 };
            let radius = self.sizes.node(look);
            let width = 2.5 + 4.5 * strength;
            let color = self.chrome.accent.gamma_multiply(0.2 + 0.6 * strength);
            brush.disc(at, radius + width, color);
        }
        let ends = lit.pair.and_then(|(a, b)| Some((self.find(level, a)?.1, self.find(level, b)?.1)));
        if let Some((a, b)) = ends {
            brush.line(a, b, 3.0, self.chrome.accent);
        }
    }

    /// The strengths of lit nodes, beside them where their edges leave room; a seed's own goes without saying.
    pub(super) fn numbers(&self, painter: &Painter, level: &LevelLook, lit: &[(u32, f32)], adjacency: &Adjacency) {
        let font = FontId::monospace((0.8 * self.sizes.font()).clamp(9.0, 12.0));
        for &(node, strength) in lit {
            let Some((look, at)) = self.find(level, node).filter(|(look, _)| !look.is_seed) else { continue };
            let galley = painter.layout_no_wrap(significant(f64::from(strength), 2), font.clone(), self.chrome.text);
            let [x, y] = placed(self.screen, adjacency).free_side(node);
            let away = Vec2::new(x as f32, y as f32);
            let half = galley.size() / 2.0;
            let reach = self.sizes.node(look) + 8.0 + away.x.abs() * half.x + away.y.abs() * half.y;
            let plate = Rect::from_center_size(at + away * reach, galley.size() + Vec2::new(6.0, 1.0));
            painter.rect_filled(plate, 3.0, self.chrome.ground);
            painter.galley(plate.center() - half, galley, self.chrome.text);
        }
    }

    /// Light that goes over the nodes: rings of the selected and of a pair.
    pub(super) fn rings(&self, brush: &mut Brush, level: &LevelLook, lit: &Lit<'_>) {
        let pair = lit.pair.into_iter().flat_map(|(a, b)| [a, b]);
        for node in lit.selected.iter().copied().chain(pair) {
            self.ring(brush, level, node, 2.0, self.chrome.accent);
        }
    }

    pub(super) fn ring(&self, brush: &mut Brush, level: &LevelLook, node: u32, width: f32, color: Color32) {
        let Some((look, at)) = self.find(level, node) else { return };
        let radius = self.sizes.node(look).max(2.5) + 3.0;
        if look.is_seed {
            brush.hexagon_outline(at, radius + 1.0, width, color);
        } else {
            brush.circle(at, radius, width, color);
        }
    }

    fn find<'l>(&self, level: &'l LevelLook, node: u32) -> Option<(&'l NodeLook, Pos2)> {
        let (look, at) = (level.nodes.get(node as usize)?, *self.screen.get(node as usize)?);
        at.is_finite().then_some((look, at))
    }
}

/// The ring of tied nodes, for a line that explains it.
pub(super) fn ring_of_tied(painter: &Painter, at: Pos2, radius: f32, color: Color32) {
    let mut brush = Brush::new(painter.pixels_per_point());
    for [a, b] in dashed_circle(8) {
        let [a, b] = [a, b].map(|[x, y]| at + radius * Vec2::new(x as f32, y as f32));
        brush.line(a, b, 1.25, color);
    }
    brush.paint(painter);
}

/// Whether a node of this colour would not be seen on the ground.
fn is_lost(fill: Color32, ground: Color32) -> bool {
    const LEAST: u8 = 28;
    let (fill, ground) = (fill.to_array(), ground.to_array());
    fill.iter().zip(ground).all(|(a, b)| a.abs_diff(b) < LEAST)
}
