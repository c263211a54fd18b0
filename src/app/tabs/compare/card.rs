//! The card of one operator: levels, assignment matrix and statistics.

use std::sync::Arc;

use eframe::egui::{Align, Label, Layout, Rect, RichText, Role, Ui, WidgetInfo, pos2};

use super::numbers;
use crate::{
    app::{
        state::{Hover, Pair, SignalSource, command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{
            canvas::{Arrangement, CanvasLook, CanvasOutput, Lit, moves},
            export_menu,
            heatmap::{Heatmap, HeatmapLook, Shape},
            levels::Levels,
            matrix::{self, Matrix},
            parts::part_ui,
            theme::strong_family,
        },
    },
    model::WeightSource,
    pooling::trace::Value,
    symbols,
    trace::level::clusters_of,
    units,
    view::{
        look::{ColourBy, MOST_DRAWN},
        palette::ColourMap,
        picture::LevelLook,
        scale::Scale,
        shading::Limits,
    },
};

#[derive(Default)]
pub(super) struct Card {
    /// Of a trace, in colours and a theme.
    levels: Levels<(Version, ColourBy, bool)>,
    map: Heatmap,
    /// Row order of C, cached by column order.
    rows: Option<([Version; 2], Vec<u32>)>,
}

pub(super) struct Caption<'a> {
    /// Source of the weights.
    pub weights: &'a str,
    /// Whether the numbers belong to the current view.
    pub is_fresh: bool,
}

const TITLE: f32 = 22.0;
/// Height of a line of statistics, and the card width that fits them on one line, in points.
const LINE: f32 = 16.0;
const ONE_LINE: f32 = 560.0;
/// Width of row names and their title in points, equal in all cards, so that columns align.
const NAMES: f32 = 58.0;
/// Fraction of the width for the graphs.
const GRAPHS: f32 = 0.62;

impl Card {
    /// `order` is the column order of all cards, with the version of its trace.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Arc<Explored>,
        (order, order_version): (&[u32], Version),
        caption: &Caption<'_>,
        commands: &mut Vec<Command>,
    ) {
        let rect = ui.max_rect();
        part_ui(ui, rect.with_max_y(rect.top() + TITLE), "title", |ui| title_ui(ui, explored, caption));
        let numbers = numbers_height(rect.width());
        let body =
            Rect::from_min_max(pos2(rect.left(), rect.top() + TITLE), rect.max - eframe::egui::vec2(0.0, numbers));
        let cut = (body.left() + GRAPHS * body.width()).round();
        part_ui(ui, body.with_max_x(cut), "graphs", |ui| self.graphs_ui(ui, cx, explored, &[], commands));
        part_ui(ui, body.with_min_x(cut + 12.0), "map", |ui| {
            self.map_ui(ui, cx, explored, (order, order_version), commands);
        });
        part_ui(ui, rect.with_min_y(rect.bottom() - numbers), "numbers", |ui| numbers_ui(ui, explored));
    }

    /// The levels side by side; `ringed` nodes of level 0 have a ring.
    pub(super) fn graphs_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Arc<Explored>,
        ringed: &[u32],
        commands: &mut Vec<Command>,
    ) {
        let Some(layout) = cx.layout.filter(|layout| layout.fits(explored)) else { return };
        // Eigenvectors belong to one graph each and are shown in Explore and Spectrum.
        let colour = match cx.state.view().colour {
            ColourBy::Eigenvector(_) => ColourBy::Label,
            colour => colour,
        };
        let is_dark = ui.visuals().dark_mode;
        self.levels.refresh(explored, layout.live.positions(), (explored.version, colour, is_dark), |pooled| {
            // The line of numbers says how many nodes there are.
            let untitled = |level| LevelLook { title: String::new(), ..pooled.look(level, colour, None, is_dark).0 };
            (0..explored.levels.len()).map(untitled).collect()
        });
        let members = members(cx, explored);
        let lit = Lit { nodes: &members, selected: ringed, ..Lit::default() };
        let are_hulls_shown = cx.state.view().are_hulls_shown;
        let look = CanvasLook { are_hulls_shown, ..CanvasLook::new(Arrangement::SideBySide) };
        let output = self.levels.ui(ui, look, &[lit], &mut |ui, _, _| {
            if ui.button(labels::compare::OPEN_IN_EXPLORE).clicked() {
                commands.push(shown_alone(explored, &cx.state.view().signal));
                commands.push(Command::ShowTab(crate::app::state::tab::Tab::Explore));
                ui.close();
            }
            export_menu::figure_item(ui, "pooling", commands);
        });
        ask(&output, explored, commands);
    }

    pub(super) fn fit(&mut self) {
        self.levels.fit();
    }

    fn map_ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        explored: &Explored,
        (order, order_version): (&[u32], Version),
        commands: &mut Vec<Command>,
    ) {
        let Some(matrix) = Matrix::find(explored, 0, &symbols::C) else { return };
        let key = [explored.version, order_version];
        if self.rows.as_ref().is_none_or(|(known, _)| *known != key) {
            self.rows = Some((key, rows_along(&matrix.step.value, order)));
        }
        let Some((_, rows)) = &self.rows else { return };
        let matrix = matrix.in_order([rows, order]);
        let lit = matrix::Lit { hover: cx.state.hover(), ..matrix::Lit::default() };
        let look = HeatmapLook {
            map: ColourMap::Viridis,
            scale: Scale::Linear,
            limits: Limits::AtLeast(0.0, 1.0),
            ..HeatmapLook::default()
        };
        self.map.shape = Shape { is_filling: true, name_room: Some(NAMES), parts: None };
        let output = matrix.versions_ui(ui, &mut self.map, key.into(), lit, look);
        export_menu::matrix_menu(&output.response, matrix.figure_kind(), commands);
        commands.extend(output.hovered.map(|(_, node)| Command::Hover(Hover::Node { level: 0, node })));
    }
}

pub(super) fn numbers_height(width: f32) -> f32 {
    if width < ONE_LINE { 2.0 * LINE } else { LINE + 4.0 }
}

/// Statistics in one or two lines, with the seeds in the tooltip.
pub(super) fn numbers_ui(ui: &mut Ui, explored: &Explored) {
    let text = RichText::new(numbers::wrapping(&explored.summary)).size(11.0).weak();
    let label = if ui.available_width() < ONE_LINE { Label::new(text).wrap() } else { Label::new(text).truncate() };
    let response = ui.add(label);
    // Read, and found, with spaces that may break.
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, numbers::line(&explored.summary)));
    // Built on hover only: too slow per frame for a large graph.
    response.on_hover_ui(|ui| drop(ui.label(seeds_text(explored))));
}

/// Operator, source of its weights, and time.
pub(super) fn title_ui(ui: &mut Ui, explored: &Explored, caption: &Caption<'_>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let time = RichText::new(units::short_time(explored.summary.microseconds)).monospace().size(12.0);
        ui.label(time).on_hover_text("Total pooling time");
        if !caption.is_fresh {
            ui.spinner();
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let name = RichText::new(explored.method.name).family(strong_family());
            ui.label(name).on_hover_text(explored.method.about);
            ui.add(Label::new(RichText::new(caption.weights).small().weak()).truncate());
        });
    });
}

/// The hovered node, with its members if it is a seed.
fn members(cx: &Cx<'_>, explored: &Explored) -> Vec<(u32, f32)> {
    let node = match cx.state.hover() {
        Hover::Node { level: 0, node } => node,
        Hover::Pair(Pair { level: 0, col, .. }) => col,
        _ => return Vec::new(),
    };
    let level = &explored.trace.levels[0];
    let mut lit = vec![(node, 1.0)];
    let row = level.seeds().and_then(|seeds| seeds.iter().position(|&seed| seed == node));
    if let (Some(row), Some(c)) = (row, level.sparse(&symbols::C)) {
        lit.extend(c.pattern.range(row).map(|at| (c.pattern.cols()[at], c.values[at] as f32)));
    }
    lit
}

/// Only nodes of level 0 are common to all cards; a coarse node is mapped to its seed in level 0.
fn ask(output: &CanvasOutput, explored: &Explored, commands: &mut Vec<Command>) {
    let origin = |(level, node): (usize, u32)| explored.levels.get(level)?.origin.get(node as usize).copied()?;
    let hovered = output.hovered.and_then(origin);
    commands.extend(hovered.map(|node| Command::Hover(Hover::Node { level: 0, node })));
    commands.extend(moves(output));
}

/// Opens the operator in Explore with the same signal and weights.
fn shown_alone(explored: &Explored, signal: &SignalSource) -> Command {
    let signal = match (&explored.weights, signal) {
        (WeightSource::Model(path), _) => SignalSource::Model(path.clone()),
        // The model belongs to another operator.
        (_, SignalSource::Model(_) | SignalSource::Epoch { .. }) => SignalSource::Default,
        (_, signal) => signal.clone(),
    };
    Command::ShowOperator { method: explored.method, params: explored.params.clone(), signal }
}

/// Rows sorted by the weighted mean column of their members.
fn rows_along(c: &Value, order: &[u32]) -> Vec<u32> {
    let (n_rows, n_cols) = c.shape().unwrap_or_default();
    let mut place = vec![0.0; n_cols];
    for (at, &node) in order.iter().enumerate() {
        place[node as usize] = at as f64;
    }
    let mut sums = vec![(0.0, 0.0); n_rows];
    for (row, col, weight) in c.entries() {
        sums[row].0 += weight * place[col];
        sums[row].1 += weight;
    }
    let mut rows: Vec<u32> = (0..n_rows as u32).collect();
    let mean = |row: u32| {
        let (sum, weight) = sums[row as usize];
        if weight > 0.0 { sum / weight } else { f64::MAX }
    };
    rows.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
    rows
}

/// Seeds by rank, per level; or cluster sizes.
fn seeds_text(explored: &Explored) -> String {
    let level = |(idx, summary): (usize, &crate::trace::summary::LevelSummary)| {
        let pooling = summary.pooling.as_ref()?;
        let name = |&seed: &u32| Some(explored.levels[idx].names.get(seed as usize)?.as_str());
        let names: Vec<&str> = pooling.seeds.iter().filter_map(name).collect();
        if !names.is_empty() {
            return Some(format!("Seeds of level {idx}: {}", first(&names)));
        }
        let mut sizes = vec![0; explored.levels.get(idx + 1)?.names.len()];
        for (cluster, _) in clusters_of(&explored.trace.levels[idx])?.into_iter().flatten() {
            sizes[cluster as usize] += 1;
        }
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
        Some(format!("Cluster sizes of level {idx}: {}", first(&sizes)))
    };
    let mut lines: Vec<String> = explored.summary.levels.iter().enumerate().filter_map(level).collect();
    for (idx, level) in explored.summary.levels.iter().enumerate().skip(1).filter(|(_, level)| level.edges > MOST_DRAWN)
    {
        lines.push(format!("Level {idx}: {MOST_DRAWN} of {} edges drawn, those with the largest weights", level.edges));
    }
    lines.join("\n")
}

/// The first names and the number of the others: a protein has thousands.
pub(super) fn first(names: &[&str]) -> String {
    const MAX_NAMED: usize = 40;
    match names.len().checked_sub(MAX_NAMED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..MAX_NAMED].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_their_members() {
        let c = Value::Dense(ndarray::array![[0.0, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 0.0, 0.0]]);
        assert_eq!(rows_along(&c, &[0, 1, 2]), [1, 0, 2]);
        assert_eq!(rows_along(&c, &[2, 1, 0]), [0, 1, 2]);
    }
}
