//! A view after a change of the edits: locks and pins follow their nodes.

use std::sync::Arc;

use super::{Pair, View, loaded::Loaded, subject::Subject};
use crate::graph::edit::{Edit, followed, origins};

pub(super) fn with_edits(view: &View, data: &Arc<Loaded>, edits: Arc<[Edit]>) -> View {
    if edits == view.edits {
        return view.clone();
    }
    let old = Subject::from_view(data, view);
    let new = Subject { edits, ..old.clone() };
    let [from, to] = [&old, &new].map(origins_of);
    let follow = |node: u32| followed(node, &from, &to);
    let locked = match view.locked {
        Some(pair) if pair.level == 0 => match (follow(pair.row), follow(pair.col)) {
            (Some(row), Some(col)) => Some(Pair { level: 0, row, col }),
            (one, other) => one.or(other).map(|node| Pair { level: 0, row: node, col: node }),
        },
        // Coarse nodes have changed.
        _ => None,
    };
    let selected = match view.level {
        0 => view.selected.iter().filter_map(|&node| follow(node)).collect(),
        _ => Vec::new(),
    };
    let pins = view.pins.iter().filter_map(|(&node, &position)| Some((follow(node)?, position))).collect();
    View { edits: new.edits, pins: Arc::new(pins), locked, selected, ..view.clone() }
}

/// Index of each edited node before the edits.
fn origins_of(subject: &Subject) -> Vec<u32> {
    origins(subject.original().map_or(0, |graph| graph.n_nodes), &subject.edits)
}
