//! The visible part of a matrix, and the screen positions of its cells.

use std::ops::Range;

use eframe::egui::{Pos2, Rangef, Rect, Vec2, pos2, vec2};

use super::geometry::Space;

/// Maximum width of a cell in points.
const LARGEST_CELL: f32 = 72.0;

/// The visible part of an axis, as fractions of it, independent of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub zoom: f32,
    pub origin: f32,
}

impl Default for Span {
    fn default() -> Self {
        Self { zoom: 1.0, origin: 0.0 }
    }
}

impl Span {
    /// The same middle at another zoom.
    pub fn at_zoom(self, zoom: f32) -> Self {
        let middle = self.origin + 0.5 / self.zoom;
        Self { zoom, origin: middle - 0.5 / zoom }.settled(zoom)
    }

    /// Zoomed by a factor, at most to `most`, around a fraction of the visible part.
    fn zoomed_at(self, share: f32, factor: f32, most: f32) -> Self {
        let under = self.origin + share / self.zoom;
        let zoom = (self.zoom * factor).clamp(1.0, most);
        Self { zoom, origin: under - share / zoom }.settled(most)
    }

    /// Within the axis.
    fn settled(self, most: f32) -> Self {
        let zoom = self.zoom.clamp(1.0, most.max(1.0));
        Self { zoom, origin: self.origin.clamp(0.0, (1.0 - 1.0 / zoom).max(0.0)) }
    }
}

/// The visible part of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapView {
    pub rows: Span,
    pub cols: Span,
}

impl MapView {
    /// The larger zoom of both axes.
    pub fn zoom(&self) -> f32 {
        self.rows.zoom.max(self.cols.zoom)
    }

    fn zooms(&self) -> Vec2 {
        vec2(self.cols.zoom, self.rows.zoom)
    }

    fn origin(&self) -> Vec2 {
        vec2(self.cols.origin, self.rows.origin)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub rect: Rect,
    pub n_rows: usize,
    pub n_cols: usize,
    pub view: MapView,
}

impl Grid {
    pub fn new(rect: Rect, space: &Space, view: MapView) -> Self {
        let mut grid = Self { rect, n_rows: space.n_rows, n_cols: space.n_cols, view };
        grid.settle();
        grid
    }

    pub fn cell_size(&self) -> Vec2 {
        self.rect.size() * self.view.zooms() / vec2(self.n_cols as f32, self.n_rows as f32)
    }

    /// Zooms by a factor around `pos`.
    pub fn zoom_at(&mut self, pos: Pos2, factor: f32) {
        let (share, most) = ((pos - self.rect.min) / self.rect.size(), self.most());
        self.view.cols = self.view.cols.zoomed_at(share.x, factor, most.x);
        self.view.rows = self.view.rows.zoomed_at(share.y, factor, most.y);
    }

    pub fn pan(&mut self, delta: Vec2) {
        let moved = delta / self.rect.size() / self.view.zooms();
        self.view.cols.origin -= moved.x;
        self.view.rows.origin -= moved.y;
        self.settle();
    }

    /// Pans minimally to show a whole cell.
    pub fn reveal(&mut self, row: usize, col: usize) {
        let (cell, rect) = (self.cell(row, col), self.rect);
        let nearest = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
        self.pan(vec2(
            nearest(cell.left(), cell.right(), rect.left(), rect.right()),
            nearest(cell.top(), cell.bottom(), rect.top(), rect.bottom()),
        ));
    }

    /// The largest zoom of columns and rows.
    fn most(&self) -> Vec2 {
        let whole = self.rect.size() / vec2(self.n_cols as f32, self.n_rows as f32);
        (Vec2::splat(LARGEST_CELL) / whole).max(Vec2::splat(1.0))
    }

    /// Keeps the view within the matrix.
    fn settle(&mut self) {
        let most = self.most();
        self.view.cols = self.view.cols.settled(most.x);
        self.view.rows = self.view.rows.settled(most.y);
    }

    pub fn x(&self, col: usize) -> f32 {
        let share =
            (col as f64 / self.n_cols as f64 - f64::from(self.view.cols.origin)) * f64::from(self.view.cols.zoom);
        self.rect.left() + share as f32 * self.rect.width()
    }

    pub fn y(&self, row: usize) -> f32 {
        let share =
            (row as f64 / self.n_rows as f64 - f64::from(self.view.rows.origin)) * f64::from(self.view.rows.zoom);
        self.rect.top() + share as f32 * self.rect.height()
    }

    pub fn row_band(&self, row: usize) -> Rangef {
        Rangef::new(self.y(row), self.y(row + 1))
    }

    pub fn col_band(&self, col: usize) -> Rangef {
        Rangef::new(self.x(col), self.x(col + 1))
    }

    pub fn cell(&self, row: usize, col: usize) -> Rect {
        Rect::from_x_y_ranges(self.col_band(col), self.row_band(row))
    }

    /// Display position (row, column), clamped to the map.
    pub fn place_at(&self, pos: Pos2) -> (usize, usize) {
        let share = self.view.origin() + (pos - self.rect.min) / self.rect.size() / self.view.zooms();
        let place = |share: f32, n: usize| ((f64::from(share) * n as f64).max(0.0) as usize).min(n - 1);
        (place(share.y, self.n_rows), place(share.x, self.n_cols))
    }

    /// Rows and columns that are at least partly visible.
    pub fn visible(&self) -> (Range<usize>, Range<usize>) {
        let (top, left) = self.place_at(self.rect.min);
        // Slightly inside: the cell after the far edge is not visible.
        let (bottom, right) = self.place_at(self.rect.max - Vec2::splat(0.01));
        (top..bottom + 1, left..right + 1)
    }

    /// The rows and columns that a rectangle on screen touches.
    pub fn touched(&self, rect: Rect) -> (Range<usize>, Range<usize>) {
        let ((top, left), (bottom, right)) = (self.place_at(rect.min), self.place_at(rect.max));
        (top..bottom + 1, left..right + 1)
    }

    /// A range of cells on screen.
    pub fn area(&self, rows: &Range<usize>, cols: &Range<usize>) -> Rect {
        Rect::from_min_max(pos2(self.x(cols.start), self.y(rows.start)), pos2(self.x(cols.end), self.y(rows.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::geometry::Shape, *};

    fn grid(n: usize) -> Grid {
        let space = Space {
            shape: Shape::default(),
            n_rows: n,
            n_cols: n,
            row_name_width: 0.0,
            tick_width: 0.0,
            has_seeds: false,
            has_strips: [false; 2],
            has_titles: [false; 2],
        };
        Grid::new(Rect::from_min_size(pos2(10.0, 20.0), Vec2::splat(100.0)), &space, MapView::default())
    }

    #[test]
    fn cells_are_found_where_they_are_drawn() {
        let mut grid = grid(10);
        assert_eq!(grid.visible(), (0..10, 0..10));
        grid.zoom_at(pos2(35.0, 95.0), 3.0);
        for (row, col) in [(7, 2), (6, 1), (8, 3)] {
            assert_eq!(grid.place_at(grid.cell(row, col).center()), (row, col));
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor_and_never_leaves_the_matrix() {
        let mut grid = grid(5748);
        let pos = pos2(90.0, 33.0);
        let under = grid.place_at(pos);
        grid.zoom_at(pos, 40.0);
        assert_eq!(grid.place_at(pos), under);
        grid.zoom_at(pos, 1e9);
        assert!((grid.cell_size().x - LARGEST_CELL).abs() < 0.1);
        grid.pan(vec2(1e6, -1e6));
        assert_eq!(grid.visible().1.start, 0);
        assert_eq!(grid.visible().0.end, 5748);
        grid.zoom_at(pos, 0.0);
        assert_eq!(grid.view, MapView::default());
    }

    #[test]
    fn a_cell_outside_comes_into_view() {
        let mut grid = grid(20);
        grid.zoom_at(grid.rect.min, 4.0);
        grid.reveal(19, 7);
        let cell = grid.cell(19, 7);
        assert!(grid.rect.expand(0.01).contains_rect(cell), "{cell:?}");
    }
}
