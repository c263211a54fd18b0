//! A heatmap of a matrix, with colour bar, names and marks.
//!
//! Wheel: zoom at the cursor; drag: pan; double-click: fit; shift-drag: brush. On the colour bar a drag moves an end, and a
//! right click asks for both. With the keyboard: arrows move from cell to cell, Enter clicks, + and − zoom, Home shows all.

mod axes;
mod bar;
mod blocks;
mod geometry;
mod header;
mod ink;
mod input;
mod limits;
mod making;
mod marks;
mod picture;
mod shared_zoom;
mod view;

use std::{borrow::Cow, sync::Arc};

use eframe::egui::{self, Pos2, Role, Sense, Tooltip, Ui, WidgetInfo};

use self::{
    geometry::{Geometry, Space},
    header::{Note, empty_ui, header_ui, title_ui, waiting_ui},
    ink::Ink,
    input::Touch,
    making::{AskedFacts, Facts, FactsKey, Making, is_large},
    picture::Picture,
    view::{Grid, MapView},
};
pub use self::{
    geometry::{Parts, Shape},
    limits::LimitsWish,
    making::is_any_made,
    shared_zoom::SharedZoom,
};
use super::wheel;
use crate::{
    app::state::{labels, version::Versions},
    pooling::trace::{Axis, Step, Value},
    view::{
        blocks::{Block, Run, blocks as blocks_of, runs},
        palette::ColourMap,
        raster::{self, Cells},
        reduction::Reduction,
        scale::{Scale, significant},
        shading::{Limits, Paper},
    },
};

pub struct HeatmapInput<'a> {
    /// `K_t`; `_` starts a subscript.
    pub symbol: &'a str,
    /// `structure kernel`
    pub title: &'a str,
    /// A sparse or a dense matrix.
    pub value: &'a Value,
    /// What holds the value, where that is a step of a trace: then a large one is drawn on another thread.
    pub held: Option<&'a Arc<Step>>,
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
    /// On which entries alone it was computed, `on supp K_t`; empty for all.
    pub domain: &'a str,
    pub frames: Frames<'a>,
    /// Whether the ends of the colour bar can be set.
    pub has_movable_ends: bool,
    /// Row and column to highlight.
    pub hovered: Option<(Option<u32>, Option<u32>)>,
    pub locked: Option<(u32, u32)>,
    pub look: HeatmapLook,
}

/// What is framed.
#[derive(Clone, Debug, Default)]
pub struct Frames<'a> {
    /// The cluster of each row and of each column, where clusters are framed; else empty.
    pub clusters: [Cow<'a, [Option<u32>]>; 2],
    /// The rows and columns that are selected.
    pub selected: Option<[&'a [u32]; 2]>,
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
    /// Ends of the colour bar.
    pub limits: Limits,
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
    /// What the user did to the ends of the colour bar.
    pub limits: Option<LimitsWish>,
    pub response: egui::Response,
}

#[derive(Default)]
pub struct Heatmap {
    pub shape: Shape,
    view: MapView,
    /// Whether the user zoomed or moved it in this frame.
    is_view_moved: bool,
    picture: Picture,
    measured: Option<Measured>,
    facts: Option<(FactsKey, Facts)>,
    making: Making,
    /// Keyboard cursor, as a display position.
    cursor: Option<(usize, usize)>,
    /// Whether the arrow keys moved after the mouse did.
    is_cursor_ahead: bool,
    brush_from: Option<Pos2>,
}

/// Cached values that depend only on the matrix and its orders.
struct Measured {
    key: FactsKey,
    /// Whether clusters are framed.
    is_framed: bool,
    facts: Facts,
    row_places: Vec<u32>,
    col_places: Vec<u32>,
    row_name_width: f32,
    col_name_width: f32,
    tick_width: f32,
    /// Of the clusters of rows and columns, where these are framed.
    runs: [Vec<Run>; 2],
    blocks: Vec<Block>,
}

impl Heatmap {
    /// Fills the available space.
    pub fn ui(&mut self, ui: &mut Ui, input: &HeatmapInput<'_>) -> HeatmapOutput {
        let (rect, outer) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let ink = Ink::from_visuals(ui.visuals());
        let cells = Cells::new(input.value, input.row_order, input.col_order)
            .filter(|_| !input.row_order.is_empty() && !input.col_order.is_empty());
        let Some(cells) = cells else {
            return empty_ui(ui, rect, outer, input, &ink);
        };
        let is_framed = input.frames.clusters.iter().any(|clusters| !clusters.is_empty());
        let key = (input.versions, input.look, paper(ui));
        let held = input.held.filter(|_| is_large(input.value));
        let Some((facts, is_current)) = self.facts(ui, input, held, key) else {
            return waiting_ui(ui, rect, outer, input, &ink);
        };
        let measured = match self.measured.take() {
            Some(measured) if (measured.key, measured.is_framed, measured.facts) == (key, is_framed, facts) => measured,
            _ => Measured::measure(ui, input, key, facts),
        };

        let space = Space {
            shape: self.shape,
            n_rows: input.row_order.len(),
            n_cols: input.col_order.len(),
            row_name_width: measured.row_name_width,
            tick_width: measured.tick_width,
            has_seeds: !input.seeds.is_empty(),
            has_strips: [0, 1].map(|axis| !measured.runs[axis].is_empty()),
            has_titles: input.titles.map(|title| !title.is_empty()),
        };
        let geometry = Geometry::new(rect, &space, ui.pixels_per_point());
        let mut grid = Grid::new(geometry.map, &space, self.view);
        let response = ui.interact(geometry.map, outer.id.with("map"), Sense::click_and_drag());
        self.navigate(ui, &response, &mut grid);
        self.view = grid.view;

        if is_current {
            let elsewhere = held.map(|step| (&mut self.making, step));
            let colours = (&measured.facts.shading, input.look.reduction);
            self.picture.update(ui, cells, input.versions, &grid, colours, elsewhere);
        }
        let shading = self.picture.shading().unwrap_or(measured.facts.shading);
        let touch = self.touch(ui, &response, &grid, cells);

        let note = self.note(input.look.reduction);
        let (symbol, is_reset) = header_ui(ui, (&geometry, outer.id), input, measured.facts.non_zeros, note, &ink);
        if is_reset {
            (self.view, self.is_view_moved) = (MapView::default(), true);
            ui.ctx().request_repaint();
        }
        let is_title_clicked = title_ui(ui, symbol, outer.id.with("symbol"), input);
        bar::paint(ui, &geometry, &shading, &ink);
        let bar = geometry.bar.filter(|_| input.has_movable_ends);
        let limits = bar.and_then(|bar| limits::limits_ui(ui, outer.id.with("bar"), bar, input, &shading));
        self.picture.paint(ui, &grid);
        marks::paint_numbers(ui, &grid, cells, &shading);
        blocks::paint_clusters(ui, &grid, &measured, &ink);
        let lit = lit(input, &measured, touch.hovered.map(|(row, col, _)| (row, col)));
        marks::paint_bands(ui, &grid, lit, &ink);
        marks::paint_frame(ui, &grid, &ink, response.has_focus());
        blocks::paint_selection(ui, &grid, input, &ink);
        if let Some((row, col)) = input.locked.and_then(|pair| measured.place(pair)) {
            marks::paint_locked(ui, &grid, (row, col), &ink);
        }
        if let Some(brush) = touch.brushing {
            marks::paint_brush(ui, brush, &ink);
        }
        axes::paint(ui, &geometry, &grid, input, &measured, lit, &ink);
        axes::titles_ui(ui, outer.id, &geometry, input, &ink);

        let pair = |(row, col): (usize, usize)| (input.row_order[row], input.col_order[col]);
        let reading = touch.hovered.map(|(row, col, _)| reading(input, pair((row, col))));
        self.report(ui, &response, input, &grid, &touch, reading);
        self.measured = Some(measured);
        HeatmapOutput {
            hovered: touch.hovered.map(|(row, col, _)| pair((row, col))),
            clicked: touch.clicked.map(pair),
            brushed: touch.brushed.map(|(rows, cols)| (input.row_order[rows].to_vec(), input.col_order[cols].to_vec())),
            is_title_clicked,
            limits,
            response,
        }
    }

    /// What is known of all entries, and whether it is of these; none before the first of a large matrix.
    fn facts(
        &mut self,
        ui: &Ui,
        input: &HeatmapInput<'_>,
        held: Option<&Arc<Step>>,
        key: FactsKey,
    ) -> Option<(Facts, bool)> {
        if let Some((_, facts)) = self.facts.as_ref().filter(|(measured, _)| *measured == key) {
            return Some((*facts, true));
        }
        let (facts, is_current) = match held {
            None => (Some(Facts::compute(input.value, &key)), true),
            Some(step) => self.making.facts(AskedFacts { key, step: step.clone() }, ui.ctx()),
        };
        match facts.filter(|_| is_current) {
            Some(facts) => self.facts = Some((key, facts)),
            None => return self.facts.map(|(_, facts)| (facts, false)),
        }
        facts.map(|facts| (facts, true))
    }

    /// Width and height of everything around the map with such parts, in points; an estimate before it is first drawn.
    pub fn around(&self, parts: Parts) -> egui::Vec2 {
        let (row_name_width, tick_width) =
            self.measured.as_ref().map_or((22.0, 24.0), |measured| (measured.row_name_width, measured.tick_width));
        let has_strip = |axis: usize| self.measured.as_ref().is_some_and(|measured| !measured.runs[axis].is_empty());
        let space = Space {
            shape: Shape::default(),
            n_rows: 1,
            n_cols: 1,
            row_name_width,
            tick_width,
            has_seeds: true,
            has_strips: [0, 1].map(has_strip),
            has_titles: [true; 2],
        };
        geometry::around(&space, parts)
    }

    fn note(&self, reduction: Reduction) -> Note {
        let (rows, cols) = self.picture.cells_per_pixel();
        let per_pixel = (rows * cols > 1).then(|| labels::explore::per_pixel(reduction, rows, cols));
        Note { per_pixel, zoom: wheel::read_out(self.view.zoom()) }
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
            ui.label(Ink::from_visuals(ui.visuals()).reading(input.symbol, value));
            if n_cells > 1 {
                ui.weak(format!("{} {n_cells} cells", labels::explore::LARGEST_OF));
            }
        });
    }
}

impl Measured {
    fn measure(ui: &Ui, input: &HeatmapInput<'_>, key: FactsKey, facts: Facts) -> Self {
        let (n_rows, n_cols) = input.value.shape().unwrap_or_default();
        let [rows, cols] = &input.frames.clusters;
        let is_framed = !(rows.is_empty() && cols.is_empty());
        let runs = [runs(input.row_order, rows), runs(input.col_order, cols)];
        Self {
            key,
            is_framed,
            blocks: blocks_of(&runs[0], &runs[1]),
            runs,
            facts,
            row_places: places(input.row_order, n_rows),
            col_places: places(input.col_order, n_cols),
            row_name_width: axes::widest(ui, input.row_order, input.row_names),
            col_name_width: axes::widest(ui, input.col_order, input.col_names),
            tick_width: bar::width(ui, &facts.shading),
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
fn lit(input: &HeatmapInput<'_>, measured: &Measured, here: Option<(usize, usize)>) -> (Option<usize>, Option<usize>) {
    match (here, input.hovered) {
        (Some((row, col)), _) => (Some(row), Some(col)),
        (None, Some((row, col))) => (row.and_then(|row| measured.row(row)), col.and_then(|col| measured.col(col))),
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
