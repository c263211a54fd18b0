//! The canvas: a graph and its coarsened graphs side by side, to look at and to touch.
//!
//! A widget with plain inputs: it draws levels and reports pointer and key actions.

mod arrange;
mod brush;
mod camera;
mod draw;
mod edges;
mod hit;
mod hull;
mod input;
mod lit;
mod morph;
mod moves;
mod nodes;
mod notice;
mod pencil;
mod sizes;

pub use moves::{moves, touches};

use eframe::egui::{
    Align2, Color32, FontId, Id, Popup, PopupCloseBehavior, Pos2, Rect, RectAlign, Response, Sense, Stroke, StrokeKind,
    Tooltip, Ui, Vec2, WidgetInfo, accesskit::Role,
};

use self::{
    camera::{Camera, Extent, Frame, Viewport},
    draw::{Chrome, Scene},
    morph::Morph,
};
use super::wheel;
use crate::app::state::labels;
use crate::view::picture::LevelLook;
pub use draw::color;

pub use lit::Arrangement;
pub use lit::CanvasInput;
pub use lit::CanvasLook;
pub use lit::Lit;

/// State between frames: the camera of each level, the held node and the hovered one.
#[derive(Default)]
pub struct Canvas {
    levels: Vec<LevelState>,
    drag: Option<Drag>,
    /// The node that the arrow keys have reached.
    cursor: Option<(usize, u32)>,
    is_fit_wanted: bool,
    morph: Morph,
    was_one: bool,
    /// Where a rectangle to select nodes was begun.
    brush_from: Option<(usize, Pos2)>,
    /// What the open menu is about.
    menu_at: Option<(usize, Spot)>,
    /// Whether nodes and edges of level 0 can be drawn by hand.
    pub is_editable: bool,
    /// The node from which an edge is being drawn.
    pencil: Option<u32>,
}

/// What is at a place of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Ground,
    Node(u32),
    /// Found only where edges can be edited.
    Edge([u32; 2]),
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CanvasOutput {
    /// Under the pointer, or reached by arrow keys.
    pub hovered: Option<(usize, u32)>,
    pub clicked: Option<(usize, u32)>,
    /// Held by the pointer, and where it is wanted, in world units.
    pub dragged: Option<(usize, u32, [f32; 2])>,
    /// Whether it was taken up in this frame.
    pub is_drag_new: bool,
    pub drag_ended: Option<(usize, u32)>,
    /// Double-clicked: let it go where the layout wants it.
    pub unpinned: Option<(usize, u32)>,
    pub clicked_ground: bool,
    /// Nodes of a level in a rectangle that was drawn with Shift held.
    pub brushed: Option<(usize, Vec<u32>)>,
    /// While editable: a node of level 0 is wanted here, in world units, joined to one where a drag began there.
    pub added: Option<(Option<u32>, [f32; 2])>,
    /// While editable: an edge of level 0 was drawn.
    pub joined: Option<[u32; 2]>,
    /// While editable: an edge of level 0 was clicked.
    pub clicked_edge: Option<[u32; 2]>,
    /// While editable: the key that removes was pressed.
    pub is_removal_wanted: bool,
}

/// Fills the menu of a spot of a level.
pub type Menu<'a> = &'a mut dyn FnMut(&mut Ui, usize, Spot);

impl Canvas {
    /// Shows everything again, in all levels.
    pub fn fit(&mut self) {
        self.is_fit_wanted = true;
    }

    /// Where a node was drawn last.
    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<Pos2> {
        self.levels.get(level)?.screen.get(node as usize).copied().filter(|pos| pos.is_finite())
    }

    /// Fills the rest of `ui`.
    pub fn ui(&mut self, ui: &mut Ui, input: &CanvasInput<'_>, menu: Menu<'_>) -> CanvasOutput {
        let CanvasInput { levels, look, .. } = input;
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let n_nodes: Vec<usize> = levels.iter().map(|level| level.nodes.len()).collect();
        self.forget_what_is_gone(&n_nodes);
        let mut output = CanvasOutput::default();
        if levels.is_empty() {
            return output;
        }
        let single = match look.arrangement {
            Arrangement::SideBySide | Arrangement::Largest => None,
            Arrangement::One(level) => Some(level.min(levels.len() - 1)),
        };
        if self.was_one != single.is_some() {
            self.was_one = single.is_some();
            self.levels.iter_mut().for_each(|state| state.camera.restart());
        }
        match single {
            None => self.side_by_side(ui, rect, input, menu, &mut output),
            Some(single) => self.one(ui, (rect, single), input, menu, &mut output),
        }
        if self.drag.is_none() && self.pencil.is_none() && !Popup::is_any_open(ui.ctx()) {
            self.tooltip_ui(ui, levels, ui.scope_id().with("canvas"), output.hovered);
        }
        output
    }

    fn side_by_side(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        input: &CanvasInput<'_>,
        menu: Menu<'_>,
        output: &mut CanvasOutput,
    ) {
        let levels = input.levels;
        let n_nodes: Vec<usize> = levels.iter().map(|level| level.nodes.len()).collect();
        let has_titles = levels.iter().any(|level| !level.title.is_empty());
        let rects = match input.look.arrangement {
            Arrangement::Largest => {
                let (rects, rows) = arrange::largest_rects(rect, &n_nodes, has_titles);
                let mut from = 0;
                for n in rows {
                    arrange::frame_ui(ui, &levels[from..from + n], &rects[from..from + n]);
                    from += n;
                }
                rects
            }
            Arrangement::SideBySide | Arrangement::One(_) => {
                let (rects, n_upper) = arrange::best_rects(rect, &n_nodes, has_titles);
                arrange::frame_ui(ui, &levels[..n_upper], &rects[..n_upper]);
                arrange::frame_ui(ui, &levels[n_upper..], &rects[n_upper..]);
                rects
            }
        };
        let rects: Vec<Rect> = rects.iter().zip(levels).map(|(&rect, level)| notice::above(rect, level)).collect();
        let responses: Vec<Response> = rects.iter().enumerate().map(|(idx, &rect)| sense(ui, idx, rect)).collect();
        let is_fit_wanted = std::mem::take(&mut self.is_fit_wanted);
        for ((idx, level), response) in levels.iter().enumerate().zip(&responses) {
            if is_fit_wanted {
                self.levels[idx].camera.fit(ui.input(|input| input.time));
            }
            self.move_camera(ui, idx, level, response.rect);
        }
        let suited: Vec<(f32, usize)> = self.levels.iter().map(|level| level.camera.suited()).collect();
        for (level, factor) in self.levels.iter_mut().zip(sizes::common(&suited)) {
            level.camera.set_node_factor(factor);
        }
        for ((idx, level), response) in levels.iter().enumerate().zip(&responses) {
            self.take_input(ui, idx, level, response, output);
            self.menu_ui(idx, level, response, menu);
            describe(response, idx, level, self.cursor);
        }
        for (idx, response) in responses.iter().enumerate() {
            paint_focus(ui, response);
            self.paint(ui, idx, &self.levels[idx].screen, input, output.hovered, 1.0);
            self.paint_brush(ui, idx);
            self.zoom_ui(ui, idx);
            notice::notice_ui(ui, idx, response.rect, &levels[idx]);
        }
    }

    /// One level in all the space. Every level is seen as level 0 is: what stays stays in its place.
    fn one(
        &mut self,
        ui: &mut Ui,
        (rect, idx): (Rect, usize),
        input: &CanvasInput<'_>,
        menu: Menu<'_>,
        output: &mut CanvasOutput,
    ) {
        let levels = input.levels;
        let rect = arrange::level_rects(rect, &[levels[0].nodes.len()], true)[0];
        arrange::frame_ui(ui, &levels[idx..=idx], &[rect]);
        let rect = notice::above(rect, &levels[idx]);
        if std::mem::take(&mut self.is_fit_wanted) {
            self.levels[0].camera.fit(ui.input(|input| input.time));
        }
        self.move_camera(ui, 0, &levels[0], rect);
        self.levels[0].camera.set_node_factor(1.0);
        let (dt, is_animated) = (ui.input(|input| input.stable_dt.min(0.1)), ui.style().animation_time > 0.0);
        let is_moving = self.morph.step(idx, dt, is_animated);
        self.share_camera(levels, 0);
        let response = sense(ui, idx, rect);
        self.take_input(ui, idx, &levels[idx], &response, output);
        self.menu_ui(idx, &levels[idx], &response, menu);
        describe(&response, idx, &levels[idx], self.cursor);
        self.share_camera(levels, idx);
        if is_moving {
            ui.ctx().request_repaint();
        }
        paint_focus(ui, &response);
        for phase in self.morph.phases() {
            let Some(level) = levels.get(phase.level) else { continue };
            let screen = &self.levels[phase.level].screen;
            match self.levels.get(phase.level + 1).filter(|_| phase.way > 0.0) {
                Some(coarse) => {
                    let moved = morph::moved(level, screen, &coarse.screen, phase.way);
                    self.paint(ui, phase.level, &moved, input, output.hovered, phase.opacity);
                }
                None => self.paint(ui, phase.level, screen, input, output.hovered, phase.opacity),
            }
        }
        self.paint_brush(ui, idx);
        self.zoom_ui(ui, idx);
        self.share_camera(levels, idx);
        notice::notice_ui(ui, idx, rect, &levels[idx]);
    }

    /// Gives every level the camera of one.
    fn share_camera(&mut self, levels: &[LevelLook], of: usize) {
        let camera = self.levels[of].camera;
        for (state, level) in self.levels.iter_mut().zip(levels) {
            state.camera = camera;
            state.project(level);
        }
    }

    fn menu_ui(&mut self, idx: usize, level: &LevelLook, response: &Response, menu: Menu<'_>) {
        if response.secondary_clicked() {
            let at = response.interact_pointer_pos().map_or(Spot::Ground, |pos| self.spot_at(idx, level, pos));
            self.menu_at = Some((idx, at));
        }
        if let Some((_, spot)) = self.menu_at.filter(|(level, _)| *level == idx) {
            // A number in a menu is typed into, so a click inside does not close it; its lines do that themselves.
            let behavior = PopupCloseBehavior::CloseOnClickOutside;
            Popup::context_menu(response).close_behavior(behavior).show(|ui| menu(ui, idx, spot));
        }
    }

    fn paint_brush(&self, ui: &Ui, idx: usize) {
        let from = self.brush_from.filter(|(level, _)| *level == idx);
        if let (Some((_, from)), Some(to)) = (from, ui.input(|input| input.pointer.latest_pos())) {
            let rect = Rect::from_two_pos(from, to).intersect(self.levels[idx].camera.rect);
            let accent = ui.visuals().hyperlink_color;
            ui.painter().rect_filled(rect, 0.0, accent.gamma_multiply(0.2));
            ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, accent), StrokeKind::Inside);
        }
    }

    /// How far a level is zoomed, in its corner; a click shows all of it.
    fn zoom_ui(&mut self, ui: &Ui, idx: usize) {
        let camera = &mut self.levels[idx].camera;
        let Some(zoom) = camera.zoom().and_then(wheel::read_out) else { return };
        let accent = ui.visuals().hyperlink_color;
        let galley = ui.painter().layout_no_wrap(zoom.clone(), FontId::monospace(11.0), accent);
        let at = Align2::RIGHT_BOTTOM.align_size_within_rect(galley.size(), camera.rect.shrink(6.0));
        let response = ui.interact(at.expand(4.0), ui.scope_id().with(("zoom", idx)), Sense::click());
        ui.painter().rect_filled(at.expand(3.0), 4.0, ui.visuals().panel_fill.gamma_multiply(0.85));
        ui.painter().galley(at.min, galley, accent);
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, labels::maps::zoom(&labels::level(idx), &zoom)));
        if response.on_hover_text(labels::explore::ZOOM_HINT).clicked() {
            camera.fit(ui.input(|input| input.time));
            ui.ctx().request_repaint();
        }
    }

    fn forget_what_is_gone(&mut self, n_nodes: &[usize]) {
        let is_there = |level: usize, node: u32| n_nodes.get(level).is_some_and(|&n| (node as usize) < n);
        self.cursor = self.cursor.filter(|&(level, node)| is_there(level, node));
        self.drag = self.drag.filter(|drag| is_there(drag.level, drag.node));
        self.pencil = self.pencil.filter(|&node| self.is_editable && is_there(0, node));
        self.levels.resize_with(n_nodes.len(), LevelState::default);
        for (idx, (state, &n_nodes)) in self.levels.iter_mut().zip(n_nodes).enumerate() {
            // A node that is drawn by hand must not move the ground from under the hand.
            if std::mem::replace(&mut state.n_nodes, n_nodes) != n_nodes && !(self.is_editable && idx == 0) {
                state.camera.restart();
            }
        }
    }

    fn move_camera(&mut self, ui: &Ui, idx: usize, level: &LevelLook, rect: Rect) {
        let (time, dt) = ui.input(|input| (input.time, input.stable_dt.min(0.1)));
        let is_animated = ui.style().animation_time > 0.0;
        let is_drawn_on = self.is_editable && idx == 0 && ui.rect_contains_pointer(rect);
        let frame = Frame { time, dt, is_animated, is_held: self.drag.is_some() || is_drawn_on };
        let state = &mut self.levels[idx];
        if state.camera.step(Extent::new(level), rect, frame) {
            ui.ctx().request_repaint();
        }
        state.project(level);
    }

    fn paint(
        &self,
        ui: &Ui,
        idx: usize,
        screen: &[Pos2],
        input: &CanvasInput<'_>,
        hovered: Option<(usize, u32)>,
        opacity: f32,
    ) {
        let camera = &self.levels[idx].camera;
        let mut painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(camera.rect));
        painter.multiply_opacity(opacity);
        let scene = Scene {
            level: &input.levels[idx],
            screen,
            rect: painter.clip_rect(),
            sizes: camera.sizes(),
            chrome: Chrome::from_visuals(ui.visuals()),
            look: input.look,
            hovered: hovered.filter(|&(level, _)| level == idx).map(|(_, node)| node),
        };
        if self.is_edited_at(idx) {
            self.paint_edge_under_pointer(ui, &painter, &input.levels[idx]);
        }
        scene.paint(&painter, input.lit.iter().filter(|lit| lit.level == idx));
        if self.is_edited_at(idx) {
            self.paint_pencil(ui, &painter, &input.levels[idx]);
        }
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

/// Draws a graph as it is into a rectangle, to look at only.
pub fn paint_still(ui: &Ui, level: &LevelLook, rect: Rect, ground: Color32) {
    let (view, sizes) = Viewport::still(Extent::new(level), rect);
    let screen: Vec<Pos2> = level.positions.iter().map(|&at| view.ui_from_world(rect, at)).collect();
    let scene = Scene {
        level,
        screen: &screen,
        rect,
        sizes,
        chrome: Chrome { ground, ..Chrome::from_visuals(ui.visuals()) },
        look: CanvasLook { arrangement: Arrangement::SideBySide, are_hulls_shown: false, are_labels_shown: true },
        hovered: None,
    };
    scene.paint(&ui.painter().with_clip_rect(ui.clip_rect().intersect(rect)), [].iter());
}

/// A level can be clicked, dragged and reached by keys.
fn sense(ui: &Ui, idx: usize, rect: Rect) -> Response {
    ui.interact(rect, ui.scope_id().with("canvas").with(idx), Sense::click_and_drag())
}

fn paint_focus(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(1.0, ui.visuals().hyperlink_color);
        ui.painter().rect_stroke(response.rect, 6.0, stroke, StrokeKind::Inside);
    }
}

/// Description of a level for screen readers.
fn describe(response: &Response, idx: usize, level: &LevelLook, cursor: Option<(usize, u32)>) {
    let n_nodes = level.nodes.len();
    response.widget_info(|| WidgetInfo::labeled(Role::GraphicsObject, true, labels::level_of_size(idx, n_nodes)));
    let at = cursor.filter(|&(level, _)| level == idx).and_then(|(_, node)| level.nodes.get(node as usize));
    if let Some(look) = at {
        response.ctx.accesskit_node_builder(response.id, |node| node.set_value(look.name.clone()));
    }
}
