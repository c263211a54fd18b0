//! The operator and its parameters.

use eframe::egui::{ComboBox, DragValue, Label, RichText, Role, Sense, Ui, WidgetInfo};

use crate::{
    app::{
        state::{SignalSource, State, command::Command, labels},
        tabs::Cx,
        widgets::{
            explain::explained,
            heading::heading_ui,
            operators::{self, operator_choice_ui},
            parameter::{Form, parameter_ui},
        },
    },
    graph::features::SignalKind,
    symbols::Symbol,
    view::scale::significant,
};

pub(crate) fn parameters_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let view = cx.state.view();
    let combo = ComboBox::from_id_salt("operator").selected_text(view.method.name);
    // High enough for all operators, where the window is.
    let combo = combo.width(ui.available_width() - 8.0).height(640.0).close_behavior(operators::CLOSES);
    let response = combo.show_ui(ui, |ui| {
        if let Some(method) = operator_choice_ui(ui, "explore", |method| method == view.method) {
            commands.push(Command::SetMethod(method));
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::explore::OPERATOR));
    ui.weak(view.method.about).on_hover_text(view.method.paper);
    ui.add_space(8.0);
    for parameter in view.method.parameters.iter().filter(|parameter| !parameter.is_of_training) {
        let is_wanted = cx.focus == Some(parameter.key());
        parameter_ui(ui, parameter, &view.params, (Form::Panel, is_wanted), commands);
    }
    losses_ui(ui, cx);
    ui.add_space(8.0);
    heading_ui(ui, labels::explore::SIGNAL);
    signal_ui(ui, cx.state, commands);
}

/// What the operator would add to the loss of a network, level by level.
fn losses_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(explored) = cx.explored.filter(|explored| explored.method == cx.state.view().method) else { return };
    for (level, traced) in explored.trace.levels.iter().enumerate() {
        let loss = |(symbol, value): (&Symbol, f64)| format!("{symbol} {}", significant(value, 3));
        let losses: Vec<String> = traced.losses().map(loss).collect();
        if !losses.is_empty() {
            let text = labels::explore::losses(level, &losses.join(" · "));
            let label = ui.add(Label::new(RichText::new(text).small()).sense(Sense::hover()));
            explained(label, explored.method.losses, "");
        }
    }
}

fn signal_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(data) = state.data() else { return };
    let (view, models) = (state.view(), state.models());
    let name = state.signal_name(&view.signal);
    // Wrapped: the end of the name of a model tells it from others of its run.
    let combo = ComboBox::from_id_salt("signal").selected_text(&name).width(ui.available_width() - 8.0).wrap();
    let response = combo.show_ui(ui, |ui| {
        let mut choice = |signal: SignalSource, is_there: bool| {
            let name = state.signal_name(&signal);
            let label = ui.add_enabled(is_there, eframe::egui::Button::selectable(view.signal == signal, name));
            if label.clicked() {
                commands.push(Command::SetSignal(signal));
            }
        };
        choice(SignalSource::Kind(SignalKind::Labels), !data.dataset.node_labels.is_empty());
        choice(SignalSource::Kind(SignalKind::Degree), true);
        choice(SignalSource::Kind(SignalKind::Attributes), !data.dataset.node_attribute_names.is_empty());
        choice(SignalSource::RandomNetwork, true);
        for model in models {
            choice(model.signal.clone(), true);
        }
    });
    response.response.widget_info(|| WidgetInfo {
        current_text_value: Some(name.clone()),
        ..WidgetInfo::labeled(Role::ComboBox, true, labels::explore::SIGNAL)
    });
    if view.signal == SignalSource::RandomNetwork || view.method.is_random {
        let mut params = view.params.clone();
        let drag = ui.add(DragValue::new(&mut params.seed).prefix("random seed "));
        drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Weight seed"));
        if drag.changed() {
            commands.push(Command::SetParams { params, is_same_gesture: drag.dragged() });
        }
    }
    if models.is_empty() {
        ui.weak(labels::explore::DROP_MODEL);
    }
}
