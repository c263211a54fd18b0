//! Undo: covers changes of the model and the graph, not changes of the display.
//!
//! A step is a change of operator, parameters or signal, of the edits, or of where nodes were put; and of the graph where
//! edits or pins of the one before would be lost. Level, node order, colours, locks and selection belong to looking: they are
//! changed without a step, and stay when one is undone. What a step changed of them in passing goes back with it.

use std::sync::Arc;

use super::{State, View, follow::with_edits, loaded::Loaded};

/// Positions of the nodes of level 0, in layout units.
pub(crate) type Positions = Arc<Vec<[f32; 2]>>;

/// Maximum number of undo steps.
const MAX_UNDO: usize = 200;

/// The state before or after a step.
#[derive(Clone)]
pub(super) struct UndoState {
    pub data: Option<Arc<Loaded>>,
    pub view: View,
    /// Positions of the nodes, if known.
    pub positions: Option<Positions>,
}

#[derive(Clone)]
pub(super) struct UndoStep {
    pub before: UndoState,
    pub after: UndoState,
}

impl UndoState {
    fn has_same_data(&self, other: &Self) -> bool {
        match (&self.data, &other.data) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    pub(super) fn has_same_graph(&self, other: &Self) -> bool {
        self.has_same_data(other) && self.view.graph == other.view.graph
    }

    fn has_same_settings(&self, other: &Self) -> bool {
        let of = |view: &View| (view.method, view.params.clone(), view.signal.clone());
        of(&self.view) == of(&other.view)
    }

    /// Whether the graph and its nodes are the same, in the same places.
    fn has_same_arrangement(&self, other: &Self) -> bool {
        let of = |view: &View| (view.edits.clone(), view.pins.clone(), view.layout_seed);
        self.has_same_graph(other) && of(&self.view) == of(&other.view)
    }

    fn has_work(&self) -> bool {
        !self.view.edits.is_empty() || !self.view.pins.is_empty()
    }
}

impl UndoStep {
    /// Whether something was done. Another graph is only looked at, unless work on the one before would be lost.
    pub(super) fn is_change(&self) -> bool {
        let Self { before, after } = self;
        let is_other_work = if before.has_same_graph(after) {
            !before.has_same_arrangement(after)
        } else {
            !before.has_same_data(after) || before.has_work()
        };
        is_other_work || !before.has_same_settings(after)
    }

    /// The step in the other direction.
    fn reversed(&self) -> Self {
        Self { before: self.after.clone(), after: self.before.clone() }
    }

    /// `now` after this step. What has been looked at since stays.
    fn applied_to(&self, now: &UndoState) -> UndoState {
        let Self { before: from, after: to } = self;
        let is_arrangement_kept = from.has_same_arrangement(to);
        let mut view = match (&to.data, now.has_same_graph(to)) {
            _ if is_arrangement_kept => now.view.clone(),
            (Some(data), true) => with_edits(&now.view, data, to.view.edits.clone()),
            _ => View { edits: to.view.edits.clone(), ..now.view.of_graph(to.view.graph) },
        };
        if !is_arrangement_kept {
            (view.pins, view.layout_seed) = (to.view.pins.clone(), to.view.layout_seed);
        }
        if now.has_same_graph(to) || !is_arrangement_kept {
            if now.view.level == from.view.level {
                view.level = to.view.level;
            }
            if now.view.locked == from.view.locked {
                view.locked = to.view.locked;
            }
            if now.view.selected == from.view.selected {
                view.selected.clone_from(&to.view.selected);
            }
        }
        let View { method, params, signal, .. } = to.view.clone();
        let level = view.level.min(params.levels);
        UndoState {
            data: if is_arrangement_kept { now.data.clone() } else { to.data.clone() },
            view: View { method, params, signal, level, ..view },
            positions: to.positions.clone().filter(|_| !is_arrangement_kept),
        }
    }
}

impl State {
    pub fn positions(&self) -> Option<&Positions> {
        self.positions.as_ref()
    }

    /// The positions on screen, of the graph of the view; they come back when a step is undone.
    pub fn note_positions(&mut self, positions: Option<Positions>) {
        self.positions = positions;
    }

    pub(super) fn undo_state(&self) -> UndoState {
        UndoState { data: self.data.clone(), view: self.view.clone(), positions: self.positions.clone() }
    }

    /// Notes what has changed since `before`; changes of the same gesture are one step.
    pub(super) fn record(&mut self, before: UndoState, is_same_gesture: bool) {
        let step = UndoStep { before, after: UndoState { positions: None, ..self.undo_state() } };
        if !step.is_change() {
            return;
        }
        self.future.clear();
        match self.past.last_mut().filter(|_| is_same_gesture) {
            Some(last) => last.after = step.after,
            None => {
                self.past.push(step);
                if self.past.len() > MAX_UNDO {
                    self.past.remove(0);
                }
            }
        }
    }

    /// Where the nodes of the graph of the view are to be put, at rest.
    pub fn take_arranged(&mut self) -> Option<Positions> {
        self.arranged.take()
    }

    pub(super) fn undo(&mut self) {
        let Some(mut step) = pop_change(&mut self.past) else { return };
        let now = self.undo_state();
        step.after.positions.clone_from(&now.positions);
        self.go(step.reversed().applied_to(&now));
        self.future.push(step);
    }

    pub(super) fn redo(&mut self) {
        let Some(step) = pop_change(&mut self.future) else { return };
        self.go(step.applied_to(&self.undo_state()));
        self.past.push(step);
    }

    fn go(&mut self, to: UndoState) {
        let is_other_data = !to.has_same_data(&self.undo_state());
        (self.data, self.view) = (to.data, to.view);
        if is_other_data {
            (self.predictions, self.unpredicted) = (None, None);
        }
        self.arranged = to.positions;
    }

    pub fn can_undo(&self) -> bool {
        self.past.iter().any(UndoStep::is_change)
    }

    pub fn can_redo(&self) -> bool {
        self.future.iter().any(UndoStep::is_change)
    }

    /// What would be undone: `drag of C5`, `s = 3 → 4`.
    pub fn undo_name(&self) -> Option<String> {
        Some(self.past.iter().rfind(|step| step.is_change())?.name())
    }

    pub fn redo_name(&self) -> Option<String> {
        Some(self.future.iter().rfind(|step| step.is_change())?.name())
    }
}

/// Steps that a gesture took back itself are left out.
fn pop_change(steps: &mut Vec<UndoStep>) -> Option<UndoStep> {
    std::iter::from_fn(|| steps.pop()).find(UndoStep::is_change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::state::{Pair, command::Command, edit::EditCommand},
        graph::gallery,
        pooling::{Params, method},
        view::look::ColourBy,
    };

    fn state(spec: &str) -> State {
        let mut state = State::default();
        assert_eq!(state.open(Arc::new(Loaded::new(spec, gallery::parse_spec(spec).unwrap()))), [""; 0]);
        state
    }

    fn set_s(state: &mut State, s: usize, is_same_gesture: bool) {
        state.apply(Command::SetParams { params: Params { s, ..Params::default() }, is_same_gesture });
    }

    fn drag(state: &mut State, node: u32, x: f32, is_same_gesture: bool) {
        state.apply(Command::Drag { node, position: [x, 0.0], is_same_gesture });
    }

    fn positions(x: f32) -> Option<Positions> {
        Some(Arc::new(vec![[x, 0.0]; 5]))
    }

    #[test]
    fn a_gesture_is_one_step() {
        let mut state = state("path:n=5");
        set_s(&mut state, 4, false);
        set_s(&mut state, 5, false);
        set_s(&mut state, 6, true);
        state.undo();
        assert_eq!(state.view.params.s, 4, "a drag is one step");
        state.undo();
        assert_eq!((state.view.params.s, state.can_undo()), (3, false));
        state.redo();
        state.redo();
        assert_eq!((state.view.params.s, state.can_redo()), (6, false));
        state.undo();
        set_s(&mut state, 9, false);
        assert!(!state.can_redo(), "what was undone is gone after a new change");
    }

    #[test]
    fn a_gesture_that_ends_where_it_began_is_no_step() {
        let mut state = state("path:n=5");
        set_s(&mut state, 4, false);
        set_s(&mut state, 3, true);
        assert!(!state.can_undo());
        set_s(&mut state, 5, true);
        assert_eq!(state.undo_name().as_deref(), Some("s = 3 → 5"));
        state.undo();
        assert_eq!(state.view.params.s, 3);
    }

    #[test]
    fn what_is_looked_at_is_no_step_and_stays() {
        let mut state = state("path:n=5");
        set_s(&mut state, 4, false);
        let pair = Some(Pair { level: 1, row: 0, col: 1 });
        for command in [
            Command::SetLevel(1),
            Command::Lock(pair),
            Command::SetColour(ColourBy::Coupling),
            Command::ToggleHulls,
            Command::ToggleOneLevel,
            Command::NextOrder,
            Command::Select { level: 1, nodes: vec![0] },
        ] {
            state.apply(command);
        }
        let looked = state.view.clone();
        state.undo();
        assert_eq!(state.view, View { params: Params::default(), ..looked });
        assert!(!state.can_undo());
    }

    #[test]
    fn a_lock_that_went_with_the_operator_comes_back_with_it() {
        let mut state = state("path:n=5");
        let pair = Some(Pair { level: 0, row: 0, col: 1 });
        state.apply(Command::Lock(pair));
        state.apply(Command::SetMethod(method("gpool").unwrap()));
        assert_eq!((state.view.locked, state.undo_name().as_deref()), (None, Some("ProxPool → gPool")));
        state.undo();
        assert_eq!((state.view.method.key, state.view.locked), ("proxpool", pair));
    }

    #[test]
    fn positions_come_back_with_a_drag_and_with_an_edit() {
        let mut state = state("path:n=5");
        state.note_positions(positions(0.0));
        drag(&mut state, 2, 7.0, false);
        state.note_positions(positions(1.0));
        drag(&mut state, 2, 8.0, true);
        state.note_positions(positions(2.0));
        assert_eq!(state.undo_name().as_deref(), Some("drag of 2"));
        state.undo();
        assert_eq!(state.take_arranged(), positions(0.0));
        assert!(state.view.pins.is_empty());
        state.note_positions(positions(0.0));
        state.redo();
        assert_eq!(state.take_arranged(), positions(2.0));
        assert_eq!(state.view.pins.get(&2), Some(&[8.0, 0.0]));
        state.note_positions(positions(2.0));
        state.apply(Command::Edit(EditCommand::make("remove:4".parse().unwrap())));
        assert_eq!(state.undo_name().as_deref(), Some("remove 4"));
        state.undo();
        assert_eq!(state.take_arranged(), positions(2.0));
        assert_eq!((state.view.edits.len(), state.view.pins.len()), (0, 1));
    }

    #[test]
    fn another_graph_is_a_step_only_where_work_is_left() {
        let mut state = State::default();
        state.open(Arc::new(Loaded::new("gallery", gallery::dataset())));
        set_s(&mut state, 4, false);
        state.apply(Command::SelectGraph(1));
        assert_eq!(state.undo_name().as_deref(), Some("s = 3 → 4"));
        drag(&mut state, 2, 7.0, false);
        state.apply(Command::SelectGraph(2));
        assert_eq!(state.undo_name().as_deref(), Some("graph 1 → 2"));
        state.undo();
        assert_eq!((state.view.graph, state.view.pins.len()), (1, 1));
        state.undo();
        state.apply(Command::SelectGraph(5));
        state.undo();
        assert_eq!((state.view.graph, state.view.params.s), (5, 3), "parameters belong to no graph");
        state.redo();
        state.redo();
        assert_eq!((state.view.graph, state.view.pins.len()), (1, 1), "a drag belongs to its graph");
    }
}
