//! Drawing on level 0 by hand: a drag from node to node is an edge, a click on the ground a node.

use eframe::egui::{CursorIcon, Painter, PointerButton, Pos2, Response, Stroke, Ui};

use super::{Canvas, CanvasOutput, LevelLook, Spot, hit};

/// Width of the light under the edge that the pointer is on.
const GLOW: f32 = 8.0;

impl Canvas {
    /// Whether a level is drawn on: coarse levels follow from level 0.
    pub(super) fn is_edited_at(&self, idx: usize) -> bool {
        self.is_editable && idx == 0
    }

    /// What is at a place of a level; a node counts before an edge that ends in it.
    pub(super) fn spot_at(&self, idx: usize, level: &LevelLook, pos: Pos2) -> Spot {
        let node = self.node_at(idx, level, pos).map(Spot::Node);
        let edge = || {
            let edges = level.edges.iter().map(|edge| [edge.a, edge.b]);
            hit::edge_at(&self.levels[idx].screen, edges, pos).map(Spot::Edge)
        };
        node.or_else(|| edge().filter(|_| self.is_edited_at(idx))).unwrap_or(Spot::Ground)
    }

    /// Dragging from a node: an edge to another, or to a new one; whether the drag is one of those.
    pub(super) fn draw_edge(
        &mut self,
        ui: &Ui,
        level: &LevelLook,
        response: &Response,
        output: &mut CanvasOutput,
    ) -> bool {
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin());
            self.pencil = origin.and_then(|origin| self.node_at(0, level, origin));
        }
        let Some(from) = self.pencil else { return false };
        if response.dragged() {
            return true;
        }
        self.pencil = None;
        // A release that was missed, as when the window lost the pointer, draws nothing.
        let to = ui.input(|input| input.pointer.latest_pos()).filter(|_| response.drag_stopped());
        match to.map(|pos| (pos, self.node_at(0, level, pos))) {
            Some((_, Some(node))) if node != from => output.joined = Some([from, node]),
            Some((pos, None)) if self.levels[0].camera.rect.contains(pos) => {
                output.added = Some((Some(from), self.world(pos)));
            }
            _ => {}
        }
        true
    }

    /// A click chooses a node or an edge; on the ground it puts a node.
    pub(super) fn click_edited(&self, level: &LevelLook, response: &Response, output: &mut CanvasOutput) {
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked_by(PointerButton::Primary));
        let Some(pos) = clicked else { return };
        match self.spot_at(0, level, pos) {
            Spot::Node(node) if response.double_clicked() => output.unpinned = Some((0, node)),
            Spot::Node(node) => output.clicked = Some((0, node)),
            Spot::Edge(edge) => output.clicked_edge = Some(edge),
            // The second click of two is not for a second node in the same place.
            Spot::Ground if response.double_clicked() => {}
            Spot::Ground => output.added = Some((None, self.world(pos))),
        }
    }

    pub(super) fn show_pencil(&self, ui: &Ui, level: &LevelLook, response: &Response) {
        let Some(pos) = response.hover_pos() else { return };
        ui.ctx().set_cursor_icon(match self.spot_at(0, level, pos) {
            Spot::Ground => CursorIcon::Crosshair,
            _ => CursorIcon::PointingHand,
        });
    }

    /// The edge under the pointer shines, so that one sees what a click would take.
    pub(super) fn paint_edge_under_pointer(&self, ui: &Ui, painter: &Painter, level: &LevelLook) {
        let pos = ui.input(|input| input.pointer.hover_pos());
        let is_here = |pos: &Pos2| {
            self.pencil.is_none()
                && ui.rect_contains_pointer(self.levels[0].camera.rect)
                && painter.clip_rect().contains(*pos)
        };
        if let Some(pos) = pos.filter(is_here)
            && let Spot::Edge(edge) = self.spot_at(0, level, pos)
        {
            let ends = edge.map(|end| self.levels[0].screen[end as usize]);
            painter.line_segment(ends, Stroke::new(GLOW, ui.visuals().hyperlink_color.gamma_multiply(0.3)));
        }
    }

    /// The edge that is being drawn, and the node that it would end in.
    pub(super) fn paint_pencil(&self, ui: &Ui, painter: &Painter, level: &LevelLook) {
        let (Some(from), Some(to)) = (self.pencil, ui.input(|input| input.pointer.latest_pos())) else { return };
        let (Some(at), Some(look)) = (self.node_screen_pos(0, from), level.nodes.get(from as usize)) else { return };
        let sizes = self.levels[0].camera.sizes();
        let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
        let radius_of = |node: u32| level.nodes.get(node as usize).map_or(0.0, |look| sizes.node(look));
        let (end, end_radius) = match self.node_at(0, level, to) {
            Some(node) if node == from => return,
            Some(node) => (self.node_screen_pos(0, node).unwrap_or(to), radius_of(node) + 3.0),
            None => (to, sizes.node(&Default::default())),
        };
        let way = (end - at).normalized();
        painter.line_segment([at + way * (sizes.node(look) + 2.0), end - way * end_radius], stroke);
        painter.circle_stroke(end, end_radius, stroke);
    }

    fn world(&self, pos: Pos2) -> [f32; 2] {
        let camera = &self.levels[0].camera;
        camera.view.world_from_ui(camera.rect, pos)
    }
}
