//! What a wish about the graph does.

use std::sync::Arc;

use eframe::egui::Context;

use super::{
    super::{
        state::{Pair, View},
        subject::Subject,
        tabs::Tab,
        window::Window,
    },
    EditCommand, Pen, edge_of, with_edits,
};
use crate::graph::edit::{Edit, appended};

impl Window {
    /// Does what was asked for.
    pub(in super::super) fn apply_edit(&mut self, command: EditCommand, ctx: &Context) {
        match command {
            EditCommand::Toggle => self.toggle_pen(ctx),
            EditCommand::SetPen(pen) => self.state.pen = pen,
            EditCommand::Make { edits, at, is_same_gesture } => {
                if let Err(error) = self.make(&edits, at, is_same_gesture) {
                    self.toasts.error(error, ctx);
                }
            }
            EditCommand::Choose { pair, is_same_gesture } => {
                let view = View { locked: Some(pair), ..self.state.view.clone() };
                self.change(view, is_same_gesture, ctx);
            }
            EditCommand::RemoveKept => {
                if let Some(edit) = self.removal() {
                    self.apply_edit(EditCommand::make(edit), ctx);
                }
            }
            EditCommand::Discard => self.discard(ctx),
            EditCommand::AskForPath => {
                if let Some(subject) = self.state.subject() {
                    self.export.ask_for_graph(&file_name(&subject), ctx);
                }
            }
            EditCommand::Save(path) => self.save_graph(path),
        }
    }

    /// Editing is done on level 0 of the Explore tab, so that is shown.
    fn toggle_pen(&mut self, ctx: &Context) {
        let is_down = !self.state.pen.is_down || self.state.tab != Tab::Explore;
        self.state.pen = Pen { is_down, ..self.state.pen };
        self.state.tab = Tab::Explore;
        let view = self.state.view.clone();
        if is_down && view.is_one_level && view.level > 0 {
            self.change(View { level: 0, selected: Vec::new(), ..view }, false, ctx);
        }
    }

    /// Shows the graph as it is in the dataset again.
    fn discard(&mut self, ctx: &Context) {
        let Some(data) = &self.state.data else { return };
        let view = with_edits(&self.state.view, data, Arc::default());
        self.change(View { locked: None, selected: Vec::new(), ..view }, false, ctx);
    }

    /// Makes edits on the copy that is on screen. What is kept in view or held stays with its nodes, and a new node is kept.
    fn make(&mut self, edits: &[Edit], at: Option<[f32; 2]>, is_same_gesture: bool) -> Result<(), String> {
        let view = self.state.view.clone();
        let Some(old) = self.state.subject() else { return Ok(()) };
        let all = edits.iter().fold(view.edits.to_vec(), |all, &edit| appended(&all, edit));
        let new = Subject { edits: all.into(), ..old.clone() };
        let n_nodes = new.found()?.n_nodes;
        let mut view = with_edits(&view, &old.data, new.edits);
        if edits.iter().any(|edit| matches!(edit, Edit::AddNode { .. })) {
            let node = n_nodes as u32 - 1;
            view.locked = Some(Pair { level: 0, row: node, col: node });
        }
        self.state.change(view, is_same_gesture)?;
        self.placed = at;
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

/// The name that is offered for a file: that of the graph, as far as it can stand in one.
fn file_name(subject: &Subject) -> String {
    let name = subject.original().ok().and_then(|graph| graph.name.clone());
    let name = name.unwrap_or_else(|| format!("{}-{}", subject.data.dataset.name, subject.graph));
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    let name: String = name.chars().take(60).map(plain).collect();
    let edited = if subject.edits.is_empty() { "" } else { "-edited" };
    format!("{}{edited}.graphml", name.trim())
}
