//! What a right click on a plot or a heatmap offers.

use eframe::egui::{Response, Sense, Ui};

use crate::app::state::command::{Command, ShellCommand};

/// The menu of a plot: its figure.
pub fn plot_menu(response: &Response, kind: &'static str, commands: &mut Vec<Command>) {
    // Many plots only tell what is pointed at.
    let response = match response.sense.senses_click() {
        true => response.clone(),
        false => response.interact(Sense::click()),
    };
    response.context_menu(|ui| figure_item(ui, kind, commands));
}

/// The menu of a heatmap: its figure, and the numbers.
pub fn matrix_menu(response: &Response, kind: &'static str, commands: &mut Vec<Command>) {
    response.context_menu(|ui| {
        figure_item(ui, kind, commands);
        if ui.button("Export matrices…").clicked() {
            commands.push(Command::Shell(ShellCommand::ExportMatrices));
            ui.close();
        }
    });
}

/// The menu of a graph that is shown for one thing: its figure, and the camera.
pub fn graph_items(ui: &mut Ui, kind: &'static str, commands: &mut Vec<Command>) {
    figure_item(ui, kind, commands);
    if ui.button("Fit graphs").clicked() {
        commands.push(Command::Shell(ShellCommand::Fit));
        ui.close();
    }
}

/// A line of a menu that opens the dialog for a kind of figure.
pub fn figure_item(ui: &mut Ui, kind: &'static str, commands: &mut Vec<Command>) {
    if ui.button("Export figure…").clicked() {
        commands.push(Command::Shell(ShellCommand::ExportFigure(Some(kind))));
        ui.close();
    }
}
