//! Keys by name.

use eframe::egui::{self, Ui};

/// Display name of a shortcut.
pub fn key_name(ui: &Ui, key: &egui::KeyboardShortcut) -> String {
    ui.ctx().format_shortcut(key).replace("Questionmark", "?")
}
