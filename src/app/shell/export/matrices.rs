//! Which matrices of which levels are written to a file.

use std::{collections::BTreeSet, path::PathBuf};

use eframe::egui::{self, Align2, Button, Checkbox, Context, FontFamily, Ui, vec2};

use super::{Export, SaveTarget};
use crate::{
    app::{
        state::{action::Action, explored::Explored, labels},
        widgets::maths::maths,
    },
    symbols::Symbol,
    trace::matrices::Selection,
};

/// What is left out, so that everything is chosen in any graph at first.
#[derive(Clone, Debug, Default)]
pub(super) struct Left {
    is_open: bool,
    symbols: BTreeSet<&'static Symbol>,
    levels: BTreeSet<usize>,
    /// A matrix that was save_target for alone.
    only: Option<(usize, &'static Symbol)>,
}

impl Export {
    /// Opens the dialog with everything chosen, or one matrix.
    pub(crate) fn choose_matrices(&mut self, only: Option<(usize, &'static Symbol)>) {
        self.left = Left { is_open: true, only, ..Left::default() };
    }

    pub(super) fn matrices_ui(&mut self, ctx: &Context, explored: &Explored) {
        if !self.left.is_open {
            return;
        }
        let there = symbols(explored);
        let n_levels = explored.trace.levels.len();
        if let Some((level, symbol)) = self.left.only.take() {
            self.left.symbols = there.iter().copied().filter(|other| *other != symbol).collect();
            self.left.levels = (0..n_levels).filter(|&other| other != level).collect();
        }
        let mut is_open = !ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        egui::Window::new(Action::ExportMatrices.title())
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .show(ctx, |ui| {
                ui.set_width(320.0);
                self.choices_ui(ui, &there, n_levels);
                ui.add_space(8.0);
                let selection = self.left.selection(&there, n_levels);
                let is_any = selection.matrices.as_ref().is_none_or(|chosen| !chosen.is_empty())
                    && selection.levels.as_ref().is_none_or(|chosen| !chosen.is_empty());
                if ui.add_enabled(is_any, Button::new(labels::shell::SAVE)).clicked() {
                    self.ask_for_matrices(ctx, selection);
                }
            });
        self.left.is_open &= is_open;
    }

    fn choices_ui(&mut self, ui: &mut Ui, there: &[&'static Symbol], n_levels: usize) {
        ui.weak(labels::explore::MATRICES);
        ui.horizontal_wrapped(|ui| {
            for &symbol in there {
                let mut is_chosen = !self.left.symbols.contains(symbol);
                let name = maths(symbol.text, 13.0, FontFamily::Proportional, ui.visuals().text_color());
                if ui.add(Checkbox::new(&mut is_chosen, name)).on_hover_text(symbol.name).changed() {
                    if is_chosen {
                        self.left.symbols.remove(symbol)
                    } else {
                        self.left.symbols.insert(symbol)
                    };
                }
            }
        });
        ui.horizontal(|ui| {
            if ui.button(labels::shell::ALL_MATRICES).clicked() {
                self.left.symbols.clear();
            }
            if ui.button(labels::shell::NO_MATRIX).clicked() {
                self.left.symbols = there.iter().copied().collect();
            }
        });
        ui.add_space(8.0);
        ui.weak(labels::shell::LEVELS);
        ui.horizontal_wrapped(|ui| {
            for level in 0..n_levels {
                let mut is_chosen = !self.left.levels.contains(&level);
                if ui.add(Checkbox::new(&mut is_chosen, labels::shell::level(level))).changed() {
                    if is_chosen {
                        self.left.levels.remove(&level)
                    } else {
                        self.left.levels.insert(level)
                    };
                }
            }
        });
        ui.add_space(4.0);
        ui.weak(labels::shell::MATRIX_FORMATS);
    }

    fn ask_for_matrices(&mut self, ctx: &Context, selection: Selection) {
        let name = match (selection.matrices.as_deref(), selection.levels.as_deref()) {
            (Some([only]), Some([level])) => {
                let stem: String = only.chars().filter(|c| c.is_alphanumeric()).collect();
                format!("{stem}{level}.npy")
            }
            _ => "matrices.npz".to_owned(),
        };
        self.save_target = Some(SaveTarget::Matrices);
        self.selection = selection;
        self.dialog.start_save(Action::ExportMatrices.title(), &name, &["npz", "npy", "csv"], ctx);
        self.matrices_name = name;
        self.left.is_open = false;
    }

    /// Writes the last selection.
    pub(crate) fn save_matrices(&mut self, explored: &std::sync::Arc<Explored>, path: PathBuf) {
        let selection = std::mem::take(&mut self.selection);
        self.start(super::Task::Matrices(explored.clone(), selection, path));
    }
}

impl Left {
    fn selection(&self, there: &[&'static Symbol], n_levels: usize) -> Selection {
        let chosen = there.iter().filter(|symbol| !self.symbols.contains(*symbol)).map(|symbol| symbol.key.to_owned());
        let levels = (0..n_levels).filter(|level| !self.levels.contains(level));
        Selection {
            matrices: (!self.symbols.is_empty()).then(|| chosen.collect()),
            levels: (!self.levels.is_empty()).then(|| levels.collect()),
        }
    }
}

/// Everything that files have of a trace, in the order of its steps.
fn symbols(explored: &Explored) -> Vec<&'static Symbol> {
    let mut symbols: Vec<&'static Symbol> = Vec::new();
    let steps = explored.trace.levels.iter().flat_map(|level| &level.steps);
    for step in steps.filter(|step| step.symbol.stem.is_some()) {
        if !symbols.contains(&step.symbol) {
            symbols.push(step.symbol);
        }
    }
    symbols
}
