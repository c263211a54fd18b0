//! What the tabs draw: a trace with the layout of its graph.
//!
//! While another graph is computed, the one before stays for a moment, under its own title; after that nothing is drawn until
//! the new one is there. So nothing of one graph is seen under the name of another, and no node where it was never placed.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::window::Window;
use crate::app::{
    state::{State, explored::Explored},
    work::drawing::Drawing,
};
use crate::graph::gallery::Chosen;

/// The picture of the graph before.
pub(crate) struct Before {
    explored: Arc<Explored>,
    drawing: Drawing,
    since: Instant,
}

/// How long it stays: long enough for small graphs to follow each other without a flicker.
const PATIENCE: Duration = Duration::from_millis(300);

impl Before {
    /// Whether it is of the open dataset.
    pub(crate) fn is_of(&self, state: &State) -> bool {
        state.is_open(&self.explored.data)
    }

    /// Whether it is a graph of the gallery with other parameters.
    fn is_variant(&self, state: &State) -> bool {
        let before = Chosen::from_source(&self.explored.data.source, self.explored.graph);
        before.zip(state.chosen()).is_some_and(|(before, now)| before.generator.name == now.generator.name)
    }

    pub(crate) fn graph(&self) -> usize {
        self.explored.graph
    }
}

/// A trace with the layout of its graph.
pub(crate) type Picture<'a> = (&'a Arc<Explored>, &'a Drawing);

/// The picture on screen.
pub(crate) fn picture<'a>(
    before: Option<&'a Before>,
    state: &State,
    explored: Option<&'a Arc<Explored>>,
    layout: Option<&'a Drawing>,
) -> Option<Picture<'a>> {
    match before {
        Some(before) => Some((&before.explored, &before.drawing)),
        None => picture_of_view(state, explored, layout),
    }
}

fn picture_of_view<'a>(
    state: &State,
    explored: Option<&'a Arc<Explored>>,
    layout: Option<&'a Drawing>,
) -> Option<Picture<'a>> {
    let (explored, drawing) = (explored?, layout?);
    let is_of_view = state.subject()?.has_same_original(&explored.subject());
    (is_of_view && drawing.fits(explored)).then_some((explored, drawing))
}

impl Window {
    pub(super) fn picture(&self) -> Option<Picture<'_>> {
        picture(self.before.as_ref(), &self.state, self.explored.answer(), self.layout.as_ref())
    }

    /// Keeps the picture when another graph of the dataset is asked for.
    pub(super) fn keep_picture(&mut self, drawing: Drawing) {
        let explored = self.explored.answer().filter(|explored| drawing.fits(explored)).cloned();
        if let Some(explored) = explored.filter(|_| self.before.is_none()) {
            self.before = Some(Before { explored, drawing, since: Instant::now() });
        }
    }

    /// Lets go of the picture before once there is the new one, or once that takes too long.
    pub(super) fn renew_picture(&mut self, ctx: &Context) {
        let Some(before) = &self.before else { return };
        let waited = before.since.elapsed();
        let is_gone = !before.is_of(&self.state) && !before.is_variant(&self.state);
        if is_gone
            || waited > PATIENCE
            || picture_of_view(&self.state, self.explored.answer(), self.layout.as_ref()).is_some()
        {
            self.before = None;
        } else {
            ctx.request_repaint_after(PATIENCE - waited);
        }
    }
}
