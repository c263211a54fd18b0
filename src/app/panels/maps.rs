//! The matrices of a level as linked heatmaps.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use eframe::egui::{ComboBox, FontFamily, Role, ScrollArea, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

use super::super::{
    command::Command,
    explored::Explored,
    export::menu,
    places::{self, Place},
    spectrum_tab::words::maths,
    state::{Hover, Pair, State},
    symbols::explained,
    version::Version,
    widgets::heatmap::{Heatmap, HeatmapInput, HeatmapLook},
};
use crate::{
    figure::{palette::ColourMap, raster, scale::Scale},
    pooling::{order::NodeOrder, trace::Value},
};

/// The maps, and how they are coloured.
pub struct MapsPanel {
    /// By level and symbol: each keeps its zoom.
    maps: BTreeMap<(usize, String), Heatmap>,
    hidden: Vec<String>,
    map: ColourMap,
    scale: Scale,
    is_range_locked: bool,
    /// The cell that the open menu is about.
    menu_at: Option<(u32, u32)>,
    /// The range of all shown maps, for what it was found.
    shared: Option<(RangeKey, (f64, f64))>,
}

/// Trace, level, maps, and how they are coloured.
type RangeKey = (Version, usize, Vec<&'static str>, Scale, ColourMap);

impl Default for MapsPanel {
    fn default() -> Self {
        Self {
            maps: BTreeMap::new(),
            hidden: ["M", "L"].map(str::to_owned).to_vec(),
            map: ColourMap::Viridis,
            scale: Scale::Linear,
            is_range_locked: false,
            menu_at: None,
            shared: None,
        }
    }
}

const GAP: f32 = 8.0;
const LEAST_SIDE: f32 = 140.0;
/// In a presentation all maps are seen at once, if need be without names.
const LEAST_PRESENTED: f32 = 112.0;
/// Height of a map's room in its width, at most.
const HIGHEST: f32 = 1.4;

impl MapsPanel {
    /// The colours of the maps, and how values are spread over them.
    pub fn look(&self) -> (ColourMap, Scale) {
        (self.map, self.scale)
    }

    pub fn ui(&mut self, ui: &mut Ui, state: &State, explored: &Arc<Explored>, commands: &mut Vec<Command>) {
        let level = state.view.level.min(explored.levels.len() - 1);
        let there: Vec<&'static str> = symbols(explored, level);
        let is_presented = state.presentation.is_some();
        if !is_presented {
            self.tools_ui(ui, state, explored, level, &there, commands);
        }
        let shown: Vec<&'static str> =
            there.into_iter().filter(|symbol| !self.hidden.iter().any(|hidden| hidden == symbol)).collect();
        if shown.is_empty() {
            ui.weak("All matrices are hidden; choose some above.");
            return;
        }
        let space = ui.available_size();
        let least = if is_presented { LEAST_PRESENTED } else { LEAST_SIDE };
        let (columns, cell) = grid(shown.len(), space.x, space.y, least);
        let range = self.shared_range(explored, level, &shown);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for row in shown.chunks(columns) {
                let (rect, _) = ui.allocate_exact_size(vec2(space.x, cell.y), eframe::egui::Sense::hover());
                for (column, symbol) in row.iter().enumerate() {
                    let min = rect.min + vec2(column as f32 * (cell.x + GAP), 0.0);
                    let place = eframe::egui::Rect::from_min_size(min, cell);
                    places::mark(ui, Place::Matrix(symbol), place);
                    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt(*symbol));
                    self.map_ui(&mut child, state, explored, (level, *symbol), range, commands);
                }
            }
        });
    }

    /// From the least to the greatest number of all shown maps, where they are to have one range.
    fn shared_range(&mut self, explored: &Explored, level: usize, shown: &[&'static str]) -> Option<(f64, f64)> {
        if !self.is_range_locked {
            return None;
        }
        let key = (explored.version, level, shown.to_vec(), self.scale, self.map);
        if let Some((_, range)) = self.shared.as_ref().filter(|(known, _)| *known == key) {
            return Some(*range);
        }
        let values = shown.iter().filter_map(|symbol| explored.trace.levels[level].get(symbol));
        let ranges = values.map(|value| raster::readable_range(value, self.scale, self.map));
        let range = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        self.shared = Some((key, range));
        Some(range)
    }

    fn tools_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Explored,
        level: usize,
        there: &[&str],
        commands: &mut Vec<Command>,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.weak("level");
            for other in 0..explored.levels.len() {
                if ui
                    .selectable_label(other == level, other.to_string())
                    .on_hover_text("Matrices of this level")
                    .clicked()
                {
                    commands.push(Command::SetLevel(other));
                }
            }
            ui.weak("order");
            let name = |order: NodeOrder| {
                NodeOrder::ALL.iter().find(|(other, _)| *other == order).map_or("", |(_, name)| name)
            };
            let combo = ComboBox::from_id_salt("order").selected_text(name(state.view.order)).width(100.0).truncate();
            let response = combo.show_ui(ui, |ui| {
                for &(order, name) in NodeOrder::ALL {
                    if ui.selectable_label(order == state.view.order, name).clicked() {
                        commands.push(Command::SetOrder(order));
                    }
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Node order"));
            let scales = [(Scale::Linear, "linear"), (Scale::Sqrt, "sqrt"), (Scale::Log, "log")];
            let shown = scales.iter().find(|(scale, _)| *scale == self.scale).map_or("", |(_, name)| name);
            let response = ComboBox::from_id_salt("scale").selected_text(shown).width(56.0).show_ui(ui, |ui| {
                for (scale, name) in scales {
                    ui.selectable_value(&mut self.scale, scale, name);
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Scale"));
            let shown = ColourMap::ALL.iter().find(|(map, _)| *map == self.map).map_or("", |(_, name)| name);
            let response = ComboBox::from_id_salt("map").selected_text(shown).width(70.0).show_ui(ui, |ui| {
                for &(map, name) in ColourMap::ALL.iter() {
                    ui.selectable_value(&mut self.map, map, name);
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Colour map"));
            ui.toggle_value(&mut self.is_range_locked, "one range")
                .on_hover_text("The same colours for the same numbers in all maps");
            ui.separator();
            for symbol in there {
                let mut is_shown = !self.hidden.iter().any(|hidden| hidden == symbol);
                let name = maths(symbol, 13.0, FontFamily::Proportional, ui.visuals().text_color());
                let toggle = ui.toggle_value(&mut is_shown, name);
                if explained(toggle, &[symbol], "Show or hide this matrix").changed() {
                    self.hidden.retain(|hidden| hidden != symbol);
                    if !is_shown {
                        self.hidden.push((*symbol).to_owned());
                    }
                }
            }
        });
    }

    fn map_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Explored,
        (level, symbol): (usize, &str),
        range: Option<(f64, f64)>,
        commands: &mut Vec<Command>,
    ) {
        let Some(step) = explored.trace.levels[level].steps.iter().find(|step| step.symbol == symbol) else { return };
        let found = &explored.levels[level];
        let (rows, cols) = step.value.shape().unwrap_or_default();
        let n = found.names.len();
        let (are_rows_nodes, are_cols_nodes) = (rows == n && symbol != "C", cols == n);
        let nodes = || Cow::Borrowed(&explored.orders[level][..]);
        let by_index = |n: usize| Cow::Owned((0..n as u32).collect());
        let row_order: Cow<'_, [u32]> = if are_rows_nodes { nodes() } else { by_index(rows) };
        let col_order: Cow<'_, [u32]> = if are_cols_nodes { nodes() } else { by_index(cols) };
        let coarse = explored.levels.get(level + 1);
        let row_names = |row: u32| match are_rows_nodes {
            true => found.names[row as usize].clone(),
            false => {
                coarse.and_then(|coarse| coarse.names.get(row as usize)).cloned().unwrap_or_else(|| row.to_string())
            }
        };
        let col_names = |col: u32| match are_cols_nodes {
            true => found.names[col as usize].clone(),
            false => col.to_string(),
        };
        let seeds = explored.trace.levels[level].nodes("idx").unwrap_or_default();
        let seed_row = |node: u32| seeds.iter().position(|&seed| seed == node).map(|row| row as u32);
        let as_row = |node: u32| if are_rows_nodes { Some(node) } else { seed_row(node) };
        let hovered = match state.hover {
            Hover::Pair(pair) if pair.level == level => Some((as_row(pair.row), Some(pair.col))),
            Hover::Node { level: at, node } if at == level => Some((as_row(node), Some(node))),
            _ => None,
        };
        let locked = state.view.locked.filter(|pair| pair.level == level);
        let locked = locked.and_then(|pair| Some((as_row(pair.row)?, pair.col)));
        let input = HeatmapInput {
            symbol,
            title: step.title,
            value: &step.value,
            versions: explored.version.into(),
            row_order: &row_order,
            col_order: &col_order,
            row_names: &row_names,
            col_names: &col_names,
            seeds,
            are_rows_nodes,
            are_cols_nodes,
            hovered,
            locked,
            look: HeatmapLook { map: self.map, scale: self.scale, range },
        };
        let output = self.maps.entry((level, symbol.to_owned())).or_default().ui(ui, &input);
        if output.response.secondary_clicked() {
            self.menu_at = output.hovered;
        }
        let mut is_hidden = false;
        output.response.context_menu(|ui| {
            if let Some((row, col)) = self.menu_at {
                let value = raster::at(&step.value, row, col);
                ui.weak(format!("{symbol}({}, {})", row_names(row), col_names(col)));
                if ui.button("Copy value").clicked() {
                    commands.push(Command::Copy(format!("{value}")));
                }
            }
            menu::figure_item(ui, menu::kind_of(symbol), commands);
            if ui.button("Export matrices…").clicked() {
                commands.push(Command::ExportMatrices);
            }
            is_hidden = ui.button("Hide this matrix").clicked();
        });
        if is_hidden {
            self.hidden.push(symbol.to_owned());
        }
        let pair = |(row, col): (u32, u32)| {
            let row = if are_rows_nodes { Some(row) } else { seeds.get(row as usize).copied() };
            row.filter(|_| are_cols_nodes).map(|row| Pair { level, row, col })
        };
        commands.extend(output.hovered.and_then(pair).map(|pair| Command::Hover(Hover::Pair(pair))));
        if let Some(pair) = output.clicked.and_then(pair) {
            commands.push(Command::Lock((state.view.locked != Some(pair)).then_some(pair)));
        }
        if let Some((rows, cols)) = output.brushed {
            let mut nodes = if are_cols_nodes { cols } else { Vec::new() };
            nodes.extend(if are_rows_nodes { rows } else { Vec::new() });
            nodes.sort_unstable();
            nodes.dedup();
            commands.push(Command::Select { level, nodes });
        }
    }
}

/// The matrices that a level has, in the order they are best read.
fn symbols(explored: &Explored, level: usize) -> Vec<&'static str> {
    let trace = &explored.trace.levels[level];
    let is_matrix = |symbol: &&&'static str| matches!(trace.get(symbol), Some(Value::Sparse(_) | Value::Dense(_)));
    explored.method.matrices.iter().filter(is_matrix).copied().collect()
}

/// How many maps stand beside each other so that they are as large as can be, and the room of each:
/// a square, or a little higher where there is room for a colour bar below.
fn grid(n: usize, width: f32, height: f32, least: f32) -> (usize, Vec2) {
    let room = |columns: usize| {
        let rows = n.div_ceil(columns) as f32;
        let across = (width - GAP * (columns as f32 - 1.0)) / columns as f32;
        let down = (height - GAP * (rows - 1.0)) / rows;
        vec2(across.min(down), down.min(HIGHEST * across))
    };
    let side = |columns: usize| room(columns).x;
    let best = (1..=n).max_by(|&a, &b| side(a).total_cmp(&side(b))).unwrap_or(1);
    match room(best) {
        enough if enough.x >= least => (best, enough),
        // Too small to read: as many as fit across, and a scroll bar.
        _ => {
            let columns = ((width + GAP) / (least + GAP)).floor().max(1.0) as usize;
            (columns, Vec2::splat(((width + GAP) / columns as f32 - GAP).clamp(80.0, 2.0 * least)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_maps_stand_in_a_row_where_there_is_room() {
        assert_eq!(grid(5, 1000.0, 200.0, LEAST_SIDE), (5, vec2(193.6, 200.0)));
        assert_eq!(grid(4, 400.0, 400.0, LEAST_SIDE).0, 2);
        let (columns, side) = grid(5, 340.0, 100.0, LEAST_SIDE);
        let side = side.x;
        assert!(columns == 2 && side >= LEAST_SIDE, "{columns} {side}");
    }
}
