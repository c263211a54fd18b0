//! The operator and its parameters.

use eframe::egui::{ComboBox, DragValue, Role, Ui, WidgetInfo};

use crate::{
    app::{
        state::{SignalSource, State, command::Command, labels},
        tabs::Cx,
        widgets::{
            heading::heading_ui,
            parameter::{Form, parameter_ui},
        },
    },
    graph::features::SignalKind,
    pooling::methods,
};

pub(crate) fn parameters_ui(ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>) {
    let view = cx.state.view();
    let combo = ComboBox::from_id_salt("operator").selected_text(view.method.name);
    // High enough for all operators.
    let combo = combo.width(ui.available_width() - 8.0).height(360.0);
    let response = combo.show_ui(ui, |ui| {
        for method in methods() {
            let choice = ui.selectable_label(method == view.method, method.name).on_hover_text(method.about);
            if choice.clicked() {
                commands.push(Command::SetMethod(method));
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::explore::OPERATOR));
    ui.weak(view.method.about);
    ui.add_space(8.0);
    for parameter in view.method.parameters.iter().filter(|parameter| !parameter.is_of_training) {
        let is_wanted = cx.focus == Some(parameter.key());
        parameter_ui(ui, parameter, &view.params, (Form::Panel, is_wanted), commands);
    }
    ui.add_space(8.0);
    heading_ui(ui, labels::explore::SIGNAL);
    signal_ui(ui, cx.state, commands);
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
