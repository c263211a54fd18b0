//! The selected nodes, or the selected cells of a heatmap: how many, and their mean.

use eframe::egui::Ui;

use crate::{
    app::{
        state::{
            State,
            command::{Command, ShellCommand},
            explored::Explored,
            labels,
        },
        widgets::heading::heading_ui,
    },
    snippet::tsv,
    symbols::{A, R, Symbol},
    trace::block::{cells, edges_between},
    view::scale::significant,
};

/// Nothing where nothing is selected.
pub(crate) fn selection_ui(ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    let view = state.view();
    let Some(level) = explored.levels.get(view.level) else { return };
    let is_there = |node: &u32| (*node as usize) < level.names.len();
    if view.selected.is_empty() || !view.selected.iter().all(is_there) {
        return;
    }
    heading_ui(ui, labels::explore::SELECTION);
    let trace = &explored.trace.levels[view.level];
    ui.label(labels::explore::selected(view.selected.len(), edges_between(trace, &view.selected)));
    let symbol: &'static Symbol = match state.selected_block() {
        Some(block) => block.symbol,
        None if trace.matrix(&R).is_some() => &R,
        None => &A,
    };
    // What was brushed in a map are cells; what was selected on the canvas are pairs of different nodes.
    let (sides, is_block) = match state.selected_block() {
        Some(block) => (block.sides.clone(), true),
        None => ([view.selected.clone(), view.selected.clone()], false),
    };
    let mut ascending = sides.clone();
    ascending.iter_mut().for_each(|side| side.sort_unstable());
    let step = trace.matrix(symbol);
    if let Some(found) = step.and_then(|step| cells(&step.value, &ascending[0], &ascending[1], is_block)) {
        let number = |value: f64| significant(value, 3);
        let over = if is_block {
            labels::explore::over_cells(sides[0].len(), sides[1].len())
        } else {
            labels::explore::over_pairs(found.cells / 2)
        };
        ui.label(labels::explore::mean_of(symbol.text, &number(found.mean)));
        ui.weak(format!("{over}, {} – {}", number(found.least), number(found.most)));
    }
    ui.horizontal(|ui| {
        if ui.button(labels::explore::CLEAR_SELECTION).clicked() {
            commands.push(Command::Select { level: view.level, nodes: Vec::new() });
        }
        let copy = ui.add_enabled(step.is_some(), eframe::egui::Button::new(labels::explore::COPY_BLOCK));
        if let Some(step) = step.filter(|_| copy.on_hover_text(labels::explore::COPY_BLOCK_HINT).clicked()) {
            let names = |axis: usize, idx: u32| explored.name_along(view.level, step, axis, idx);
            let text = tsv::table(&step.value, [&sides[0], &sides[1]], &names);
            commands.push(ShellCommand::CopyAs { what: labels::explore::block_of(symbol.text), text }.into());
        }
    });
    ui.add_space(12.0);
}
