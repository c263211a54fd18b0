//! What the pointer and the keys do to a level.

use eframe::egui::{
    CursorIcon, Event, EventFilter, InputState, Key, Modifiers, PointerButton, Pos2, Rect, Response, Ui, Vec2,
};

use super::{Canvas, CanvasOutput, Drag, LevelLook, hit};
use crate::app::widgets::wheel::zoom_factor;

const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, Vec2::new(-1.0, 0.0)),
    (Key::ArrowRight, Vec2::new(1.0, 0.0)),
    (Key::ArrowUp, Vec2::new(0.0, -1.0)),
    (Key::ArrowDown, Vec2::new(0.0, 1.0)),
];

fn has_pointer_moved(input: &InputState) -> bool {
    input.events.iter().any(|event| matches!(event, Event::PointerMoved(_)))
}

impl Canvas {
    pub(super) fn take_input(
        &mut self,
        ui: &Ui,
        idx: usize,
        level: &LevelLook,
        response: &Response,
        output: &mut CanvasOutput,
    ) {
        self.zoom(ui, idx, response);
        self.pull(ui, idx, level, response, output);
        self.levels[idx].project(level);
        let under = response.hover_pos().and_then(|pos| self.node_at(idx, level, pos));
        match (self.drag, under) {
            (Some(_), _) => ui.ctx().set_cursor_icon(CursorIcon::Grabbing),
            (None, Some(_)) => ui.ctx().set_cursor_icon(CursorIcon::PointingHand),
            (None, None) if self.is_edited_at(idx) => self.show_pencil(ui, level, response),
            (None, None) => {}
        }
        if self.is_edited_at(idx) {
            self.click_edited(level, response, output)
        } else {
            self.click(ui, idx, level, response, output)
        }
        if response.contains_pointer() && ui.input(has_pointer_moved) {
            self.cursor = None;
        }
        self.keys(ui, idx, level, response, output);
        let held = self.drag.filter(|drag| drag.level == idx).map(|drag| drag.node);
        let reached = self.cursor.filter(|&(level, _)| level == idx && response.has_focus()).map(|(_, node)| node);
        if let Some(node) = held.or(reached).or(under) {
            // Where the pointer rests in one level and the keys move in another, the keys count.
            if output.hovered.is_none() || held.or(reached).is_some() {
                output.hovered = Some((idx, node));
            }
        }
    }

    pub(super) fn node_at(&self, idx: usize, level: &LevelLook, pos: Pos2) -> Option<u32> {
        let state = &self.levels[idx];
        let sizes = state.camera.sizes();
        hit::node_at(&state.screen, |node| sizes.node(&level.nodes[node]), pos)
    }

    fn zoom(&mut self, ui: &Ui, idx: usize, response: &Response) {
        let Some(pos) = response.hover_pos() else { return };
        let factor = ui.input_mut(|input| {
            // Taken, so that nothing around the canvas scrolls as well.
            let factor = zoom_factor(input);
            input.smooth_scroll_delta = Vec2::ZERO;
            factor
        });
        if factor != 1.0 {
            self.levels[idx].camera.zoom_at(pos, factor);
        }
    }

    /// Dragging: a node with the first button, the ground with any.
    fn pull(&mut self, ui: &Ui, idx: usize, level: &LevelLook, response: &Response, output: &mut CanvasOutput) {
        if response.drag_started_by(PointerButton::Primary) && ui.input(|input| input.modifiers.shift) {
            self.brush_from = ui.input(|input| input.pointer.press_origin()).map(|origin| (idx, origin));
        } else if self.is_edited_at(idx) && self.draw_edge(ui, level, response, output) {
            return;
        } else if response.drag_started_by(PointerButton::Primary) {
            // The pointer has moved on since it was pressed.
            let origin = ui.input(|input| input.pointer.press_origin());
            let grabbed = origin.and_then(|origin| Some((origin, self.node_at(idx, level, origin)?)));
            self.drag = grabbed.and_then(|(origin, node)| {
                let grip = self.node_screen_pos(idx, node)? - origin;
                Some(Drag { level: idx, node, grip })
            });
            output.is_drag_new = self.drag.is_some();
        }
        match self.drag.filter(|drag| drag.level == idx) {
            Some(drag) => {
                let state = &self.levels[idx];
                if let Some(pos) = response.interact_pointer_pos() {
                    let target = state.camera.view.world_from_ui(state.camera.rect, pos + drag.grip);
                    output.dragged = Some((idx, drag.node, target));
                }
                if !response.dragged() {
                    output.drag_ended = Some((idx, drag.node));
                    self.drag = None;
                }
            }
            None if self.brush_from.is_some_and(|(level, _)| level == idx) => self.brush(ui, idx, response, output),
            None if response.dragged() && response.drag_delta() != Vec2::ZERO => {
                self.levels[idx].camera.pan(response.drag_delta());
            }
            None => {}
        }
    }

    /// A rectangle over the ground selects the nodes in it.
    fn brush(&mut self, ui: &Ui, idx: usize, response: &Response, output: &mut CanvasOutput) {
        if response.dragged() {
            return;
        }
        let to = ui.input(|input| input.pointer.latest_pos());
        // A release that was missed, as when the window lost the pointer, selects nothing.
        if let (Some((_, from)), Some(to), true) = (self.brush_from.take(), to, response.drag_stopped()) {
            let rect = Rect::from_two_pos(from, to);
            let nodes = self.levels[idx].screen.iter().zip(0..).filter(|(at, _)| rect.contains(**at));
            output.brushed = Some((idx, nodes.map(|(_, node)| node).collect()));
        }
    }

    fn click(&mut self, ui: &Ui, idx: usize, level: &LevelLook, response: &Response, output: &mut CanvasOutput) {
        if !response.clicked_by(PointerButton::Primary) {
            return;
        }
        let node = response.interact_pointer_pos().and_then(|pos| self.node_at(idx, level, pos));
        match (node, response.double_clicked()) {
            (Some(node), true) => output.unpinned = Some((idx, node)),
            (Some(node), false) => output.clicked = Some((idx, node)),
            (None, true) => {
                self.levels[idx].camera.fit(ui.input(|input| input.time));
                ui.ctx().request_repaint();
            }
            (None, false) => output.clicked_ground = true,
        }
    }

    fn keys(&mut self, ui: &Ui, idx: usize, level: &LevelLook, response: &Response, output: &mut CanvasOutput) {
        if !response.has_focus() {
            return;
        }
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        for (key, direction) in ARROWS {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.step_cursor(idx, level, direction);
                ui.ctx().request_repaint();
            }
        }
        if self.is_edited_at(idx) {
            output.is_removal_wanted |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete));
        }
        let is_entered = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        if is_entered {
            output.clicked = self.cursor.filter(|&(level, _)| level == idx);
        }
    }

    fn step_cursor(&mut self, idx: usize, level: &LevelLook, direction: Vec2) {
        let state = &mut self.levels[idx];
        let next = match self.cursor.filter(|&(level, _)| level == idx) {
            Some((_, node)) => hit::neighbour(&state.screen, node, direction).or(Some(node)),
            None => hit::nearest(&state.screen, state.camera.rect.center()),
        };
        self.cursor = next.map(|node| (idx, node));
        if let Some(at) = next.and_then(|node| state.screen.get(node as usize).copied()) {
            state.camera.reveal(at);
            state.project(level);
        }
    }
}
