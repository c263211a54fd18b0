//! One level, drawn from the bottom up: hulls, halos, edges, nodes, rings, labels.

use eframe::egui::{Color32, Painter, Pos2, Rect, Visuals};

use super::{
    brush::{Brush, fast_length},
    edges::EdgePen,
    hull,
    lit::{CanvasLook, Lit},
    nodes::NodePen,
    sizes::Sizes,
};
use crate::view::{
    adjacency::Adjacency,
    palette,
    picture::{EdgeLook, LevelLook},
};

/// How strong edges are that stand alone.
const FULL_STRENGTH: f32 = 0.9;

/// Seeds, as in the paper's Fig. 2.
pub(super) const SEED: Color32 = color(palette::SEED);

pub const fn color([r, g, b]: [u8; 3]) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// The colours that belong to the window.
#[derive(Clone, Copy)]
pub(super) struct Chrome {
    pub ground: Color32,
    pub text: Color32,
    pub muted: Color32,
    pub accent: Color32,
    pub warning: Color32,
}

impl Chrome {
    pub(super) fn from_visuals(visuals: &Visuals) -> Self {
        Self {
            ground: visuals.panel_fill,
            text: visuals.text_color(),
            muted: visuals.weak_text_color(),
            accent: visuals.hyperlink_color,
            warning: visuals.warn_fg_color,
        }
    }
}

/// What is drawn of a level, and where.
pub(super) struct Scene<'a> {
    pub level: &'a LevelLook,
    /// Nodes on the screen.
    pub screen: &'a [Pos2],
    pub rect: Rect,
    pub sizes: Sizes,
    pub chrome: Chrome,
    pub look: CanvasLook,
    pub hovered: Option<u32>,
}

impl Scene<'_> {
    pub(super) fn paint<'l>(&self, painter: &Painter, lit: impl Iterator<Item = &'l Lit<'l>> + Clone) {
        let Self { level, screen, rect, sizes, chrome, .. } = *self;
        let mut brush = Brush::new(painter.pixels_per_point());
        let n_hulls = if self.look.are_hulls_shown { level.clusters.len() } else { 0 };
        brush.reserve(level.nodes.len(), level.edges.len(), n_hulls);
        let nodes = NodePen { screen, rect, sizes, chrome };
        let strength = self.edge_strength();
        let are_many = strength < FULL_STRENGTH / 3.0;
        let edges = EdgePen { screen, rect, sizes, color: chrome.muted.gamma_multiply(strength), are_many };
        let adjacency = sizes.is_detailed().then(|| Adjacency::new(level.nodes.len().min(screen.len()), &level.edges));

        if self.look.are_hulls_shown {
            self.hulls(&mut brush);
        }
        edges.edges(&mut brush, level, adjacency.as_ref());
        if let Some(adjacency) = adjacency.as_ref().filter(|_| sizes.has_loops(level.loops.len())) {
            edges.loops(&mut brush, level, adjacency);
        }
        for lit in lit.clone() {
            edges.lit(&mut brush, lit.edges, chrome.accent);
            nodes.halos(&mut brush, level, lit);
        }
        nodes.nodes(&mut brush, level);
        for lit in lit.clone() {
            nodes.rings(&mut brush, level, lit);
        }
        if let Some(node) = self.hovered {
            nodes.ring(&mut brush, level, node, 1.5, chrome.text);
        }
        brush.paint(painter);
        if self.look.are_labels_shown {
            nodes.labels(painter, level);
        }
        if let Some(adjacency) = adjacency.as_ref().filter(|_| sizes.is_legible()) {
            lit.filter(|lit| lit.has_numbers).for_each(|lit| nodes.numbers(painter, level, lit.nodes, adjacency));
        }
    }

    /// Many thin lines side by side would add up to a solid area: the more of the ground they would cover, the paler
    /// each of them is.
    fn edge_strength(&self) -> f32 {
        const PALEST: f32 = 0.02;
        let Self { level, screen, sizes, .. } = *self;
        let usual = if sizes.is_detailed() { FULL_STRENGTH } else { 0.55 };
        let at = |node: u32| screen.get(node as usize).copied().filter(|at| at.is_finite());
        let ink = |edge: &EdgeLook| Some(fast_length(at(edge.a)? - at(edge.b)?) * sizes.edge(edge.width_weight));
        let ink: f32 = level.edges.iter().filter_map(ink).sum();
        // Wider than the nodes alone: those of a path may stand in one line.
        let ground = Rect::from_points(screen).expand(16.0).area();
        (usual * (1.6 * ground / ink.max(1.0)).min(1.0)).max(PALEST)
    }

    fn hulls(&self, brush: &mut Brush) {
        let mut points = Vec::new();
        let pad = self.sizes.hull_pad();
        for (idx, members) in self.level.clusters.iter().enumerate() {
            let color = color(palette::cluster(idx));
            points.clear();
            points.extend(members.iter().filter_map(|&node| self.screen.get(node as usize)));
            let outline = hull::rounded(&mut points, pad);
            let is_seen = outline.len() >= 3 && self.rect.intersects(Rect::from_points(&points).expand(pad));
            if is_seen {
                brush.solid(outline.iter().copied(), pad, color.gamma_multiply(0.16));
                brush.outline(outline.into_iter(), pad, 1.25, color.gamma_multiply(0.75));
            }
        }
    }
}
