//! The dataset on screen: its numbers, and a table of its graphs.

use eframe::egui::{self, Align, Layout, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::super::loading::{Loaded, Loading};

pub fn overview_ui(ui: &mut Ui, loading: &Loading) {
    if let Some(name) = loading.running() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(format!("Loading {name}…"));
        });
    }
    if let Some(error) = &loading.error {
        ui.colored_label(ui.visuals().error_fg_color, error);
    }
    match &loading.shown {
        Some(loaded) => loaded_ui(ui, loaded),
        None if loading.running().is_none() => {
            ui.weak("Nothing is open. Choose a dataset on the left, or start with “proxpool PATH”.");
        }
        None => {}
    }
}

fn loaded_ui(ui: &mut Ui, loaded: &Loaded) {
    ui.heading(&loaded.dataset.name);
    let stats = &loaded.stats;
    ui.weak(summary(loaded));
    for warning in &loaded.dataset.warnings {
        ui.colored_label(ui.visuals().warn_fg_color, &warning.message);
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        name_ui(ui, "");
        for title in ["mean", "median", "min", "max"] {
            number_ui(ui, |ui| ui.weak(title));
        }
    });
    spread_ui(ui, "Nodes", [stats.mean_nodes, stats.median_nodes], [stats.min_nodes, stats.max_nodes]);
    spread_ui(ui, "Edges", [stats.mean_edges, stats.median_edges], [stats.min_edges, stats.max_edges]);
    ui.add_space(12.0);
    graphs_ui(ui, loaded);
}

fn summary(loaded: &Loaded) -> String {
    let stats = &loaded.stats;
    let mut parts = vec![format!("{} graphs", stats.graphs)];
    for class in &stats.class_counts {
        parts.push(format!("{} {}", class.graphs, class.name.as_ref().unwrap_or(&class.value)));
    }
    // Many classes (the families of molecules) would not fit on a line.
    if stats.classes > 6 {
        parts.truncate(1);
        parts.push(format!("{} classes", stats.classes));
    }
    parts.push(format!("{} node labels", stats.node_labels));
    parts.push(format!("{} edge labels", stats.edge_labels));
    parts.join(" · ")
}

fn spread_ui(ui: &mut Ui, name: &str, [mean, median]: [f64; 2], limits: [usize; 2]) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        number_ui(ui, |ui| ui.monospace(format!("{mean:.2}")));
        number_ui(ui, |ui| ui.monospace(median.to_string()));
        for limit in limits {
            number_ui(ui, |ui| ui.monospace(limit.to_string()));
        }
    });
}

fn name_ui(ui: &mut Ui, name: &str) {
    let size = vec2(48.0, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(size.x);
        ui.label(name)
    });
}

/// A cell of fixed width with a number, or its title, at the right.
fn number_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> egui::Response) {
    let size = vec2(64.0, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(size.x);
        add(ui)
    });
}

/// Numbers and their titles stand at the right of their cell.
fn right_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> egui::Response) {
    ui.with_layout(Layout::right_to_left(Align::Center), add);
}

fn graphs_ui(ui: &mut Ui, loaded: &Loaded) {
    const ROW_HEIGHT: f32 = 26.0;
    let dataset = &loaded.dataset;
    // Rows follow each other without a gap; the stripes set them apart.
    ui.spacing_mut().item_spacing.y = 0.0;
    TableBuilder::new(ui)
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(48.0))
        .column(Column::exact(8.0))
        .column(Column::remainder().at_least(120.0).clip(true))
        .column(Column::exact(200.0).clip(true))
        .column(Column::exact(56.0))
        .column(Column::exact(72.0))
        .header(ROW_HEIGHT, |mut header| {
            header.col(|ui| right_ui(ui, |ui| ui.weak("#")));
            header.col(|_| {});
            header.col(|ui| drop(ui.weak("Name")));
            header.col(|ui| drop(ui.weak("Class")));
            header.col(|ui| right_ui(ui, |ui| ui.weak("|V|")));
            header.col(|ui| padded_right_ui(ui, |ui| ui.weak("|E|")));
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, dataset.graphs.len(), |mut row| {
                let idx = row.index();
                let graph = &dataset.graphs[idx];
                let class = graph.class.map_or("–", |class| dataset.classes.show(class));
                row.col(|ui| right_ui(ui, |ui| ui.monospace(idx.to_string())));
                row.col(|_| {});
                row.col(|ui| drop(ui.label(graph.name.as_deref().unwrap_or("–"))));
                row.col(|ui| drop(ui.label(class)));
                row.col(|ui| right_ui(ui, |ui| ui.monospace(graph.n_nodes.to_string())));
                row.col(|ui| padded_right_ui(ui, |ui| ui.monospace(graph.n_edges().to_string())));
            });
        });
}

/// Keeps the last column clear of the scroll bar.
fn padded_right_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> egui::Response) {
    right_ui(ui, |ui| {
        ui.add_space(12.0);
        add(ui)
    });
}
