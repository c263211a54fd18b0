//! The matrices of a step; the last one is filled row by row.

use std::collections::BTreeMap;

use eframe::egui::{Align2, FontId, Rect, Ui, vec2};

use super::picture::done;
use crate::{
    app::{
        state::{Pair, command::Command, explored::Explored},
        tabs::Cx,
        widgets::{
            export_menu,
            heatmap::{Heatmap, HeatmapLook},
            matrix::{Lit, Matrix},
            parts::{part_ui, split},
        },
    },
    symbols::{self, Symbol},
};

/// Gap between two maps in points.
const GAP: f32 = 40.0;
/// Maximum aspect ratio (width / height) of a map.
const WIDEST: f32 = 1.2;

/// By symbol; each map keeps its zoom.
#[derive(Default)]
pub(super) struct StepMaps {
    maps: BTreeMap<&'static Symbol, Heatmap>,
}

pub(super) struct Shown<'a> {
    pub level: usize,
    pub pair: Pair,
    pub symbols: &'a [&'static Symbol],
    /// Signs between the operands, and before the result.
    pub signs: [&'a str; 2],
    /// Completed fraction of the result, from 0 to 1.
    pub share: f64,
}

impl StepMaps {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        shown: &Shown<'_>,
        commands: &mut Vec<Command>,
    ) {
        let rect = ui.available_rect_before_wrap();
        let places = places(rect, shown.symbols.len());
        for (idx, (&symbol, place)) in shown.symbols.iter().zip(places).enumerate() {
            let is_last = idx + 1 == shown.symbols.len();
            let share = if is_last { shown.share } else { 1.0 };
            part_ui(ui, place, symbol.key, |ui| self.map_ui(ui, cx, explored, shown, (symbol, share), commands));
            if idx > 0 {
                let at = place.left_center() - vec2(GAP / 2.0, 0.0);
                let colour = ui.visuals().weak_text_color();
                let sign = shown.signs[usize::from(is_last)];
                ui.painter().text(at, Align2::CENTER_CENTER, sign, FontId::proportional(20.0), colour);
            }
        }
    }

    fn map_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        shown: &Shown<'_>,
        (symbol, share): (&'static Symbol, f64),
        commands: &mut Vec<Command>,
    ) {
        // A′ is the adjacency of the next level.
        let (level, made) =
            if symbol == &symbols::A_COARSE { (shown.level + 1, &symbols::A) } else { (shown.level, symbol) };
        let Some(matrix) = Matrix::find(explored, level, made) else { return };
        let rows = matrix.row_order();
        let done = done(rows.len(), share);
        let is_here = level == shown.level;
        let lit = Lit {
            hover: cx.state.hover(),
            row: rows.get(done.saturating_sub(1)).copied().filter(|_| share < 1.0),
            locked: is_here.then_some(shown.pair),
            // Seeds are unknown before they are selected.
            are_seeds_marked: matrix.has_coarse_axis(),
            ..Lit::default()
        };
        let heatmap = self.maps.entry(symbol).or_default();
        // Only node × node maps are square.
        heatmap.shape.is_filling = !matrix.is_square();
        let output = matrix.ui(ui, heatmap, lit, HeatmapLook::default());
        export_menu::matrix_menu(&output.response, matrix.figure_kind(), commands);
        if share < 1.0 {
            let rect = output.response.rect;
            let top = rect.top() + rect.height() * done as f32 / rows.len().max(1) as f32;
            ui.painter().rect_filled(rect.with_min_y(top), 0.0, ui.visuals().panel_fill);
        }
        commands.extend(output.hovered.and_then(|at| matrix.hover(at)).map(Command::Hover));
        let clicked = output.clicked.and_then(|at| matrix.pair(at));
        commands.extend(clicked.filter(|_| is_here).map(|pair| Command::Lock(Some(pair))));
    }
}

/// Centred columns, no wider than a map with its colour bar.
fn places(rect: Rect, n: usize) -> Vec<Rect> {
    let gaps = GAP * n.saturating_sub(1) as f32;
    let width = ((rect.width() - gaps) / n.max(1) as f32).min(WIDEST * rect.height());
    let all = Rect::from_center_size(rect.center(), vec2(n as f32 * width + gaps, rect.height()));
    split(all, &vec![1.0; n], GAP)
}
