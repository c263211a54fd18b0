//! What decides about a run, as it is set up: the operator, the signal, and all numbers.

use eframe::egui::{Button, ComboBox, DragValue, Grid, RichText, Role, Ui, WidgetInfo};

use super::{
    super::{command::Command, loading::Loaded},
    TrainCommand,
};
use crate::{
    graph::features::SignalKind,
    pooling::{METHODS, method},
    train::Config,
};

pub fn pool_ui(ui: &mut Ui, config: &mut Config) {
    let name = method(&config.pool).map_or(config.pool.as_str(), |method| method.name).to_owned();
    let combo = ComboBox::from_id_salt("train-pool").selected_text(name).width(120.0);
    let response = combo.show_ui(ui, |ui| {
        for method in METHODS {
            let choice = ui.selectable_label(method.key == config.pool, method.name).on_hover_text(method.about);
            if choice.clicked() {
                config.pool = method.key.to_owned();
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Pooling"));
}

/// A number with its name before it, without digits that say nothing.
fn number_ui(ui: &mut Ui, name: &str, hint: &str, value: DragValue<'_>) {
    let label = ui.label(RichText::new(name).weak());
    let value = value.custom_formatter(|number, _| ((number * 1e6).round() / 1e6).to_string());
    ui.add_sized([58.0, 22.0], value).labelled_by(label.id).on_hover_text(hint);
}

pub fn numbers_ui(ui: &mut Ui, config: &mut Config, threads: usize, commands: &mut Vec<Command>) {
    let parameters = method(&config.pool).map_or(&[][..], |method| method.parameters);
    let has = |key: &str| parameters.iter().any(|parameter| parameter.key == key);
    Grid::new("train-numbers").num_columns(4).spacing([6.0, 4.0]).show(ui, |ui| {
        let mut column = 0;
        let mut next = |ui: &mut Ui| {
            column += 1;
            if column % 2 == 0 {
                ui.end_row();
            }
        };
        if has("s") {
            number_ui(ui, "s", "Hops of the structure kernel", DragValue::new(&mut config.s).range(0..=16).speed(0.05));
            next(ui);
        }
        if has("tau") {
            let drag = DragValue::new(&mut config.tau).range(0.0..=1000.0).speed(0.01).max_decimals(4);
            number_ui(ui, "τ", "Precision of the signal kernel", drag);
            next(ui);
        }
        if has("rho") {
            let drag = DragValue::new(&mut config.rho).range(0.01..=1.0).speed(0.005).max_decimals(3);
            number_ui(ui, "ρ", "Share of the nodes that is kept", drag);
            next(ui);
        }
        let drag = DragValue::new(&mut config.dprime).range(1..=1024).speed(0.1);
        number_ui(ui, "d′", "Width of the signal that is compared", drag);
        next(ui);
        let drag = DragValue::new(&mut config.lr).range(0.0..=10.0).speed(0.0001).max_decimals(6);
        number_ui(ui, "step size", "Step size of Adam", drag);
        next(ui);
        let drag = DragValue::new(&mut config.wd).range(0.0..=10.0).speed(0.00001).max_decimals(6);
        number_ui(ui, "decay", "Weight decay", drag);
        next(ui);
        number_ui(ui, "batch", "Graphs a step", DragValue::new(&mut config.batch).range(1..=65_536));
        next(ui);
        let drag = DragValue::new(&mut config.hidden).range(1..=4096);
        number_ui(ui, "hidden", "Numbers a node after each convolution", drag);
        next(ui);
        number_ui(ui, "epochs", "At most so many", DragValue::new(&mut config.epochs).range(1..=1_000_000));
        next(ui);
        let drag = DragValue::new(&mut config.patience).range(1..=1_000_000);
        number_ui(ui, "patience", "Stop after so many epochs without a lower validation loss", drag);
        next(ui);
        let drag = DragValue::new(&mut config.splits).range(1..=10_000).speed(0.1);
        number_ui(ui, "splits", "Random splits: eight parts train, one chooses the epoch, one tests", drag);
        next(ui);
        let drag = DragValue::new(&mut config.seed).speed(0.1);
        number_ui(ui, "seed", "Decides splits, start and order of batches", drag);
        next(ui);
        let mut chosen = threads;
        let drag = DragValue::new(&mut chosen).range(1..=1024).speed(0.05);
        number_ui(ui, "threads", "They change the time, not the result", drag);
        if chosen != threads {
            commands.push(Command::Train(TrainCommand::SetThreads(chosen)));
        }
        next(ui);
    });
}

pub fn signal_ui(ui: &mut Ui, data: &Loaded, config: &mut Config) {
    let dataset = &data.dataset;
    let choices = [
        (SignalKind::Labels, "labels", !dataset.node_labels.is_empty()),
        (SignalKind::Degree, "degree", true),
        (SignalKind::Attributes, "attributes", !dataset.node_attribute_names.is_empty()),
    ];
    let shown = choices.iter().find(|(kind, ..)| *kind == config.signal).map_or("", |(_, name, _)| name);
    let response =
        ComboBox::from_id_salt("train-signal").selected_text(shown).width(92.0).truncate().show_ui(ui, |ui| {
            for (kind, name, is_there) in choices {
                if ui.add_enabled(is_there, Button::selectable(kind == config.signal, name)).clicked() {
                    config.signal = kind;
                }
            }
        });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Training signal"));
}
