//! A heatmap of a matrix, with colour bar, names and marks.
//!
//! Wheel: zoom at the cursor; drag: pan; double-click: fit; shift-drag: brush. With the
//! keyboard: arrows move from cell to cell, Enter clicks, + and − zoom, Home shows all.

mod axes;
mod bar;
mod geometry;
mod ink;
mod input;
mod marks;
mod picture;
mod view;

use eframe::egui::{self, Pos2, Role, Sense, Tooltip, Ui, WidgetInfo};

pub use self::geometry::{Parts, Shape};
use self::{
    geometry::{Geometry, Space},
    ink::Ink,
    input::Touch,
    picture::Picture,
    view::{Grid, View},
};
use super::explain::explained;
use crate::{
    app::state::{labels, version::Versions},
    pooling::{
        glossary,
        trace::{Axis, Value},
    },
    view::{
        palette::ColourMap,
        raster::{self, Cells},
        reduction::Reduction,
        scale::{Scale, significant},
        shading::{Paper, Shading},
    },
};

pub struct HeatmapInput<'a> {
    /// `K_t`; `_` starts a subscript.
    pub symbol: &'a str,
    /// `structure kernel`
    pub title: &'a str,
    /// A sparse or a dense matrix.
    pub value: &'a Value,
    /// Cache key: must change whenever `value`, an order or a name changes.
    pub versions: Versions,
    pub row_order: &'a [u32],
    pub col_order: &'a [u32],
    pub row_names: &'a dyn Fn(u32) -> String,
    pub col_names: &'a dyn Fn(u32) -> String,
    /// Nodes with a red mark at the axes.
    pub seeds: &'a [u32],
    pub axes: [Axis; 2],
    /// What a row and a column is, `seed` and `node`; empty for no title.
    pub titles: [&'a str; 2],
    pub on_title: OnTitle,
    /// Row and column to highlight.
    pub hovered: Option<(Option<u32>, Option<u32>)>,
    pub locked: Option<(u32, u32)>,
    pub look: HeatmapLook,
}

/// What a click on the symbol does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnTitle {
    #[default]
    Nothing,
    /// The map is to fill the canvas.
    Maximise,
    /// The large map is to go.
    Restore,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatmapLook {
    pub map: ColourMap,
    pub scale: Scale,
    /// Range of the colour bar, longer where a value lies beyond it; none for that of the matrix.
    pub range: Option<(f64, f64)>,
    /// What a pixel shows of several cells.
    pub reduction: Reduction,
}

/// Input as matrix indices (row, column).
pub struct HeatmapOutput {
    pub hovered: Option<(u32, u32)>,
    pub clicked: Option<(u32, u32)>,
    /// Rows and columns of a finished brush, in display order.
    pub brushed: Option<(Vec<u32>, Vec<u32>)>,
    pub is_title_clicked: bool,
    pub response: egui::Response,
}

#[derive(Default)]
pub struct Heatmap {
    pub shape: Shape,
    view: View,
    picture: Picture,
    known: Option<Known>,
    /// Keyboard cursor, as a display position.
    cursor: Option<(usize, usize)>,
    /// Whether the arrow keys moved after the mouse did.
    is_cursor_ahead: bool,
    brush_from: Option<Pos2>,
}

/// Cached values that depend only on the matrix and its orders.
struct Known {
    key: (Versions, HeatmapLook, Paper),
    shading: Shading,
    non_zeros: usize,
    row_places: Vec<u32>,
    col_places: Vec<u32>,
    row_name_width: f32,
    col_name_width: f32,
    tick_width: f32,
}

impl Heatmap {
    /// Fills the available space.
    pub fn ui(&mut self, ui: &mut Ui, input: &HeatmapInput<'_>) -> HeatmapOutput {
        let (rect, outer) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let ink = Ink::of(ui.visuals());
        let cells = Cells::new(input.value, input.row_order, input.col_order)
            .filter(|_| !input.row_order.is_empty() && !input.col_order.is_empty());
        let Some(cells) = cells else {
            return empty_ui(ui, rect, outer, input, &ink);
        };
        let key = (input.versions, input.look, paper(ui));
        let known = match self.known.take() {
            Some(known) if known.key == key => known,
            _ => Known::of(ui, input, key),
        };

        let space = Space {
            shape: self.shape,
            n_rows: input.row_order.len(),
            n_cols: input.col_order.len(),
            row_name_width: known.row_name_width,
            tick_width: known.tick_width,
            has_seeds: !input.seeds.is_empty(),
            has_titles: input.titles.map(|title| !title.is_empty()),
        };
        let geometry = Geometry::of(rect, &space, ui.pixels_per_point());
        let mut grid = Grid::new(geometry.map, &space, self.view);
        let response = ui.interact(geometry.map, outer.id.with("map"), Sense::click_and_drag());
        self.navigate(ui, &response, &mut grid);
        self.view = grid.view;

        self.picture.update(ui, cells, input.versions, &grid, (&known.shading, input.look.reduction));
        let shading = self.picture.shading().unwrap_or(known.shading);
        let touch = self.touch(ui, &response, &grid, cells);

        let note = self.note(input.look.reduction);
        let symbol = header_ui(ui, (&geometry, outer.id), input, known.non_zeros, note.as_deref(), &ink);
        let is_title_clicked = title_ui(ui, symbol, outer.id.with("symbol"), input);
        bar::paint(ui, &geometry, &shading, &ink);
        self.picture.paint(ui, &grid);
        marks::paint_numbers(ui, &grid, cells, &shading);
        let lit = lit(input, &known, touch.hovered.map(|(row, col, _)| (row, col)));
        marks::paint_bands(ui, &grid, lit, &ink);
        marks::paint_frame(ui, &grid, &ink, response.has_focus());
        if let Some((row, col)) = input.locked.and_then(|pair| known.place(pair)) {
            marks::paint_locked(ui, &grid, (row, col), &ink);
        }
        if let Some(brush) = touch.brushing {
            marks::paint_brush(ui, brush, &ink);
        }
        axes::paint(ui, &geometry, &grid, input, &known, lit, &ink);
        axes::titles_ui(ui, outer.id, &geometry, input, &ink);

        let pair = |(row, col): (usize, usize)| (input.row_order[row], input.col_order[col]);
        let reading = touch.hovered.map(|(row, col, _)| reading(input, pair((row, col))));
        self.report(ui, &response, input, &grid, &touch, reading);
        self.known = Some(known);
        HeatmapOutput {
            hovered: touch.hovered.map(|(row, col, _)| pair((row, col))),
            clicked: touch.clicked.map(pair),
            brushed: touch.brushed.map(|(rows, cols)| (input.row_order[rows].to_vec(), input.col_order[cols].to_vec())),
            is_title_clicked,
            response,
        }
    }

    /// Width and height of everything around the map with such parts, in points; an estimate before it is first drawn.
    pub fn around(&self, parts: Parts) -> egui::Vec2 {
        let (row_name_width, tick_width) =
            self.known.as_ref().map_or((22.0, 24.0), |known| (known.row_name_width, known.tick_width));
        let space = Space {
            shape: Shape::default(),
            n_rows: 1,
            n_cols: 1,
            row_name_width,
            tick_width,
            has_seeds: true,
            has_titles: [true; 2],
        };
        geometry::around(&space, parts)
    }

    /// What a pixel shows, if that is more than a cell.
    fn note(&self, reduction: Reduction) -> Option<String> {
        let (rows, cols) = self.picture.cells_per_pixel();
        (rows * cols > 1).then(|| labels::explore::per_pixel(reduction, rows, cols))
    }

    /// The value under the cursor, as a tooltip and for screen readers.
    fn report(
        &self,
        ui: &Ui,
        response: &egui::Response,
        input: &HeatmapInput<'_>,
        grid: &Grid,
        touch: &Touch,
        reading: Option<String>,
    ) {
        let name = labels::heatmap_of_shape(input.symbol, input.row_order.len(), input.col_order.len());
        response.widget_info(|| WidgetInfo {
            current_text_value: reading.clone(),
            ..WidgetInfo::labeled(Role::Image, response.enabled(), &name)
        });
        let (Some(text), Some((row, col, n_cells))) = (reading, touch.hovered) else { return };
        // A tooltip would cover the context menu.
        if egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        let anchor = match response.hover_pos() {
            Some(_) if !self.is_cursor_ahead => egui::PopupAnchor::Pointer,
            _ => grid.cell(row, col).expand(4.0).into(),
        };
        Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, anchor).gap(12.0).show(|ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            let value = text.strip_prefix(input.symbol).unwrap_or(&text);
            ui.label(Ink::of(ui.visuals()).reading(input.symbol, value));
            if n_cells > 1 {
                ui.weak(format!("{} {n_cells} cells", labels::explore::LARGEST_OF));
            }
        });
    }
}

impl Known {
    fn of(ui: &Ui, input: &HeatmapInput<'_>, key: (Versions, HeatmapLook, Paper)) -> Self {
        let HeatmapLook { map, scale, range, .. } = input.look;
        let shading = Shading::of(input.value, map, scale, range, key.2);
        let (n_rows, n_cols) = input.value.shape().unwrap_or_default();
        Self {
            key,
            shading,
            non_zeros: raster::non_zeros(input.value),
            row_places: places(input.row_order, n_rows),
            col_places: places(input.col_order, n_cols),
            row_name_width: axes::widest(ui, input.row_order, input.row_names),
            col_name_width: axes::widest(ui, input.col_order, input.col_names),
            tick_width: bar::width(ui, &shading),
        }
    }

    fn row(&self, idx: u32) -> Option<usize> {
        self.row_places.get(idx as usize).filter(|&&place| place != u32::MAX).map(|&place| place as usize)
    }

    fn col(&self, idx: u32) -> Option<usize> {
        self.col_places.get(idx as usize).filter(|&&place| place != u32::MAX).map(|&place| place as usize)
    }

    fn place(&self, (row, col): (u32, u32)) -> Option<(usize, usize)> {
        self.row(row).zip(self.col(col))
    }
}

/// Display position by index.
fn places(order: &[u32], n: usize) -> Vec<u32> {
    let mut places = vec![u32::MAX; n];
    for (place, &idx) in order.iter().enumerate() {
        places[idx as usize] = place as u32;
    }
    places
}

/// Row and column to highlight; the own hover precedes that of other widgets.
fn lit(input: &HeatmapInput<'_>, known: &Known, here: Option<(usize, usize)>) -> (Option<usize>, Option<usize>) {
    match (here, input.hovered) {
        (Some((row, col)), _) => (Some(row), Some(col)),
        (None, Some((row, col))) => (row.and_then(|row| known.row(row)), col.and_then(|col| known.col(col))),
        (None, None) => (None, None),
    }
}

fn reading(input: &HeatmapInput<'_>, (row, col): (u32, u32)) -> String {
    let value = significant(raster::at(input.value, row, col), 4);
    format!("{}({}, {}) = {value}", input.symbol, (input.row_names)(row), (input.col_names)(col))
}

fn paper(ui: &Ui) -> Paper {
    let [r, g, b, _] = ui.visuals().faint_bg_color.to_array();
    Paper { is_dark: ui.visuals().dark_mode, empty: [r, g, b] }
}

/// The symbol explains itself, and is a button where a click does something; whether it was clicked.
fn title_ui(ui: &Ui, symbol: egui::Rect, id: egui::Id, input: &HeatmapInput<'_>) -> bool {
    let (name, hint) = match input.on_title {
        OnTitle::Nothing => {
            let response = ui.interact(symbol, id, Sense::hover());
            explained(response, glossary::find(input.symbol).as_slice(), input.title);
            return false;
        }
        OnTitle::Maximise => (labels::maps::maximise(input.symbol), labels::maps::MAXIMISE_HINT),
        OnTitle::Restore => (labels::maps::restore(input.symbol), labels::maps::RESTORE_HINT),
    };
    let response = ui.interact(symbol, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let colour = ui.visuals().hyperlink_color;
    if response.hovered() || response.has_focus() {
        ui.painter().hline(symbol.x_range(), symbol.bottom() - 1.0, egui::Stroke::new(1.0, colour));
    }
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    explained(response, glossary::find(input.symbol).as_slice(), hint).clicked()
}

/// Symbol on the left, shape and number of non-zeros on the right, or what a pixel shows of a large matrix; returns the
/// rectangle of the symbol.
fn header_ui(
    ui: &Ui,
    (geometry, id): (&Geometry, egui::Id),
    input: &HeatmapInput<'_>,
    non_zeros: usize,
    note: Option<&str>,
    ink: &Ink,
) -> egui::Rect {
    let symbol = ui.painter().layout_job(ink.symbol(input.symbol));
    let header = geometry.header;
    let rect = egui::Align2::LEFT_CENTER.align_size_within_rect(symbol.size(), header);
    ui.painter().galley(rect.min, symbol, ink.text);
    let shape = format!("{}×{}", input.row_order.len(), input.col_order.len());
    let whole = format!("{shape} · {non_zeros} nnz");
    let texts = match note {
        Some(note) => vec![format!("{whole} · {note}"), note.to_owned(), labels::explore::shortened(note).to_owned()],
        None => vec![whole.clone(), shape],
    };
    for text in texts {
        let galley = ui.painter().layout_no_wrap(text, ink.number_font(), ink.muted);
        let at = egui::Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), header);
        if at.left() > rect.right() + 8.0 {
            ui.painter().galley(at.min, galley, ink.muted);
            if let Some(note) = note {
                let response = ui.interact(at, id.with("note"), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, note));
                response.on_hover_text(format!("{whole}\n{note}"));
            }
            break;
        }
    }
    rect.expand(2.0)
}

fn empty_ui(ui: &Ui, rect: egui::Rect, response: egui::Response, input: &HeatmapInput<'_>, ink: &Ink) -> HeatmapOutput {
    let name = labels::empty_heatmap(input.symbol);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let header = geometry::header(rect);
    ui.painter().galley(header.min, ui.painter().layout_job(ink.symbol(input.symbol)), ink.text);
    let below = rect.with_min_y(header.bottom()).center();
    ui.painter().text(below, egui::Align2::CENTER_CENTER, "empty", ink.name_font(), ink.muted);
    HeatmapOutput { hovered: None, clicked: None, brushed: None, is_title_clicked: false, response }
}
