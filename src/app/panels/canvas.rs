//! The graph and its coarse graphs, with everything that points at them.

use std::sync::Arc;

use eframe::egui::{Color32, ComboBox, Role, Ui, WidgetInfo};

use super::super::{
    canvas::{Bond, Canvas, CanvasLook, CanvasOutput, EdgeLook, Level, Lit, NodeLook, Picture},
    command::Command,
    explored::Explored,
    live_layout::LiveLayout,
    state::{ColourBy, Hover, Pair, State},
};
use crate::{
    figure::palette,
    graph::elements,
    layout::hierarchy::{at_centres, at_seeds},
    pooling::trace::Value,
};

/// The widget, and the looks of the nodes as long as they stay the same.
#[derive(Default)]
pub struct CanvasPanel {
    canvas: Canvas,
    levels: Vec<Level>,
    looks_for: Option<(u64, ColourBy, bool)>,
    /// The graph that the camera was fitted to.
    graph: Option<(usize, usize)>,
}

impl CanvasPanel {
    /// Fits all graphs.
    pub fn fit(&mut self) {
        self.canvas.fit();
    }

    /// Where a node is on screen.
    pub fn node_screen_pos(&self, level: usize, node: u32) -> Option<eframe::egui::Pos2> {
        self.canvas.node_screen_pos(level, node)
    }

    pub fn ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        explored: &Arc<Explored>,
        layout: &LiveLayout,
        commands: &mut Vec<Command>,
    ) {
        tools_ui(ui, state, layout, commands);
        let graph = Some((Arc::as_ptr(&explored.data) as usize, explored.graph));
        if self.graph != graph {
            self.graph = graph;
            self.canvas.fit();
        }
        self.refresh(explored, state.view.colour, ui.visuals().dark_mode);
        place(&mut self.levels, explored, &layout.positions());
        let lit = lit(state, explored);
        let lit: Vec<Lit<'_>> = lit.iter().map(Lighted::borrow).collect();
        let look = CanvasLook { are_hulls_shown: state.view.are_hulls_shown, are_labels_shown: true };
        let output = self.canvas.ui(ui, &Picture { levels: &self.levels }, &look, &lit);
        ask(&output, state, commands);
    }

    fn refresh(&mut self, explored: &Explored, colour: ColourBy, is_dark: bool) {
        let key = (explored.version, colour, is_dark);
        if self.looks_for != Some(key) {
            self.looks_for = Some(key);
            self.levels = (0..explored.levels.len()).map(|level| look_of(explored, level, colour, is_dark)).collect();
        }
    }
}

fn tools_ui(ui: &mut Ui, state: &State, layout: &LiveLayout, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let name =
            |colour: ColourBy| ColourBy::ALL.iter().find(|(other, _)| *other == colour).map_or("", |(_, name)| name);
        ui.weak("colour by");
        let combo = ComboBox::from_id_salt("colour").selected_text(name(state.view.colour)).width(96.0);
        let response = combo.show_ui(ui, |ui| {
            for (colour, name) in ColourBy::ALL {
                if ui.selectable_label(colour == state.view.colour, name).clicked() {
                    commands.push(Command::SetColour(colour));
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Colour by"));
        if ui.selectable_label(state.view.are_hulls_shown, "hulls").on_hover_text("Hulls around clusters (H)").clicked()
        {
            commands.push(Command::ToggleHulls);
        }
        ui.separator();
        let text = if layout.is_running && !layout.is_settled() { "pause" } else { "layout" };
        if ui.button(text).on_hover_text("Start or pause the layout (Space)").clicked() {
            commands.push(Command::ToggleLayout);
        }
        if ui.button("shake").on_hover_text("Shake the layout").clicked() {
            commands.push(Command::Reheat);
        }
        if ui.button("fit").on_hover_text("Fit graphs (F)").clicked() {
            commands.push(Command::Fit);
        }
    });
}

/// What a level looks like, but for where its nodes are.
fn look_of(explored: &Explored, level: usize, colour: ColourBy, is_dark: bool) -> Level {
    let trace = &explored.trace.levels[level];
    let found = &explored.levels[level];
    let dataset = &explored.data.dataset;
    let graph = &dataset.graphs[explored.graph];
    let n = found.names.len();
    let seeds = trace.nodes("idx").unwrap_or_default();
    let pooling = explored.summary.levels[level].pooling.as_ref();
    let dropped = pooling.map_or(&[][..], |pooling| &pooling.dropped);
    let label = |node: usize| -> String {
        let origin = found.origin[node].and_then(|origin| Some(graph.node_labels.as_ref()?[origin as usize]));
        origin.map_or_else(String::new, |label| dataset.node_labels.show(label).to_owned())
    };
    let colours = colours(explored, level, colour, is_dark, &label);
    let is_molecule = |text: &str| elements::number(text).is_some();
    let nodes = (0..n).map(|node| {
        let text = label(node);
        NodeLook {
            fill: colours[node],
            label: if is_molecule(&text) { text } else { String::new() },
            is_seed: seeds.contains(&(node as u32)),
            is_dropped: dropped.binary_search(&(node as u32)).is_ok(),
            is_pinned: false,
            name: found.names[node].clone(),
        }
    });
    let (mut edges, mut loops) = (Vec::new(), Vec::new());
    if let Some(a) = trace.sparse("A") {
        let largest = a.values.iter().copied().fold(1e-12, f64::max);
        for (at, row, col) in a.pattern.entries() {
            let weight = a.values[at];
            let width = if level == 0 { 1.0 } else { (weight / largest).sqrt() as f32 * 2.5 };
            if row == col {
                loops.push((row as u32, width));
            } else if row < col {
                edges.push(EdgeLook {
                    a: row as u32,
                    b: col as u32,
                    width_weight: width.max(0.3),
                    bond: if level == 0 { bond(explored, [row as u32, col as u32]) } else { Bond::Plain },
                });
            }
        }
    }
    let mut clusters = vec![Vec::new(); explored.levels.get(level + 1).map_or(0, |coarse| coarse.names.len())];
    for (node, home) in found.home.iter().enumerate() {
        if let Some(members) = home.and_then(|home| clusters.get_mut(home as usize)) {
            members.push(node as u32);
        }
    }
    let unit = if graph.atoms.is_some() && level == 0 { "atoms" } else { "nodes" };
    Level {
        title: format!("level {level} · {n} {unit}"),
        positions: Vec::new(),
        nodes: nodes.collect(),
        edges,
        loops,
        clusters,
    }
}

fn bond(explored: &Explored, edge: [u32; 2]) -> Bond {
    let dataset = &explored.data.dataset;
    let graph = &dataset.graphs[explored.graph];
    let label = graph.edges.binary_search(&edge).ok().and_then(|at| Some(graph.edge_labels.as_ref()?[at]));
    match label.map(|label| dataset.edge_labels.show(label)) {
        Some("single" | "1") => Bond::Single,
        Some("double" | "2") => Bond::Double,
        Some("triple" | "3") => Bond::Triple,
        Some("aromatic") => Bond::Aromatic,
        _ => Bond::Plain,
    }
}

fn colours(
    explored: &Explored,
    level: usize,
    colour: ColourBy,
    is_dark: bool,
    label: &dyn Fn(usize) -> String,
) -> Vec<Color32> {
    let found = &explored.levels[level];
    let n = found.names.len();
    let rgb = |[r, g, b]: [u8; 3]| Color32::from_rgb(r, g, b);
    let neutral = if is_dark { Color32::from_gray(140) } else { Color32::from_gray(120) };
    let mapped = |values: &[f64]| -> Vec<Color32> {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
        let place = |value: f64| if high > low { (value - low) / (high - low) } else { 0.5 };
        values.iter().map(|&value| rgb(palette::ColourMap::Viridis.at(place(value)))).collect()
    };
    match colour {
        ColourBy::Label => (0..n)
            .map(|node| match label(node).as_str() {
                "" => neutral,
                text => rgb(palette::element(text, is_dark)),
            })
            .collect(),
        ColourBy::Cluster => {
            found.home.iter().map(|home| home.map_or(neutral, |home| rgb(palette::cluster(home as usize)))).collect()
        }
        ColourBy::Coupling => match &found.coupling {
            Some(coupling) => mapped(coupling),
            None => vec![neutral; n],
        },
        ColourBy::Degree => match explored.trace.levels[level].sparse("A") {
            Some(a) => mapped(&(0..n).map(|row| a.pattern.range(row).len() as f64).collect::<Vec<_>>()),
            None => vec![neutral; n],
        },
    }
}

/// Puts every level where it belongs: level 0 as laid out, a coarse node at its seed or amid its members.
fn place(levels: &mut [Level], explored: &Explored, fine: &[[f32; 2]]) {
    let mut positions = fine.to_vec();
    for (idx, level) in levels.iter_mut().enumerate() {
        if idx > 0 {
            let trace = &explored.trace.levels[idx - 1];
            positions = match (trace.nodes("idx"), trace.get("C")) {
                _ if positions.is_empty() => Vec::new(),
                (Some(seeds), _) => at_seeds(&positions, seeds),
                (None, Some(Value::Sparse(c))) => {
                    let triples = c.pattern.entries().map(|(at, row, col)| (row as u32, col as u32, c.values[at]));
                    at_centres(&positions, level.nodes.len(), &triples.collect::<Vec<_>>())
                }
                _ => Vec::new(),
            };
        }
        level.positions.clear();
        if positions.len() == level.nodes.len() {
            level.positions.extend_from_slice(&positions);
        } else {
            level.positions.resize(level.nodes.len(), [0.0, 0.0]);
        }
    }
}

/// What is lit in a level.
struct Lighted {
    level: usize,
    nodes: Vec<(u32, f32)>,
    pair: Option<(u32, u32)>,
    selected: Vec<u32>,
}

impl Lighted {
    fn borrow(&self) -> Lit<'_> {
        Lit { level: self.level, nodes: &self.nodes, pair: self.pair, selected: &self.selected }
    }
}

fn lit(state: &State, explored: &Explored) -> Vec<Lighted> {
    let mut all: Vec<Lighted> = (0..explored.levels.len())
        .map(|level| Lighted { level, nodes: Vec::new(), pair: None, selected: Vec::new() })
        .collect();
    if let Some(lit) = all.get_mut(state.view.level) {
        lit.selected.clone_from(&state.view.selected);
    }
    if let Some(Pair { level, row, col }) = super::pair::shown_pair(state)
        && let Some(lit) = all.get_mut(level)
    {
        lit.pair = Some((row, col));
    }
    if let Hover::Node { level, node } = state.hover {
        light_members(&mut all, explored, level, node);
    }
    all
}

/// A node lights up; a seed with its members by their weights, a coarse node with what it was made of.
fn light_members(all: &mut [Lighted], explored: &Explored, level: usize, node: u32) {
    let members = |level: usize, row: usize| -> Vec<(u32, f32)> {
        let c = explored.trace.levels.get(level).and_then(|trace| trace.sparse("C"));
        c.filter(|c| row < c.pattern.n_rows()).map_or_else(Vec::new, |c| {
            c.pattern.range(row).map(|at| (c.pattern.cols()[at], c.values[at] as f32)).collect()
        })
    };
    let Some(trace) = explored.trace.levels.get(level) else { return };
    all[level].nodes.push((node, 1.0));
    if let Some(row) = trace.nodes("idx").and_then(|seeds| seeds.iter().position(|&seed| seed == node)) {
        all[level].nodes.extend(members(level, row));
        if let Some(coarse) = all.get_mut(level + 1) {
            coarse.nodes.push((row as u32, 1.0));
        }
    }
    if level > 0 {
        all[level - 1].nodes.extend(members(level - 1, node as usize));
    }
}

fn ask(output: &CanvasOutput, state: &State, commands: &mut Vec<Command>) {
    if let Some((level, node)) = output.hovered {
        commands.push(Command::Hover(Hover::Node { level, node }));
    }
    if let Some((0, node, position)) = output.dragged {
        commands.push(Command::Drag { node, position });
    }
    if let Some((0, node)) = output.unpinned {
        commands.push(Command::Unpin(node));
    }
    if let Some((level, node)) = output.clicked {
        commands.push(Command::Lock(Some(Pair { level, row: node, col: node })));
    }
    if output.clicked_ground && state.view.locked.is_some() {
        commands.push(Command::Lock(None));
    }
}
