//! A matrix as coloured cells: a frame, marks at the seeds, names or numbers along the sides.

use std::sync::Arc;

use super::bar::{self, tick_text};
use crate::{
    figure::{
        ink::HAIRLINE_MM,
        options::LEAST_PT,
        page::{Page, Style},
        scene::{Anchor, Image, Item, Point, Rect, Stroke},
        text::{self, Face, RichText, cap_mm, line_mm},
    },
    pooling::trace::Value,
    view::{
        blocks::{Block, blocks, runs},
        palette::{self, SEED},
        raster::{self, Cells},
        reduction::Reduction,
        scale::Scale,
        shading::Shading,
    },
};

/// Length of the marks at the seeds.
const MARK_MM: f64 = 0.9;
/// Distance from the frame to the text beside it.
const GAP_MM: f64 = 0.7;
/// Thickness of the strips of cluster colours, and their distance from the frame.
const STRIP_MM: f64 = 0.8;
const STRIP_GAP_MM: f64 = 0.3;
/// Blocks smaller than this are not framed.
const LEAST_FRAMED_MM: f64 = 1.2;

/// One side of a matrix.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    /// Place → index.
    pub order: &'a [u32],
    /// Names by index.
    pub names: &'a [String],
    /// Which indices are seeds; empty where nothing is marked.
    pub is_seed: &'a [bool],
    /// The cluster of each index, where clusters are framed; else empty.
    pub clusters: &'a [Option<u32>],
    /// What they are: "node".
    pub title: &'a str,
    /// Whether places are indices, so that they can be counted.
    pub is_counted: bool,
}

/// The tick labels of a side.
enum Marks {
    Nothing,
    Names,
    Counts(Vec<f64>),
}

/// A matrix to draw.
#[derive(Clone, Copy)]
pub(crate) struct Heatmap<'a> {
    pub value: &'a Value,
    pub rows: Side<'a>,
    pub cols: Side<'a>,
    pub shading: Shading,
    /// What a pixel shows of several cells.
    pub reduction: Reduction,
    /// Whether rows are written beside it, and columns below.
    pub is_written: [bool; 2],
}

impl Heatmap<'_> {
    /// Room at the left and below, if the cells have this size.
    pub(crate) fn room_mm(&self, page: &Page<'_>, size: [f64; 2]) -> [f64; 2] {
        let [width, height] = size;
        let is_row_written = self.is_written[0];
        let is_col_written = self.is_written[1];
        let left = if is_row_written {
            side_room(page, &self.rows, height, true)
        } else {
            marks_room(page, &self.rows, height)
        };
        let below = if is_col_written {
            side_room(page, &self.cols, width, false)
        } else {
            marks_room(page, &self.cols, width)
        };
        [left, below]
    }

    /// Room for its colour bar.
    pub(crate) fn bar_room_mm(&self, page: &Page<'_>) -> f64 {
        // The ends of a bar of means are known once the pixels are; they have three digits.
        let of_means = match self.reduction {
            Reduction::Maximum => 0.0,
            Reduction::Mean | Reduction::Density => {
                bar::room_mm(page, &Shading { range: (0.0, 0.000_888), beyond: [false; 2], ..self.shading })
            }
        };
        bar::room_mm(page, &self.shading).max(of_means)
    }

    /// `, mean per pixel` behind its name, where a pixel shows that of several cells.
    pub(crate) fn per_pixel(&self, page: &Page<'_>, [width, height]: [f64; 2]) -> &'static str {
        let px = |mm: f64| (mm / 25.4 * page.options.dpi) as usize;
        let is_reduced = self.cols.order.len() > px(width) || self.rows.order.len() > px(height);
        match self.reduction {
            Reduction::Mean if is_reduced => ", mean per pixel",
            Reduction::Density if is_reduced => ", density per pixel",
            _ => "",
        }
    }

    /// Draws the cells in `rect` and the labels outside of it; returns the colouring used.
    pub(crate) fn draw(&self, page: &mut Page<'_>, rect: Rect) -> Shading {
        let mut shading = self.shading;
        let px = |mm: f64| ((mm / 25.4 * page.options.dpi) as usize).max(1);
        if let Some(cells) = Cells::new(self.value, self.rows.order, self.cols.order) {
            let (picture, as_drawn) = raster::raster(cells, px(rect.w), px(rect.h), &self.shading, self.reduction);
            shading = as_drawn;
            let (width, height) = (picture.width, picture.height);
            let cells = Arc::new(picture.pixels.into_iter().map(|[r, g, b, _]| [r, g, b]).collect());
            page.scene.items.push(Item::Image(Image { rect, width, height, cells }));
        }
        page.scene.frame(rect, page.hairline());
        self.mark_clusters(page, rect);
        self.mark_seeds(page, rect);
        if self.is_written[0] {
            write_rows(page, rect, &self.rows);
        }
        if self.is_written[1] {
            write_cols(page, rect, &self.cols);
        }
        shading
    }

    /// Frames around the clusters, and strips of their colours along both sides.
    fn mark_clusters(&self, page: &mut Page<'_>, rect: Rect) {
        let runs = [&self.rows, &self.cols].map(|side| runs(side.order, side.clusters));
        let cell = [rect.w / self.cols.order.len().max(1) as f64, rect.h / self.rows.order.len().max(1) as f64];
        let thick = STRIP_MM * page.unit();
        for run in &runs[0] {
            let (top, high) = (rect.y + run.places.start as f64 * cell[1], run.places.len() as f64 * cell[1]);
            let strip = Rect::new(rect.x - STRIP_GAP_MM - thick, top, thick, high);
            page.scene.area(strip.corners().to_vec(), palette::cluster(run.cluster as usize));
        }
        for run in &runs[1] {
            let (left, wide) = (rect.x + run.places.start as f64 * cell[0], run.places.len() as f64 * cell[0]);
            let strip = Rect::new(left, rect.bottom() + STRIP_GAP_MM, wide, thick);
            page.scene.area(strip.corners().to_vec(), palette::cluster(run.cluster as usize));
        }
        for Block { rows, cols, cluster } in blocks(&runs[0], &runs[1]) {
            let frame = Rect::new(
                rect.x + cols.start as f64 * cell[0],
                rect.y + rows.start as f64 * cell[1],
                cols.len() as f64 * cell[0],
                rows.len() as f64 * cell[1],
            );
            if frame.w.min(frame.h) >= LEAST_FRAMED_MM {
                let ground = Stroke::new(0.6 * page.unit(), page.ink.ground);
                page.scene.frame(frame, ground);
                page.scene.frame(frame, Stroke::new(0.35 * page.unit(), palette::cluster(cluster as usize)));
            }
        }
    }

    fn mark_seeds(&self, page: &mut Page<'_>, rect: Rect) {
        for (side, is_row) in [(&self.rows, true), (&self.cols, false)] {
            let (start, length) = if is_row { (rect.y, rect.h) } else { (rect.x, rect.w) };
            let cell = length / side.order.len().max(1) as f64;
            let (long, thickness) = (page.unit() * MARK_MM, (0.7 * cell).clamp(0.12, 1.4 * page.unit()));
            if !has_marks(side, length) {
                continue;
            }
            // Marks that touch would be a bar.
            let apart = if thickness < 0.8 * cell { 0.0 } else { thickness + 0.12 };
            let mut last = f64::NEG_INFINITY;
            for (place, &idx) in side.order.iter().enumerate() {
                let centre = start + (place as f64 + 0.5) * cell;
                if !side.is_seed.get(idx as usize).copied().unwrap_or(false) || centre - last < apart {
                    continue;
                }
                last = centre;
                let strip = strip_room(page, side);
                let mark = if is_row {
                    Rect::new(rect.x - 0.2 - strip - long, centre - thickness / 2.0, long, thickness)
                } else {
                    Rect::new(centre - thickness / 2.0, rect.bottom() + 0.2 + strip, thickness, long)
                };
                page.scene.area(mark.corners().to_vec(), SEED);
            }
        }
    }
}

/// Whether there are seeds, and few enough for their marks to be distinguishable.
fn has_marks(side: &Side<'_>, length: f64) -> bool {
    const CLOSEST_MM: f64 = 0.25;
    let n_seeds = side.is_seed.iter().filter(|&&is| is).count();
    n_seeds > 0 && length / n_seeds as f64 >= CLOSEST_MM
}

fn marks_room(page: &Page<'_>, side: &Side<'_>, length: f64) -> f64 {
    strip_room(page, side) + if has_marks(side, length) { page.unit() * MARK_MM + 0.2 } else { HAIRLINE_MM }
}

fn strip_room(page: &Page<'_>, side: &Side<'_>) -> f64 {
    if side.clusters.is_empty() { 0.0 } else { STRIP_GAP_MM + STRIP_MM * page.unit() }
}

fn marks(page: &Page<'_>, side: &Side<'_>, length: f64) -> Marks {
    let n = side.order.len();
    if !page.options.has_labels || n == 0 {
        return Marks::Nothing;
    }
    if length / n as f64 >= 1.25 * cap_mm(LEAST_PT) && !side.names.is_empty() {
        return Marks::Names;
    }
    if !side.is_counted {
        return Marks::Nothing;
    }
    let most = ((length / 7.0) as usize).clamp(2, 6);
    let ticks = Scale::Linear.ticks((0.0, (n - 1) as f64), most);
    Marks::Counts(ticks.into_iter().filter(|tick| tick.fract() == 0.0).collect())
}

/// Size of names: the small one, or as much smaller as it takes, down to the least.
fn name_pt(page: &Page<'_>, cell: f64) -> f64 {
    (page.options.small_pt() * (cell / (1.25 * cap_mm(page.options.small_pt()))).min(1.0)).max(LEAST_PT)
}

fn widest(names: impl Iterator<Item = String>, size_pt: f64) -> f64 {
    names.map(|name| text::width_mm(&name, Face::Regular, size_pt)).fold(0.0, f64::max)
}

fn cell_mm(side: &Side<'_>, length: f64) -> f64 {
    length / side.order.len().max(1) as f64
}

/// Whether the names of columns are so short that they need not be turned.
fn is_level(page: &Page<'_>, side: &Side<'_>, length: f64) -> bool {
    let cell = cell_mm(side, length);
    let names = side.order.iter().filter_map(|&idx| side.names.get(idx as usize).cloned());
    widest(names, name_pt(page, cell)) <= 0.8 * cell
}

fn side_room(page: &Page<'_>, side: &Side<'_>, length: f64, is_row: bool) -> f64 {
    let small = page.options.small_pt();
    let title = line_mm(page.options.font_pt) + 0.5;
    let names = side.order.iter().filter_map(|&idx| side.names.get(idx as usize).cloned());
    let written = match marks(page, side, length) {
        Marks::Nothing => 0.0,
        Marks::Names if !is_row && is_level(page, side, length) => {
            GAP_MM + cap_mm(name_pt(page, cell_mm(side, length)))
        }
        Marks::Names => GAP_MM + widest(names, name_pt(page, cell_mm(side, length))),
        Marks::Counts(ticks) if is_row => GAP_MM + widest(ticks.into_iter().map(tick_text), small),
        Marks::Counts(_) => GAP_MM + cap_mm(small),
    };
    marks_room(page, side, length) + written + title
}

/// A title: without the order behind its comma where there is no room for that.
fn fitting(title: &str, style: Style, length: f64) -> String {
    let is_fitting = text::width_mm(title, style.face, style.size_pt) <= length;
    let short = if is_fitting { title } else { title.split(',').next().unwrap_or(title) };
    text::shortened(short, style.face, style.size_pt, length)
}

fn write_rows(page: &mut Page<'_>, rect: Rect, side: &Side<'_>) {
    let room = side_room(page, side, rect.h, true);
    let cell = rect.h / side.order.len().max(1) as f64;
    let x = rect.x - marks_room(page, side, rect.h) - GAP_MM;
    let at = |place: f64, cap: f64| -> Point { [x, rect.y + (place + 0.5) * cell + cap / 2.0] };
    match marks(page, side, rect.h) {
        Marks::Nothing => {}
        Marks::Names => {
            let style = Style { size_pt: name_pt(page, cell), ..page.notes(Anchor::End) };
            for (place, &idx) in side.order.iter().enumerate() {
                let name = side.names.get(idx as usize).map_or("", String::as_str);
                page.text(at(place as f64, cap_mm(style.size_pt)), &RichText::plain(name), style);
            }
        }
        Marks::Counts(ticks) => {
            let style = page.notes(Anchor::End);
            for tick in ticks {
                let [x, y] = at(tick, cap_mm(style.size_pt));
                let y = y.clamp(rect.y + cap_mm(style.size_pt), rect.bottom());
                page.text([x, y], &RichText::plain(&tick_text(tick)), style);
            }
        }
    }
    let style = page.words(Anchor::Middle);
    let x = rect.x - room + cap_mm(style.size_pt);
    let title = fitting(side.title, style, rect.h);
    page.upright([x, rect.centre()[1]], &RichText::plain(&title), style);
}

fn write_cols(page: &mut Page<'_>, rect: Rect, side: &Side<'_>) {
    let room = side_room(page, side, rect.w, false);
    let cell = rect.w / side.order.len().max(1) as f64;
    let top = rect.bottom() + marks_room(page, side, rect.w) + GAP_MM;
    let centre = |place: f64| rect.x + (place + 0.5) * cell;
    match marks(page, side, rect.w) {
        Marks::Nothing => {}
        Marks::Names => {
            let is_level = is_level(page, side, rect.w);
            let anchor = if is_level { Anchor::Middle } else { Anchor::End };
            let style = Style { size_pt: name_pt(page, cell), ..page.notes(anchor) };
            let cap = cap_mm(style.size_pt);
            for (place, &idx) in side.order.iter().enumerate() {
                let name = RichText::plain(side.names.get(idx as usize).map_or("", String::as_str));
                let x = centre(place as f64);
                if is_level {
                    page.text([x, top + cap], &name, style)
                } else {
                    page.upright([x + cap / 2.0, top], &name, style)
                }
            }
        }
        Marks::Counts(ticks) => {
            let style = page.notes(Anchor::Middle);
            for tick in ticks {
                let words = tick_text(tick);
                let half = text::width_mm(&words, style.face, style.size_pt) / 2.0;
                // Numbers at the ends stay below the map.
                let x = centre(tick).min(rect.right() - half).max(rect.x + half);
                page.text([x, top + cap_mm(style.size_pt)], &RichText::plain(&words), style);
            }
        }
    }
    let style = page.words(Anchor::Middle);
    let baseline = rect.bottom() + room - 0.25 * cap_mm(style.size_pt);
    // That of the next map begins where this one ends.
    let title = fitting(side.title, style, rect.w);
    page.text([rect.centre()[0], baseline], &RichText::plain(&title), style);
}
