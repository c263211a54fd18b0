//! The matrices of a step, the one that is made row by row last.

use std::{borrow::Cow, collections::BTreeMap};

use eframe::egui::{Align2, FontId, Rect, Ui, vec2};

use super::{
    super::{
        command::Command,
        explored::Explored,
        export::menu,
        parts::{part_ui, split},
        state::{Hover, Pair},
        tabs::Cx,
        widgets::heatmap::{Heatmap, HeatmapInput, HeatmapLook},
    },
    picture::done,
};
use crate::{
    figure::palette::ColourMap,
    pooling::trace::{LevelTrace, Step, Value},
};

/// Between two maps.
const GAP: f32 = 40.0;
/// Width of a map's room in its height, at most.
const WIDEST: f32 = 1.2;

/// The maps, by symbol: each keeps its zoom.
#[derive(Default)]
pub struct StepMaps {
    maps: BTreeMap<&'static str, Heatmap>,
}

/// What is shown of a level.
pub struct Shown<'a> {
    pub level: usize,
    pub pair: Pair,
    pub symbols: &'a [&'static str],
    /// What stands between those that the last one is made of, and before the last one.
    pub signs: [&'a str; 2],
    /// How much of the last one is made.
    pub share: f64,
}

impl StepMaps {
    pub fn ui(
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
            part_ui(ui, place, symbol, |ui| self.map_ui(ui, cx, explored, shown, (symbol, share), commands));
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
        (symbol, share): (&'static str, f64),
        commands: &mut Vec<Command>,
    ) {
        // The coarsened adjacency is that of the next level.
        let (level, found) = match symbol {
            "A′" => (shown.level + 1, "A"),
            symbol => (shown.level, symbol),
        };
        let Some(step) = step_of(&explored.trace.levels[level], found) else { return };
        let names = &explored.levels[level].names;
        let n = names.len();
        let (rows, cols) = step.value.shape().unwrap_or_default();
        let are_rows_nodes = rows == n && !is_by_seed(symbol);
        let are_cols_nodes = cols == n && !matches!(symbol, "X" | "Q");
        let nodes = || Cow::Borrowed(&explored.orders[level][..]);
        let by_index = |n: usize| Cow::Owned((0..n as u32).collect::<Vec<u32>>());
        let row_order: Cow<'_, [u32]> = if are_rows_nodes { nodes() } else { by_index(rows) };
        let col_order: Cow<'_, [u32]> = if are_cols_nodes { nodes() } else { by_index(cols) };
        let seeds = explored.trace.levels[level].nodes("idx").unwrap_or_default();
        let name = |node: u32| names.get(node as usize).cloned().unwrap_or_else(|| node.to_string());
        let row_names = |row: u32| match are_rows_nodes {
            true => name(row),
            false => seeds.get(row as usize).map_or_else(|| row.to_string(), |&seed| name(seed)),
        };
        let col_names = |col: u32| if are_cols_nodes { name(col) } else { col.to_string() };
        let as_row = |node: u32| match are_rows_nodes {
            true => Some(node),
            false => seeds.iter().position(|&seed| seed == node).map(|row| row as u32),
        };
        let as_col = |node: u32| are_cols_nodes.then_some(node);
        let is_here = level == shown.level;
        let made = done(row_order.len(), share);
        let hovered = match cx.state.hover {
            _ if share < 1.0 => row_order.get(made.saturating_sub(1)).map(|&row| (Some(row), None)),
            Hover::Pair(pair) if pair.level == level => Some((as_row(pair.row), as_col(pair.col))),
            Hover::Node { level: at, node } if at == level => Some((as_row(node), as_col(node))),
            _ => None,
        };
        let locked = as_row(shown.pair.row).zip(as_col(shown.pair.col)).filter(|_| is_here);
        let map = if symbol == "L" { ColourMap::Diverging } else { ColourMap::Viridis };
        let input = HeatmapInput {
            symbol,
            title: step.title,
            value: &step.value,
            versions: explored.version.into(),
            row_order: &row_order,
            col_order: &col_order,
            row_names: &row_names,
            col_names: &col_names,
            seeds: if is_by_seed(symbol) { seeds } else { &[] },
            are_rows_nodes,
            are_cols_nodes,
            hovered,
            locked,
            look: HeatmapLook { map, ..HeatmapLook::default() },
        };
        let map = self.maps.entry(symbol).or_default();
        // Only maps of nodes by nodes are squares.
        map.shape.is_filling = rows != cols;
        let output = map.ui(ui, &input);
        menu::matrix_menu(&output.response, menu::kind_of(symbol), commands);
        if share < 1.0 {
            let rect = output.response.rect;
            let top = rect.top() + rect.height() * made as f32 / row_order.len().max(1) as f32;
            ui.painter().rect_filled(rect.with_min_y(top), 0.0, ui.visuals().panel_fill);
        }
        let pair = |(row, col): (u32, u32)| {
            let row = if are_rows_nodes { Some(row) } else { seeds.get(row as usize).copied() };
            row.filter(|_| are_cols_nodes).map(|row| Pair { level, row, col })
        };
        commands.extend(output.hovered.and_then(pair).map(|pair| Command::Hover(Hover::Pair(pair))));
        commands.extend(output.clicked.and_then(pair).filter(|_| is_here).map(|pair| Command::Lock(Some(pair))));
    }
}

/// Rooms beside each other, no wider than a map and its colour bar need, in the middle.
fn places(rect: Rect, n: usize) -> Vec<Rect> {
    let gaps = GAP * n.saturating_sub(1) as f32;
    let width = ((rect.width() - gaps) / n.max(1) as f32).min(WIDEST * rect.height());
    let all = Rect::from_center_size(rect.center(), vec2(n as f32 * width + gaps, rect.height()));
    split(all, &vec![1.0; n], GAP)
}

/// Whether the rows are seeds.
fn is_by_seed(symbol: &str) -> bool {
    matches!(symbol, "C" | "r̂")
}

fn step_of<'a>(level: &'a LevelTrace, symbol: &str) -> Option<&'a Step> {
    let is_matrix = |step: &&Step| matches!(step.value, Value::Sparse(_) | Value::Dense(_));
    level.steps.iter().find(|step| step.symbol == symbol).filter(is_matrix)
}
