//! Keys by name.

use eframe::egui::{self, Ui};

/// A key as people write it.
pub fn key_name(ui: &Ui, key: &egui::KeyboardShortcut) -> String {
    ui.ctx().format_shortcut(key).replace("Questionmark", "?")
}
