//! Where the nodes of the graph on screen are: a live layout that goes on when the graph is edited.

use eframe::egui::Context;

use super::live_layout::LiveLayout;
use crate::{
    app::state::subject::Subject,
    graph::edit::{followed, origins},
    layout::{LayoutRequest, carried},
};

/// The layout of one graph.
pub struct Drawing {
    subject: Subject,
    seed: u64,
    /// Its motion.
    pub live: LiveLayout,
}

impl Drawing {
    /// Lays a graph out; none where it cannot be made.
    pub fn start(subject: Subject, seed: u64, ctx: &Context) -> Option<Self> {
        let request = LayoutRequest::new(&*subject.found().ok()?, seed);
        Some(Self { live: LiveLayout::start(request, ctx), subject, seed })
    }

    /// Whether this is the drawing of a graph from a seed.
    pub fn is_of(&self, subject: &Subject, seed: u64) -> bool {
        self.subject == *subject && self.seed == seed
    }

    /// Whether a graph differs from the one that is drawn by edits alone.
    pub fn is_before_edits(&self, subject: &Subject, seed: u64) -> bool {
        self.subject.has_same_original(subject) && self.seed == seed
    }

    /// Goes on with other edits: nodes stay where they are, and a new one comes where it was put.
    ///
    /// Other labels and weights move nothing.
    pub fn edited(self, subject: Subject, placed: Option<[f32; 2]>, ctx: &Context) -> Option<Self> {
        let n_nodes = subject.original().ok()?.n_nodes;
        let [from, to] = [&self.subject, &subject].map(|subject| origins(n_nodes, &subject.edits));
        if from == to && self.subject.found().ok()?.edges == subject.found().ok()?.edges {
            return Some(Self { subject, ..self });
        }
        let positions = self.live.positions();
        if positions.len() != from.len() {
            return Self::start(subject, self.seed, ctx);
        }
        let mut known = vec![None; to.len()];
        for (node, &position) in positions.iter().enumerate() {
            if let Some(node) = followed(node as u32, &from, &to) {
                known[node as usize] = Some(position);
            }
        }
        // A node is put by hand after all others, and one at a time.
        if let Some(last) = known.last_mut().filter(|last| last.is_none()) {
            *last = placed;
        }
        let request = {
            let graph = subject.found().ok()?;
            LayoutRequest { start: Some(carried(&graph, &known)), ..LayoutRequest::new(&graph, self.seed) }
        };
        Some(Self { live: self.live.changed(request, ctx), subject, seed: self.seed })
    }
}
