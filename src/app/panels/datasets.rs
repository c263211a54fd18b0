//! The list of datasets that can be opened by name.

use eframe::egui::{self, Align, Layout, RichText, ScrollArea, Ui};

use super::super::{loading::Loading, theme, window::Command};
use crate::readers::catalog::Entry;

pub fn datasets_ui(ui: &mut Ui, entries: &[Entry], loading: &Loading, commands: &mut Vec<Command>) {
    ui.add_space(8.0);
    ui.label(RichText::new("Datasets").size(15.0).family(theme::strong_family()));
    ui.add_space(4.0);
    let shown = loading.shown.as_ref().map(|loaded| loaded.dataset.name.as_str());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
            for entry in entries {
                let is_shown = shown == Some(entry.name.as_str());
                if ui.selectable_label(is_shown, &entry.name).clicked() {
                    commands.push(Command::Open(entry.name.clone()));
                }
                let place = entry.path.as_ref().map(|path| path.display().to_string());
                if let Some(about) = entry.about.map(str::to_owned).or(place) {
                    ui.indent(&entry.name, |ui| ui.add(egui::Label::new(RichText::new(about).small().weak()).wrap()));
                }
            }
        });
    });
}
