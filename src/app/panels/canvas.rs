//! The graph and its coarse graphs, with everything that points at them.

use std::sync::Arc;

use eframe::egui::{ComboBox, Role, Ui, WidgetInfo};

use super::super::{
    canvas::{Canvas, CanvasLook, CanvasOutput, Lit},
    command::Command,
    explored::Explored,
    live_layout::LiveLayout,
    state::{Hover, Pair, State},
};
use crate::figure::{
    look::{ColourBy, Legend, Pooled},
    picture::LevelLook,
};

/// The widget, and the looks of the nodes as long as they stay the same.
#[derive(Default)]
pub struct CanvasPanel {
    canvas: Canvas,
    levels: Vec<LevelLook>,
    legends: Vec<Legend>,
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
        Pooled::place(&explored.trace, &mut self.levels, &layout.positions());
        let lit = lit(state, explored);
        let lit: Vec<Lit<'_>> = lit.iter().map(Lighted::borrow).collect();
        let look = CanvasLook { are_hulls_shown: state.view.are_hulls_shown, are_labels_shown: true };
        let output = self.canvas.ui(ui, &self.levels, &look, &lit);
        ask(&output, state, commands);
    }

    fn refresh(&mut self, explored: &Explored, colour: ColourBy, is_dark: bool) {
        let key = (explored.version, colour, is_dark);
        if self.looks_for != Some(key) {
            self.looks_for = Some(key);
            let pooled = explored.pooled();
            let looks = (0..explored.levels.len()).map(|level| pooled.look(level, colour, None, is_dark));
            (self.levels, self.legends) = looks.unzip();
        }
    }
}

fn tools_ui(ui: &mut Ui, state: &State, layout: &LiveLayout, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.weak("colour by");
        let combo = ComboBox::from_id_salt("colour").selected_text(state.view.colour.name()).width(96.0);
        let response = combo.show_ui(ui, |ui| {
            for (colour, name) in ColourBy::NAMED {
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
