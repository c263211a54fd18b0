//! The panels: each reads the state and asks for commands.

mod canvas;
mod canvas_tools;
mod health;
mod list;
mod maps;
mod pair;
mod parameters;
mod predicted;
mod start;
mod top;

pub use canvas::CanvasPanel;
pub use health::{Freshness, SETTLED, health_ui, time_text};
pub use list::ListPanel;
pub use maps::MapsPanel;
pub use pair::{pair_ui, shown_pair};
pub use parameters::parameters_ui;
pub use start::{StartInput, start_ui};
pub use top::{Overlay, overlay_ui, top_ui};

use super::theme;
use eframe::egui::{RichText, Ui};

/// A small heading within a panel.
pub(super) fn heading_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(13.0).family(theme::strong_family()));
}
