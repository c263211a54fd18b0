//! The list of datasets that can be opened by name.

use eframe::egui::{Button, Frame, Label, Margin, Response, RichText, ScrollArea, Ui, vec2};

use super::super::{loading::Loading, theme, window::Command};
use crate::readers::catalog::Entry;

pub fn datasets_ui(ui: &mut Ui, entries: &[Entry], loading: &Loading, commands: &mut Vec<Command>) {
    ui.label(RichText::new("Datasets").size(15.0).family(theme::strong_family()));
    ui.add_space(4.0);
    let shown = loading.shown.as_ref().map(|loaded| loaded.dataset.name.as_str());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for entry in entries {
            if entry_ui(ui, entry, shown == Some(entry.name.as_str())).clicked() {
                commands.push(Command::Open(entry.name.clone()));
            }
        }
    });
}

/// A button as wide as the panel, and below it what the dataset is.
fn entry_ui(ui: &mut Ui, entry: &Entry, is_shown: bool) -> Response {
    let height = ui.spacing().interact_size.y;
    let button = Button::selectable(is_shown, &entry.name).min_size(vec2(ui.available_width(), height));
    let response = ui.add(button);
    let place = entry.path.as_ref().map(|path| path.display().to_string());
    if let Some(about) = entry.about.map(str::to_owned).or(place) {
        let inset = Margin { left: 8, right: 8, top: 0, bottom: 8 };
        Frame::new().inner_margin(inset).show(ui, |ui| ui.add(Label::new(RichText::new(about).small().weak()).wrap()));
    }
    response
}
