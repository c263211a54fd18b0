//! One `<graph>` with its nodes, edges and data, as the file gives them.

use std::{borrow::Cow, collections::HashMap, collections::HashSet};

use roxmltree::Node;

use super::{
    NEGATIVE_WEIGHT, NO_WEIGHT, Place, ReadError, Warnings,
    keys::{Key, Keys, Role},
    words::Words,
    xml,
    xml::Xml,
};
use crate::{graph::elements, readers::report::quote};

/// Label of a node or an edge without one, in a file where others have one.
const NO_LABEL: &str = "?";
/// Marks a missing word.
const NONE: u32 = u32::MAX;

/// A graph before labels are indexed and edges made simple.
#[derive(Default)]
pub(super) struct RawGraph {
    /// Line of the `<graph>`.
    pub line: usize,
    /// Its name or else its id.
    pub name: Option<String>,
    /// Names or else ids of the nodes.
    pub names: Vec<String>,
    /// Whether a node has a name besides its id.
    pub has_names: bool,
    /// Word of each node's label.
    pub labels: Vec<u32>,
    /// Numbers of nodes, as far as given.
    pub cells: Vec<Cell>,
    /// Edges without self-loops.
    pub edges: Vec<RawEdge>,
    /// Word of its class.
    pub class: Option<u32>,
    pub fields: Vec<(String, String)>,
}

/// A number of a node.
pub(super) struct Cell {
    pub node: u32,
    /// The column of [`Keys::columns`].
    pub column: u32,
    pub value: f64,
}

/// An edge, the lower end first.
pub(super) struct RawEdge {
    /// Line of the `<edge>`.
    pub line: usize,
    pub ends: [u32; 2],
    /// Its weight, where one is given.
    pub weight: Option<f64>,
    /// Word of its label.
    pub label: u32,
}

/// Reads the graphs of a file.
pub(super) struct Reader<'x, 'a, 'd> {
    pub xml: &'x Xml<'a, 'd>,
    pub keys: &'x Keys,
    /// Words of nodes, edges and classes.
    pub words: [Words; 3],
    /// What is ignored.
    pub warnings: &'x mut Warnings,
}

impl<'a, 'd> Reader<'_, 'a, 'd> {
    pub(super) fn read_graph(&mut self, graph: Node<'d, 'a>) -> Result<RawGraph, ReadError> {
        let mut raw = RawGraph { line: self.xml.line(graph), ..RawGraph::default() };
        raw.name = graph.attribute("id").filter(|id| !id.is_empty()).map(str::to_owned);
        let mut ids: HashMap<&str, (u32, usize)> = HashMap::new();
        let mut data = Vec::new();
        // An edge may stand before its nodes, so edges are read after all nodes.
        let mut edges = Vec::new();
        // The graphs of groups, as drawings have them, belong to the graph around.
        let mut open = vec![self.xml.elements(graph)];
        while let Some(children) = open.last_mut() {
            let Some(child) = children.next() else {
                open.pop();
                continue;
            };
            match child.tag_name().name() {
                "node" => {
                    self.read_node(child, &mut ids, &mut raw)?;
                    if let Some(inner) = self.xml.children(child, "graph").next() {
                        let error = self.xml.error(
                            inner,
                            "there is a graph inside a node",
                            "move its nodes and edges into the graph around it",
                        );
                        self.warnings
                            .tolerate("a graph inside a node is read as part of the graph around it", error)?;
                        open.push(self.xml.elements(inner));
                    }
                }
                "edge" => edges.push(child),
                "data" if open.len() > 1 => {}
                "data" => data.push(child),
                "desc" => {}
                "hyperedge" => {
                    return Err(self.xml.error(
                        child,
                        "hyperedges are not supported",
                        "write each as edges between two nodes",
                    ));
                }
                _ => self.pass_over(child),
            }
        }
        if raw.names.is_empty() {
            return Err(self.xml.error(graph, "this graph has no nodes", "give it at least one <node>"));
        }
        self.warn_of_direction(graph, &edges);
        for edge in edges {
            self.read_edge(edge, &mut ids, &mut raw)?;
        }
        self.read_graph_data(&data, &mut raw)?;
        Ok(raw)
    }

    fn read_node(
        &mut self,
        node: Node<'d, 'a>,
        ids: &mut HashMap<&'d str, (u32, usize)>,
        raw: &mut RawGraph,
    ) -> Result<(), ReadError> {
        let Some(id) = node.attribute("id").filter(|id| !id.is_empty()) else {
            return Err(self.xml.error(node, "this node has no id", "give it one, so that edges can name it"));
        };
        let node_idx = raw.names.len() as u32;
        if let Some((_, line)) = ids.insert(id, (node_idx, self.xml.line(node))) {
            return Err(self.xml.error(
                node,
                format!("the node {} is given twice, first in line {line}", quote(id)),
                "give each node its own id",
            ));
        }
        let mut name = None;
        let mut label = None;
        for data in self.data_of(node)? {
            if let Some(drawn) = self.drawn_label(data) {
                label = Some(drawn).filter(|text| !text.is_empty());
                continue;
            }
            let Some((key, text)) = self.data(data)? else { continue };
            match key.of_node {
                Role::Label => label = Some(text).filter(|text| !text.is_empty()),
                Role::Name => name = Some(text.into_owned()).filter(|text| !text.is_empty()),
                Role::Column(column) => {
                    let value = self.value(data, &text)?;
                    raw.cells.push(Cell { node: node_idx, column, value });
                }
                _ => {}
            }
        }
        raw.has_names |= name.is_some();
        raw.names.push(name.unwrap_or_else(|| id.to_owned()));
        let label = label.as_deref().or(self.keys.node_label.as_deref());
        raw.labels.push(label.map_or(NONE, |label| self.words[0].number(label)));
        Ok(())
    }

    fn read_edge(
        &mut self,
        edge: Node<'d, 'a>,
        ids: &mut HashMap<&'d str, (u32, usize)>,
        raw: &mut RawGraph,
    ) -> Result<(), ReadError> {
        let [u, v] = [self.end(edge, "source", ids, raw)?, self.end(edge, "target", ids, raw)?];
        let mut weighed = self.keys.weight;
        let mut label = None;
        for data in self.data_of(edge)? {
            let Some((key, text)) = self.data(data)? else { continue };
            match key.of_edge {
                Role::Label => label = Some(text).filter(|text| !text.is_empty()),
                Role::Weight => weighed = Some(weight(self.xml, data, &text, self.warnings)?),
                _ => {}
            }
        }
        if edge.attribute("sourceport").or(edge.attribute("targetport")).is_some() {
            self.warnings.note("the ports of an edge are ignored", self.xml.place(edge));
        }
        if u == v {
            self.warnings.note("an edge from a node to itself is dropped", self.xml.place(edge));
            return Ok(());
        }
        let label = label.as_deref().or(self.keys.edge_label.as_deref());
        raw.edges.push(RawEdge {
            line: self.xml.line(edge),
            ends: [u.min(v), u.max(v)],
            weight: weighed,
            label: label.map_or(NONE, |label| self.words[1].number(label)),
        });
        Ok(())
    }

    /// The node at an end of an edge; one that is not declared is added.
    fn end(
        &mut self,
        edge: Node<'d, 'a>,
        end: &str,
        ids: &mut HashMap<&'d str, (u32, usize)>,
        raw: &mut RawGraph,
    ) -> Result<u32, ReadError> {
        let Some(id) = edge.attribute(end) else {
            return Err(self.xml.error(
                edge,
                format!("this edge has no {end}"),
                "name both of its nodes, as source and target",
            ));
        };
        match ids.get(id) {
            Some(&(node, _)) => Ok(node),
            None => {
                let what = format!("this edge refers to the node {}, which is not in this graph", quote(id));
                let error = self.xml.error(edge, what, "add the node or correct the name");
                self.warnings.tolerate("a node that only an edge names is added", error)?;
                let node = raw.names.len() as u32;
                ids.insert(id, (node, self.xml.line(edge)));
                raw.names.push(id.to_owned());
                raw.labels.push(self.keys.node_label.as_deref().map_or(NONE, |label| self.words[0].number(label)));
                Ok(node)
            }
        }
    }

    fn read_graph_data(&mut self, data: &[Node<'d, 'a>], raw: &mut RawGraph) -> Result<(), ReadError> {
        let mut given = HashSet::new();
        let mut class = None;
        for &data in data {
            let Some((key, text)) = self.data(data)? else { continue };
            match key.of_graph {
                Role::Label => class = Some(text).filter(|text| !text.is_empty()),
                Role::Name => raw.name = Some(text.into_owned()).filter(|text| !text.is_empty()).or(raw.name.take()),
                Role::Column(field) => {
                    if let Some(field) = self.keys.fields.get(field as usize)
                        && given.insert(&field.name)
                    {
                        raw.fields.push((field.name.clone(), text.into_owned()));
                    }
                }
                _ => {}
            }
        }
        for (name, default) in self.keys.defaults().filter(|(name, _)| !given.contains(name)) {
            raw.fields.push((name.clone(), default.clone()));
        }
        let class = class.as_deref().or(self.keys.class.as_deref());
        raw.class = class.map(|class| self.words[2].number(class));
        Ok(())
    }

    /// Where nearly every node has a label of its own, as in drawings and in maps of networks, the labels are names.
    pub(super) fn names_from_labels(&mut self, graphs: &mut [RawGraph]) {
        const FEWEST: usize = 8;
        let n_nodes: usize = graphs.iter().map(|graph| graph.names.len()).sum();
        let n_own: usize = graphs.iter().map(|graph| graph.labels.iter().collect::<HashSet<_>>().len()).sum();
        if n_nodes < FEWEST || 10 * n_own < 9 * n_nodes || graphs.iter().any(|graph| graph.has_names) {
            return;
        }
        let words = std::mem::take(&mut self.words[0]).into_list();
        if words.iter().all(|word| elements::number(word).is_some()) {
            for word in &words {
                self.words[0].number(word);
            }
            return;
        }
        for graph in graphs {
            let mut given = HashSet::new();
            for (name, label) in graph.names.iter_mut().zip(&mut graph.labels) {
                if let Some(word) = words.get(*label as usize) {
                    // Names tell nodes apart, so of two that are the same one keeps its id.
                    *name = if given.insert(word) { word.clone() } else { format!("{word} ({name})") };
                }
                *label = NONE;
            }
        }
    }

    /// Gives a label to what has none, where the file labels others.
    pub(super) fn fill_labels(&mut self, graphs: &mut [RawGraph]) {
        let [nodes, edges, _] = &mut self.words;
        let [has_nodes, has_edges] = [!nodes.is_empty(), !edges.is_empty()];
        for raw in graphs {
            let place = || Place::line(self.xml.display_name(), raw.line);
            for label in raw.labels.iter_mut().filter(|label| **label == NONE && has_nodes) {
                self.warnings.note("a node of this graph has no label; “?” is used", place());
                *label = nodes.number(NO_LABEL);
            }
            for edge in raw.edges.iter_mut().filter(|edge| edge.label == NONE && has_edges) {
                self.warnings.note("an edge of this graph has no label; “?” is used", place());
                edge.label = edges.number(NO_LABEL);
            }
        }
    }

    /// The `<data>` of a node or an edge; what else it holds is refused or passed over.
    fn data_of(&mut self, owner: Node<'d, 'a>) -> Result<Vec<Node<'d, 'a>>, ReadError> {
        let mut list = Vec::new();
        for child in self.xml.elements(owner) {
            match child.tag_name().name() {
                "data" => list.push(child),
                "desc" => {}
                "graph" if owner.tag_name().name() == "node" => {}
                "graph" => {
                    return Err(self.xml.error(
                        child,
                        "there is a graph inside an edge",
                        "move its nodes and edges into the graph around it",
                    ));
                }
                "port" => self.warnings.note("the ports of a node are ignored", self.xml.place(child)),
                _ => self.pass_over(child),
            }
        }
        Ok(list)
    }

    /// The label that yEd draws on a node.
    fn drawn_label(&self, data: Node<'d, 'a>) -> Option<Cow<'d, str>> {
        let key = self.keys.get(data.attribute("key")?)?;
        let is_label = |element: &Node<'d, 'a>| element.tag_name().name() == "NodeLabel";
        let label = data.descendants().find(is_label).filter(|_| key.of_node == Role::Drawing)?;
        Some(Cow::Owned(xml::text(label).split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// A number of a node; what is no finite number is 0.
    fn value(&mut self, data: Node<'d, 'a>, text: &str) -> Result<f64, ReadError> {
        match number(self.xml, data, text, "value") {
            Err(error) if text.parse::<f64>().is_ok() => {
                self.warnings.tolerate("a value that is not a finite number is read as 0", error)?;
                Ok(0.0)
            }
            outcome => outcome,
        }
    }

    /// The key and the text of a `<data>`; nothing where it holds XML of its own.
    fn data(&mut self, data: Node<'d, 'a>) -> Result<Option<(Key, Cow<'d, str>)>, ReadError> {
        let Some(id) = data.attribute("key") else {
            return Err(self.xml.error(data, "this data has no key", "add a key=\"…\" attribute"));
        };
        let Some(key) = self.keys.get(id) else {
            return Err(self.xml.error(
                data,
                format!("this data refers to the key {}, which is not declared", quote(id)),
                "declare it with <key> before the first graph",
            ));
        };
        if data.children().any(|child| child.is_element()) {
            self.warnings.note("data that holds elements, such as a drawing, is ignored", self.xml.place(data));
            return Ok(None);
        }
        let text = match xml::text(data) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        Ok(Some((key, text)))
    }

    fn warn_of_direction(&mut self, graph: Node<'d, 'a>, edges: &[Node<'d, 'a>]) {
        const WHAT: &str = "directed edges are read as undirected";
        if graph.attribute("edgedefault") == Some("directed") && !edges.is_empty() {
            self.warnings.note(WHAT, self.xml.place(graph));
        } else if let Some(&edge) = edges.iter().find(|edge| edge.attribute("directed") == Some("true")) {
            self.warnings.note(WHAT, self.xml.place(edge));
        }
    }

    fn pass_over(&mut self, element: Node<'d, 'a>) {
        self.warnings.note("an element that is not a node, an edge or data is ignored", self.xml.place(element));
    }
}

/// A finite number; `what` is its name in errors.
pub(super) fn number<'a, 'd>(xml: &Xml<'a, 'd>, at: Node<'d, 'a>, text: &str, what: &str) -> Result<f64, ReadError> {
    match text.parse::<f64>() {
        Err(_) => Err(xml.error(
            at,
            format!("the {what} {} is not a number", quote(text)),
            "give a number, or make its key a string",
        )),
        Ok(number) if !number.is_finite() => {
            Err(xml.error(at, format!("the {what} {} is not a finite number", quote(text)), "give a finite number"))
        }
        Ok(number) => Ok(number),
    }
}

/// The size of a weight; 1 for what is no finite number.
pub(super) fn weight<'a, 'd>(
    xml: &Xml<'a, 'd>,
    at: Node<'d, 'a>,
    text: &str,
    warnings: &mut Warnings,
) -> Result<f64, ReadError> {
    let error = |what: &str| {
        let help = "give a number that is 0 or more, such as 1 or 0.5";
        xml.error(at, format!("the weight {} is {what}", quote(text)), help)
    };
    match text.parse::<f64>() {
        Err(_) => warnings.tolerate(NO_WEIGHT, error("not a number")).map(|()| 1.0),
        Ok(number) if !number.is_finite() => warnings.tolerate(NO_WEIGHT, error("not a finite number")).map(|()| 1.0),
        Ok(number) if number < 0.0 => warnings.tolerate(NEGATIVE_WEIGHT, error("negative")).map(|()| -number),
        Ok(number) => Ok(number),
    }
}
