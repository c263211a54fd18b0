//! The way back: a graph as GraphML that this program's reader, and others, read as the same graph.
//!
//! Labels and classes are written by name. What GraphML has no usual place for, such as the charge
//! of an atom, is left out.

use std::{fmt::Write as _, io, path::Path};

use crate::{
    files::write_atomically,
    graph::{Dataset, Graph, Labels},
};

/// Writes a graph of a dataset; an existing file is replaced atomically.
pub fn write(dataset: &Dataset, graph: &Graph, path: &Path) -> io::Result<()> {
    write_atomically(path, |file| io::Write::write_all(file, text(dataset, graph).as_bytes()))
}

/// A graph of a dataset as the text of a GraphML file.
pub fn text(dataset: &Dataset, graph: &Graph) -> String {
    let columns = match &graph.node_attributes {
        Some(_) => &dataset.node_attribute_names[..],
        None => &[],
    };
    // A field called “name” would be read as the name of the graph.
    let fields = graph.fields.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("name"));
    let fields: Vec<&(String, String)> = fields.collect();
    let mut out = Writer { text: String::new() };
    out.line(0, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    out.line(0, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#);
    out.key("node-name", "node", "name", "string", true);
    out.key("node-label", "node", "label", "string", graph.node_labels.is_some());
    for (idx, name) in columns.iter().enumerate() {
        out.key(&format!("node-{idx}"), "node", name, "double", true);
    }
    out.key("edge-weight", "edge", "weight", "double", graph.edge_weights.is_some());
    out.key("edge-label", "edge", "label", "string", graph.edge_labels.is_some());
    out.key("graph-name", "graph", "name", "string", graph.name.is_some());
    out.key("graph-class", "graph", "class", "string", graph.class.is_some());
    for (idx, (name, _)) in fields.iter().enumerate() {
        out.key(&format!("graph-{idx}"), "graph", name, "string", true);
    }
    out.line(1, r#"<graph id="G" edgedefault="undirected">"#);
    out.graph_data(dataset, graph, &fields);
    for node in 0..graph.n_nodes {
        out.node(dataset, graph, node, columns.len());
    }
    for idx in 0..graph.n_edges() {
        out.edge(dataset, graph, idx);
    }
    out.line(1, "</graph>");
    out.line(0, "</graphml>");
    out.text
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, depth: usize, line: &str) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Declares what data of a key is, where there is such data.
    fn key(&mut self, id: &str, domain: &str, name: &str, kind: &str, is_used: bool) {
        if is_used {
            let name = escaped(name);
            self.line(1, &format!(r#"<key id="{id}" for="{domain}" attr.name="{name}" attr.type="{kind}"/>"#));
        }
    }

    fn graph_data(&mut self, dataset: &Dataset, graph: &Graph, fields: &[&(String, String)]) {
        if let Some(name) = &graph.name {
            self.line(2, &data("graph-name", name));
        }
        if let Some(class) = graph.class {
            self.line(2, &data("graph-class", label_text(&dataset.classes, class)));
        }
        for (idx, (_, value)) in fields.iter().enumerate() {
            self.line(2, &data(&format!("graph-{idx}"), value));
        }
    }

    fn node(&mut self, dataset: &Dataset, graph: &Graph, node: usize, n_columns: usize) {
        let mut inside = data("node-name", &dataset.node_name(graph, node as u32));
        if let Some(labels) = &graph.node_labels {
            inside += &data("node-label", label_text(&dataset.node_labels, labels[node]));
        }
        if let Some(rows) = &graph.node_attributes {
            // NaN is omitted, because readers accept numbers only.
            for column in (0..n_columns).filter(|column| rows[node * n_columns + column].is_finite()) {
                inside += &data(&format!("node-{column}"), &rows[node * n_columns + column].to_string());
            }
        }
        self.line(2, &format!(r#"<node id="n{node}">{inside}</node>"#));
    }

    fn edge(&mut self, dataset: &Dataset, graph: &Graph, idx: usize) {
        let [u, v] = graph.edges[idx];
        let mut inside = String::new();
        if let Some(weights) = &graph.edge_weights {
            inside += &data("edge-weight", &weights[idx].to_string());
        }
        if let Some(labels) = &graph.edge_labels {
            inside += &data("edge-label", label_text(&dataset.edge_labels, labels[idx]));
        }
        self.line(
            2,
            &if inside.is_empty() {
                format!(r#"<edge source="n{u}" target="n{v}"/>"#)
            } else {
                format!(r#"<edge source="n{u}" target="n{v}">{inside}</edge>"#)
            },
        );
    }
}

fn data(key: &str, text: &str) -> String {
    format!(r#"<data key="{key}">{}</data>"#, escaped(text))
}

/// The name of a label; its value where another label has the same name, so that the two stay apart.
fn label_text(labels: &Labels, idx: u32) -> &str {
    let name = labels.show(idx);
    let is_alone = labels.iter().filter(|label| label.show() == name).count() < 2;
    match labels.iter().nth(idx as usize) {
        Some(label) if !is_alone => &label.value,
        _ => name,
    }
}

/// Text that can stand in an element and in an attribute. XML has no way to write most control characters at all; they
/// become the sign for what cannot be shown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => write!(out, "&#{};", u32::from(c)).unwrap_or_default(),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::GraphBuilder,
        readers::{ReadOptions, graphml::read, source::TextFile},
    };

    fn again(dataset: &Dataset, graph: &Graph) -> Dataset {
        let file = TextFile::from_text("again.graphml", &text(dataset, graph));
        let read = read(&file, &ReadOptions::default()).unwrap();
        assert_eq!(read.warnings, [], "{}", file.text);
        read
    }

    #[test]
    fn everything_that_the_reader_takes_comes_back() {
        let mut builder = GraphBuilder::new(3);
        builder.add_labelled_edge(0, 1, 1);
        builder.add_labelled_edge(2, 1, 0);
        let mut graph = Graph {
            name: Some("a <b> & \"c\"".into()),
            node_labels: Some(vec![1, 0, 1]),
            node_attributes: Some(vec![0.1, -2e-9, 3.0, 1e300, 5.0, 6.0]),
            node_names: Some(["o\u{1}", "<h1>", "h&2"].map(String::from).to_vec()),
            class: Some(1),
            fields: vec![("source".into(), "sea\nside".into()), ("Name".into(), "other".into())],
            ..builder.finish()
        };
        graph.edge_weights = Some(vec![0.1 + 0.2, 4.0]);
        let dataset = Dataset {
            node_labels: Labels::from_values(["H", "O"]),
            edge_labels: Labels::from_values(["double", "single"]),
            classes: Labels::from_values(["dry", "wet"]),
            node_attribute_names: vec!["x".into(), "a \"y\"".into()],
            ..Dataset::default()
        };
        let read = again(&dataset, &graph);
        let reread = &read.graphs[0];
        let names = ["o\u{fffd}", "<h1>", "h&2"].map(String::from).to_vec();
        let fields = vec![("source".to_owned(), "sea\nside".to_owned())];
        let class = Some(0);
        assert_eq!(*reread, Graph { node_names: Some(names), fields, class, ..graph });
        assert_eq!((read.classes.show(0), read.node_labels.show(1), read.edge_labels.show(1)), ("wet", "O", "single"));
        assert_eq!(read.node_attribute_names, dataset.node_attribute_names);
    }

    #[test]
    fn labels_of_one_name_stay_apart() {
        let mut labels = Labels::default();
        for value in ["1", "2"] {
            labels.push(value, Some("bond".to_owned()));
        }
        assert_eq!((label_text(&labels, 0), label_text(&labels, 1)), ("1", "2"));
    }
}
