//! Blocks of cells: frames around clusters, strips of their colours along the axes, and the frame of the selection.

use std::ops::Range;

use eframe::egui::{Color32, Painter, Rect, Stroke, StrokeKind, Ui, pos2};

use super::{HeatmapInput, Measured, ink::Ink, view::Grid};
use crate::view::{
    blocks::{Block, chosen_runs},
    palette,
};

/// Thickness of a strip in points.
pub(super) const STRIP: f32 = 4.0;
/// Room of a strip between the map and the marks of the seeds, in points.
pub(super) const STRIP_ROOM: f32 = STRIP + 2.0;
/// Sides of a block below which a frame would hide what it frames, in points.
const LEAST_FRAMED: f32 = 6.0;
/// Side of a cell in points from which frames have room for a halo.
const LARGE_CELL: f32 = 10.0;
/// Parts of a selection above which its frames would be a pattern of their own.
const MOST_PARTS: usize = 64;

pub(super) fn paint_clusters(ui: &Ui, grid: &Grid, measured: &Measured, ink: &Ink) {
    let painter = ui.painter().with_clip_rect(grid.rect.expand(1.0).intersect(ui.clip_rect()));
    for Block { rows, cols, cluster } in &measured.blocks {
        let area = grid.area(rows, cols);
        // Among small cells, a halo would hide the framed cells.
        let is_large = grid.cell_size().min_elem() >= LARGE_CELL;
        if area.size().min_elem() >= LEAST_FRAMED && grid.rect.intersects(area) {
            if is_large {
                let halo = Stroke::new(3.0, ink.ground.gamma_multiply(0.8));
                painter.rect_stroke(area, 0.0, halo, StrokeKind::Inside);
            }
            let stroke = Stroke::new(if is_large { 1.5 } else { 1.0 }, colour(*cluster));
            painter.rect_stroke(area, 0.0, stroke, if is_large { StrokeKind::Inside } else { StrokeKind::Middle });
        }
    }
    let (rect, [rows, cols]) = (grid.rect, &measured.runs);
    let painter = ui.painter();
    let strip = |x: [f32; 2], y: [f32; 2], cluster| {
        let strip = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1], y[1]));
        if strip.is_positive() {
            painter.rect_filled(strip, 0.0, colour(cluster));
        }
    };
    for run in rows {
        let y = [grid.y(run.places.start).max(rect.top()), grid.y(run.places.end).min(rect.bottom())];
        strip([rect.left() - 2.0 - STRIP, rect.left() - 2.0], y, run.cluster);
    }
    for run in cols {
        let x = [grid.x(run.places.start).max(rect.left()), grid.x(run.places.end).min(rect.right())];
        strip(x, [rect.bottom() + 2.0, rect.bottom() + 2.0 + STRIP], run.cluster);
    }
}

/// A frame around the selected rows and columns, in as many parts as they stand in.
pub(super) fn paint_selection(ui: &Ui, grid: &Grid, input: &HeatmapInput<'_>, ink: &Ink) {
    let Some([rows, cols]) = input.frames.selected else { return };
    let parts = |order: &[u32], chosen: &[u32]| {
        let mut is_chosen = vec![false; order.iter().max().map_or(0, |&most| most as usize + 1)];
        for &idx in chosen {
            if let Some(is) = is_chosen.get_mut(idx as usize) {
                *is = true;
            }
        }
        chosen_runs(order, |idx| is_chosen[idx as usize])
    };
    let (rows, cols) = (parts(input.row_order, rows), parts(input.col_order, cols));
    if rows.len() * cols.len() > MOST_PARTS {
        return;
    }
    let painter = ui.painter().with_clip_rect(grid.rect.expand(3.0).intersect(ui.clip_rect()));
    for rows in &rows {
        for cols in &cols {
            selection_frame(&painter, grid, (rows, cols), ink);
        }
    }
}

fn selection_frame(painter: &Painter, grid: &Grid, (rows, cols): (&Range<usize>, &Range<usize>), ink: &Ink) {
    let area = grid.area(rows, cols);
    if grid.rect.intersects(area) {
        let area = area.intersect(grid.rect);
        let is_large = grid.cell_size().min_elem() >= LARGE_CELL;
        let (halo, width) = if is_large { (3.5, 2.0) } else { (2.5, 1.5) };
        painter.rect_stroke(area, 0.0, Stroke::new(halo, ink.ground), StrokeKind::Outside);
        painter.rect_stroke(area, 0.0, Stroke::new(width, ink.accent), StrokeKind::Outside);
    }
}

fn colour(cluster: u32) -> Color32 {
    let [r, g, b] = palette::cluster(cluster as usize);
    Color32::from_rgb(r, g, b)
}
