//! The canvas: a graph and its coarsened graphs side by side, to look at and to touch.
//!
//! A widget with plain inputs: it draws levels and says what the pointer and the keys did.

mod adjacency;
mod arrange;
mod brush;
mod camera;
mod draw;
mod edges;
mod hit;
mod hull;
mod input;
mod lit;
mod nodes;
mod sizes;

use eframe::egui::{
    Id, Pos2, Rect, RectAlign, Response, Sense, Stroke, StrokeKind, Tooltip, Ui, Vec2, WidgetInfo, accesskit::Role,
};

use camera::{Camera, Extent, Moment};
use draw::{Chrome, Scene};
pub use lit::{CanvasLook, Lit};

use crate::figure::picture::LevelLook;

/// What is kept from frame to frame: the camera of each level, and what is held or pointed at.
#[derive(Default)]
pub struct Canvas {
    levels: Vec<LevelState>,
    drag: Option<Drag>,
    /// The node that the arrow keys have reached.
    cursor: Option<(usize, u32)>,
    is_fit_wanted: bool,
}

#[derive(Default)]
struct LevelState {
    camera: Camera,
    n_nodes: usize,
    /// Nodes on the screen.
    screen: Vec<Pos2>,
}

/// A node held by the pointer.
#[derive(Clone, Copy)]
struct Drag {
    level: usize,
    node: u32,
    /// From the pointer to the node's centre, in points.
    grip: Vec2,
}

/// What happened in a frame; nodes are given as level and number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CanvasOutput {
    /// Under the pointer, or reached by arrow keys.
    pub hovered: Option<(usize, u32)>,
    pub clicked: Option<(usize, u32)>,
    /// Held by the pointer, and where it is wanted, in world units.
    pub dragged: Option<(usize, u32, [f32; 2])>,
    pub drag_ended: Option<(usize, u32)>,
    /// Double-clicked: let it go where the layout wants it.
    pub unpinned: Option<(usize, u32)>,
    pub clicked_ground: bool,
}

impl Canvas {
    /// Shows everything again, in all levels.
    pub fn fit(&mut self) {
        self.is_fit_wanted = true;
    }

    /// Where a node was drawn last.
    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<Pos2> {
        self.levels.get(level)?.screen.get(node as usize).copied().filter(|pos| pos.is_finite())
    }

    /// Fills what is left of `ui`.
    pub fn ui(&mut self, ui: &mut Ui, levels: &[LevelLook], look: &CanvasLook, lit: &[Lit<'_>]) -> CanvasOutput {
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let n_nodes: Vec<usize> = levels.iter().map(|level| level.nodes.len()).collect();
        let rects = arrange::level_rects(rect, &n_nodes);
        arrange::frame_ui(ui, levels, &rects);
        self.forget_what_is_gone(&n_nodes);

        let id = ui.scope_id().with("canvas");
        let mut output = CanvasOutput::default();
        let responses: Vec<Response> = rects
            .iter()
            .enumerate()
            .map(|(idx, &rect)| ui.interact(rect, id.with(idx), Sense::click_and_drag()))
            .collect();
        let is_fit_wanted = std::mem::take(&mut self.is_fit_wanted);
        for ((idx, level), response) in levels.iter().enumerate().zip(&responses) {
            if is_fit_wanted {
                self.levels[idx].camera.fit(ui.input(|input| input.time));
            }
            self.move_camera(ui, idx, level, response.rect);
            self.take_input(ui, idx, level, response, &mut output);
            describe(response, idx, level, self.cursor);
        }
        for ((idx, level), response) in levels.iter().enumerate().zip(&responses) {
            if response.has_focus() {
                let stroke = Stroke::new(1.0, ui.visuals().hyperlink_color);
                ui.painter().rect_stroke(response.rect, 6.0, stroke, StrokeKind::Inside);
            }
            self.paint(ui, idx, level, look, lit, output.hovered);
        }
        if self.drag.is_none() {
            self.tooltip_ui(ui, levels, id, output.hovered);
        }
        output
    }

    fn forget_what_is_gone(&mut self, n_nodes: &[usize]) {
        let is_there = |level: usize, node: u32| n_nodes.get(level).is_some_and(|&n| (node as usize) < n);
        self.cursor = self.cursor.filter(|&(level, node)| is_there(level, node));
        self.drag = self.drag.filter(|drag| is_there(drag.level, drag.node));
        self.levels.resize_with(n_nodes.len(), LevelState::default);
        for (state, &n_nodes) in self.levels.iter_mut().zip(n_nodes) {
            if state.n_nodes != n_nodes {
                state.n_nodes = n_nodes;
                state.camera.restart();
            }
        }
    }

    fn move_camera(&mut self, ui: &Ui, idx: usize, level: &LevelLook, rect: Rect) {
        let (time, dt) = ui.input(|input| (input.time, input.stable_dt.min(0.1)));
        let is_animated = ui.style().animation_time > 0.0;
        let moment = Moment { time, dt, is_animated, is_held: self.drag.is_some() };
        let state = &mut self.levels[idx];
        if state.camera.step(Extent::of(level), rect, moment) {
            ui.ctx().request_repaint();
        }
        state.project(level);
    }

    fn paint(
        &self,
        ui: &Ui,
        idx: usize,
        level: &LevelLook,
        look: &CanvasLook,
        lit: &[Lit<'_>],
        hovered: Option<(usize, u32)>,
    ) {
        let state = &self.levels[idx];
        let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(state.camera.rect));
        let scene = Scene {
            level,
            screen: &state.screen,
            rect: painter.clip_rect(),
            sizes: state.camera.sizes(),
            chrome: Chrome::of(ui.visuals()),
            look: *look,
            hovered: hovered.filter(|&(level, _)| level == idx).map(|(_, node)| node),
        };
        scene.paint(&painter, lit.iter().filter(|lit| lit.level == idx));
    }

    fn tooltip_ui(&self, ui: &Ui, levels: &[LevelLook], id: Id, hovered: Option<(usize, u32)>) {
        let Some((idx, node)) = hovered else { return };
        let (Some(at), Some(look)) = (self.node_screen_pos(idx, node), levels[idx].nodes.get(node as usize)) else {
            return;
        };
        let radius = self.levels[idx].camera.sizes().node(look);
        let anchor = Rect::from_center_size(at, Vec2::splat(2.0 * radius + 8.0));
        if !look.name.is_empty() && self.levels[idx].camera.rect.contains(at) {
            let mut tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id.with("name"), anchor);
            // Above, where the pointer does not cover it.
            tooltip.popup = tooltip.popup.align(RectAlign::TOP);
            tooltip.show(|ui| ui.label(&look.name));
        }
    }
}

impl LevelState {
    fn project(&mut self, level: &LevelLook) {
        let Camera { view, rect, .. } = self.camera;
        self.screen.clear();
        self.screen.extend(level.positions.iter().take(level.nodes.len()).map(|&at| view.ui_from_world(rect, at)));
    }
}

/// What a reader of the screen says of a level.
fn describe(response: &Response, idx: usize, level: &LevelLook, cursor: Option<(usize, u32)>) {
    let n_nodes = level.nodes.len();
    response.widget_info(|| {
        let plural = if n_nodes == 1 { "" } else { "s" };
        WidgetInfo::labeled(Role::GraphicsObject, true, format!("Graph of level {idx}, {n_nodes} node{plural}"))
    });
    let at = cursor.filter(|&(level, _)| level == idx).and_then(|(_, node)| level.nodes.get(node as usize));
    if let Some(look) = at {
        response.ctx.accesskit_node_builder(response.id, |node| node.set_value(look.name.clone()));
    }
}
