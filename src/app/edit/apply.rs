//! What a wish about the graph does.

use std::sync::Arc;

use eframe::egui::Context;

use super::{
    super::{
        state::{Pair, Pins, View},
        subject::Subject,
        tabs::Tab,
        window::Window,
    },
    EditCommand, Pen, edge_of,
};
use crate::graph::edit::{Edit, appended, followed, origins};

impl Window {
    /// Does what was asked for.
    pub(in super::super) fn apply_edit(&mut self, command: EditCommand, ctx: &Context) {
        match command {
            EditCommand::Toggle => self.toggle_pen(),
            EditCommand::SetPen(pen) => self.state.pen = pen,
            EditCommand::Make { edits, at, is_same_gesture } => {
                if let Err(error) = self.make(&edits, at, is_same_gesture) {
                    self.toasts.error(error, ctx);
                }
            }
            EditCommand::Choose { pair, is_same_gesture } => {
                let view = View { locked: Some(pair), ..self.state.view.clone() };
                self.state.change(view, is_same_gesture);
            }
            EditCommand::RemoveKept => {
                if let Some(edit) = self.removal() {
                    self.apply_edit(EditCommand::make(edit), ctx);
                }
            }
            EditCommand::Discard => self.discard(),
            EditCommand::AskForPath => {
                if let Some(subject) = self.state.subject() {
                    self.export.ask_for_graph(&file_name(&subject), ctx);
                }
            }
            EditCommand::Save(path) => self.save_graph(path),
        }
    }

    /// Editing is done on level 0 of the Explore tab, so that is shown.
    fn toggle_pen(&mut self) {
        let is_down = !self.state.pen.is_down || self.state.tab != Tab::Explore;
        self.state.pen = Pen { is_down, ..self.state.pen };
        self.state.tab = Tab::Explore;
        let view = self.state.view.clone();
        if is_down && view.is_one_level && view.level > 0 {
            self.state.change(View { level: 0, selected: Vec::new(), ..view }, false);
        }
    }

    /// Shows the graph as it is in the dataset again.
    fn discard(&mut self) {
        let Some(old) = self.state.subject() else { return };
        let new = Subject { edits: Arc::default(), ..old.clone() };
        let pins = pins_between(&old, &new, &self.state.view.pins);
        let view = self.state.view.of_graph(old.graph);
        self.state.change(View { pins, ..view }, false);
    }

    /// Makes edits on the copy that is on screen. What is kept in view or held stays with its nodes, and a new node is kept.
    fn make(&mut self, edits: &[Edit], at: Option<[f32; 2]>, is_same_gesture: bool) -> Result<(), String> {
        let view = self.state.view.clone();
        let Some(old) = self.state.subject() else { return Ok(()) };
        let all = edits.iter().fold(view.edits.to_vec(), |all, &edit| appended(&all, edit));
        let new = Subject { edits: all.into(), ..old.clone() };
        let n_nodes = new.found()?.n_nodes;
        let [from, to] = [&old, &new].map(origins_of);
        let follow = |node: u32| followed(node, &from, &to);
        let added = edits.iter().any(|edit| matches!(edit, Edit::AddNode { .. })).then_some(n_nodes as u32 - 1);
        let locked = match (added, view.locked) {
            (Some(node), _) => Some(Pair { level: 0, row: node, col: node }),
            (None, Some(pair)) if pair.level == 0 => match (follow(pair.row), follow(pair.col)) {
                (Some(row), Some(col)) => Some(Pair { level: 0, row, col }),
                (one, other) => one.or(other).map(|node| Pair { level: 0, row: node, col: node }),
            },
            // Coarse nodes are others now.
            _ => None,
        };
        let selected = match view.level {
            0 => view.selected.iter().filter_map(|&node| follow(node)).collect(),
            _ => Vec::new(),
        };
        let pins = pins_between(&old, &new, &view.pins);
        self.placed = at;
        self.state.change(View { edits: new.edits, pins, locked, selected, ..view }, is_same_gesture);
        Ok(())
    }

    /// What the key that removes takes away: the node, or the edge of the pair.
    fn removal(&self) -> Option<Edit> {
        let pair = self.state.view.locked.filter(|pair| self.state.pen.is_down && pair.level == 0)?;
        if pair.row == pair.col {
            return Some(Edit::RemoveNode { node: pair.row });
        }
        let subject = self.state.subject()?;
        edge_of(&*subject.found().ok()?, pair.row, pair.col)?;
        Some(Edit::RemoveEdge { ends: [pair.row, pair.col] })
    }
}

/// Where the nodes of an edited graph come from.
fn origins_of(subject: &Subject) -> Vec<u32> {
    origins(subject.original().map_or(0, |graph| graph.n_nodes), &subject.edits)
}

/// What is held, with the numbers that its nodes have after other edits.
fn pins_between(old: &Subject, new: &Subject, pins: &Arc<Pins>) -> Arc<Pins> {
    if pins.is_empty() {
        return pins.clone();
    }
    let [from, to] = [old, new].map(origins_of);
    let moved = pins.iter().filter_map(|(&node, &position)| Some((followed(node, &from, &to)?, position)));
    Arc::new(moved.collect())
}

/// The name that is offered for a file: that of the graph, as far as it can stand in one.
fn file_name(subject: &Subject) -> String {
    let name = subject.original().ok().and_then(|graph| graph.name.clone());
    let name = name.unwrap_or_else(|| format!("{}-{}", subject.data.dataset.name, subject.graph));
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    let name: String = name.chars().take(60).map(plain).collect();
    let edited = if subject.edits.is_empty() { "" } else { "-edited" };
    format!("{}{edited}.graphml", name.trim())
}
