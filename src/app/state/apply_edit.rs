//! Executes commands that edit the graph.

use std::sync::Arc;

use super::{
    Pair, State, View,
    edit::{EditCommand, Pen, edge_of},
    effect::Effect,
    follow::with_edits,
    subject::Subject,
    tab::Tab,
};
use crate::graph::edit::{Edit, appended};

impl State {
    pub(super) fn apply_edit(&mut self, command: EditCommand) -> Vec<Effect> {
        match command {
            EditCommand::Toggle => self.toggle_pen(),
            EditCommand::SetPen(pen) => {
                self.pen = pen;
                Vec::new()
            }
            EditCommand::Make { edits, at, is_same_gesture } => match self.make(&edits, is_same_gesture) {
                Ok(()) => at.map(Effect::Place).into_iter().collect(),
                Err(error) => vec![Effect::Report(error)],
            },
            EditCommand::Choose { pair, is_same_gesture } => {
                let view = View { locked: Some(pair), ..self.view.clone() };
                self.change_or_report(view, is_same_gesture)
            }
            EditCommand::RemoveLocked => {
                self.removal().map_or_else(Vec::new, |edit| self.apply_edit(EditCommand::make(edit)))
            }
            EditCommand::Discard => self.discard(),
        }
    }

    /// Shows level 0 in Explore, where graphs are edited.
    fn toggle_pen(&mut self) -> Vec<Effect> {
        let is_down = !self.pen.is_down || self.tab != Tab::Explore;
        self.pen = Pen { is_down, ..self.pen };
        self.tab = Tab::Explore;
        let view = self.view.clone();
        if is_down && view.is_one_level && view.level > 0 {
            self.change_or_report(View { level: 0, selected: Vec::new(), ..view }, false)
        } else {
            Vec::new()
        }
    }

    /// Discards all edits.
    fn discard(&mut self) -> Vec<Effect> {
        let Some(data) = &self.data else { return Vec::new() };
        let view = with_edits(&self.view, data, Arc::default());
        self.change_or_report(View { locked: None, selected: Vec::new(), ..view }, false)
    }

    /// Appends edits to the copy. Locks and pins follow their nodes, and a new node is locked.
    fn make(&mut self, edits: &[Edit], is_same_gesture: bool) -> Result<(), String> {
        let view = self.view.clone();
        let Some(old) = self.subject() else { return Ok(()) };
        let all = edits.iter().fold(view.edits.to_vec(), |all, &edit| appended(&all, edit));
        let new = Subject { edits: all.into(), ..old.clone() };
        let n_nodes = new.edited_graph()?.n_nodes;
        let mut view = with_edits(&view, &old.data, new.edits);
        if edits.iter().any(|edit| matches!(edit, Edit::AddNode { .. })) {
            let node = n_nodes as u32 - 1;
            view.locked = Some(Pair { level: 0, row: node, col: node });
        }
        self.change(view, is_same_gesture)
    }

    /// Removal of the locked node, or of the edge of the locked pair.
    fn removal(&self) -> Option<Edit> {
        let pair = self.view.locked.filter(|pair| self.pen.is_down && pair.level == 0)?;
        if pair.row == pair.col {
            return Some(Edit::RemoveNode { node: pair.row });
        }
        let subject = self.subject()?;
        edge_of(&*subject.edited_graph().ok()?, pair.row, pair.col)?;
        Some(Edit::RemoveEdge { ends: [pair.row, pair.col] })
    }
}
