//! Names along the axes, without overlap, and red marks of the seeds.

use std::{ops::Range, sync::Arc};

use eframe::egui::{
    Galley, Id, Rangef, Rect, Role, Sense, Shape, Ui, WidgetInfo, epaint::TextShape, pos2, text::LayoutJob, vec2,
};

use super::{HeatmapInput, Measured, blocks::STRIP_ROOM, geometry::Geometry, ink::Ink, view::Grid};
use crate::{app::state::labels, pooling::Axis};

/// Longer names end in `…`.
const WIDEST: f32 = 56.0;
/// Number of names measured to estimate the width.
const MEASURED: usize = 64;
const MARK_LENGTH: f32 = 4.0;
/// Distance of the marks of seeds in a map whose cells are smaller than them, in points.
const CLOSEST_MARKS: f32 = 3.0;

pub(super) fn widest(ui: &Ui, order: &[u32], name: &dyn Fn(u32) -> String) -> f32 {
    let ink = Ink::from_visuals(ui.visuals());
    let every = order.len().div_ceil(MEASURED).max(1);
    let widths = order.iter().step_by(every).map(|&idx| layout(ui, name(idx), &ink, false).size().x);
    widths.fold(0.0, f32::max).ceil()
}

fn layout(ui: &Ui, name: String, ink: &Ink, is_lit: bool) -> Arc<Galley> {
    let colour = if is_lit { ink.text } else { ink.muted };
    let mut job = LayoutJob::simple_singleline(name, ink.name_font(), colour);
    job.wrap.max_width = WIDEST;
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    ui.painter().layout_job(job)
}

pub(super) fn paint(
    ui: &Ui,
    geometry: &Geometry,
    grid: &Grid,
    input: &HeatmapInput<'_>,
    measured: &Measured,
    lit: (Option<usize>, Option<usize>),
    ink: &Ink,
) {
    paint_seeds(ui, grid, input, measured, ink);
    if !geometry.has_names {
        return;
    }
    let marks = if input.seeds.is_empty() { 2.0 } else { MARK_LENGTH + 2.0 };
    let [beside, below] = strips(measured).map(|strip| strip + marks);
    let (rows, cols) = grid.visible();
    let cell = grid.cell_size();
    let line = ui.painter().layout_no_wrap("0".to_owned(), ink.name_font(), ink.muted).size().y;
    let mut taken = Vec::new();
    for row in chosen(rows, line / cell.y, lit.0) {
        let centre = grid.row_band(row).center();
        let is_lit = lit.0 == Some(row);
        let galley = layout(ui, (input.row_names)(input.row_order[row]), ink, is_lit);
        let span = Rangef::new(centre - line / 2.0, centre + line / 2.0);
        if grid.rect.y_range().contains(centre) && claim(&mut taken, span) {
            let corner = pos2(grid.rect.left() - beside - galley.size().x, span.min);
            ui.painter().galley(corner, galley, ink.muted);
        }
    }
    let mut taken = Vec::new();
    for col in chosen(cols, (measured.col_name_width.min(WIDEST) + 6.0) / cell.x, lit.1) {
        let galley = layout(ui, (input.col_names)(input.col_order[col]), ink, lit.1 == Some(col));
        let centre = grid.col_band(col).center();
        let half = galley.size().x / 2.0;
        // A long name below a narrow map may be wider than the map, but not than the widget.
        let left = (centre - half).min(geometry.outer.right() - 2.0 * half).max(geometry.outer.left());
        let span = Rangef::new(left - 2.0, left + 2.0 * half + 2.0);
        if grid.rect.x_range().contains(centre) && claim(&mut taken, span) {
            ui.painter().galley(pos2(left, grid.rect.bottom() + below), galley, ink.muted);
        }
    }
}

/// Titles of both axes, where there is room: what a row and what a column is.
pub(super) fn titles_ui(ui: &Ui, id: Id, geometry: &Geometry, input: &HeatmapInput<'_>, ink: &Ink) {
    let names = [labels::maps::rows, labels::maps::columns];
    for (axis, (strip, name)) in geometry.titles.into_iter().zip(names).enumerate() {
        let (Some(strip), title) = (strip, input.titles[axis]) else { continue };
        let galley = ui.painter().layout_no_wrap(title.to_owned(), ink.name_font(), ink.muted);
        let length = galley.size().x;
        // A title longer than the map may reach beyond it, but not out of the widget.
        let start = |centre: f32, of: Rangef| (centre - length / 2.0).min(of.max - length).max(of.min);
        let rect = if axis == 0 {
            let top = start(strip.center().y, geometry.outer.y_range());
            let at = pos2(strip.left() - 1.0, top + length);
            ui.painter()
                .add(Shape::Text(TextShape::new(at, galley, ink.muted).with_angle(-std::f32::consts::FRAC_PI_2)));
            Rect::from_x_y_ranges(strip.x_range(), top..=top + length)
        } else {
            let left = start(strip.center().x, geometry.outer.x_range());
            ui.painter().galley(pos2(left, strip.top()), galley, ink.muted);
            Rect::from_x_y_ranges(left..=left + length, strip.y_range())
        };
        let response = ui.interact(rect, id.with(("title", axis)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name(input.symbol, title)));
    }
}

/// The highlighted position first, then every n-th from the start of the matrix, so that names do not jump.
fn chosen(visible: Range<usize>, needed_cells: f32, lit: Option<usize>) -> impl Iterator<Item = usize> {
    let every = (needed_cells.ceil() as usize).max(1);
    let first = visible.start.next_multiple_of(every);
    lit.filter(|lit| visible.contains(lit)).into_iter().chain((first..visible.end).step_by(every))
}

/// Reserves a span unless it overlaps another.
fn claim(taken: &mut Vec<Rangef>, span: Rangef) -> bool {
    let is_free = taken.iter().all(|other| span.max <= other.min + 0.5 || other.max <= span.min + 0.5);
    if is_free {
        taken.push(span);
    }
    is_free
}

/// Room of the strips of cluster colours beside the rows and below the columns.
fn strips(measured: &Measured) -> [f32; 2] {
    [0, 1].map(|axis| if measured.runs[axis].is_empty() { 0.0 } else { STRIP_ROOM })
}

fn paint_seeds(ui: &Ui, grid: &Grid, input: &HeatmapInput<'_>, measured: &Measured, ink: &Ink) {
    let thickness = |cell: f32| (cell * 0.6).clamp(1.0, 4.0);
    // Marks that touch would be a bar.
    let apart = |cell: f32| if cell < 2.0 { CLOSEST_MARKS } else { 0.0 };
    let [beside, below] = strips(measured);
    if input.axes[0] == Axis::Nodes {
        let places = input.seeds.iter().filter_map(|&seed| measured.row(seed));
        let thick = thickness(grid.cell_size().y);
        let centres = places.map(|row| grid.row_band(row).center());
        for centre in thinned(ui, centres, grid.rect.y_range(), apart(grid.cell_size().y)) {
            let size = vec2(MARK_LENGTH, thick);
            let mark = Rect::from_center_size(pos2(grid.rect.left() - beside - 1.0 - MARK_LENGTH / 2.0, centre), size);
            ui.painter().rect_filled(mark, 0.0, ink.seed);
        }
    }
    if input.axes[1] == Axis::Nodes {
        let places = input.seeds.iter().filter_map(|&seed| measured.col(seed));
        let thick = thickness(grid.cell_size().x);
        let centres = places.map(|col| grid.col_band(col).center());
        for centre in thinned(ui, centres, grid.rect.x_range(), apart(grid.cell_size().x)) {
            let size = vec2(thick, MARK_LENGTH);
            let mark = Rect::from_center_size(pos2(centre, grid.rect.bottom() + below + 1.0 + MARK_LENGTH / 2.0), size);
            ui.painter().rect_filled(mark, 0.0, ink.seed);
        }
    }
}

/// Positions within a range, at most one per pixel and none closer to the one before than `apart`.
fn thinned(ui: &Ui, centres: impl Iterator<Item = f32>, within: Rangef, apart: f32) -> Vec<f32> {
    let scale = ui.pixels_per_point();
    let mut pixels: Vec<i32> =
        centres.filter(|&centre| within.contains(centre)).map(|centre| (centre * scale) as i32).collect();
    pixels.sort_unstable();
    spaced(&pixels, ((apart * scale).ceil() as i32).max(1)).map(|pixel| (pixel as f32 + 0.5) / scale).collect()
}

/// Of ascending numbers those that are at least `apart` from the last one taken.
fn spaced(pixels: &[i32], apart: i32) -> impl Iterator<Item = i32> {
    let mut next = i32::MIN;
    pixels.iter().copied().filter(move |&pixel| {
        let is_taken = pixel >= next;
        if is_taken {
            next = pixel + apart;
        }
        is_taken
    })
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn marks_do_not_merge() {
        let all: Vec<i32> = (0..20).collect();
        assert_eq!(spaced(&all, 3).collect::<Vec<_>>(), [0, 3, 6, 9, 12, 15, 18]);
        assert_eq!(spaced(&[1, 1, 2, 7], 1).collect::<Vec<_>>(), [1, 2, 7]);
    }
}
