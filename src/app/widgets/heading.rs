//! Headings.

use eframe::egui::{RichText, Ui};

use super::theme;

/// A small heading within a panel.
pub fn heading_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(13.0).family(theme::strong_family()));
}
