//! The `<key>`s of a GraphML file: which of its data means what to us.

use std::collections::HashMap;

use roxmltree::Node;

use super::{ReadError, Warnings, element::weight, xml, xml::Xml};
use crate::readers::report::quote;

/// Names of keys that hold the label of a node, best first.
const NODE_LABELS: &[&str] = &["label", "element", "symbol", "type", "class"];
/// Names of keys that hold the label of an edge, best first.
const EDGE_LABELS: &[&str] = &["label", "type", "bond", "order"];
/// Names of keys that hold the class of a graph, best first.
const CLASSES: &[&str] = &["class", "label"];

/// All keys, with their default values.
#[derive(Default)]
pub(super) struct Keys {
    by_id: HashMap<String, Key>,
    /// The numeric keys of nodes.
    pub columns: Vec<Column>,
    /// The keys of graphs that are neither class nor name.
    pub fields: Vec<Field>,
    fields_with_default: Vec<usize>,
    /// Label of a node without one.
    pub node_label: Option<String>,
    /// Label of an edge without one.
    pub edge_label: Option<String>,
    /// Weight of an edge without one.
    pub weight: Option<f64>,
    /// Class of a graph without one.
    pub class: Option<String>,
}

/// What the data of a key is for nodes, for edges and for graphs.
#[derive(Clone, Copy, Default)]
pub(super) struct Key {
    pub of_node: Role,
    pub of_edge: Role,
    pub of_graph: Role,
}

/// What a piece of data becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: it was ignored with a warning at its key.
    #[default]
    None,
    /// The label of a node or an edge, the class of a graph.
    Label,
    /// The name of a node or a graph.
    Name,
    Weight,
    /// A drawing of yEd, whose label counts.
    Drawing,
    /// A number in this column, or the field of this number.
    Column(u32),
}

/// A numeric key of nodes.
pub(super) struct Column {
    pub name: String,
    /// What a node has without data of its own.
    pub default: Option<f64>,
    /// Whether the key is for nodes alone, so that its default fills a column by itself.
    pub is_for_nodes: bool,
}

/// A key of graphs.
pub(super) struct Field {
    pub name: String,
    /// What a graph has without data of its own.
    pub default: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Domain {
    Node,
    Edge,
    Graph,
    All,
    /// Ports, hyperedges and the file itself, whose data is not read.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DataKind {
    Number,
    Word,
    /// Drawings and lists.
    Other,
}

struct Declared<'a, 'd> {
    element: Node<'d, 'a>,
    name: &'d str,
    domain: Domain,
    kind: DataKind,
    default: Option<String>,
}

impl Keys {
    pub(super) fn read(xml: &Xml<'_, '_>, warnings: &mut Warnings) -> Result<Self, ReadError> {
        let mut ids: HashMap<(&str, Domain), usize> = HashMap::new();
        let mut declared: Vec<(&str, Declared<'_, '_>)> = Vec::new();
        for element in xml.children(xml.root, "key") {
            let Some(id) = element.attribute("id").filter(|id| !id.is_empty()) else {
                return Err(xml.error(element, "this key has no id", "give it one, so that data can name it"));
            };
            let key = Declared::read(xml, element, id)?;
            // Some programs use an id again for another domain.
            let domains = [Domain::Node, Domain::Edge, Domain::Graph, Domain::Other];
            let held = domains.into_iter().filter(|&domain| key.domain == domain || key.domain == Domain::All);
            if let Some(line) = held.filter_map(|domain| ids.insert((id, domain), xml.line(element))).next() {
                return Err(xml.error(
                    element,
                    format!("the key {} is declared twice, first in line {line}", quote(id)),
                    "give each key its own id",
                ));
            }
            declared.push((id, key));
        }
        let label_of = |domain, names| best(&declared, domain, names);
        let node_label = label_of(Domain::Node, NODE_LABELS).or_else(|| first_word(&declared));
        let edge_label = label_of(Domain::Edge, EDGE_LABELS);
        let class = label_of(Domain::Graph, CLASSES);
        let mut keys = Self::default();
        for (idx, (id, key)) in declared.iter().enumerate() {
            let is_label = [Some(idx) == node_label, Some(idx) == edge_label, Some(idx) == class];
            let mut roles = keys.roles(xml, key, is_label, warnings)?;
            if node_label.is_none() && key.is_drawing() {
                roles.of_node = Role::Drawing;
            }
            let known = keys.by_id.entry((*id).to_owned()).or_default();
            let either = |one: Role, other: Role| if one == Role::None { other } else { one };
            *known = Key {
                of_node: either(known.of_node, roles.of_node),
                of_edge: either(known.of_edge, roles.of_edge),
                of_graph: either(known.of_graph, roles.of_graph),
            };
        }
        Ok(keys)
    }

    /// The key of that id.
    pub(super) fn get(&self, id: &str) -> Option<Key> {
        self.by_id.get(id).copied()
    }

    /// The name and the value of each field that has a default.
    pub(super) fn defaults(&self) -> impl Iterator<Item = (&String, &String)> {
        self.fields_with_default
            .iter()
            .filter_map(|&idx| self.fields.get(idx))
            .filter_map(|field| field.default.as_ref().map(|default| (&field.name, default)))
    }

    /// Gives a key its roles and takes up its default.
    fn roles(
        &mut self,
        xml: &Xml<'_, '_>,
        key: &Declared<'_, '_>,
        is_label: [bool; 3],
        warnings: &mut Warnings,
    ) -> Result<Key, ReadError> {
        let mut roles = Key::default();
        let default = || key.default.clone();
        if key.domain.holds(Domain::Node) {
            roles.of_node = match key.kind {
                _ if is_label[0] => Role::Label,
                DataKind::Word if key.is_called("name") => Role::Name,
                DataKind::Number => Role::Column(self.columns.len() as u32),
                DataKind::Word | DataKind::Other => Role::None,
            };
            match roles.of_node {
                Role::Label => self.node_label = default(),
                Role::Column(_) => self.columns.push(key.column(xml)?),
                _ => {}
            }
        }
        if key.domain.holds(Domain::Edge) {
            roles.of_edge = match key.kind {
                _ if is_label[1] => Role::Label,
                _ if key.is_called("weight") => Role::Weight,
                _ => Role::None,
            };
            match (roles.of_edge, &key.default) {
                (Role::Label, _) => self.edge_label = default(),
                (Role::Weight, Some(text)) => self.weight = Some(weight(xml, key.element, text, warnings)?),
                _ => {}
            }
        }
        if key.domain.holds(Domain::Graph) {
            roles.of_graph = match key.kind {
                _ if is_label[2] => Role::Label,
                DataKind::Word if key.is_called("name") => Role::Name,
                DataKind::Other => Role::None,
                _ if key.domain == Domain::All => Role::None,
                _ => Role::Column(self.fields.len() as u32),
            };
            match roles.of_graph {
                Role::Label => self.class = default(),
                Role::Column(_) => {
                    self.fields_with_default.extend(key.default.as_ref().map(|_| self.fields.len()));
                    self.fields.push(Field { name: key.name.to_owned(), default: default() });
                }
                _ => {}
            }
        }
        if [roles.of_node, roles.of_edge, roles.of_graph] == [Role::None; 3] && key.domain != Domain::Other {
            warnings.note("this key is ignored, because it has no equivalent here", xml.place(key.element));
        }
        Ok(roles)
    }
}

impl<'a, 'd> Declared<'a, 'd> {
    fn read(xml: &Xml<'a, 'd>, element: Node<'d, 'a>, id: &'d str) -> Result<Self, ReadError> {
        let domain = match element.attribute("for").unwrap_or("all") {
            "node" => Domain::Node,
            "edge" => Domain::Edge,
            "graph" => Domain::Graph,
            "all" => Domain::All,
            "graphml" | "port" | "endpoint" | "hyperedge" => Domain::Other,
            other => {
                return Err(xml.error(
                    element,
                    format!("this key has the unknown domain {}", quote(other)),
                    "write for=\"node\", \"edge\", \"graph\" or \"all\"",
                ));
            }
        };
        let kind = match element.attribute("attr.type").map(str::to_ascii_lowercase).as_deref() {
            Some("int" | "integer" | "long" | "float" | "double") => DataKind::Number,
            Some("string" | "boolean") => DataKind::Word,
            None if element.attribute("yfiles.type").is_none() => DataKind::Word,
            _ => DataKind::Other,
        };
        let name = element.attribute("attr.name").filter(|name| !name.is_empty()).unwrap_or(id);
        let default = xml.children(element, "default").next().map(|default| xml::text(default).trim().to_owned());
        Ok(Self { element, name, domain, kind, default })
    }

    /// Whether it is yEd's for the drawing of a node.
    fn is_drawing(&self) -> bool {
        self.domain == Domain::Node && self.element.attribute("yfiles.type") == Some("nodegraphics")
    }

    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn is_about_drawing(&self) -> bool {
        let is_yes_or_no = self.element.attribute("attr.type").is_some_and(|kind| kind.eq_ignore_ascii_case("boolean"));
        is_yes_or_no || ["name", "url", "description", "tooltip"].iter().any(|name| self.is_called(name))
    }

    fn column(&self, xml: &Xml<'a, 'd>) -> Result<Column, ReadError> {
        let default = match &self.default {
            Some(text) => Some(super::element::number(xml, self.element, text, "default")?),
            None => None,
        };
        Ok(Column { name: self.name.to_owned(), default, is_for_nodes: self.domain == Domain::Node })
    }
}

impl Domain {
    /// Whether data of this domain stands on such elements.
    fn holds(self, other: Self) -> bool {
        self == other || self == Self::All
    }
}

/// The key with the best of some names; one for this domain alone comes before one for all.
fn best(declared: &[(&str, Declared<'_, '_>)], domain: Domain, names: &[&str]) -> Option<usize> {
    let rank = |key: &Declared<'_, '_>| names.iter().position(|name| key.is_called(name));
    declared
        .iter()
        .enumerate()
        .filter(|(_, (_, key))| key.domain.holds(domain) && key.kind != DataKind::Other)
        .filter_map(|(idx, (_, key))| rank(key).map(|rank| (key.domain == Domain::All, rank, idx)))
        .min()
        .map(|(_, _, idx)| idx)
}

/// The first key of words on nodes that is not their name, nor one that yEd declares for every drawing.
fn first_word(declared: &[(&str, Declared<'_, '_>)]) -> Option<usize> {
    declared
        .iter()
        .position(|(_, key)| key.domain == Domain::Node && key.kind == DataKind::Word && !key.is_about_drawing())
}
