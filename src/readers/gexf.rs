//! GEXF, the format of Gephi (gexf.net): a graph in XML with its attributes declared ahead.

use std::collections::HashMap;

use roxmltree::Node;

use super::{
    ReadError, ReadOptions,
    graphml::xml::{self, Xml},
    network::{self, Network, Value},
    report::Warnings,
    source::TextFile,
    watch,
};
use crate::graph::Dataset;

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let document = xml::parse(file)?;
    let xml = Xml::new(file, &document, "gexf")?;
    let mut warnings = Warnings::new(options.strict);
    let mut networks = Vec::new();
    for graph in xml.children(xml.root, "graph") {
        networks.push(Reader { file, xml: &xml, titles: HashMap::new(), warnings: &mut warnings }.graph(graph)?);
    }
    if networks.is_empty() {
        return Err(xml.error(xml.root, "there is no <graph> in this file", "put nodes and edges into a <graph>"));
    }
    let mut dataset = network::finish(networks, &file.stem, &file.display_name, xml.budget(), &mut warnings)?;
    dataset.warnings = warnings.finish();
    Ok(dataset)
}

struct Reader<'x, 'a, 'd> {
    file: &'a TextFile,
    xml: &'x Xml<'a, 'd>,
    /// Title of an attribute by the class of what has it and its id.
    titles: HashMap<(&'d str, &'d str), &'d str>,
    warnings: &'x mut Warnings,
}

impl<'a, 'd> Reader<'_, 'a, 'd> {
    fn graph(mut self, graph: Node<'d, 'a>) -> Result<Network, ReadError> {
        let mut network = Network::new(graph.attribute("defaultedgetype") == Some("directed"));
        if graph.attribute("mode") == Some("dynamic") {
            self.warnings.note("a dynamic graph is read as if all of it were there at once", self.xml.place(graph));
        }
        for attributes in self.xml.children(graph, "attributes") {
            let class = attributes.attribute("class").unwrap_or("node");
            for attribute in self.xml.children(attributes, "attribute") {
                if let Some(id) = attribute.attribute("id") {
                    self.titles.insert((class, id), attribute.attribute("title").unwrap_or(id));
                }
            }
        }
        // Nodes may hold nodes, which belong to the graph all the same.
        let mut open: Vec<Node<'d, 'a>> = self.xml.children(graph, "nodes").collect();
        let mut edges: Vec<Node<'d, 'a>> = self.xml.children(graph, "edges").collect();
        while let Some(nodes) = open.pop() {
            for node in self.xml.children(nodes, "node") {
                self.node(node, &mut network)?;
                open.extend(self.xml.children(node, "nodes"));
                edges.extend(self.xml.children(node, "edges"));
            }
        }
        if network.n_nodes() == 0 {
            return Err(self.xml.error(graph, "this graph has no nodes", "give it at least one <node>"));
        }
        for edge in edges.into_iter().flat_map(|edges| self.xml.children(edges, "edge")) {
            self.edge(edge, &mut network)?;
        }
        Ok(network)
    }

    fn node(&mut self, node: Node<'d, 'a>, network: &mut Network) -> Result<(), ReadError> {
        watch::at_byte(self.file, node.range().start)?;
        let Some(id) = node.attribute("id").filter(|id| !id.is_empty()) else {
            return Err(self.xml.error(node, "this node has no id", "give it one, so that edges can name it"));
        };
        let mut data = self.values(node, "node");
        data.extend(node.attribute("label").map(|label| ("label".to_owned(), Value::Word(label.to_owned()))));
        network.add_node(id.to_owned(), data, self.xml.place(node))
    }

    fn edge(&mut self, edge: Node<'d, 'a>, network: &mut Network) -> Result<(), ReadError> {
        let end = |name: &str| {
            let help = "name both of its nodes, as source and target";
            edge.attribute(name).ok_or_else(|| self.xml.error(edge, format!("this edge has no {name}"), help))
        };
        let ends = [end("source")?, end("target")?];
        let mut data = self.values(edge, "edge");
        // Gephi writes an empty label for each.
        let label = edge.attribute("label").filter(|label| !label.is_empty());
        data.extend(label.map(|label| ("label".to_owned(), Value::Word(label.to_owned()))));
        if let Some(weight) = edge.attribute("weight") {
            data.retain(|(key, _)| !key.eq_ignore_ascii_case("weight"));
            data.push(("weight".to_owned(), Value::of(weight)));
        }
        network.is_directed |= edge.attribute("type") == Some("directed");
        network.add_edge(ends, data, self.xml.place(edge), self.warnings)
    }

    /// The `<attvalue>`s of a node or an edge, by title.
    fn values(&self, owner: Node<'d, 'a>, class: &'static str) -> Vec<(String, Value)> {
        let mut data: Vec<(String, Value)> = Vec::new();
        for value in self.xml.children(owner, "attvalues").flat_map(|values| self.xml.children(values, "attvalue")) {
            let Some(id) = value.attribute("for").or(value.attribute("id")) else { continue };
            let title = self.titles.get(&(class, id)).copied().unwrap_or(id);
            // Of the values of a dynamic graph the first counts.
            if !data.iter().any(|(known, _)| known == title) {
                data.push((title.to_owned(), Value::of(value.attribute("value").unwrap_or_default())));
            }
        }
        data
    }
}
