//! The context menu of a heatmap: its values, its picture, its size.

use eframe::egui::Ui;

use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            labels,
            looks::maps::MapsLook,
        },
        widgets::{export_menu, matrix::Matrix},
    },
    names::Named as _,
    snippet::Language,
    view::raster,
};

/// `at` is the cell that was clicked.
pub(super) fn menu_ui(
    ui: &mut Ui,
    matrix: &Matrix<'_>,
    at: Option<(u32, u32)>,
    look: &mut MapsLook,
    commands: &mut Vec<Command>,
) {
    let symbol = matrix.step.symbol;
    if let Some((row, col)) = at {
        let value = raster::at(&matrix.step.value, row, col);
        ui.weak(format!("{symbol}({}, {})", matrix.name(0, row), matrix.name(1, col)));
        if ui.button(labels::explore::COPY_VALUE).clicked() {
            commands.push(Command::Shell(ShellCommand::Copy(format!("{value}"))));
        }
    }
    let level = matrix.level;
    ui.menu_button(labels::maps::COPY_MATRIX, |ui| {
        for (language, name) in Language::all() {
            if ui.button(name).clicked() {
                commands.push(ShellCommand::CopyMatrix { level, symbol, language }.into());
                ui.close();
            }
        }
    });
    if ui.button(labels::maps::SAVE_MAP).clicked() {
        commands.push(ShellCommand::ExportMap { level, symbol }.into());
    }
    if ui.button(labels::maps::SAVE_VALUES).clicked() {
        commands.push(ShellCommand::ExportMatrices(Some((level, symbol))).into());
    }
    ui.separator();
    export_menu::figure_item(ui, matrix.figure_kind(), commands);
    if ui.button(Action::ExportMatrices.label()).clicked() {
        commands.push(ShellCommand::ExportMatrices(None).into());
    }
    ui.separator();
    let is_large = look.maximised == Some(symbol);
    if ui.button(if is_large { labels::maps::RESTORE } else { labels::maps::MAXIMISE }).clicked() {
        look.maximised = (!is_large).then_some(symbol);
    }
    if ui.button(labels::maps::HIDE).clicked() {
        look.chosen.insert(symbol, false);
    }
}
