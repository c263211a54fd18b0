//! The canvas panel: the graph and its coarsened graphs, with highlights and menus.

use std::sync::Arc;

use eframe::egui::{Label, RichText, Ui};

use super::canvas_tools::tools_ui;
use crate::{
    app::{
        state::{
            Hover, Pair, State,
            action::Action,
            command::{Command, ShellCommand},
            edit::EditCommand,
            explored::Explored,
            labels,
            version::Version,
        },
        tabs::Cx,
        widgets::{
            canvas::{Arrangement, CanvasLook, CanvasOutput, Lit, Spot, touches},
            levels::Levels,
            places::{self, Place},
        },
    },
    graph::valence::{Unusual, unusual},
    symbols,
    view::{
        look::{ColourBy, Legend},
        picture::LevelLook,
    },
};

#[derive(Default)]
pub(crate) struct CanvasPanel {
    levels: Levels<LooksKey>,
    legends: Vec<Legend>,
    /// Atoms of an edited molecule above their usual valence.
    unusual: Vec<Unusual>,
}

/// Cache key of the looks.
#[derive(Clone, Copy, PartialEq)]
struct LooksKey {
    version: Version,
    colour: ColourBy,
    has_spectra: bool,
    is_dark: bool,
}

impl CanvasPanel {
    pub(crate) fn fit(&mut self) {
        self.levels.fit();
    }

    pub(crate) fn node_screen_pos(&self, level: usize, node: u32) -> Option<eframe::egui::Pos2> {
        self.levels.canvas.node_screen_pos(level, node)
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, explored: &Arc<Explored>, commands: &mut Vec<Command>) {
        let (state, Some(layout)) = (cx.state, cx.layout) else { return };
        places::mark(ui, Place::Canvas, ui.max_rect());
        self.refresh(cx, explored, layout.live.positions(), ui.visuals().dark_mode);
        tools_ui(ui, cx, self.legend(state), commands);
        super::edit_note::note_ui(ui, state, commands);
        valence_ui(ui, explored, &self.unusual);
        self.levels.canvas.is_editable = state.pen().is_down;
        if let Some(level) = self.levels.looks.first_mut() {
            let pins = &state.view().pins;
            for (node, look) in level.nodes.iter_mut().enumerate() {
                look.is_pinned = !pins.is_empty() && pins.contains_key(&(node as u32));
            }
        }
        let lit = lit(state, explored);
        let lit: Vec<Lit<'_>> = lit.iter().map(Highlights::borrow).collect();
        let arrangement =
            if state.view().is_one_level { Arrangement::One(state.view().level) } else { Arrangement::SideBySide };
        let look = CanvasLook { are_hulls_shown: state.view().are_hulls_shown, ..CanvasLook::new(arrangement) };
        let mut menu = |ui: &mut Ui, level: usize, spot: Spot| {
            commands.extend(menu_ui(ui, cx, explored, level, spot));
        };
        let output = self.levels.ui(ui, look, &lit, &mut menu);
        ask(&output, state, commands);
        ask_for_edits(&output, state, explored, commands);
    }

    /// Of the colours that were drawn last.
    pub(crate) fn legend(&self, state: &State) -> &Legend {
        let level = if state.view().is_one_level { state.view().level } else { 0 };
        self.legends.get(level).unwrap_or(&Legend::None)
    }

    /// Rebuilds the looks when the key changes.
    fn refresh(&mut self, cx: &Cx<'_>, explored: &Explored, positions: Arc<Vec<[f32; 2]>>, is_dark: bool) {
        let colour = cx.state.view().colour;
        let spectra = cx.spectra.filter(|spectra| spectra.version == explored.version);
        let key = LooksKey { version: explored.version, colour, has_spectra: spectra.is_some(), is_dark };
        self.levels.refresh(explored, positions, key, |pooled| {
            let look = |level| {
                let signed = match colour {
                    ColourBy::Eigenvector(idx) => spectra.and_then(|spectra| spectra.vector(level, idx)),
                    _ => None,
                };
                pooled.look(level, colour, signed.as_deref(), is_dark)
            };
            let (mut looks, legends): (Vec<LevelLook>, _) = (0..explored.levels.len()).map(look).unzip();
            self.legends = legends;
            self.unusual.clear();
            if !explored.edits.is_empty() {
                self.unusual = unusual(&explored.edited_graph, &explored.data.dataset);
            }
            for atom in &self.unusual {
                looks[0].nodes[atom.node as usize].is_doubtful = true;
            }
            looks
        });
    }
}

/// A sentence for each atom with more bonds than usual; drawing them is no error.
fn valence_ui(ui: &mut Ui, explored: &Explored, unusual: &[Unusual]) {
    const MOST: usize = 3;
    for &Unusual { node, element, bonds, usual } in unusual.iter().take(MOST) {
        let text = labels::explore::unusual_valence(&explored.levels[0].names[node as usize], element, bonds, usual);
        let text = RichText::new(text).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).truncate());
    }
    if let Some(more) = unusual.len().checked_sub(MOST).filter(|more| *more > 0) {
        ui.colored_label(ui.visuals().warn_fg_color, format!("{more} more atoms are above their usual valence."));
    }
}

/// The context menu.
fn menu_ui(ui: &mut Ui, cx: &Cx<'_>, explored: &Explored, level: usize, spot: Spot) -> Vec<Command> {
    let mut commands = Vec::new();
    // The graph may have changed under an open menu.
    let name_of = |node: u32| explored.levels.get(level)?.names.get(node as usize);
    let named = match spot {
        Spot::Node(node) => name_of(node).map(|name| (node, name)),
        Spot::Edge(_) | Spot::Ground => None,
    };
    if let Some((_, name)) = named {
        ui.weak(format!("{name} · level {level}"));
    }
    if cx.state.pen().is_down && level == 0 {
        super::edit_menu::menu_ui(ui, cx.state, explored, spot, &mut commands);
    }
    let mut item = |ui: &mut Ui, name: &str, command: Command| {
        if ui.button(name).clicked() {
            commands.push(command);
            ui.close();
        }
    };
    if let Some((node, name)) = named {
        item(ui, labels::explore::LOCK_NODE, Command::Lock(Some(Pair { level, row: node, col: node })));
        let locked = cx.state.view().locked.filter(|pair| pair.level == level && pair.row != node);
        if let Some((row, other)) = locked.and_then(|pair| Some((pair.row, name_of(pair.row)?))) {
            item(ui, &format!("Lock pair with {other}"), Command::Lock(Some(Pair { level, row, col: node })));
        }
        item(ui, "Copy name", Command::Shell(ShellCommand::Copy(name.clone())));
        if level == 0 && cx.state.view().pins.contains_key(&node) {
            item(ui, "Unpin node", Command::Unpin(node));
        }
        ui.separator();
    }
    ui.menu_button(labels::explore::COLOUR_BY, |ui| {
        for (colour, name) in
            ColourBy::NAMED.into_iter().chain([(ColourBy::Eigenvector(1), labels::explore::EIGENVECTOR)])
        {
            item(ui, name, Command::SetColour(colour));
        }
    });
    item(ui, Action::Hulls.label(), Command::ToggleHulls);
    item(ui, "Show matrices of this level", Command::SetLevel(level));
    item(ui, Action::ExportFigure.label(), Command::Shell(ShellCommand::ExportFigure(Some("pooling"))));
    item(ui, Action::Fit.label(), Command::Shell(ShellCommand::Fit));
    item(ui, Action::RestartLayout.label(), Command::Shell(ShellCommand::RestartLayout));
    if !cx.state.view().pins.is_empty() {
        item(ui, Action::UnpinAll.label(), Command::UnpinAll);
    }
    commands
}

/// Highlights of a level.
struct Highlights {
    level: usize,
    nodes: Vec<(u32, f32)>,
    /// Whether the nodes are members, highlighted by their assignment weights.
    are_members: bool,
    pair: Option<(u32, u32)>,
    selected: Vec<u32>,
}

impl Highlights {
    fn borrow(&self) -> Lit<'_> {
        let Self { level, nodes, are_members, pair, selected } = self;
        Lit { level: *level, nodes, has_numbers: *are_members, pair: *pair, selected, edges: &[] }
    }
}

fn lit(state: &State, explored: &Explored) -> Vec<Highlights> {
    let mut all: Vec<Highlights> = (0..explored.levels.len())
        .map(|level| Highlights { level, nodes: Vec::new(), are_members: false, pair: None, selected: Vec::new() })
        .collect();
    if let Some(lit) = all.get_mut(state.view().level) {
        lit.selected.clone_from(&state.view().selected);
    }
    if let Some(Pair { level, row, col }) = state.shown_pair()
        && let Some(lit) = all.get_mut(level)
    {
        lit.pair = Some((row, col));
    }
    if let Hover::Node { level, node } = state.hover() {
        light_members(&mut all, explored, level, node);
    }
    all
}

/// Highlights a node; a seed with its members by assignment weight, a coarse node with its cluster.
fn light_members(all: &mut [Highlights], explored: &Explored, level: usize, node: u32) {
    let members = |level: usize, row: usize| -> Vec<(u32, f32)> {
        let c = explored.trace.levels.get(level).and_then(|trace| trace.sparse(&symbols::C));
        c.filter(|c| row < c.pattern.n_rows()).map_or_else(Vec::new, |c| {
            c.pattern.range(row).map(|at| (c.pattern.cols()[at], c.values[at] as f32)).collect()
        })
    };
    let Some(trace) = explored.trace.levels.get(level) else { return };
    all[level].nodes.push((node, 1.0));
    if let Some(row) = trace.seeds().and_then(|seeds| seeds.iter().position(|&seed| seed == node)) {
        all[level].nodes.extend(members(level, row));
        all[level].are_members = true;
        if let Some(coarse) = all.get_mut(level + 1) {
            coarse.nodes.push((row as u32, 1.0));
        }
    }
    if level > 0 {
        all[level - 1].nodes.extend(members(level - 1, node as usize));
        all[level - 1].are_members = true;
    }
}

/// Turns drawing on the canvas into edits.
fn ask_for_edits(output: &CanvasOutput, state: &State, explored: &Explored, commands: &mut Vec<Command>) {
    let (graph, dataset) = (&explored.edited_graph, &explored.data.dataset);
    let edge = |ends: [u32; 2]| state.pen().edge(graph, dataset, ends);
    if let Some((from, at)) = output.added {
        let joined = from.map(|from| edge([from, graph.n_nodes as u32]));
        let edits = [state.pen().node(graph)].into_iter().chain(joined).collect();
        commands.push(Command::Edit(EditCommand::Make { edits, at: Some(at), is_same_gesture: false }));
    }
    if let Some(ends) = output.joined {
        commands.push(Command::Edit(EditCommand::make(edge(ends))));
    }
    if let Some([row, col]) = output.clicked_edge {
        commands.push(Command::Lock(Some(Pair { level: 0, row, col })));
    }
    if output.is_removal_wanted {
        commands.push(Command::Edit(EditCommand::RemoveLocked));
    }
}

fn ask(output: &CanvasOutput, state: &State, commands: &mut Vec<Command>) {
    commands.extend(touches(output));
    if let Some((level, node)) = output.clicked {
        // In edit mode a click selects one node: a second click must not select the edge between them.
        let before = state.view().locked.filter(|_| !state.pen().is_down);
        commands.push(Command::Lock(Some(Pair::after(before, level, node))));
    }
    if let Some((level, nodes)) = &output.brushed {
        commands.push(Command::Select { level: *level, nodes: nodes.clone() });
    }
    if output.clicked_ground && state.view().locked.is_some() {
        commands.push(Command::Lock(None));
    }
}
