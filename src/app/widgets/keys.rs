//! Keys by name.

use eframe::egui::{self, Context, Ui};

/// Display name of a shortcut.
pub fn key_name(ui: &Ui, key: &egui::KeyboardShortcut) -> String {
    key_text(ui.ctx(), key)
}

pub fn key_text(ctx: &Context, key: &egui::KeyboardShortcut) -> String {
    let text = ctx.format_shortcut(key);
    [("Questionmark", "?"), ("Plus", "+"), ("Minus", "−")]
        .iter()
        .fold(text, |text, (word, sign)| text.replace(word, sign))
}
