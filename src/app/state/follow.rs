//! A view of a graph that is edited otherwise: what is kept in view or held stays with its nodes.

use std::sync::Arc;

use super::{Pair, View, loaded::Loaded, subject::Subject};
use crate::graph::edit::{Edit, followed, origins};

/// The view with other edits of its graph.
pub fn with_edits(view: &View, data: &Arc<Loaded>, edits: Arc<[Edit]>) -> View {
    if edits == view.edits {
        return view.clone();
    }
    let old = Subject::of(data, view);
    let new = Subject { edits, ..old.clone() };
    let [from, to] = [&old, &new].map(origins_of);
    let follow = |node: u32| followed(node, &from, &to);
    let locked = match view.locked {
        Some(pair) if pair.level == 0 => match (follow(pair.row), follow(pair.col)) {
            (Some(row), Some(col)) => Some(Pair { level: 0, row, col }),
            (one, other) => one.or(other).map(|node| Pair { level: 0, row: node, col: node }),
        },
        // Coarse nodes are others now.
        _ => None,
    };
    let selected = match view.level {
        0 => view.selected.iter().filter_map(|&node| follow(node)).collect(),
        _ => Vec::new(),
    };
    let pins = view.pins.iter().filter_map(|(&node, &position)| Some((follow(node)?, position))).collect();
    View { edits: new.edits, pins: Arc::new(pins), locked, selected, ..view.clone() }
}

/// Where the nodes of an edited graph come from.
fn origins_of(subject: &Subject) -> Vec<u32> {
    origins(subject.original().map_or(0, |graph| graph.n_nodes), &subject.edits)
}
