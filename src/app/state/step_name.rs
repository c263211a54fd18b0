//! What a step did, for the menu: `drag of C5`, `s = 3 → 4`, `ProxPool → gPool`.

use super::{
    Pins, View,
    history::{UndoState, UndoStep},
    subject::Subject,
};
use crate::{
    graph::{edit::Edit, gallery},
    pooling::{Params, all_parameters},
};

impl UndoStep {
    pub(super) fn name(&self) -> String {
        let (before, after) = (&self.before, &self.after);
        let (from, to) = (&before.view, &after.view);
        if let Some(name) = generated(before, after) {
            return name;
        }
        if !before.has_same_graph(after) {
            return format!("graph {} → {}", from.graph, to.graph);
        }
        if from.edits != to.edits {
            return edited(before, after);
        }
        if from.layout_seed != to.layout_seed {
            return "new random layout".to_owned();
        }
        if from.pins != to.pins {
            return moved(before, &from.pins, &to.pins);
        }
        settings(from, to)
    }
}

/// What changed in the parameters of a graph of the gallery; none for another kind of step.
fn generated(before: &UndoState, after: &UndoState) -> Option<String> {
    let (one, other) = (before.data.as_ref()?, after.data.as_ref()?);
    if std::sync::Arc::ptr_eq(one, other) {
        return None;
    }
    let [from, to] = [before, after].map(|state| {
        let data = state.data.as_ref()?;
        gallery::Chosen::from_source(&data.source, state.view.graph)
    });
    let (from, to) = (from?, to?);
    if from.generator.name != to.generator.name {
        return Some(format!("{} → {}", from.generator.title, to.generator.title));
    }
    let values = from.values.iter().zip(&to.values).zip(from.generator.parameters);
    let changed = values.filter(|((from, to), _)| from != to);
    Some(listed(changed.map(|((from, to), parameter)| format!("{} = {from} → {to}", parameter.name))))
}

/// By the last edit, which is the newest one.
fn edited(before: &UndoState, after: &UndoState) -> String {
    let (from, to) = (&before.view.edits, &after.view.edits);
    let name = |node: u32| node_name(before, node);
    match to.last() {
        None => "discard all edits".to_owned(),
        Some(_) if to.len() < from.len() => "edit".to_owned(),
        Some(Edit::AddNode { .. }) => "add node".to_owned(),
        Some(Edit::AddEdge { ends: [u, v], .. }) => {
            // An edge to a new node comes after it.
            let is_new = matches!(to.iter().rev().nth(1), Some(Edit::AddNode { .. })) && to.len() > from.len() + 1;
            if is_new { "add node".to_owned() } else { format!("add edge {} – {}", name(*u), name(*v)) }
        }
        Some(Edit::RemoveNode { node }) => format!("remove {}", name(*node)),
        Some(Edit::RemoveEdge { ends: [u, v] }) => format!("remove edge {} – {}", name(*u), name(*v)),
        Some(Edit::SetNodeLabel { node, .. }) => format!("label of {}", name(*node)),
        Some(Edit::SetEdgeLabel { ends: [u, v], .. }) => format!("label of edge {} – {}", name(*u), name(*v)),
        Some(Edit::SetWeight { ends: [u, v], .. }) => format!("weight of edge {} – {}", name(*u), name(*v)),
    }
}

fn moved(before: &UndoState, from: &Pins, to: &Pins) -> String {
    if let Some((node, _)) = to.iter().find(|(node, position)| from.get(node) != Some(position)) {
        return format!("drag of {}", node_name(before, *node));
    }
    let mut gone = from.keys().filter(|node| !to.contains_key(node));
    match (gone.next(), gone.next()) {
        (Some(node), None) => format!("unpin {}", node_name(before, *node)),
        _ => "unpin all nodes".to_owned(),
    }
}

fn settings(from: &View, to: &View) -> String {
    if from.signal != to.signal {
        return format!("signal {} → {}", from.signal.name(), to.signal.name());
    }
    if from.method != to.method {
        return format!("{} → {}", from.method.name, to.method.name);
    }
    parameters(&from.params, &to.params)
}

fn parameters(from: &Params, to: &Params) -> String {
    let all = all_parameters().into_iter();
    let changed = all.filter(|parameter| parameter.get(from) != parameter.get(to));
    let mut names: Vec<String> = changed
        .map(|parameter| format!("{} = {} → {}", parameter.text(), parameter.get(from), parameter.get(to)))
        .collect();
    if from.seed != to.seed {
        names.push(format!("random seed {} → {}", from.seed, to.seed));
    }
    listed(names.into_iter())
}

/// At most a few parts, so that the name stays short.
fn listed(names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 2;
    let names: Vec<String> = names.collect();
    match &names[..] {
        [] => "change".to_owned(),
        few if few.len() <= MOST => few.join(", "),
        [first, ..] => format!("{first} and {} more", names.len() - 1),
    }
}

fn node_name(state: &UndoState, node: u32) -> String {
    let Some(data) = &state.data else { return node.to_string() };
    let subject = Subject::from_view(data, &state.view);
    subject.edited_graph().map_or_else(|_| node.to_string(), |graph| data.dataset.node_name(&graph, node))
}
