//! The panels: each reads the state and asks for commands.

mod canvas;
mod canvas_tools;
mod cell;
mod folder;
mod health;
mod list;
mod maps;
mod overlay;
mod pair;
mod parameters;
mod path_box;
mod predicted;
mod start;
mod top;

pub use canvas::CanvasPanel;
pub use folder::Folder;
pub use health::{Freshness, SETTLED, health_ui, time_text, waiting_ui};
pub use list::ListPanel;
pub use maps::MapsPanel;
pub use overlay::{Overlay, overlay_ui};
pub use pair::{pair_ui, shown_pair};
pub use parameters::parameters_ui;
pub use path_box::{PathBox, Purpose};
pub use start::{StartInput, start_ui};
pub use top::top_ui;

use super::theme;
use eframe::egui::{RichText, Ui};

/// A small heading within a panel.
pub(super) fn heading_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(13.0).family(theme::strong_family()));
}
