//! Layout of the parts of a heatmap.

use eframe::{
    egui::{Rect, Vec2, pos2, vec2},
    emath::GuiRounding as _,
};

use super::blocks::STRIP_ROOM;

const HEADER: f32 = 22.0;
const BAR_WIDTH: f32 = 8.0;
const BAR_GAP: f32 = 8.0;
const TICK_GAP: f32 = 4.0;
/// Width of the seed marks in points.
const MARKS: f32 = 6.0;
const NAME_HEIGHT: f32 = 14.0;
/// Height of the title of an axis in points.
const TITLE: f32 = 13.0;
/// Minimum size of a widget whose axes have titles, in points.
const MIN_WITH_TITLES: f32 = 72.0;
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
    /// Parts around the map, where it is packed with others; none to decide by the size.
    pub parts: Option<Parts>,
}

/// What stands around a map besides its header and the titles of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub has_names: bool,
    /// Whether the colour bar is below the map, and not beside it.
    pub is_bar_below: bool,
}

pub struct Space {
    pub shape: Shape,
    pub n_rows: usize,
    pub n_cols: usize,
    pub row_name_width: f32,
    pub tick_width: f32,
    pub has_seeds: bool,
    /// Whether there are strips of cluster colours beside rows and below columns.
    pub has_strips: [bool; 2],
    /// Whether rows and columns have a title.
    pub has_titles: [bool; 2],
}

pub(super) struct Geometry {
    pub header: Rect,
    pub map: Rect,
    /// The colour bar, if there is room for one.
    pub bar: Option<Bar>,
    pub has_names: bool,
    /// Where the titles of rows and columns are, as far as there is room: their strips beside and below the names.
    pub titles: [Option<Rect>; 2],
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
    pub(super) fn new(rect: Rect, space: &Space, pixels_per_point: f32) -> Self {
        let has_room_for_bar = rect.width() >= MIN_WITH_BAR && rect.height() >= MIN_HEIGHT_WITH_BAR;
        let has_bar = space.shape.parts.is_some() || has_room_for_bar;
        let parts = space.shape.parts.unwrap_or(Parts {
            has_names: rect.size().min_elem() >= MIN_WITH_NAMES,
            is_bar_below: has_bar && rect.height() >= rect.width() + HEADER,
        });
        let Parts { has_names, is_bar_below } = parts;
        let has_room_for_titles = rect.size().min_elem() >= MIN_WITH_TITLES;
        let mut has_titles = space.has_titles.map(|has| has && has_room_for_titles);
        // In aligned maps the title shares the room of the names.
        let is_crowded = space.shape.name_room.is_some_and(|room| has_names && room < space.row_name_width + TITLE);
        has_titles[0] &= !is_crowded;
        let Margins { left, right, names, title, bar } = Margins::new(space, parts, has_bar, has_titles);
        let room = (rect.size() - vec2(left + right, HEADER + names + title + bar)).max(Vec2::splat(1.0));
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
            let corner = pos2(map.left(), map.bottom() + names + title + BAR_GAP);
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
        let beside = Rect::from_x_y_ranges(rect.left()..=rect.left() + TITLE, map.y_range());
        let under = map.bottom() + names;
        let titles = [beside, Rect::from_x_y_ranges(map.x_range(), under..=under + TITLE)];
        let titles = [0, 1].map(|axis| has_titles[axis].then_some(titles[axis]));
        Self { header, map, bar: has_bar.then_some(bar), has_names, titles, outer: rect }
    }
}

/// Room around a map in points.
struct Margins {
    left: f32,
    right: f32,
    /// Below: names, then the title, then the colour bar.
    names: f32,
    title: f32,
    bar: f32,
}

impl Margins {
    fn new(space: &Space, parts: Parts, has_bar: bool, has_titles: [bool; 2]) -> Self {
        let Parts { has_names, is_bar_below } = parts;
        let marks = if space.has_seeds || space.shape.name_room.is_some() { MARKS } else { 2.0 };
        let [beside_rows, below_cols] = space.has_strips.map(|has| if has { STRIP_ROOM } else { 0.0 } + marks);
        let names = space.shape.name_room.unwrap_or(space.row_name_width);
        let is_shared = has_names && space.shape.name_room.is_some();
        let beside = BAR_GAP + BAR_WIDTH + TICK_GAP + space.tick_width;
        Self {
            left: if has_names { names + 4.0 + beside_rows } else { beside_rows }
                + if has_titles[0] && !is_shared { TITLE } else { 0.0 },
            right: if has_bar && !is_bar_below { beside } else { 1.0 },
            names: if has_names { NAME_HEIGHT + below_cols } else { below_cols },
            title: if has_titles[1] { TITLE } else { 0.0 },
            bar: if has_bar && is_bar_below { BAR_BELOW } else { 0.0 },
        }
    }
}

/// Everything around a map, as width and height in points, with both titles and the colour bar.
pub(super) fn around(space: &Space, parts: Parts) -> Vec2 {
    let Margins { left, right, names, title, bar } = Margins::new(space, parts, true, [true; 2]);
    vec2(left + right, HEADER + names + title + bar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_overlap_neither_the_map_nor_its_bar() {
        for side in [72.0, 100.0, 140.0, 300.0] {
            for (n_rows, n_cols) in [(17, 17), (5, 17), (1, 40), (40, 1)] {
                let space = Space {
                    shape: Shape::default(),
                    n_rows,
                    n_cols,
                    row_name_width: 20.0,
                    tick_width: 24.0,
                    has_seeds: true,
                    has_strips: [true, n_rows > 5],
                    has_titles: [true; 2],
                };
                for size in [vec2(side, side), vec2(side, 1.5 * side), vec2(2.0 * side, side)] {
                    let outer = Rect::from_min_size(pos2(7.0, 9.0), size);
                    let geometry = Geometry::new(outer, &space, 1.0);
                    let [Some(rows), Some(cols)] = geometry.titles else { panic!("no titles at {size}") };
                    assert!(rows.right() <= geometry.map.left() && cols.top() >= geometry.map.bottom(), "{size}");
                    if let Some(Bar::Below(bar)) = geometry.bar {
                        assert!(cols.bottom() <= bar.top(), "{size}");
                    }
                    assert!(outer.expand(1.0).contains_rect(cols), "{cols} in {outer} for {n_rows}×{n_cols}");
                }
            }
        }
    }
}
