//! Layout of the tab: settings on the left, the graph over the curves in the middle, results on the right, runs below.

use eframe::egui::{CentralPanel, Frame, Margin, Panel, Sense, Ui, UiBuilder, vec2};

use super::TrainTab;
use crate::app::{
    state::{command::Command, labels},
    tabs::Cx,
};

const SIDE: f32 = 272.0;
/// In a window narrower than this, settings and results take turns in one panel.
const ROOM_FOR_BOTH: f32 = 1000.0;
const NARROW_SIDE: f32 = 256.0;

impl TrainTab {
    pub(super) fn page_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(12, 8));
        let Some(data) = cx.state.data().cloned() else { return };
        let size = ui.available_size();
        let has_setup = !cx.state.is_presenting();
        let is_shared = has_setup && size.x < ROOM_FOR_BOTH;
        if is_shared {
            Panel::left("train-side").exact_size(NARROW_SIDE).resizable(false).frame(frame).show(ui, |ui| {
                within(ui, |ui| {
                    self.side_ui(ui);
                    if self.are_results_shown {
                        self.results_ui(ui, &data, commands);
                    } else {
                        self.setup_ui(ui, cx, &data, commands);
                    }
                });
            });
        } else if has_setup {
            Panel::left("train-setup").exact_size(SIDE).resizable(false).frame(frame).show(ui, |ui| {
                within(ui, |ui| self.setup_ui(ui, cx, &data, commands));
            });
        }
        if !is_shared {
            Panel::right("train-splits").exact_size(SIDE).resizable(false).frame(frame).show(ui, |ui| {
                within(ui, |ui| self.results_ui(ui, &data, commands));
            });
        }
        // Fractions of the available height.
        let runs_height = (size.y * 0.2).clamp(110.0, 320.0);
        let molecule_height = (size.y * 0.46).clamp(150.0, 620.0);
        Panel::bottom("train-runs").exact_size(runs_height).resizable(false).frame(frame).show(ui, |ui| {
            within(ui, |ui| self.runs_ui(ui, &cx.state.view().signal, commands));
        });
        Panel::top("train-molecule").exact_size(molecule_height).resizable(false).frame(frame).show(ui, |ui| {
            within(ui, |ui| self.molecule_ui(ui, cx, &data, commands));
        });
        CentralPanel::default().frame(frame).show(ui, |ui| within(ui, |ui| self.curves_ui(ui, commands)));
    }

    /// The choice between settings and results.
    fn side_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.are_results_shown, false, labels::train::NEW_RUN);
            ui.selectable_value(&mut self.are_results_shown, true, labels::train::CURVES_AND_RUNS);
        });
    }
}

/// Draws in a fixed area, clipped, so that large contents do not move the other panels.
fn within(ui: &mut Ui, draw: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
    child.shrink_clip_rect(rect.expand2(vec2(12.0, 6.0)));
    draw(&mut child);
    ui.allocate_rect(rect, Sense::hover());
}
