//! Layout of the parts of a heatmap.

use eframe::{
    egui::{Rect, Vec2, pos2, vec2},
    emath::GuiRounding as _,
};

const HEADER: f32 = 22.0;
const BAR_WIDTH: f32 = 8.0;
const BAR_GAP: f32 = 8.0;
const TICK_GAP: f32 = 4.0;
/// Width of the seed marks in points.
const MARKS: f32 = 6.0;
const NAME_HEIGHT: f32 = 14.0;
/// Minimum size of a map with names, in points; below it, names are in the tooltip only.
const MIN_WITH_NAMES: f32 = 140.0;
const MIN_WITH_BAR: f32 = 110.0;
const MIN_HEIGHT_WITH_BAR: f32 = 48.0;
/// Height of a horizontal colour bar in points.
const BAR_BELOW: f32 = BAR_GAP + BAR_WIDTH + TICK_GAP + 12.0;
/// Minimum side of a map with few rows or columns, whose cells are then not square, in points.
const THINNEST: f32 = 24.0;

/// Maximum aspect ratio of the cells of a filling map.
const LONGEST: f32 = 3.0;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    /// Whether cells may be non-square, for maps of few rows or columns.
    pub is_filling: bool,
    /// Width of row names in points, to align maps; none for the required width.
    pub name_room: Option<f32>,
}

pub struct Space {
    pub shape: Shape,
    pub n_rows: usize,
    pub n_cols: usize,
    pub row_name_width: f32,
    pub tick_width: f32,
    pub has_seeds: bool,
}

pub(super) struct Geometry {
    pub header: Rect,
    pub map: Rect,
    /// The colour bar, if there is room for one.
    pub bar: Option<Bar>,
    pub has_names: bool,
    pub outer: Rect,
}

#[derive(Clone, Copy)]
pub(super) enum Bar {
    /// Right of the map.
    Beside(Rect),
    /// Below the map.
    Below(Rect),
}

pub(super) fn header(rect: Rect) -> Rect {
    rect.with_max_y(rect.top() + HEADER)
}

impl Geometry {
    pub(super) fn of(rect: Rect, space: &Space, pixels_per_point: f32) -> Self {
        let has_names = rect.size().min_elem() >= MIN_WITH_NAMES;
        let has_bar = rect.width() >= MIN_WITH_BAR && rect.height() >= MIN_HEIGHT_WITH_BAR;
        let is_bar_below = has_bar && rect.height() >= rect.width() + HEADER;
        let marks = if space.has_seeds || space.shape.name_room.is_some() { MARKS } else { 2.0 };
        let names = space.shape.name_room.unwrap_or(space.row_name_width);
        let left = if has_names { names + 4.0 + marks } else { marks };
        let names = if has_names { NAME_HEIGHT + marks } else { marks };
        let below = names + if is_bar_below { BAR_BELOW } else { 0.0 };
        let right = if has_bar && !is_bar_below { BAR_GAP + BAR_WIDTH + TICK_GAP + space.tick_width } else { 1.0 };
        let room = (rect.size() - vec2(left + right, HEADER + below)).max(Vec2::splat(1.0));
        let cell = (room.x / space.n_cols as f32).min(room.y / space.n_rows as f32);
        let square = vec2(space.n_cols as f32, space.n_rows as f32) * cell;
        // Cells of one pixel need not be square.
        let size = match (space.shape.is_filling, cell < 2.0) {
            (true, true) => room,
            (true, false) => room.min(LONGEST * square),
            (false, _) => square,
        };
        let size = size.max(Vec2::splat(THINNEST).min(room));
        // Whole pixels, so that reduced cells align with the screen.
        let min = (rect.min + vec2(left, HEADER)).round_to_pixels(pixels_per_point);
        let map = Rect::from_min_size(min, size).round_to_pixels(pixels_per_point);
        let bar = if is_bar_below {
            let width = map.width().max(2.0 * space.tick_width + 16.0).min(rect.right() - map.left());
            let corner = pos2(map.left(), map.bottom() + names + BAR_GAP);
            Bar::Below(Rect::from_min_size(corner, vec2(width, BAR_WIDTH)))
        } else {
            // A bar next to a low map still needs room for two numbers.
            let height = map.height().max(44.0).min(rect.bottom() - map.top());
            Bar::Beside(Rect::from_min_size(pos2(map.right() + BAR_GAP, map.top()), vec2(BAR_WIDTH, height)))
        };
        let end = match bar {
            Bar::Beside(bar) => bar.right() + TICK_GAP + space.tick_width,
            Bar::Below(bar) => bar.right(),
        };
        let header = header(rect).with_max_x(end.max(rect.left() + 120.0));
        let header = header.with_max_x(header.right().min(rect.right()));
        Self { header, map, bar: has_bar.then_some(bar), has_names, outer: rect }
    }
}
