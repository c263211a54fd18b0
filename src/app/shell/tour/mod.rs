//! The guided tour: each stop highlights a part of the window and demonstrates it.
//!
//! The tour sends commands as a panel does, once per stop, so that it does not override user input. At its end the view
//! before the tour is restored.

mod apply;
mod card;
mod spotlight;
mod stops;

use eframe::egui::{Context, Key, Modifiers, Popup};

use self::stops::{STOPS, Stop};
use crate::app::state::{
    Hover, Snapshot, State, View, arguments::WindowArguments, command::Command, explored::Explored, session::Session,
    tab::Tab, tour_command::TourCommand,
};

pub const N_STOPS: usize = STOPS.len();

#[derive(Default)]
pub(crate) struct Tour {
    stop: usize,
    /// Whether the stop has requested its tab and its first view.
    is_set: bool,
    /// Scenes, and the start time of the first.
    scenes: Option<(f64, Vec<View>)>,
    n_shown: usize,
    /// The view to restore at the end; none until a dataset is open.
    before: Option<Snapshot>,
}

/// Seconds between two scenes.
const BEAT_SECONDS: f64 = 1.2;

/// Whether to start the tour: on the first start, unless arguments request something else.
pub(crate) fn is_due(arguments: &WindowArguments, session: Option<&Session>) -> bool {
    let is_plain = arguments.dataset.is_none()
        && arguments.tab.is_none()
        && arguments.run.is_none()
        && arguments.resume.is_none()
        && arguments.screenshot.is_none()
        && !arguments.presentation;
    is_plain && session.is_none_or(|session| !session.is_tour_seen)
}

pub(crate) struct TourCx<'a> {
    pub state: &'a State,
    /// The trace of the current view; none while it is computed.
    pub explored: Option<&'a Explored>,
}

impl Tour {
    fn stop(&self) -> &'static Stop {
        &STOPS[self.stop]
    }

    fn go(&mut self, stop: usize) {
        *self = Self { stop, before: self.before.take(), ..Self::default() };
    }

    /// Commands of this frame.
    pub(crate) fn commands(&mut self, cx: &TourCx<'_>, ctx: &Context) -> Vec<Command> {
        if cx.state.data().is_none() {
            return Vec::new();
        }
        self.before.get_or_insert_with(|| cx.state.snapshot());
        let (stop, start) = (self.stop(), start_view(cx.state.view()));
        if !self.is_set {
            self.is_set = true;
            return vec![show(stop.tab, start)];
        }
        let Some(explored) = cx.explored else { return Vec::new() };
        let now = ctx.input(|input| input.time);
        if self.scenes.is_none() && *cx.state.view() == start {
            self.scenes = Some((now, (stop.scenes)(&start, explored)));
        }
        let mut commands = self.play(stop.tab, cx.state.view(), &start, now, ctx);
        match (stop.points_at)(explored) {
            Hover::Nothing => {}
            hover => commands.push(Command::Hover(hover)),
        }
        commands
    }

    /// The next scene when it is due, unless the user has changed the view.
    fn play(&mut self, tab: Tab, seen: &View, start: &View, now: f64, ctx: &Context) -> Vec<Command> {
        let Some((since, scenes)) = &self.scenes else { return Vec::new() };
        let Some(scene) = scenes.get(self.n_shown) else { return Vec::new() };
        let last = self.n_shown.checked_sub(1).map_or(start, |idx| &scenes[idx]);
        if seen != last {
            return Vec::new();
        }
        let wait = since + BEAT_SECONDS * self.n_shown as f64 - now;
        if wait > 0.0 {
            ctx.request_repaint_after_secs(wait as f32);
            return Vec::new();
        }
        self.n_shown += 1;
        ctx.request_repaint();
        vec![show(tab, scene.clone())]
    }
}

fn show(tab: Tab, view: View) -> Command {
    Command::Tour(TourCommand::Show { tab, view: Box::new(view) })
}

/// The first view of every stop: the current graph with ProxPool and default parameters.
fn start_view(view: &View) -> View {
    View { graph: view.graph, layout_seed: view.layout_seed, ..View::default() }
}

/// The keys of the tour; except for Escape, the focused widget has precedence.
pub(crate) fn pressed(ctx: &Context) -> Option<Command> {
    if Popup::is_any_open(ctx) {
        return None;
    }
    let is_free = ctx.memory(|memory| memory.focused()).is_none();
    ctx.input_mut(|input| {
        let mut is_pressed = |key: Key| input.consume_key(Modifiers::NONE, key);
        if is_pressed(Key::Escape) {
            return Some(TourCommand::End);
        }
        if !is_free {
            return None;
        }
        if is_pressed(Key::ArrowRight) || is_pressed(Key::Enter) {
            return Some(TourCommand::Next);
        }
        is_pressed(Key::ArrowLeft).then_some(TourCommand::Back)
    })
    .map(Command::Tour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_first_start_is_greeted() {
        let plain = WindowArguments::default();
        assert!(is_due(&plain, None));
        let seen = |is_tour_seen| Session { is_tour_seen, ..Session::default() };
        assert!(is_due(&plain, Some(&seen(false))), "the first start was for something else");
        assert!(!is_due(&plain, Some(&seen(true))));
        let dataset = WindowArguments { dataset: Some("MUTAG".to_owned()), ..WindowArguments::default() };
        let picture = WindowArguments { screenshot: Some("x.png".into()), ..WindowArguments::default() };
        assert!(!is_due(&dataset, None) && !is_due(&picture, None));
    }
}
