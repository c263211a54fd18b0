//! The context menu of a node or an edge in edit mode.

use eframe::egui::Ui;

use super::edit_section::weight_ui;
use crate::{
    app::{
        state::{
            State,
            command::Command,
            edit::{EditCommand, edge_of, locked},
            explored::Explored,
            labels,
        },
        widgets::canvas::Spot,
    },
    graph::edit::Edit,
};

/// Items for a node or an edge of level 0; none for the background.
pub(crate) fn menu_ui(ui: &mut Ui, state: &State, explored: &Explored, spot: Spot, commands: &mut Vec<Command>) {
    match spot {
        Spot::Ground => {}
        Spot::Node(node) => node_ui(ui, state, explored, node, commands),
        Spot::Edge(ends) => edge_ui(ui, explored, ends, commands),
    }
}

fn node_ui(ui: &mut Ui, state: &State, explored: &Explored, node: u32, commands: &mut Vec<Command>) {
    let Some(names) = explored.levels.first().map(|level| &level.names) else { return };
    // The graph may have changed under an open menu.
    if node as usize >= names.len() {
        return;
    }
    let locked = locked(state, explored).filter(|pair| pair.row == pair.col && pair.row != node);
    if let Some(other) = locked.map(|pair| pair.row) {
        let (name, ends) = (&names[other as usize], [other, node]);
        let (text, edit) = match edge_of(&explored.edited_graph, other, node) {
            Some(_) => (labels::explore::remove_edge_to(name), Edit::RemoveEdge { ends }),
            None => (
                labels::explore::add_edge_to(name),
                state.pen().edge(&explored.edited_graph, &explored.data.dataset, ends),
            ),
        };
        item_ui(ui, &text, edit, commands);
    }
    if let Some(labels) = &explored.edited_graph.node_labels {
        let alphabet = &explored.data.dataset.node_labels;
        ui.menu_button(labels::explore::NODE_LABEL, |ui| {
            for label in 0..alphabet.len() as u32 {
                let is_chosen = labels.get(node as usize) == Some(&label);
                if ui.selectable_label(is_chosen, alphabet.show(label)).clicked() {
                    commands.push(Command::Edit(EditCommand::make(Edit::SetNodeLabel { node, label })));
                    ui.close();
                }
            }
        });
    }
    item_ui(ui, labels::explore::REMOVE_NODE, Edit::RemoveNode { node }, commands);
    ui.separator();
}

fn edge_ui(ui: &mut Ui, explored: &Explored, ends: [u32; 2], commands: &mut Vec<Command>) {
    let [u, v] = ends;
    let Some(idx) = edge_of(&explored.edited_graph, u, v) else { return };
    let name = |node: u32| explored.levels.first().and_then(|level| level.names.get(node as usize));
    if let (Some(u), Some(v)) = (name(u), name(v)) {
        ui.weak(format!("{u} – {v}"));
    }
    ui.horizontal(|ui| {
        ui.add_space(2.0);
        ui.label("Weight");
        // Menu items have no frame, but a text field has one.
        ui.reset_style();
        weight_ui(ui, explored, ends, idx, commands);
    });
    if let Some(labels) = &explored.edited_graph.edge_labels {
        let alphabet = &explored.data.dataset.edge_labels;
        ui.menu_button(labels::explore::EDGE_LABEL, |ui| {
            for label in 0..alphabet.len() as u32 {
                if ui.selectable_label(labels.get(idx) == Some(&label), alphabet.show(label)).clicked() {
                    commands.push(Command::Edit(EditCommand::make(Edit::SetEdgeLabel { ends, label })));
                    ui.close();
                }
            }
        });
    }
    item_ui(ui, labels::explore::REMOVE_EDGE, Edit::RemoveEdge { ends }, commands);
    ui.separator();
}

fn item_ui(ui: &mut Ui, name: &str, edit: Edit, commands: &mut Vec<Command>) {
    if ui.button(name).clicked() {
        commands.push(Command::Edit(EditCommand::make(edit)));
        ui.close();
    }
}
