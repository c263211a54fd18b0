//! The graph on screen, and the way to others: `‹ Graph 3 ›`.

use eframe::egui::{DragValue, Label, Role, Ui, WidgetInfo};

use super::short::short;
use crate::app::state::{
    State,
    action::Action,
    command::{Command, ShellCommand},
    labels,
};

/// Steps through the list as the arrow keys do in Explore; the number can be dragged or typed.
pub fn chooser_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(data) = state.data() else { return };
    let (graph, n_graphs) = (state.view().graph, data.dataset.graphs.len());
    step_ui(ui, "‹", Action::PreviousGraph.label(), -1, commands);
    let mut chosen = graph;
    let last = n_graphs.saturating_sub(1);
    let number = DragValue::new(&mut chosen).range(0..=last).speed(0.1).prefix(labels::shell::GRAPH);
    let number = ui.add(number).on_hover_text(labels::shell::graphs_from_to(last));
    number.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, labels::shell::GRAPH_NUMBER));
    if chosen != graph {
        commands.push(Command::SelectGraph(chosen));
    }
    step_ui(ui, "›", Action::NextGraph.label(), 1, commands);
    if let Some(name) = data.dataset.graphs.get(graph).and_then(|graph| graph.name.as_deref()) {
        // A longer name would push the rest of the bar to another line.
        ui.add(Label::new(short(name, 24)).selectable(false)).on_hover_text(name);
    }
}

fn step_ui(ui: &mut Ui, sign: &str, name: &str, step: isize, commands: &mut Vec<Command>) {
    let button = ui.small_button(sign).on_hover_text(name);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if button.clicked() {
        commands.push(Command::Shell(ShellCommand::StepGraph(step)));
    }
}
