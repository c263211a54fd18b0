//! Mouse and keyboard input of a heatmap.

use std::ops::Range;

use eframe::egui::{self, EventFilter, Key, Modifiers, PointerButton, Rect, Response, Ui, Vec2, vec2};

use super::{
    Heatmap,
    view::{Grid, MapView},
};
use crate::{app::widgets::wheel::zoom_factor, view::raster::Cells};

/// Input of this frame, as display positions.
#[derive(Default)]
pub struct Touch {
    /// Row, column, and number of cells per pixel.
    pub hovered: Option<(usize, usize, usize)>,
    pub clicked: Option<(usize, usize)>,
    /// Rectangle of the current brush.
    pub brushing: Option<Rect>,
    pub brushed: Option<(Range<usize>, Range<usize>)>,
}

impl Heatmap {
    /// Zooms, pans and moves the cursor.
    pub fn navigate(&mut self, ui: &Ui, response: &Response, grid: &mut Grid) {
        let before = grid.view;
        if let Some(pos) = response.hover_pos() {
            zoom_by_wheel(ui, grid, pos);
        }
        if response.drag_started_by(PointerButton::Primary) {
            let (is_shift_down, origin) = ui.input(|input| (input.modifiers.shift, input.pointer.press_origin()));
            self.brush_from = origin.filter(|_| is_shift_down);
        }
        if response.dragged_by(PointerButton::Primary) && self.brush_from.is_none() {
            grid.pan(response.drag_delta());
        }
        if response.double_clicked() {
            grid.view = MapView::default();
        }
        if response.has_focus() {
            self.take_keys(ui, response, grid);
        }
        self.is_view_moved = grid.view != before;
    }

    fn take_keys(&mut self, ui: &Ui, response: &Response, grid: &mut Grid) {
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let steps = |less, more| pressed(more) as isize - pressed(less) as isize;
        let (right, down) = (steps(Key::ArrowLeft, Key::ArrowRight), steps(Key::ArrowUp, Key::ArrowDown));
        let closer = steps(Key::Minus, Key::Plus) + pressed(Key::Equals) as isize;
        let is_home = pressed(Key::Home) > 0;
        let (row, col) = self.cursor.unwrap_or((0, 0));
        let moved = |place: usize, by: isize, n: usize| place.saturating_add_signed(by).min(n - 1);
        let (row, col) = (moved(row, down, grid.n_rows), moved(col, right, grid.n_cols));
        if is_home {
            grid.view = MapView::default();
        }
        if closer != 0 {
            grid.zoom_at(grid.cell(row, col).center(), 1.5_f32.powi(closer as i32));
        }
        if (right, down) != (0, 0) || self.cursor.is_none() {
            self.is_cursor_ahead = true;
            grid.reveal(row, col);
        }
        self.cursor = Some((row, col));
    }

    /// Hovered, clicked and brushed cells.
    pub fn touch(&mut self, ui: &Ui, response: &Response, grid: &Grid, cells: Cells<'_>) -> Touch {
        let mut touch = Touch::default();
        let pointer = response.hover_pos().or(response.interact_pointer_pos().filter(|pos| grid.rect.contains(*pos)));
        if pointer.is_some() && ui.input(|input| input.pointer.delta() != Vec2::ZERO || input.pointer.any_pressed()) {
            self.is_cursor_ahead = false;
        }
        let under_pointer = pointer.map(|pos| self.strongest_at(grid, grid.place_at(pos), cells));
        let cursor = self.cursor.filter(|_| response.has_focus()).map(|(row, col)| (row, col, 1));
        touch.hovered = if self.is_cursor_ahead { cursor.or(under_pointer) } else { under_pointer.or(cursor) };
        let clicked_cell = if response.clicked_by(PointerButton::Primary) { under_pointer } else { cursor };
        // The second click of a double click fits the matrix; the first one acts as a single click.
        let is_click = response.clicked() && !response.double_clicked();
        touch.clicked = clicked_cell.filter(|_| is_click).map(|(row, col, _)| (row, col));
        self.brush(ui, response, grid, &mut touch);
        touch
    }

    /// The cell shown by a pixel, and the number of cells that share it.
    fn strongest_at(&self, grid: &Grid, place: (usize, usize), cells: Cells<'_>) -> (usize, usize, usize) {
        let (rows, cols) = self.picture.around(grid, place);
        let n_cells = rows.len() * cols.len();
        let (row, col) = if n_cells > 1 { cells.strongest(rows, cols).unwrap_or(place) } else { place };
        (row, col, n_cells)
    }

    fn brush(&mut self, ui: &Ui, response: &Response, grid: &Grid, touch: &mut Touch) {
        let Some(from) = self.brush_from else { return };
        let to = response.interact_pointer_pos().or(ui.input(|input| input.pointer.latest_pos()));
        let brush = to.map(|to| Rect::from_two_pos(from, to).intersect(grid.rect));
        if response.drag_stopped() {
            self.brush_from = None;
            touch.brushed = brush.filter(Rect::is_positive).map(|brush| grid.touched(brush));
        } else if response.dragged() {
            touch.hovered = None;
            touch.brushing = brush.map(|brush| {
                let (rows, cols) = grid.touched(brush);
                grid.area(&rows, &cols).intersect(grid.rect)
            });
        } else {
            // The release was missed, for example because the window lost the mouse.
            self.brush_from = None;
        }
    }
}

fn zoom_by_wheel(ui: &Ui, grid: &mut Grid, pos: egui::Pos2) {
    let factor = ui.input(zoom_factor);
    let before = grid.view;
    if factor != 1.0 {
        grid.zoom_at(pos, factor);
    }
    // At the zoom limit, the wheel scrolls the container.
    if grid.view != before {
        ui.input_mut(|input| input.smooth_scroll_delta = vec2(input.smooth_scroll_delta.x, 0.0));
    }
}
