//! One map in the place of the canvas, with numbers in its cells where they fit.

use eframe::egui::{Align, Layout, Ui};

use super::maps::MapsPanel;
use crate::{
    app::{
        state::{State, command::Command, explored::Explored, labels, looks::maps::MapsLook},
        widgets::{
            heatmap::OnTitle,
            matrix::Matrix,
            places::{self, Place},
        },
    },
    symbols::Symbol,
};

impl MapsPanel {
    /// The matrix that fills the canvas, if the level has it.
    pub(super) fn maximised(state: &State, explored: &Explored) -> Option<&'static Symbol> {
        let symbol = state.looks().maps.maximised?;
        Matrix::find(explored, level(state, explored), symbol).map(|_| symbol)
    }

    /// Whether Escape has a map to make small again.
    pub(super) fn restoring(&self) -> Option<Command> {
        let look = MapsLook { maximised: None, ..self.look.clone() };
        (look != self.look).then(|| Command::SetMapsLook(Box::new(look)))
    }

    pub(super) fn large_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Explored,
        symbol: &'static Symbol,
        commands: &mut Vec<Command>,
    ) {
        places::mark(ui, Place::Canvas, ui.max_rect());
        self.look.clone_from(&state.looks().maps);
        let level = level(state, explored);
        ui.horizontal(|ui| {
            ui.weak(labels::maps::caption(symbol.name, level));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(labels::maps::RESTORE).on_hover_text(labels::maps::RESTORE_KEY).clicked() {
                    self.look.maximised = None;
                }
            });
        });
        if self.large.0 != Some((level, symbol)) {
            self.large = (Some((level, symbol)), Default::default());
        }
        let mut map = std::mem::take(&mut self.large.1);
        let shared = self.shared(explored, level, &[symbol]);
        self.map_ui(ui, state, explored, (level, symbol), (&mut map, OnTitle::Restore), shared, commands);
        self.large.1 = map;
        self.send(state, commands);
    }
}

fn level(state: &State, explored: &Explored) -> usize {
    state.view().level.min(explored.levels.len() - 1)
}
