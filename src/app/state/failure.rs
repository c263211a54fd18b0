//! Views whose trace fails: refused if that is known in advance, else reverted without other changes.

use std::sync::Arc;

use super::{
    State, View,
    follow::with_edits,
    history::{UndoState, UndoStep},
    loaded::Loaded,
    question::{Question, fits},
    subject::Subject,
};

impl State {
    /// An error if it is known in advance that a view cannot be computed.
    pub(super) fn check(&self, view: &View) -> Result<(), String> {
        let of = |view: &View| (view.method, view.graph, view.edits.clone());
        match &self.data {
            Some(data) if of(view) != of(&self.view) => fits(view.method, Subject::from_view(data, view).n_nodes()),
            _ => Ok(()),
        }
    }

    /// Reverts a failed request in the view and in the undo history: to the last one that succeeded for the same graph,
    /// else to the default operator and signal. Other changes are kept. Returns whether the current view was affected.
    pub fn retract(&mut self, failed: &Question, answered: Option<&Question>) -> bool {
        let Some(data) = self.data.clone() else { return false };
        let asks = |view: &View| failed.is_asked_by(&data, view);
        let answered = answered.filter(|answered| answered.has_same_graph(failed));
        // The step that led to the failed request.
        let change = self.past.iter().rfind(|step| !asks(&step.before.view) && asks(&step.after.view));
        let change = change.map(|step| (step.before.view.clone(), step.after.view.clone()));
        let mend = |view: &mut View| {
            *view = match answered {
                Some(answered) => mended(view, answered, change.as_ref(), &data),
                None => by_default(view, &data),
            };
        };
        let is_shown = asks(&self.view);
        let is_of_data = |state: &&mut UndoState| state.data.as_ref().is_some_and(|of| Arc::ptr_eq(of, &data));
        let states = self.past.iter_mut().chain(&mut self.future).flat_map(|step| [&mut step.before, &mut step.after]);
        let views = states.filter(is_of_data).map(|state| &mut state.view).chain([&mut self.view]);
        views.filter(|view| asks(view)).for_each(mend);
        for steps in [&mut self.past, &mut self.future] {
            steps.retain(UndoStep::is_change);
        }
        is_shown
    }
}

impl State {
    /// Gives up a request that takes too long: the view is again that of the last one that succeeded for the dataset.
    pub fn cancel(&mut self, question: &Question, answered: Option<&Question>) {
        match answered.filter(|answered| self.is_open(&answered.subject.data)) {
            Some(answered) if !answered.has_same_graph(question) => {
                let Subject { graph, edits, .. } = answered.subject.clone();
                self.view = answered.put_into(&View { edits, ..self.view.of_graph(graph) });
            }
            answered => _ = self.retract(question, answered),
        }
    }
}

/// A view with the successful request in place of the failed one. Side effects of the failed change, such as unlocking a
/// pair, are undone too unless changed again.
fn mended(view: &View, answered: &Question, change: Option<&(View, View)>, data: &Arc<Loaded>) -> View {
    let mended = answered.put_into(view);
    match change {
        Some((before, after)) if answered.is_asked_by(data, before) => View {
            level: if view.level == after.level { before.level } else { mended.level },
            pins: if view.pins == after.pins { before.pins.clone() } else { mended.pins },
            locked: if view.locked == after.locked { before.locked } else { mended.locked },
            selected: if view.selected == after.selected { before.selected.clone() } else { mended.selected },
            ..mended
        },
        _ => mended,
    }
}

/// A view with the default operator and signal, which work for every graph.
fn by_default(view: &View, data: &Arc<Loaded>) -> View {
    let View { method, params, signal, edits, .. } = View::default();
    let level = view.level.min(params.levels);
    View { method, params, signal, level, ..with_edits(view, data, edits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::state::{Pair, SignalSource, labels},
        graph::{Dataset, GraphBuilder, gallery},
        pooling::method,
        view::look::ColourBy,
    };

    fn state(spec: &str) -> State {
        let mut state = State::default();
        assert_eq!(state.open(loaded(spec)), [""; 0]);
        state
    }

    fn loaded(spec: &str) -> Arc<Loaded> {
        Arc::new(Loaded::new(spec, gallery::parse_spec(spec).unwrap()))
    }

    /// One node more than EigenPool is run on in the window.
    fn large() -> Arc<Loaded> {
        let graphs = vec![GraphBuilder::new(9001).finish()];
        Arc::new(Loaded::new("large", Dataset { name: "large".into(), graphs, ..Dataset::default() }))
    }

    fn question(state: &State) -> Question {
        Question::from_view(state.data.as_ref().unwrap(), &state.view)
    }

    fn change(state: &mut State, set: impl FnOnce(&mut View)) {
        let mut view = state.view.clone();
        set(&mut view);
        state.change(view, false).unwrap();
    }

    /// Selects a failing model and returns its request.
    fn choose_missing_model(state: &mut State) -> Question {
        change(state, |view| {
            view.signal = SignalSource::Model("missing.safetensors".into());
            view.method = method("gpool").unwrap();
            view.locked = None;
        });
        question(state)
    }

    #[test]
    fn an_operator_that_is_too_much_is_refused_and_nothing_changes() {
        let mut state = State::default();
        assert_eq!(state.open(large()), [""; 0]);
        let before = state.view.clone();
        let error = state.change(View { method: method("eigenpool").unwrap(), ..before.clone() }, false).unwrap_err();
        assert!(error.contains(&labels::node_limit(9000, 9001)), "{error}");
        assert_eq!((&state.view, state.can_undo(), state.can_redo()), (&before, false, false));
    }

    #[test]
    fn a_dataset_that_is_too_large_for_the_operator_gets_the_default_one() {
        let mut state = state("path:n=5");
        change(&mut state, |view| view.method = method("eigenpool").unwrap());
        change(&mut state, |view| view.params.rho = 0.5);
        let messages = state.open(large());
        assert!(messages.len() == 1 && messages[0].ends_with("Using ProxPool instead"), "{messages:?}");
        assert_eq!((state.view.method.key, state.view.params.rho, state.can_undo()), ("proxpool", 0.5, false));
    }

    #[test]
    fn a_kept_view_of_what_the_dataset_has_not_is_shown_as_far_as_it_goes() {
        let mut state = State::default();
        let method = method("eigenpool").unwrap();
        let edits = ["remove:9"].map(|word| word.parse().unwrap()).into();
        let view = View { graph: 3, method, edits, are_hulls_shown: true, ..View::default() };
        state.pending.view = Some(view);
        let messages = state.open(loaded("path:n=5"));
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("has no graph 3") && messages[1].contains("there is no node 9"), "{messages:?}");
        let View { graph, edits, method, are_hulls_shown, .. } = &state.view;
        assert_eq!((*graph, edits.len(), method.key, *are_hulls_shown), (0, 0, "eigenpool", true));
    }

    #[test]
    fn a_failed_question_is_taken_back_and_other_changes_stay() {
        let mut state = state("path:n=5");
        let pair = Some(Pair { level: 0, row: 1, col: 2 });
        change(&mut state, |view| view.params.s = 4);
        change(&mut state, |view| view.locked = pair);
        let (before, answered) = (state.view.clone(), question(&state));
        let failed = choose_missing_model(&mut state);
        let pins = Arc::new([(1, [0.0, 1.0])].into_iter().collect());
        change(&mut state, |view| view.colour = ColourBy::Eigenvector(1));
        change(&mut state, |view| view.pins = Arc::clone(&pins));
        assert!(state.retract(&failed, Some(&answered)));
        let coloured = View { colour: ColourBy::Eigenvector(1), ..before };
        assert_eq!(state.view, View { pins, ..coloured.clone() });
        state.undo();
        assert_eq!(state.view, coloured);
        state.undo();
        let params = crate::pooling::Params::default();
        assert_eq!(state.view, View { params, ..coloured.clone() }, "the failed change is no step of its own");
        assert!(!state.can_undo());
        state.redo();
        assert_eq!(state.view, coloured);
    }

    #[test]
    fn what_is_wanted_instead_is_left_alone() {
        let mut state = state("path:n=5");
        let answered = question(&state);
        let failed = choose_missing_model(&mut state);
        change(&mut state, |view| view.signal = SignalSource::Default);
        let view = state.view.clone();
        assert!(!state.retract(&failed, Some(&answered)), "the view asks for something else");
        assert_eq!(state.view, view);
        state.undo();
        assert!(answered.is_asked_by(state.data.as_ref().unwrap(), &state.view), "undo does not lead to what failed");
        assert!(!state.can_undo());
    }

    #[test]
    fn without_an_answer_for_this_graph_the_default_is_shown() {
        let mut state = state("path:n=5");
        let answered = question(&state);
        let messages = state.open(loaded("cycle:n=6"));
        assert_eq!(messages, [""; 0]);
        change(&mut state, |view| view.are_hulls_shown = true);
        let failed = choose_missing_model(&mut state);
        assert!(state.retract(&failed, Some(&answered)), "the answer is of another dataset");
        let params = crate::pooling::Params::default();
        assert_eq!(state.view, View { params, are_hulls_shown: true, ..View::default() });
        // If the default failed too, there would be no other view to fall back to.
        let (failed, view) = (question(&state), state.view.clone());
        assert!(state.retract(&failed, None));
        assert_eq!(state.view, view);
    }

    #[test]
    fn edits_that_fail_go_with_what_was_drawn_of_them() {
        let mut state = state("path:n=5");
        let answered = question(&state);
        let held = |nodes: &[u32]| Arc::new(nodes.iter().map(|&node| (node, [0.0, 1.0])).collect());
        change(&mut state, |view| view.edits = ["add", "remove:0"].map(|word| word.parse().unwrap()).into());
        let failed = question(&state);
        change(&mut state, |view| {
            (view.pins, view.selected) = (held(&[1, 4]), vec![0, 4]);
            view.locked = Some(Pair { level: 0, row: 4, col: 2 });
        });
        assert!(state.retract(&failed, Some(&answered)));
        let view = &state.view;
        assert_eq!((view.edits.len(), &view.selected, &view.pins), (0, &vec![1], &held(&[2])), "node 4 was new");
        assert_eq!(view.locked, Some(Pair { level: 0, row: 3, col: 3 }));
    }
}
