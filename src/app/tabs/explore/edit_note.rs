//! The line over the canvas that says what editing is about: how to draw, and that what is shown is a copy.

use eframe::egui::{Label, RichText, Ui};

use crate::app::state::{
    State,
    command::{Command, ShellCommand},
    edit::{EditCommand, changes},
};

const HOW: &str = "Click for a node, drag from one for an edge; Delete removes.";

/// Nothing where nothing is or was edited.
pub fn note_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let n_edits = state.view().edits.len();
    if n_edits == 0 && !state.pen().is_down {
        return;
    }
    ui.horizontal(|ui| {
        if n_edits > 0 {
            let accent = ui.visuals().hyperlink_color;
            let text = format!("edited copy · {}", changes(n_edits));
            ui.label(RichText::new(text).color(accent)).on_hover_text("The dataset stays as it is");
            if ui
                .button("Discard")
                .on_hover_text("Back to the graph of the dataset; undo brings the copy back")
                .clicked()
            {
                commands.push(Command::Edit(EditCommand::Discard));
            }
            if ui.button("Save as GraphML…").clicked() {
                commands.push(Command::Shell(ShellCommand::ExportGraph));
            }
        }
        if state.pen().is_down {
            ui.add(Label::new(RichText::new(HOW).weak()).truncate());
        }
    });
}
