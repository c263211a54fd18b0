//! The line above the canvas in edit mode: how to draw, and what was edited.

use eframe::egui::{Label, RichText, Ui};

use crate::app::state::{
    State,
    action::Action,
    command::{Command, ShellCommand},
    edit::EditCommand,
    labels,
};

const HOW: &str = "Click to add a node, drag from a node to add an edge, Delete to remove.";

/// Empty unless the graph is being edited or has edits.
pub(crate) fn note_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let n_edits = state.view().edits.len();
    if n_edits == 0 && !state.pen().is_down {
        return;
    }
    ui.horizontal(|ui| {
        if n_edits > 0 {
            let accent = ui.visuals().hyperlink_color;
            let text = labels::explore::edited(n_edits);
            ui.label(RichText::new(text).color(accent)).on_hover_text("The dataset is not changed");
            if ui
                .button(labels::explore::DISCARD)
                .on_hover_text("Revert to the graph of the dataset; can be undone")
                .clicked()
            {
                commands.push(Command::Edit(EditCommand::Discard));
            }
            if ui.button(Action::SaveGraph.label()).clicked() {
                commands.push(Command::Shell(ShellCommand::ExportGraph));
            }
        }
        if state.pen().is_down {
            ui.add(Label::new(RichText::new(HOW).weak()).truncate());
        }
    });
}
