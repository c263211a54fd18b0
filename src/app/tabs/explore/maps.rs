//! The matrices of a level as linked heatmaps.

use std::{collections::BTreeMap, sync::Arc};

use eframe::egui::{ComboBox, FontFamily, Role, ScrollArea, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

use super::{
    map_menu,
    packing::{Packed, Piece, pack},
};

use crate::{
    app::{
        state::{
            State,
            command::Command,
            explored::Explored,
            labels,
            looks::maps::{Block, MapsLook},
            version::Version,
        },
        widgets::{
            explain::explained,
            heatmap::{Heatmap, HeatmapLook, LimitsWish, OnTitle, Parts, SharedZoom},
            maths::maths,
            matrix::{Lit, Matrix},
            places::{self, Place},
        },
    },
    names::Named as _,
    pooling::Axis,
    symbols::Symbol,
    trace::order::NodeOrder,
    view::{
        palette::ColourMap,
        reduction::Reduction,
        scale::Scale,
        shading::{self, Limits},
    },
};

#[derive(Default)]
pub(crate) struct MapsPanel {
    /// By level and symbol.
    maps: BTreeMap<(usize, &'static Symbol), Heatmap>,
    /// The zoom of each level of a graph.
    zooms: (Option<(Version, usize)>, BTreeMap<usize, SharedZoom>),
    /// A copy of the look in the state, edited during the frame.
    pub(super) look: MapsLook,
    /// The map that fills the canvas.
    pub(super) large: (Option<(usize, &'static Symbol)>, Heatmap),
    /// The cell of the open context menu.
    menu_at: Option<(u32, u32)>,
    /// Shared colours and their cache key.
    shared: Option<(RangeKey, Shared)>,
}

/// Cache key: trace, level, symbols and look.
type RangeKey = (Version, usize, Vec<&'static Symbol>, Scale, ColourMap);

/// A colour map and a range for all visible maps.
type Shared = (ColourMap, (f64, f64));

/// The least side of the largest map in points; smaller ones are scrolled.
const MIN_SIDE: f32 = 72.0;
/// Nodes up to which no map is so small that cells share a pixel.
const FEWEST_REDUCED: usize = 100;
/// In a presentation all maps are visible at once, if necessary without names.
const MIN_PRESENTED: f32 = 40.0;
/// The least side of the largest map that has names, in points.
const MIN_NAMED: f32 = 96.0;

impl MapsPanel {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &State, explored: &Arc<Explored>, commands: &mut Vec<Command>) {
        self.look.clone_from(&state.looks().maps);
        if self.zooms.0 != Some(explored.original()) {
            self.zooms = (Some(explored.original()), BTreeMap::new());
        }
        self.maps_ui(ui, state, explored, commands);
        self.send(state, commands);
    }

    /// Asks for the look as it was changed in this frame.
    pub(super) fn send(&self, state: &State, commands: &mut Vec<Command>) {
        if self.look != state.looks().maps {
            commands.push(Command::SetMapsLook(Box::new(self.look.clone())));
        }
    }

    fn maps_ui(&mut self, ui: &mut Ui, state: &State, explored: &Arc<Explored>, commands: &mut Vec<Command>) {
        let level = state.view().level.min(explored.levels.len() - 1);
        let there = symbols(explored, level);
        let is_presented = state.is_presenting();
        if !is_presented {
            self.tools_ui(ui, state, explored, level, &there, commands);
        }
        let shown: Vec<&'static Symbol> = there.into_iter().filter(|symbol| self.is_shown(explored, symbol)).collect();
        if shown.is_empty() {
            ui.weak("All matrices are hidden. Select some above.");
            return;
        }
        let space = ui.available_size();
        let least = if is_presented { MIN_PRESENTED } else { MIN_SIDE };
        let (packed, parts) = self.packed(explored, level, &shown, space, least);
        let shared = self.shared(explored, level, &shown);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let height = packed.places.iter().map(|place| place.bottom()).fold(0.0, f32::max);
            let (rect, _) = ui.allocate_exact_size(vec2(space.x, height), eframe::egui::Sense::hover());
            for (&symbol, place) in shown.iter().zip(packed.places) {
                let place = place.translate(rect.min.to_vec2());
                places::mark(ui, Place::Matrix(symbol.key), place);
                let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt(symbol.key));
                let mut map = self.maps.remove(&(level, symbol)).unwrap_or_default();
                map.shape.parts = Some(parts);
                let on_title = if self.look.maximised == Some(symbol) { OnTitle::Restore } else { OnTitle::Maximise };
                let axes = explored.trace.levels[level].matrix(symbol).map(|step| step.axes);
                let zoom = self.zooms.1.entry(level).or_default();
                axes.into_iter().for_each(|axes| zoom.lend(&mut map, axes));
                self.map_ui(&mut child, state, explored, (level, symbol), (&mut map, on_title), shared, commands);
                let zoom = self.zooms.1.entry(level).or_default();
                axes.into_iter().for_each(|axes| zoom.learn(&map, axes));
                self.maps.insert((level, symbol), map);
            }
        });
    }

    /// Places of the maps, and what stands around each: names where cells stay large enough, the colour bar where it takes
    /// less from the cells.
    fn packed(
        &self,
        explored: &Explored,
        level: usize,
        shown: &[&'static Symbol],
        space: Vec2,
        least: f32,
    ) -> (Packed, Parts) {
        let fresh = Heatmap::default();
        let sizes: Vec<(Vec2, &Heatmap)> = shown
            .iter()
            .map(|&symbol| {
                let matrix = explored.trace.levels[level].get(symbol).and_then(|value| value.shape());
                let (rows, cols) = matrix.unwrap_or((1, 1));
                (vec2(cols as f32, rows as f32), self.maps.get(&(level, symbol)).unwrap_or(&fresh))
            })
            .collect();
        let with = |has_names: bool| {
            let tried = [false, true].map(|is_bar_below| {
                let parts = Parts { has_names, is_bar_below };
                let pieces: Vec<Piece> =
                    sizes.iter().map(|&(cells, map)| Piece { cells, around: map.around(parts) }).collect();
                (pack(&pieces, space, least), parts)
            });
            let [beside, below] = tried;
            // What fits goes before what is scrolled, however large that is.
            let worth = |packed: &Packed| (!packed.is_scrolled, packed.cell);
            if worth(&below.0) > worth(&beside.0) { below } else { beside }
        };
        let longest = sizes.iter().map(|(cells, _)| cells.max_elem()).fold(1.0, f32::max);
        let (named, bare) = (with(true), with(false));
        let is_named = if named.0.is_scrolled { bare.0.is_scrolled } else { named.0.cell * longest >= MIN_NAMED };
        if is_named { named } else { bare }
    }

    /// Colours for the values of all visible maps, if they share one scale.
    pub(super) fn shared(&mut self, explored: &Explored, level: usize, shown: &[&'static Symbol]) -> Option<Shared> {
        if !self.look.is_range_locked {
            return None;
        }
        let key = (explored.version, level, shown.to_vec(), self.look.scale, self.look.map);
        if let Some((_, shared)) = self.shared.as_ref().filter(|(known, _)| *known == key) {
            return Some(*shared);
        }
        let values = || shown.iter().filter_map(|symbol| explored.trace.levels[level].get(symbol));
        // One signed matrix makes all maps diverging.
        let map = values().fold(self.look.map, |map, value| shading::suited(value, map));
        let ranges = values().map(|value| shading::readable_range(value, self.look.scale, map));
        let shared = (map, ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?);
        self.shared = Some((key, shared));
        Some(shared)
    }

    fn tools_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Explored,
        level: usize,
        there: &[&'static Symbol],
        commands: &mut Vec<Command>,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.weak("Level");
            for other in 0..explored.levels.len() {
                if ui
                    .selectable_label(other == level, other.to_string())
                    .on_hover_text("Show the matrices of this level")
                    .clicked()
                {
                    commands.push(Command::SetLevel(other));
                }
            }
            ui.weak("Order");
            let combo =
                ComboBox::from_id_salt("order").selected_text(state.view().order.name()).width(100.0).truncate();
            let response = combo.show_ui(ui, |ui| {
                for (order, name) in NodeOrder::all() {
                    if ui.selectable_label(order == state.view().order, name).clicked() {
                        commands.push(Command::SetOrder(order));
                    }
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Node order"));
            let shown = self.look.scale.name();
            let response = ComboBox::from_id_salt("scale").selected_text(shown).width(56.0).show_ui(ui, |ui| {
                for (scale, name) in Scale::all() {
                    ui.selectable_value(&mut self.look.scale, scale, name);
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Scale"));
            let shown = self.look.map.name();
            let response = ComboBox::from_id_salt("map").selected_text(shown).width(70.0).show_ui(ui, |ui| {
                for (map, name) in ColourMap::all() {
                    ui.selectable_value(&mut self.look.map, map, name);
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Colour map"));
            if explored.levels[level].names.len() > FEWEST_REDUCED {
                let shown = self.look.reduction.name();
                let response = ComboBox::from_id_salt("reduction").selected_text(shown).width(76.0).show_ui(ui, |ui| {
                    for (reduction, name) in Reduction::all() {
                        ui.selectable_value(&mut self.look.reduction, reduction, name);
                    }
                });
                let response = response.response.on_hover_text("What a pixel shows of several cells");
                response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::explore::CELLS_PER_PIXEL));
            }
            ui.toggle_value(&mut self.look.is_range_locked, "Shared scale")
                .on_hover_text("One colour scale for all heatmaps");
            ui.separator();
            for &symbol in there {
                let mut is_shown = self.is_shown(explored, symbol);
                let name = maths(symbol.text, 13.0, FontFamily::Proportional, ui.visuals().text_color());
                let toggle = ui.toggle_value(&mut is_shown, name);
                if explained(toggle, &[symbol], "Show or hide this matrix").changed() {
                    self.look.chosen.insert(symbol, is_shown);
                }
            }
        });
    }

    #[expect(clippy::too_many_arguments)]
    pub(super) fn map_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Explored,
        (level, symbol): (usize, &'static Symbol),
        (heatmap, on_title): (&mut Heatmap, OnTitle),
        shared: Option<Shared>,
        commands: &mut Vec<Command>,
    ) {
        let Some(matrix) = Matrix::find(explored, level, symbol) else { return };
        let lit = Lit {
            hover: state.hover(),
            locked: state.view().locked,
            are_clusters_framed: state.view().order == NodeOrder::SeedCluster,
            selected: selected(state, level, matrix.step.axes),
            on_title,
            has_movable_ends: true,
            ..Lit::default()
        };
        let map = shared.map_or(self.look.map, |(map, _)| map);
        let MapsLook { scale, reduction, .. } = self.look;
        let limits = match (self.look.limits.get(symbol), shared) {
            (Some(&(low, high)), _) => Limits::Chosen(low, high),
            (None, Some((_, (low, high)))) => Limits::AtLeast(low, high),
            (None, None) => Limits::Automatic,
        };
        let look = HeatmapLook { map, scale, limits, reduction };
        let output = matrix.ui(ui, heatmap, lit, look);
        if output.is_title_clicked {
            self.look.maximised = (on_title == OnTitle::Maximise).then_some(symbol);
        }
        if output.response.secondary_clicked() {
            self.menu_at = output.hovered;
        }
        if let Some(wish) = output.limits {
            self.set_limits(explored, level, symbol, wish);
        }
        output.response.context_menu(|ui| map_menu::menu_ui(ui, &matrix, self.menu_at, &mut self.look, commands));
        commands.extend(output.hovered.and_then(|at| matrix.hover(at)).map(Command::Hover));
        if let Some(pair) = output.clicked.and_then(|at| matrix.pair(at)) {
            commands.push(Command::Lock((state.view().locked != Some(pair)).then_some(pair)));
        }
        if let Some(brushed) = &output.brushed {
            let block = Block { level, symbol, axes: matrix.step.axes, sides: [brushed.0.clone(), brushed.1.clone()] };
            commands.push(Command::Select { level, nodes: block.nodes() });
            self.look.block = Some(block);
        }
    }

    /// Sets the ends of the bar of a matrix, or of all that share it.
    fn set_limits(&mut self, explored: &Explored, level: usize, symbol: &'static Symbol, wish: LimitsWish) {
        let symbols = if self.look.is_range_locked { symbols(explored, level) } else { vec![symbol] };
        for symbol in symbols {
            match wish {
                LimitsWish::Chosen(low, high) => drop(self.look.limits.insert(symbol, (low, high))),
                LimitsWish::Automatic => drop(self.look.limits.remove(symbol)),
            }
        }
    }

    fn is_shown(&self, explored: &Explored, symbol: &'static Symbol) -> bool {
        self.look.chosen.get(symbol).copied().unwrap_or_else(|| explored.method.matrices.contains(&symbol))
    }
}

/// The selected rows and columns of a matrix: what was brushed, or the nodes that were selected on the canvas.
fn selected(state: &State, level: usize, axes: [Axis; 2]) -> Option<[&[u32]; 2]> {
    let view = state.view();
    if view.selected.is_empty() || view.level != level {
        return None;
    }
    match state.selected_block() {
        Some(block) => (block.axes == axes).then_some([&block.sides[0], &block.sides[1]]),
        None => (axes == [Axis::Nodes; 2]).then_some([&view.selected, &view.selected]),
    }
}

/// The matrices of a level, in display order.
fn symbols(explored: &Explored, level: usize) -> Vec<&'static Symbol> {
    let trace = &explored.trace.levels[level];
    explored.method.all_matrices().filter(|symbol| trace.matrix(symbol).is_some()).collect()
}
