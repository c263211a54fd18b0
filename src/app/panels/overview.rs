//! The dataset on screen: its numbers, and a table of its graphs.

use eframe::egui::{self, Align, Layout, RichText, Ui};
use egui_extras::{Column, TableBuilder};

use super::super::loading::{Loaded, Loading};

pub fn overview_ui(ui: &mut Ui, loading: &Loading) {
    ui.add_space(8.0);
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
    egui::Grid::new("spread").num_columns(5).spacing([24.0, 4.0]).show(ui, |ui| {
        for title in ["", "mean", "median", "min", "max"] {
            ui.weak(title);
        }
        ui.end_row();
        spread_ui(ui, "Nodes", [stats.mean_nodes, stats.median_nodes], [stats.min_nodes, stats.max_nodes]);
        spread_ui(ui, "Edges", [stats.mean_edges, stats.median_edges], [stats.min_edges, stats.max_edges]);
    });
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

fn spread_ui(ui: &mut Ui, name: &str, averages: [f64; 2], limits: [usize; 2]) {
    ui.label(name);
    for average in averages {
        ui.monospace(format!("{average:>8.2}"));
    }
    for limit in limits {
        ui.monospace(format!("{limit:>6}"));
    }
    ui.end_row();
}

fn graphs_ui(ui: &mut Ui, loaded: &Loaded) {
    const ROW_HEIGHT: f32 = 24.0;
    let dataset = &loaded.dataset;
    let number = |ui: &mut Ui, text: String| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.monospace(text));
    };
    TableBuilder::new(ui)
        .striped(true)
        .column(Column::exact(56.0))
        .column(Column::remainder().at_least(120.0).clip(true))
        .column(Column::exact(160.0).clip(true))
        .column(Column::exact(64.0))
        .column(Column::exact(64.0))
        .header(ROW_HEIGHT, |mut header| {
            for title in ["#", "Name", "Class", "|V|", "|E|"] {
                let is_number = matches!(title, "#" | "|V|" | "|E|");
                header.col(|ui| {
                    let layout = if is_number {
                        Layout::right_to_left(Align::Center)
                    } else {
                        Layout::left_to_right(Align::Center)
                    };
                    ui.with_layout(layout, |ui| ui.label(RichText::new(title).weak()));
                });
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, dataset.graphs.len(), |mut row| {
                let idx = row.index();
                let graph = &dataset.graphs[idx];
                row.col(|ui| number(ui, idx.to_string()));
                row.col(|ui| drop(ui.label(graph.name.as_deref().unwrap_or("–"))));
                row.col(|ui| drop(ui.label(graph.class.map_or("–", |class| dataset.classes.show(class)))));
                row.col(|ui| number(ui, graph.n_nodes.to_string()));
                row.col(|ui| number(ui, graph.n_edges().to_string()));
            });
        });
}
