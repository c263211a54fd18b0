//! The Explore tab: graphs, canvas, matrices and operator, in panels that can be moved.

pub(crate) mod arithmetic;
pub(crate) mod canvas;
pub(crate) mod canvas_tools;
pub(crate) mod cell;
pub(crate) mod columns;
pub(crate) mod edit_menu;
pub(crate) mod edit_note;
pub(crate) mod edit_section;
pub(crate) mod generated;
pub(crate) mod large_map;
pub(crate) mod list;
pub(crate) mod map_menu;
pub(crate) mod maps;
pub(crate) mod mini_bars;
pub(crate) mod packing;
pub(crate) mod pair;
pub(crate) mod parameters;
pub(crate) mod predicted;
pub(crate) mod row_pictures;
pub(crate) mod scores;
pub(crate) mod selection;

use eframe::egui::{self, Color32, Frame, Margin, Stroke, Visuals};
use egui_tiles::{TabState, TileId, Tiles, Tree};

use self::{
    canvas::CanvasPanel, canvas_tools::legend_ui, edit_section::section_ui, generated::generated_ui, list::ListPanel,
    maps::MapsPanel, pair::pair_ui, parameters::parameters_ui, scores::scores_ui, selection::selection_ui,
};
use super::{Cx, TabPage};
use crate::app::{
    state::{
        arguments::WindowArguments,
        command::Command,
        dock::{self, Pane},
    },
    widgets::stale,
};

pub(crate) struct ExploreTab {
    pub tree: Tree<Pane>,
    pub list: ListPanel,
    pub canvas: CanvasPanel,
    maps: MapsPanel,
    /// Window width in points to which the tree was fitted.
    pub last_width: f32,
    /// The panels of a presentation, and their width.
    presented: (Tree<Pane>, f32),
    /// Whether canvas and matrices were set side by side for a flat window.
    is_turned: bool,
}

impl Default for ExploreTab {
    fn default() -> Self {
        Self {
            tree: dock::default_tree(),
            list: ListPanel::default(),
            canvas: CanvasPanel::default(),
            maps: MapsPanel::default(),
            last_width: dock::DEFAULT_WIDTH,
            presented: (dock::presented(), dock::PRESENTED_WIDTH),
            is_turned: false,
        }
    }
}

impl ExploreTab {
    /// The panels as they are where the window is not flat.
    pub(crate) fn panels(&self) -> Tree<Pane> {
        let mut tree = self.tree.clone();
        if self.is_turned {
            dock::turn(&mut tree, false);
        }
        tree
    }

    pub(crate) fn reset_panels(&mut self) {
        (self.tree, self.is_turned) = (dock::default_tree(), false);
    }
}

impl TabPage for ExploreTab {
    fn new(_: &WindowArguments) -> Self {
        Self::default()
    }

    fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let Self { tree, list, canvas, maps, last_width, presented, is_turned } = self;
        let (tree, last_width) =
            if cx.state.is_presenting() { (&mut presented.0, &mut presented.1) } else { (tree, last_width) };
        let width = ui.available_width();
        // The arrangement is turned when the shape changes, not in every frame: it can be changed by hand.
        let is_flat = dock::is_flat(ui.available_size()) && !cx.state.is_presenting();
        if std::mem::replace(is_turned, is_flat) != is_flat {
            dock::turn(tree, is_flat);
        }
        // In a narrow window the list is hidden unless requested.
        let is_shown = cx.state.is_list_shown(ui.ctx().content_rect().width());
        dock::set_shown(tree, Pane::List, is_shown, *last_width);
        if !is_shown {
            list.pictures.rest();
        }
        if *last_width != width {
            dock::keep_widths(tree, *last_width, width);
            *last_width = width;
        }
        tree.ui(&mut Panes { cx, list, canvas, maps, commands }, ui);
    }

    fn is_busy(&self) -> bool {
        self.list.pictures.is_busy()
    }

    fn fit(&mut self) {
        self.canvas.fit();
    }

    /// Escape takes a large map away before it unlocks a pair.
    fn pressed(&self, ctx: &egui::Context) -> Option<Command> {
        let restoring = self.maps.restoring()?;
        ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)).then_some(restoring)
    }
}

/// Room of the title of a panel, in points.
const TITLE: f32 = 80.0;

struct Panes<'a> {
    cx: &'a Cx<'a>,
    list: &'a mut ListPanel,
    canvas: &'a mut CanvasPanel,
    maps: &'a mut MapsPanel,
    commands: &'a mut Vec<Command>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        let fill = ui.visuals().panel_fill;
        let is_picture = matches!(pane, Pane::Canvas | Pane::Maps) && self.cx.explored.is_some();
        let whole = ui.max_rect();
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match (pane, self.cx.explored, self.cx.layout) {
                (Pane::List, ..) => {
                    self.list.ui(ui, self.cx.state, self.cx.explored.map(|found| &**found), self.commands)
                }
                (Pane::Side, explored, _) => {
                    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        if let Some(explored) = explored.filter(|_| self.cx.state.pen().is_down) {
                            section_ui(ui, self.cx.state, explored, self.commands);
                        }
                        generated_ui(ui, self.cx.state, self.commands);
                        parameters_ui(ui, self.cx, self.commands);
                        ui.add_space(12.0);
                        if let Some(explored) = explored {
                            selection_ui(ui, self.cx.state, explored, self.commands);
                            pair_ui(ui, self.cx.state, explored, self.commands);
                            ui.add_space(12.0);
                            scores_ui(ui, self.cx.state, explored, self.commands);
                        }
                    });
                }
                (Pane::Canvas, Some(explored), Some(_)) => match MapsPanel::maximised(self.cx.state, explored) {
                    Some(symbol) => self.maps.large_ui(ui, self.cx.state, explored, symbol, self.commands),
                    None => self.canvas.ui(ui, self.cx, explored, self.commands),
                },
                (Pane::Maps, Some(explored), _) => self.maps.ui(ui, self.cx.state, explored, self.commands),
                _ => drop(ui.centered_and_justified(|ui| ui.spinner())),
            }
        });
        stale::mark(ui, whole, self.cx.stale.filter(|_| is_picture));
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn is_tab_bar_visible(&self, _: TileId, _: &egui_tiles::Tabs) -> bool {
        !self.cx.state.is_presenting()
    }

    /// The legend of the canvas, beside its title.
    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut egui::Ui,
        _: TileId,
        tabs: &egui_tiles::Tabs,
        _: &mut f32,
    ) {
        let shown = tabs.active.and_then(|tile| tiles.get_pane(&tile));
        let is_canvas = shown == Some(&Pane::Canvas);
        if let Some(explored) = self.cx.explored.filter(|_| is_canvas)
            && MapsPanel::maximised(self.cx.state, explored).is_none()
        {
            ui.add_space(12.0);
            // The title stays in sight.
            let room = egui::vec2((ui.available_width() - TITLE).max(0.0), ui.available_height());
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(room, layout, |ui| {
                legend_ui(ui, self.cx, self.canvas.legend(self.cx.state));
            });
        }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.panel_fill
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        26.0
    }

    fn tab_title_spacing(&self, _: &Visuals) -> f32 {
        12.0
    }

    fn tab_outline_stroke(&self, _: &Visuals, _: &Tiles<Pane>, _: TileId, _: &TabState) -> Stroke {
        Stroke::NONE
    }

    /// A single title is a heading; among several, the active one is highlighted.
    fn tab_text_color(&self, visuals: &Visuals, tiles: &Tiles<Pane>, tile: TileId, state: &TabState) -> Color32 {
        let siblings = tiles.parent_of(tile).and_then(|parent| tiles.get_container(parent));
        let is_alone = siblings.is_none_or(|parent| parent.num_children() < 2);
        if state.active && !is_alone { visuals.text_color() } else { visuals.weak_text_color() }
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}
