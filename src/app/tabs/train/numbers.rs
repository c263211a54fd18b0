//! Settings of a new run: operator, signal and all numbers.

use eframe::egui::{Button, ComboBox, DragValue, Grid, Label, Popup, RichText, Role, Ui, WidgetInfo};

use crate::{
    app::{
        state::{command::Command, labels, loaded::Loaded, train_command::TrainCommand},
        widgets::operators::{self, operator_choice_ui},
    },
    graph::features::SignalKind,
    model::NetworkKind,
    names::Named as _,
    pooling::{
        Parameter, all_parameters,
        parameter::{HasParameters, Place},
    },
    train::{Config, Criterion, settings::SETTINGS},
};

pub(super) fn pool_ui(ui: &mut Ui, config: &mut Config) {
    let combo = ComboBox::from_id_salt("train-pool").selected_text(config.title()).width(120.0);
    let combo = combo.height(640.0).close_behavior(operators::CLOSES);
    let response = combo.show_ui(ui, |ui| {
        let chosen = config.operator();
        if let Some(method) = operator_choice_ui(ui, "train", |method| chosen.is_some_and(|chosen| chosen == method)) {
            config.set_network(NetworkKind::Pooling);
            config.pool = method.key.to_owned();
        }
        ui.separator();
        for (network, name) in NetworkKind::all().filter(|(network, _)| !network.has_pooling()) {
            let choice = ui.selectable_label(config.network == network, name);
            if choice.on_hover_text(labels::train::NO_POOLING).clicked() {
                config.set_network(network);
                Popup::close_all(ui.ctx());
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Pooling"));
}

/// A labelled number, rounded to 6 decimals.
fn number_ui(ui: &mut Ui, name: &str, hint: &str, value: DragValue<'_>) {
    let label = ui.label(RichText::new(name).weak());
    let value = value.custom_formatter(|number, _| ((number * 1e6).round() / 1e6).to_string());
    ui.add_sized([58.0, 22.0], value).labelled_by(label.id).on_hover_text(hint);
}

fn parameter_ui<T: HasParameters>(ui: &mut Ui, parameter: &Parameter<T>, of: &mut T) {
    let mut value = parameter.get(of);
    if !parameter.choices.is_empty() {
        choice_ui(ui, parameter, &mut value);
        if value != parameter.get(of) {
            parameter.set(of, value);
        }
        return;
    }
    let drag = DragValue::new(&mut value).range(parameter.range.0..=parameter.range.1);
    // A drag of some hundred points covers the useful range.
    let speed = parameter.default.max(0.01) / 100.0;
    let drag = if parameter.is_whole {
        drag.max_decimals(0).speed(speed.max(0.05))
    } else {
        drag.max_decimals(6).speed(speed)
    };
    number_ui(ui, parameter.text(), parameter.title(), drag);
    if value != parameter.get(of) {
        parameter.set(of, value);
    }
}

/// The names of a choice in a list.
fn choice_ui<T>(ui: &mut Ui, parameter: &Parameter<T>, value: &mut f64) {
    ui.label(RichText::new(parameter.text()).weak());
    let list = ComboBox::from_id_salt(("train", parameter.key())).selected_text(parameter.show(*value)).width(58.0);
    let response = list.show_ui(ui, |ui| {
        for (name, at) in parameter.choices.iter().zip(0_u32..) {
            ui.selectable_value(value, f64::from(at), *name);
        }
    });
    let response = response.response.on_hover_text(parameter.title());
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, parameter.title()));
}

/// A parameter that the operator does not have.
fn unused_ui(ui: &mut Ui, parameter: &Parameter, operator: &str) {
    let label = ui.add_enabled(false, Label::new(RichText::new(parameter.text()).weak()));
    let hint = labels::train::not_used(parameter.title(), operator);
    let mut value = parameter.default;
    let drag = DragValue::new(&mut value).custom_formatter(|_, _| "–".to_owned());
    let drag = ui.add_enabled_ui(false, |ui| ui.add_sized([58.0, 22.0], drag)).inner;
    drag.labelled_by(label.id).on_disabled_hover_text(hint);
}

/// Parameters that several operators have and those of the chosen one, two per row, then training settings, one per row. What
/// is shared and not used is disabled in its place, so that it does not move when another operator is chosen.
pub(super) fn numbers_ui(ui: &mut Ui, config: &mut Config, threads: usize, commands: &mut Vec<Command>) {
    let (used, name) = (config.operator(), config.title().to_owned());
    Grid::new("train-parameters").num_columns(4).spacing([6.0, 3.0]).show(ui, |ui| {
        let is_used = |parameter: &Parameter| used.is_some_and(|method| method.has(parameter));
        let is_there = |parameter: &&Parameter| matches!(parameter.place, Place::Field { .. }) || is_used(parameter);
        for (idx, parameter) in all_parameters().into_iter().filter(is_there).enumerate() {
            if is_used(parameter) {
                parameter_ui(ui, parameter, &mut config.params);
            } else {
                unused_ui(ui, parameter, &name);
            }
            if idx % 2 == 1 {
                ui.end_row();
            }
        }
    });
    Grid::new("train-settings").num_columns(2).spacing([6.0, 3.0]).show(ui, |ui| {
        for setting in SETTINGS {
            parameter_ui(ui, setting, config);
            ui.end_row();
        }
        criterion_ui(
            ui,
            labels::train::PATIENCE_ON,
            "What has to improve before the patience ends",
            &mut config.patience_on,
        );
        criterion_ui(ui, labels::train::BEST_BY, "What the best epoch is chosen by", &mut config.best_by);
        let drag = DragValue::new(&mut config.params.seed).speed(0.1);
        number_ui(ui, "random seed", "Random seed (splits, initialisation, shuffling)", drag);
        ui.end_row();
        let mut chosen = threads;
        let drag = DragValue::new(&mut chosen).range(1..=1024).speed(0.05);
        number_ui(ui, "threads", "Affects speed only; results are identical", drag);
        ui.end_row();
        if chosen != threads {
            commands.push(Command::Train(TrainCommand::SetThreads(chosen)));
        }
    });
}

/// A row with a choice between validation loss and accuracy.
fn criterion_ui(ui: &mut Ui, name: &str, hint: &str, chosen: &mut Criterion) {
    ui.label(RichText::new(name).weak());
    let response = ComboBox::from_id_salt(name).selected_text(chosen.name()).width(58.0).show_ui(ui, |ui| {
        for (criterion, text) in Criterion::all() {
            ui.selectable_value(chosen, criterion, text);
        }
    });
    response.response.on_hover_text(hint).widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    ui.end_row();
}

pub(super) fn signal_ui(ui: &mut Ui, data: &Loaded, config: &mut Config) {
    let dataset = &data.dataset;
    let choices = [
        (SignalKind::Labels, !dataset.node_labels.is_empty()),
        (SignalKind::Degree, true),
        (SignalKind::Attributes, !dataset.node_attribute_names.is_empty()),
    ];
    let shown = config.signal.name();
    let response =
        ComboBox::from_id_salt("train-signal").selected_text(shown).width(92.0).truncate().show_ui(ui, |ui| {
            for (kind, is_there) in choices {
                if ui.add_enabled(is_there, Button::selectable(kind == config.signal, kind.name())).clicked() {
                    config.signal = kind;
                }
            }
        });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Training signal"));
}
