//! The live layout of the current graph, which continues when the graph is edited.

use eframe::egui::Context;

use super::live_layout::LiveLayout;
use crate::{
    app::state::{explored::Explored, subject::Subject},
    graph::edit::{followed, origins},
    layout::{LayoutRequest, carried},
};

pub(crate) struct Drawing {
    subject: Subject,
    seed: u64,
    pub live: LiveLayout,
}

impl Drawing {
    /// None if the graph cannot be built.
    pub(crate) fn start(subject: Subject, seed: u64, ctx: &Context) -> Option<Self> {
        let request = LayoutRequest::new(&*subject.edited_graph().ok()?, seed);
        Some(Self { live: LiveLayout::start(request, ctx), subject, seed })
    }

    /// Whether it has a position for each node of a trace. Edits may be ahead of it.
    pub(crate) fn fits(&self, explored: &Explored) -> bool {
        self.subject.has_same_original(&explored.subject())
            && self.live.positions().len() == explored.edited_graph.n_nodes
    }

    /// Whether this is the layout of a graph with a seed.
    pub(crate) fn is_of(&self, subject: &Subject, seed: u64) -> bool {
        self.subject == *subject && self.seed == seed
    }

    /// Whether a graph differs only in its edits.
    pub(crate) fn is_before_edits(&self, subject: &Subject, seed: u64) -> bool {
        self.subject.has_same_original(subject) && self.seed == seed
    }

    /// Continues with other edits: nodes keep their positions, a new one starts where it was placed.
    ///
    /// Changes of labels and weights move nothing.
    pub(crate) fn edited(self, subject: Subject, placed: Option<[f32; 2]>, ctx: &Context) -> Option<Self> {
        let n_nodes = subject.original().ok()?.n_nodes;
        let [from, to] = [&self.subject, &subject].map(|subject| origins(n_nodes, &subject.edits));
        if from == to && self.subject.edited_graph().ok()?.edges == subject.edited_graph().ok()?.edges {
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
        // New nodes are placed last, one at a time.
        if let Some(last) = known.last_mut().filter(|last| last.is_none()) {
            *last = placed;
        }
        let request = {
            let graph = subject.edited_graph().ok()?;
            LayoutRequest { start: Some(carried(&graph, &known)), ..LayoutRequest::new(&graph, self.seed) }
        };
        Some(Self { live: self.live.changed(request, ctx), subject, seed: self.seed })
    }
}
