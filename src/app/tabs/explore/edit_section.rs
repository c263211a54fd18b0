//! Editing by keyboard: fields and buttons in the side panel for everything that can be drawn.

use eframe::egui::{Button, ComboBox, DragValue, Grid, Role, Ui, WidgetInfo};

use crate::{
    app::{
        state::{
            Pair, State,
            command::Command,
            edit::{EditCommand, Pen, edge_of, locked},
            explored::Explored,
            labels,
        },
        widgets::heading::heading_ui,
    },
    graph::{Labels, edit::Edit},
};

/// Range of edge weights.
const WEIGHTS: std::ops::RangeInclusive<f64> = 1e-4..=1e4;

pub(crate) fn section_ui(ui: &mut Ui, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    heading_ui(ui, "Edit");
    match locked(state, explored) {
        Some(pair) => {
            Grid::new("edit").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
                node_rows(ui, explored, pair, commands);
                pair_rows(ui, state, explored, pair, commands);
            });
        }
        None => {
            ui.weak("Click a node or an edge of level 0 to edit it.");
            if ui.button(labels::explore::SELECT_FIRST).clicked() {
                choose(Pair { level: 0, row: 0, col: 0 }, false, commands);
            }
        }
    }
    ui.separator();
    Grid::new("pen").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| pen_rows(ui, state.pen(), explored, commands));
    ui.separator();
}

fn node_rows(ui: &mut Ui, explored: &Explored, pair: Pair, commands: &mut Vec<Command>) {
    let graph = &explored.edited_graph;
    let to = |row: u32| Pair { row, col: if pair.row == pair.col { row } else { pair.col }, ..pair };
    node_row(ui, explored, "Node", pair.row, to, commands);
    if let Some(labels) = &graph.node_labels {
        let label = labels.get(pair.row as usize).copied();
        ui.weak("Label");
        if let Some(label) = labels_ui(ui, labels::explore::NODE_LABEL, &explored.data.dataset.node_labels, label) {
            make(Edit::SetNodeLabel { node: pair.row, label }, commands);
        }
        ui.end_row();
    }
    ui.label("");
    let remove = ui.add_enabled(graph.n_nodes > 1, Button::new(labels::explore::REMOVE_NODE));
    if remove.on_disabled_hover_text("A graph needs at least one node").clicked() {
        make(Edit::RemoveNode { node: pair.row }, commands);
    }
    ui.end_row();
}

/// The second node and the edge between the two.
fn pair_rows(ui: &mut Ui, state: &State, explored: &Explored, pair: Pair, commands: &mut Vec<Command>) {
    let (graph, dataset) = (&explored.edited_graph, &explored.data.dataset);
    let ends = [pair.row, pair.col];
    node_row(ui, explored, labels::explore::SECOND_NODE, pair.col, |col| Pair { col, ..pair }, commands);
    match edge_of(graph, pair.row, pair.col) {
        Some(idx) => {
            ui.weak("Weight");
            weight_ui(ui, explored, ends, idx, commands);
            ui.end_row();
            if let Some(labels) = &graph.edge_labels {
                ui.weak("Label");
                let label = labels.get(idx).copied();
                if let Some(label) = labels_ui(ui, labels::explore::EDGE_LABEL, &dataset.edge_labels, label) {
                    make(Edit::SetEdgeLabel { ends, label }, commands);
                }
                ui.end_row();
            }
            ui.label("");
            if ui.button(labels::explore::REMOVE_EDGE).on_hover_text("Remove the edge between the two nodes").clicked()
            {
                make(Edit::RemoveEdge { ends }, commands);
            }
        }
        None => {
            ui.label("");
            let join = ui
                .add_enabled(pair.row != pair.col, Button::new(labels::explore::ADD_EDGE))
                .on_hover_text("Add an edge between the two nodes");
            if join.on_disabled_hover_text("Select a different second node").clicked() {
                make(state.pen().edge(graph, dataset, ends), commands);
            }
        }
    }
    ui.end_row();
}

/// Labels of new nodes and edges.
fn pen_rows(ui: &mut Ui, pen: Pen, explored: &Explored, commands: &mut Vec<Command>) {
    let (graph, dataset) = (&explored.edited_graph, &explored.data.dataset);
    let set = |pen: Pen| Command::Edit(EditCommand::SetPen(pen));
    if let Some(label) = pen.node_label(graph) {
        ui.weak("New nodes");
        let chosen = labels_ui(ui, "Label of new nodes", &dataset.node_labels, Some(label));
        commands.extend(chosen.map(|label| set(Pen { node_label: Some(label), ..pen })));
        ui.end_row();
    }
    if let Some(label) = pen.edge_label(graph, dataset) {
        ui.weak("New edges");
        let chosen = labels_ui(ui, "Label of new edges", &dataset.edge_labels, Some(label));
        commands.extend(chosen.map(|label| set(Pen { edge_label: Some(label), ..pen })));
        ui.end_row();
    }
    ui.label("");
    if ui.button(labels::explore::ADD_NODE).clicked() {
        make(pen.node(graph), commands);
    }
    ui.end_row();
}

/// A node by index, next to its name.
fn node_row(
    ui: &mut Ui,
    explored: &Explored,
    title: &str,
    node: u32,
    to: impl FnOnce(u32) -> Pair,
    commands: &mut Vec<Command>,
) {
    ui.weak(title);
    ui.horizontal(|ui| {
        let mut chosen = node;
        let last = explored.edited_graph.n_nodes.saturating_sub(1) as u32;
        let field = ui.add(DragValue::new(&mut chosen).range(0..=last).speed(0.1).update_while_editing(false));
        field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, title));
        if field.changed() && chosen != node {
            choose(to(chosen), field.dragged() && !field.drag_started(), commands);
        }
        ui.label(explored.levels.first().and_then(|level| level.names.get(node as usize)).map_or("", String::as_str));
    });
    ui.end_row();
}

pub(crate) fn weight_ui(ui: &mut Ui, explored: &Explored, ends: [u32; 2], idx: usize, commands: &mut Vec<Command>) {
    let old = explored.edited_graph.edge_weight(idx);
    let mut weight = old;
    let field = DragValue::new(&mut weight).range(WEIGHTS).speed(0.01).max_decimals(4).update_while_editing(false);
    let field = ui.add(field);
    field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, labels::explore::EDGE_WEIGHT));
    if field.changed() && weight != old {
        let is_same_gesture = field.dragged() && !field.drag_started();
        let edits = vec![Edit::SetWeight { ends, weight }];
        commands.push(Command::Edit(EditCommand::Make { edits, at: None, is_same_gesture }));
    }
}

/// Returns the newly chosen label.
fn labels_ui(ui: &mut Ui, title: &str, labels: &Labels, shown: Option<u32>) -> Option<u32> {
    let mut chosen = None;
    let text = shown.map_or("", |label| labels.show(label));
    let combo = ComboBox::from_id_salt(title).selected_text(text).width(84.0).show_ui(ui, |ui| {
        for label in 0..labels.len() as u32 {
            if ui.selectable_label(Some(label) == shown, labels.show(label)).clicked() && Some(label) != shown {
                chosen = Some(label);
            }
        }
    });
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, title));
    chosen
}

fn make(edit: Edit, commands: &mut Vec<Command>) {
    commands.push(Command::Edit(EditCommand::make(edit)));
}

fn choose(pair: Pair, is_same_gesture: bool, commands: &mut Vec<Command>) {
    commands.push(Command::Edit(EditCommand::Choose { pair, is_same_gesture }));
}
