//! Executes commands on the state.

use std::sync::Arc;

use strum::VariantArray as _;

use super::{
    Hover, Pair, SignalSource, State, View,
    command::{Command, ShellCommand},
    effect::Effect,
    link::{Link, SCHEME},
    looks::maps::MapsLook,
    session_file,
    tab::Tab,
    version::Version,
};
use crate::trace::order::NodeOrder;

impl State {
    /// Executes a command; returns its effects on the rest of the window.
    pub fn apply(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Shell(command) => return vec![Effect::Shell(command)],
            Command::Train(command) => return vec![Effect::Train(command)],
            Command::Tour(command) => return vec![Effect::Tour(command)],
            Command::Edit(command) => return self.apply_edit(command),
            Command::Open(source) => return self.load(&source),
            Command::OpenSession(session) => return self.open_session(*session),
            Command::Generate { chosen, is_same_gesture } => return self.generate(&chosen, is_same_gesture),
            Command::OpenAt(source, graph) => {
                self.pending.graph = Some(graph);
                return self.load(&source);
            }
            Command::CopyLink => {
                let copy = |link: Link| Effect::Shell(ShellCommand::Copy(link.to_string()));
                return self.link().map(copy).into_iter().collect();
            }
            Command::SetSignal(signal) => return self.set_signal(signal),
            Command::ShowOperator { method, params, signal } => {
                self.before_following = None;
                self.note_model(&signal);
                let view = View { signal, ..self.view.clone() }.with_operator(method, params);
                let mut effects = vec![Effect::Unfollow];
                effects.extend(self.change_or_report(view, false));
                return effects;
            }
            Command::Follow { method, params, signal } => return self.follow_epoch(method, params, signal),
            Command::StopFollowing => return self.stop_following(),
            Command::ShowTab(tab) => {
                self.tab = tab;
                self.is_start_shown = false;
                return vec![Effect::Rescan];
            }
            Command::StepTab(step) => return self.apply(Command::ShowTab(self.tab.stepped(step))),
            Command::TogglePresentation => {
                self.is_presenting = !self.is_presenting;
                return vec![Effect::Present(self.is_presenting)];
            }
            Command::ShowView { tab, view } => {
                self.is_start_shown = false;
                self.tab = tab;
                return self.change_or_report(*view, true);
            }
            Command::Undo => {
                self.undo();
                return self.take_over();
            }
            Command::Redo => {
                self.redo();
                return self.take_over();
            }
            Command::Hover(hover) => self.hover = hover,
            Command::ToggleStart => self.is_start_shown = !self.is_start_shown,
            Command::ShowList(is_shown) => self.is_list_wanted = Some(is_shown),
            Command::SetStep(step) => (self.tab, self.step) = (Tab::Steps, step),
            Command::SetPredictions(signal, predictions) => {
                (self.predictions, self.predicted_by) = (Some((Version::next(), predictions)), signal);
            }
            Command::HidePredictions => {
                (self.predictions, self.unpredicted) = (None, Some(self.view.signal.clone()));
            }
            Command::SetSpectrumLook(look) => self.looks.spectrum = look,
            Command::SetCompareLook(look) => self.looks.compare = *look,
            Command::SetMapsLook(look) => self.looks.maps = *look,
            Command::SetResultsLook(look) => self.looks.results = look,
            command => {
                let is_same_gesture = matches!(
                    command,
                    Command::SetParams { is_same_gesture: true, .. } | Command::Drag { is_same_gesture: true, .. }
                );
                // What the user sets is not set again by the next epoch.
                let mut effects = match command {
                    Command::SetParams { .. } | Command::SetMethod(_) => self.take_over(),
                    _ => Vec::new(),
                };
                let view = self.changed(command);
                effects.extend(self.change_or_report(view, is_same_gesture));
                return effects;
            }
        }
        Vec::new()
    }

    /// The view after a command that changes only the view.
    fn changed(&self, command: Command) -> View {
        let view = self.view.clone();
        match command {
            // Another graph starts without edits; undo restores those of this one.
            Command::SelectGraph(graph) if graph != view.graph => view.of_graph(graph),
            Command::SetMethod(method) => View { method, locked: None, selected: Vec::new(), ..view },
            Command::SetParams { params, .. } => View { level: view.level.min(params.levels), params, ..view },
            Command::SetOrder(order) => View { order, ..view },
            Command::NextOrder => {
                let orders = NodeOrder::VARIANTS;
                // After the automatic order comes another one than that of the index, which it mostly is.
                let steps = if view.order == NodeOrder::Automatic { 2 } else { 1 };
                View { order: orders[(view.order as usize + steps) % orders.len()], ..view }
            }
            Command::SetLevel(level) => View { level: level.min(view.params.levels), selected: Vec::new(), ..view },
            Command::SetColour(colour) => View { colour, ..view },
            Command::ToggleHulls => View { are_hulls_shown: !view.are_hulls_shown, ..view },
            Command::ToggleOneLevel => View { is_one_level: !view.is_one_level, ..view },
            Command::Lock(locked) => View { locked, ..view },
            Command::ToggleLock => {
                let under_pointer = match self.hover_before {
                    Hover::Pair(pair) => Some(pair),
                    Hover::Node { level, node } => Some(Pair { level, row: node, col: node }),
                    Hover::Nothing => None,
                };
                View { locked: under_pointer, ..view }
            }
            Command::Select { level, nodes } => View { level, selected: nodes, ..view },
            Command::Drag { node, position, .. } => {
                let mut pins = view.pins.clone();
                Arc::make_mut(&mut pins).insert(node, position);
                View { pins, ..view }
            }
            Command::Unpin(node) => {
                let mut pins = view.pins.clone();
                Arc::make_mut(&mut pins).remove(&node);
                View { pins, ..view }
            }
            Command::UnpinAll => View { pins: Arc::default(), ..view },
            Command::NewLayout => View { layout_seed: view.layout_seed.wrapping_add(1), pins: Arc::default(), ..view },
            _ => view,
        }
    }

    pub(super) fn change_or_report(&mut self, view: View, is_same_gesture: bool) -> Vec<Effect> {
        self.change(view, is_same_gesture).err().map(Effect::Report).into_iter().collect()
    }

    /// Loads a dataset. A link sets the tab now and the view once the dataset is loaded.
    pub(super) fn load(&mut self, source: &str) -> Vec<Effect> {
        (self.pending.generated, self.pending.positions) = (None, None);
        if session_file::is_session(source) {
            return vec![Effect::ReadSession(source.into())];
        }
        if !source.starts_with(SCHEME) {
            self.pending.view = None;
            return vec![Effect::Load(source.to_owned())];
        }
        match source.parse::<Link>() {
            Ok(link) => {
                (self.tab, self.step) = (link.tab, link.step);
                // A link sets the look of its own tab only.
                match link.tab {
                    Tab::Spectrum => self.looks.spectrum = link.spectrum,
                    Tab::Compare => self.looks.compare = link.compare,
                    Tab::Results => self.looks.results = link.results,
                    // Which matrices are hidden is no part of a link.
                    Tab::Explore => {
                        let chosen = std::mem::take(&mut self.looks.maps.chosen);
                        self.looks.maps = MapsLook { chosen, ..link.maps };
                    }
                    _ => {}
                }
                self.pending.view = Some(link.view);
                vec![Effect::Load(link.dataset)]
            }
            Err(error) => vec![Effect::Report(format!("{source}: {error}"))],
        }
    }

    /// The link to the current view.
    pub fn link(&self) -> Option<Link> {
        let data = self.data.as_ref()?;
        Some(Link {
            dataset: data.source.clone(),
            tab: self.tab,
            step: self.step,
            view: self.view.clone(),
            spectrum: self.looks.spectrum,
            compare: self.looks.compare.clone(),
            results: self.looks.results.clone(),
            maps: MapsLook { block: None, chosen: Default::default(), ..self.looks.maps.clone() },
        })
    }

    /// Sets the signal. A model also sets its operator and parameters, in one undo step.
    fn set_signal(&mut self, signal: SignalSource) -> Vec<Effect> {
        // Choosing a signal stops following a run.
        self.before_following = None;
        let mut effects = vec![Effect::Unfollow];
        match (View { signal, ..self.view.clone() }).following_model() {
            Ok(view) => {
                self.note_model(&view.signal);
                self.unpredicted = None;
                effects.extend(self.change_or_report(view, false));
            }
            Err(error) => effects.push(Effect::Report(error.to_string())),
        }
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::state::{loaded::Loaded, looks::spectrum::Page},
        graph::gallery,
        pooling::method,
    };

    fn opened() -> State {
        let spec = "cycle:n=8";
        let mut state = State::new(None);
        assert_eq!(
            state.apply(Command::Open("gallery:cycle:n=8".to_owned())),
            [Effect::Load("gallery:cycle:n=8".to_owned())]
        );
        assert_eq!(state.open(Arc::new(Loaded::new(spec, gallery::parse_spec(spec).unwrap()))), [""; 0]);
        state
    }

    #[test]
    fn a_link_shows_its_tab_at_once_and_its_view_once_the_data_is_there() {
        let mut state = State::default();
        let effects = state.apply(Command::Open("proxpool:cycle:n=8?pool=gpool&tab=spectrum&page=signals".to_owned()));
        assert_eq!(effects, [Effect::Load("cycle:n=8".to_owned())]);
        assert_eq!((state.tab(), state.looks().spectrum.page), (Tab::Spectrum, Page::Signals));
        assert_eq!(state.view().method.key, "proxpool");
        state.open(Arc::new(Loaded::new("cycle:n=8", gallery::parse_spec("cycle:n=8").unwrap())));
        assert_eq!(state.view().method.key, "gpool");
    }

    #[test]
    fn a_bad_link_is_reported_and_changes_nothing() {
        let mut state = opened();
        let link = state.link();
        let effects = state.apply(Command::Open("proxpool:MUTAG?pool=maxpool".to_owned()));
        assert!(matches!(&effects[..], [Effect::Report(text)] if text.contains("maxpool")), "{effects:?}");
        assert_eq!(state.link(), link);
    }

    #[test]
    fn views_are_undone_and_looks_are_not() {
        let mut state = opened();
        assert_eq!(state.apply(Command::SetMethod(method("gpool").unwrap())), []);
        let look = crate::app::state::looks::spectrum::SpectrumLook { at: 3, ..state.looks().spectrum };
        assert_eq!(state.apply(Command::SetSpectrumLook(look)), []);
        state.apply(Command::Undo);
        assert_eq!((state.view().method.key, state.looks().spectrum.at), ("proxpool", 3));
        assert!(state.can_redo() && !state.can_undo());
    }

    #[test]
    fn the_pointer_is_locked_as_it_was_when_the_frame_began() {
        let mut state = opened();
        state.apply(Command::Hover(Hover::Node { level: 0, node: 3 }));
        state.release_hover();
        state.apply(Command::ToggleLock);
        assert_eq!(state.view().locked, Some(Pair { level: 0, row: 3, col: 3 }));
        state.release_hover();
        state.apply(Command::ToggleLock);
        assert_eq!(state.view().locked, None, "nothing is under the pointer");
    }

    #[test]
    fn choosing_a_signal_ends_following_a_run() {
        let mut state = opened();
        assert_eq!(state.apply(Command::SetSignal(SignalSource::RandomNetwork)), [Effect::Unfollow]);
    }
}
