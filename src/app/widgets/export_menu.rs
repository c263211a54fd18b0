//! Context menus of plots and heatmaps.

use eframe::egui::{Response, Sense, Ui};

use crate::app::state::{
    action::Action,
    command::{Command, ShellCommand},
};

/// The menu of a plot: its figure.
pub fn plot_menu(response: &Response, kind: &'static str, commands: &mut Vec<Command>) {
    // Most plots sense hovering only.
    let response = if response.sense.senses_click() { response.clone() } else { response.interact(Sense::click()) };
    response.context_menu(|ui| figure_item(ui, kind, commands));
}

/// The menu of a heatmap: its figure, and the numbers.
pub fn matrix_menu(response: &Response, kind: &'static str, commands: &mut Vec<Command>) {
    response.context_menu(|ui| {
        figure_item(ui, kind, commands);
        if ui.button(Action::ExportMatrices.label()).clicked() {
            commands.push(Command::Shell(ShellCommand::ExportMatrices(None)));
            ui.close();
        }
    });
}

/// The context menu of a graph: its figure, and the camera.
pub fn graph_items(ui: &mut Ui, kind: &'static str, commands: &mut Vec<Command>) {
    figure_item(ui, kind, commands);
    if ui.button(Action::Fit.label()).clicked() {
        commands.push(Command::Shell(ShellCommand::Fit));
        ui.close();
    }
}

/// The item that opens the export dialog for a kind of figure.
pub fn figure_item(ui: &mut Ui, kind: &'static str, commands: &mut Vec<Command>) {
    if ui.button(Action::ExportFigure.label()).clicked() {
        commands.push(Command::Shell(ShellCommand::ExportFigure(Some(kind))));
        ui.close();
    }
}
