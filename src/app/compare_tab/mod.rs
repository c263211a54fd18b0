//! The Compare tab: one graph through several operators.

use eframe::egui::Ui;

use super::{command::Command, tabs::Cx};

/// The operators side by side.
#[derive(Default)]
pub struct CompareTab {}

impl CompareTab {
    pub fn is_busy(&self) -> bool {
        false
    }

    pub fn ui(&mut self, _ui: &mut Ui, _cx: &Cx<'_>, _commands: &mut Vec<Command>) {}
}
