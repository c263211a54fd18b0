//! The Explore tab: graphs, canvas, matrices and operator, in panels that can be moved.

use eframe::egui::{self, Frame, Margin};
use egui_tiles::Tree;

use super::{
    command::Command,
    dock::{self, Pane},
    panels::{CanvasPanel, ListPanel, MapsPanel, pair_ui, parameters_ui},
    tabs::Cx,
};

/// The panels and where they are.
pub struct ExploreTab {
    /// Where the panels are.
    pub tree: Tree<Pane>,
    list: ListPanel,
    /// The graph and its coarse graphs.
    pub canvas: CanvasPanel,
    maps: MapsPanel,
}

impl Default for ExploreTab {
    fn default() -> Self {
        Self {
            tree: dock::usual(),
            list: ListPanel::default(),
            canvas: CanvasPanel::default(),
            maps: MapsPanel::default(),
        }
    }
}

impl ExploreTab {
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let Self { tree, list, canvas, maps } = self;
        tree.ui(&mut Panes { cx, list, canvas, maps, commands }, ui);
    }
}

/// The panels, as the dock asks for them.
struct Panes<'a> {
    cx: &'a Cx<'a>,
    list: &'a mut ListPanel,
    canvas: &'a mut CanvasPanel,
    maps: &'a mut MapsPanel,
    commands: &'a mut Vec<Command>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: egui_tiles::TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        let fill = ui.visuals().panel_fill;
        Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match (pane, self.cx.explored, self.cx.layout) {
                (Pane::List, ..) => self.list.ui(ui, self.cx.state, self.commands),
                (Pane::Side, explored, _) => {
                    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        parameters_ui(ui, self.cx, self.commands);
                        ui.add_space(12.0);
                        if let Some(explored) = explored {
                            pair_ui(ui, self.cx.state, explored);
                        }
                    });
                }
                (Pane::Canvas, Some(explored), Some(_)) => {
                    self.canvas.ui(ui, self.cx, explored, self.commands);
                }
                (Pane::Maps, Some(explored), _) => self.maps.ui(ui, self.cx.state, explored, self.commands),
                _ => {
                    ui.spinner();
                }
            }
        });
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}
