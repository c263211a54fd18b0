//! What is shown while nothing is open: the sets that are there, and how to open others.

use eframe::egui::{Button, RichText, ScrollArea, Ui, vec2};

use super::{super::command::Command, heading_ui};
use crate::readers::catalog::Entry;

pub fn start_ui(ui: &mut Ui, entries: &[Entry], recent: &[String], commands: &mut Vec<Command>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(24.0);
        ui.label(RichText::new("ProxPool Explorer").heading());
        ui.weak("Nothing is open. Choose a set, drop a file on the window, or type a molecule.");
        ui.add_space(16.0);
        heading_ui(ui, "Datasets");
        for entry in entries {
            entry_ui(ui, entry, commands);
        }
        if !recent.is_empty() {
            ui.add_space(12.0);
            heading_ui(ui, "Recent");
            for path in recent {
                if ui.link(path).clicked() {
                    commands.push(Command::Open(path.clone()));
                }
            }
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if ui.button("Open file…").clicked() {
                commands.push(Command::ChooseFile);
            }
            if ui.button("Type SMILES…").clicked() {
                commands.push(Command::TypeSmiles);
            }
        });
    });
}

fn entry_ui(ui: &mut Ui, entry: &Entry, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if ui.add(Button::new(&entry.name).min_size(vec2(140.0, 28.0))).clicked() {
            commands.push(Command::Open(entry.name.clone()));
        }
        let place = entry.path.as_ref().map(|path| path.display().to_string());
        ui.weak(entry.about.map(str::to_owned).or(place).unwrap_or_default());
    });
}
