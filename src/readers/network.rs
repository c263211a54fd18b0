//! Graphs whose nodes and edges have data under any key: what GML, GEXF and JSON have in common, and what becomes of it.

use std::collections::{HashMap, HashSet};

use super::{
    ReadError,
    report::{NEGATIVE_WEIGHT, NO_WEIGHT, Place, Warnings, quote},
};
use crate::graph::{Dataset, Graph, GraphBuilder, Labels};

/// Keys that hold the label of a node, best first; `value` is the group of a node in Newman's collection.
const NODE_LABELS: &[&str] = &["element", "symbol", "type", "class", "group", "value", "label"];
/// Keys that hold the name of a node.
const NAMES: &[&str] = &["label", "name"];
const WEIGHTS: &[&str] = &["weight", "value"];
const EDGE_LABELS: &[&str] = &["label", "type", "bond", "order"];
const NO_LABEL: &str = "?";

/// A piece of data of a node or an edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Word(String),
}

/// One graph as a file gives it.
#[derive(Debug, Default)]
pub(super) struct Network {
    pub name: Option<String>,
    pub is_directed: bool,
    nodes: Vec<NodeData>,
    index: HashMap<String, u32>,
    edges: Vec<EdgeData>,
}

#[derive(Debug)]
struct NodeData {
    id: String,
    data: Vec<(String, Value)>,
}

#[derive(Debug)]
struct EdgeData {
    place: Place,
    ends: [u32; 2],
    data: Vec<(String, Value)>,
}

impl Value {
    /// A word as the number that it is, if it is one.
    pub(super) fn of(text: &str) -> Self {
        match text.trim().parse::<f64>() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Word(text.trim().to_owned()),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

impl Network {
    pub(super) fn new(is_directed: bool) -> Self {
        Self { is_directed, ..Self::default() }
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node, whose id must be new.
    pub(super) fn add_node(&mut self, id: String, data: Vec<(String, Value)>, place: Place) -> Result<(), ReadError> {
        let idx = self.nodes.len() as u32;
        if self.index.insert(id.clone(), idx).is_some() {
            let what = format!("the node {} is given twice", quote(&id));
            return Err(ReadError::new(place, what, "give each node its own id"));
        }
        self.nodes.push(NodeData { id, data });
        Ok(())
    }

    /// Adds an edge between two nodes by their ids; a node that is not declared is added.
    pub(super) fn add_edge(
        &mut self,
        ends: [&str; 2],
        data: Vec<(String, Value)>,
        place: Place,
        warnings: &mut Warnings,
    ) -> Result<(), ReadError> {
        let mut idx = [0; 2];
        for (idx, id) in idx.iter_mut().zip(ends) {
            *idx = match self.index.get(id) {
                Some(&node) => node,
                None => {
                    let what = format!("this edge refers to the node {}, which is not in this graph", quote(id));
                    let error = ReadError::new(place.clone(), what, "add the node or correct the name");
                    warnings.tolerate("a node that only an edge names is added", error)?;
                    self.add_node(id.to_owned(), Vec::new(), place.clone())?;
                    self.nodes.len() as u32 - 1
                }
            };
        }
        self.edges.push(EdgeData { place, ends: idx, data });
        Ok(())
    }
}

/// The dataset of some graphs of one file. `budget` bounds the table of numbers of nodes.
pub(super) fn finish(
    networks: Vec<Network>,
    stem: &str,
    display_name: &str,
    budget: usize,
    warnings: &mut Warnings,
) -> Result<Dataset, ReadError> {
    let place = Place::file(display_name);
    if networks.is_empty() {
        return Err(ReadError::new(place, "this file contains no graph", "check that it is the right file"));
    }
    if networks.iter().any(|network| network.nodes.is_empty()) {
        return Err(ReadError::new(place, "this graph has no nodes", "give it at least one node"));
    }
    let keys = Keys::choose(&networks);
    let n_nodes: usize = networks.iter().map(|network| network.nodes.len()).sum();
    if n_nodes.saturating_mul(keys.columns.len()) > budget {
        let what =
            format!("{} numeric keys on {n_nodes} nodes make a table far larger than this file", keys.columns.len());
        return Err(ReadError::new(place, what, "remove the keys that few nodes have"));
    }
    let words_of = |key: &Option<String>, data: &[(String, Value)]| -> Option<String> {
        let key = key.as_ref()?;
        Some(data.iter().find(|(other, _)| other == key).map_or_else(|| NO_LABEL.to_owned(), |(_, value)| value.text()))
    };
    let node_words: Vec<String> = (networks.iter())
        .flat_map(|network| network.nodes.iter().filter_map(|node| words_of(&keys.label, &node.data)))
        .collect();
    let edge_words: Vec<String> = (networks.iter())
        .flat_map(|network| network.edges.iter().filter_map(|edge| words_of(&keys.edge_label, &edge.data)))
        .collect();
    let (node_labels, node_indices) = Labels::compact_words(&node_words);
    let (edge_labels, edge_indices) = Labels::compact_words(&edge_words);
    let (mut next_node, mut next_edge) = (0, 0);
    let mut graphs = Vec::with_capacity(networks.len());
    let is_single = networks.len() == 1;
    for network in networks {
        let labels = (keys.label.is_some()).then(|| node_indices[next_node..next_node + network.nodes.len()].to_vec());
        next_node += network.nodes.len();
        let of_edges = (keys.edge_label.is_some()).then(|| &edge_indices[next_edge..next_edge + network.edges.len()]);
        next_edge += network.edges.len();
        let mut graph = network.into_graph(&keys, of_edges, display_name, warnings)?;
        graph.node_labels = labels;
        if is_single {
            graph.name.get_or_insert_with(|| stem.to_owned());
        }
        graphs.push(graph);
    }
    Ok(Dataset {
        name: stem.to_owned(),
        graphs,
        node_labels,
        edge_labels,
        node_attribute_names: keys.columns,
        ..Dataset::default()
    })
}

/// Which key means what, for all graphs of a file.
struct Keys {
    name: Option<String>,
    label: Option<String>,
    columns: Vec<String>,
    weight: Option<String>,
    edge_label: Option<String>,
}

/// What is found under a key.
#[derive(Default)]
struct Seen<'a> {
    n: usize,
    has_words: bool,
    distinct: HashSet<String>,
    key: &'a str,
}

impl Keys {
    fn choose(networks: &[Network]) -> Self {
        let nodes = seen(networks.iter().flat_map(|network| &network.nodes).map(|node| &node.data));
        let edges = seen(networks.iter().flat_map(|network| &network.edges).map(|edge| &edge.data));
        let n_nodes: usize = networks.iter().map(|network| network.nodes.len()).sum();
        let find = |seen: &[Seen<'_>], names: &[&str]| {
            names.iter().find_map(|name| seen.iter().position(|seen| seen.key.eq_ignore_ascii_case(name)))
        };
        // A label of its own for nearly each node is a name.
        let is_own =
            |seen: &Seen<'_>| seen.n == n_nodes && 10 * seen.distinct.len() >= 9 * n_nodes && networks.len() == 1;
        let name =
            find(&nodes, NAMES).filter(|&idx| is_own(&nodes[idx]) || nodes[idx].key.eq_ignore_ascii_case("name"));
        let rest = |idx: &usize| Some(*idx) != name;
        let label = NODE_LABELS
            .iter()
            .find_map(|wanted| nodes.iter().position(|seen| seen.key.eq_ignore_ascii_case(wanted)).filter(rest))
            .or_else(|| nodes.iter().position(|seen| seen.has_words && !is_own(seen)).filter(rest));
        let columns = (0..nodes.len()).filter(|&idx| Some(idx) != label && Some(idx) != name && !nodes[idx].has_words);
        let key = |seen: &[Seen<'_>], idx: Option<usize>| idx.map(|idx| seen[idx].key.to_owned());
        let weight = find(&edges, WEIGHTS).filter(|&idx| !edges[idx].has_words || edges[idx].key == "weight");
        let edge_label = find(&edges, EDGE_LABELS).filter(|&idx| Some(idx) != weight);
        Self {
            columns: columns.map(|idx| nodes[idx].key.to_owned()).collect(),
            name: key(&nodes, name),
            label: key(&nodes, label),
            weight: key(&edges, weight),
            edge_label: key(&edges, edge_label),
        }
    }
}

/// All keys in order of appearance.
fn seen<'a>(rows: impl Iterator<Item = &'a Vec<(String, Value)>>) -> Vec<Seen<'a>> {
    let mut index: HashMap<&str, usize> = HashMap::new();
    let mut all: Vec<Seen<'a>> = Vec::new();
    for (key, value) in rows.flatten() {
        let idx = *index.entry(key).or_insert_with(|| {
            all.push(Seen { key, ..Seen::default() });
            all.len() - 1
        });
        let seen = &mut all[idx];
        seen.n += 1;
        seen.has_words |= matches!(value, Value::Word(_));
        seen.distinct.insert(value.text());
    }
    all
}

impl Network {
    fn into_graph(
        self,
        keys: &Keys,
        edge_labels: Option<&[u32]>,
        display_name: &str,
        warnings: &mut Warnings,
    ) -> Result<Graph, ReadError> {
        let value =
            |data: &[(String, Value)], key: &str| data.iter().find(|(other, _)| other == key).map(|(_, v)| v.clone());
        let mut weights = Vec::with_capacity(self.edges.len());
        for edge in &self.edges {
            let given = keys.weight.as_deref().and_then(|key| value(&edge.data, key));
            weights.push(given.map(|given| weight(&given, &edge.place, warnings)).transpose()?);
        }
        // Each edge carries its own number as label through the builder, to find the rest of it after.
        let mut builder = GraphBuilder::new(self.nodes.len());
        for (idx, edge) in self.edges.iter().enumerate() {
            let [u, v] = edge.ends;
            if u == v {
                warnings.note("an edge from a node to itself is dropped", edge.place.clone());
            }
            builder.add_labelled_edge(u, v, idx as u32);
        }
        if self.is_directed && !self.edges.is_empty() {
            warnings.note("directed edges are read as undirected", Place::file(display_name));
        }
        let mut graph = builder.finish();
        let kept = graph.edge_labels.take().unwrap_or_default();
        if weights.iter().any(Option::is_some) {
            let of = |idx: &u32| weights.get(*idx as usize).copied().flatten().unwrap_or(1.0);
            graph.edge_weights = Some(kept.iter().map(of).collect());
            for (edge, weight) in self.edges.iter().zip(&weights).filter(|(edge, _)| edge.ends[0] != edge.ends[1]) {
                let [u, v] = edge.ends;
                let at = graph.edges.binary_search(&[u.min(v), u.max(v)]);
                if at.is_ok_and(|idx| graph.edge_weight(idx) != weight.unwrap_or(1.0)) {
                    let place = edge.place.clone();
                    warnings.note("an edge is given again with another weight; the first is kept", place);
                }
            }
        }
        graph.edge_labels =
            edge_labels.map(|all| kept.iter().filter_map(|&idx| all.get(idx as usize).copied()).collect());
        if !keys.columns.is_empty() {
            let mut table = Vec::with_capacity(self.nodes.len() * keys.columns.len());
            for node in &self.nodes {
                for column in &keys.columns {
                    table.push(match value(&node.data, column) {
                        Some(Value::Number(number)) if number.is_finite() => number,
                        _ => {
                            let what = "a node lacks a number that others have; 0 is used";
                            warnings.note(what, Place::file(display_name));
                            0.0
                        }
                    });
                }
            }
            graph.node_attributes = Some(table);
        }
        let name_of = |node: NodeData| {
            let name = keys.name.as_deref().and_then(|key| value(&node.data, key)).map(|name| name.text());
            name.filter(|name| !name.is_empty()).unwrap_or(node.id)
        };
        graph.node_names = Some(self.nodes.into_iter().map(name_of).collect());
        graph.name = self.name;
        Ok(graph)
    }
}

/// The size of a weight; 1 for what is no finite number.
pub(super) fn weight(given: &Value, place: &Place, warnings: &mut Warnings) -> Result<f64, ReadError> {
    let error = |what: &str| {
        let help = "give a number that is 0 or more, such as 1 or 0.5";
        ReadError::new(place.clone(), format!("the weight {} is {what}", quote(&given.text())), help)
    };
    match *given {
        Value::Word(_) => warnings.tolerate(NO_WEIGHT, error("not a number")).map(|()| 1.0),
        Value::Number(number) if !number.is_finite() => {
            warnings.tolerate(NO_WEIGHT, error("not a finite number")).map(|()| 1.0)
        }
        Value::Number(number) if number < 0.0 => {
            warnings.tolerate(NEGATIVE_WEIGHT, error("negative")).map(|()| -number)
        }
        Value::Number(number) => Ok(number),
    }
}
