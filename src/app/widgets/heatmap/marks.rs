//! Overlays: bands, frames, the brush, and numbers in large cells.

use eframe::egui::{Align2, Color32, FontFamily, FontId, Rangef, Rect, Stroke, StrokeKind, Ui, Vec2};

use super::{ink::Ink, view::Grid};
use crate::view::{palette, raster::Cells, scale::significant, shading::Shading};

/// Opacity of the shade over all but the highlighted row and column.
const FADE: f32 = 0.55;
/// Minimum visible size of a band or frame in points.
const THINNEST: f32 = 1.5;
/// Minimum size of a cell with its number, in points.
const ROOM_FOR_NUMBER: Vec2 = Vec2::new(26.0, 13.0);

/// Fades everything but the highlighted row and column, whose colours stay unchanged.
pub(super) fn paint_bands(ui: &Ui, grid: &Grid, (row, col): (Option<usize>, Option<usize>), ink: &Ink) {
    if (row, col) == (None, None) {
        return;
    }
    let painter = ui.painter().with_clip_rect(grid.rect.intersect(ui.clip_rect()));
    let veil = ink.ground.gamma_multiply(FADE);
    let band = |band: Rangef, of: Rangef| {
        let spare = ((THINNEST - band.span()) / 2.0).max(0.0);
        Rangef::new((band.min - spare).max(of.min), (band.max + spare).min(of.max))
    };
    let (x, y) = (grid.rect.x_range(), grid.rect.y_range());
    // Without a row (or column) the band is empty.
    let rows = row.map_or(Rangef::point(y.max), |row| band(grid.row_band(row), y));
    let cols = col.map_or(Rangef::point(x.max), |col| band(grid.col_band(col), x));
    for y in [Rangef::new(y.min, rows.min), Rangef::new(rows.max, y.max)] {
        for x in [Rangef::new(x.min, cols.min), Rangef::new(cols.max, x.max)] {
            let rest = Rect::from_x_y_ranges(x, y);
            if rest.is_positive() {
                painter.rect_filled(rest, 0.0, veil);
            }
        }
    }
    if let (Some(row), Some(col)) = (row, col) {
        frame(&painter, grid.cell(row, col), Stroke::new(1.0, ink.text), ink);
    }
}

/// Hairline around the map, in the accent colour while focused.
pub(super) fn paint_frame(ui: &Ui, grid: &Grid, ink: &Ink, has_focus: bool) {
    let colour = if has_focus { ink.accent } else { ink.line };
    ui.painter().rect_stroke(grid.rect, 0.0, Stroke::new(1.0, colour), StrokeKind::Outside);
}

pub(super) fn paint_locked(ui: &Ui, grid: &Grid, (row, col): (usize, usize), ink: &Ink) {
    // Not clipped, so that the frame of a border cell is complete.
    let cell = grid.cell(row, col);
    if grid.rect.expand(0.5).contains(cell.center()) {
        frame(ui.painter(), cell.intersect(grid.rect), Stroke::new(2.0, ink.accent), ink);
    }
}

/// A frame around a cell, visible on any colour.
fn frame(painter: &eframe::egui::Painter, cell: Rect, stroke: Stroke, ink: &Ink) {
    const LEAST: f32 = 5.0;
    let cell = cell.expand2(((Vec2::splat(LEAST) - cell.size()) / 2.0).max(Vec2::ZERO));
    painter.rect_stroke(cell, 1.0, Stroke::new(stroke.width + 1.5, ink.ground), StrokeKind::Outside);
    painter.rect_stroke(cell, 1.0, stroke, StrokeKind::Outside);
}

pub(super) fn paint_brush(ui: &Ui, brush: Rect, ink: &Ink) {
    ui.painter().rect_filled(brush, 0.0, ink.accent.gamma_multiply(0.25));
    ui.painter().rect_stroke(brush, 0.0, Stroke::new(1.0, ink.accent), StrokeKind::Inside);
}

/// Values in cells that are large enough.
pub(super) fn paint_numbers(ui: &Ui, grid: &Grid, cells: Cells<'_>, shading: &Shading) {
    let room = grid.cell_size();
    if room.x < ROOM_FOR_NUMBER.x || room.y < ROOM_FOR_NUMBER.y {
        return;
    }
    let painter = ui.painter().with_clip_rect(grid.rect.intersect(ui.clip_rect()));
    let font = FontId::new(10.0, FontFamily::Monospace);
    let (rows, cols) = grid.visible();
    for row in rows {
        for col in cols.clone() {
            let value = cells.at(row, col);
            if value != 0.0 {
                let [r, g, b] = palette::readable_on(shading.colour(value));
                let colour = Color32::from_rgb(r, g, b);
                let exact = painter.layout_no_wrap(significant(value, 2), font.clone(), colour);
                // A number that is cut off would be another one.
                let galley = if exact.size().x <= room.x {
                    exact
                } else {
                    painter.layout_no_wrap(rounded(value), font.clone(), colour)
                };
                let at = Align2::CENTER_CENTER.anchor_size(grid.cell(row, col).center(), galley.size());
                painter.galley(at.min, galley, colour);
            }
        }
    }
}

/// A number in at most four characters.
fn rounded(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    match value.abs() {
        small if small < 0.05 => "≈0".to_owned(),
        part if part < 9.95 => format!("{sign}{part:.1}"),
        whole if whole < 999.5 => format!("{sign}{whole:.0}"),
        large => format!("{sign}1e{:.0}", large.log10()),
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_in_cells_are_short() {
        for (value, text) in [(0.00123, "≈0"), (-0.1234, "-0.1"), (123.4, "123"), (-4000.0, "-1e4"), (9.97, "10")] {
            assert_eq!(rounded(value), text);
        }
    }
}
