//! The TU collection's text format (Morris et al. 2020, arXiv:2007.08663), as a folder or a zip.
//!
//! A dataset `NAME` is a set of files: `NAME_A.txt` lists edges as pairs of node ids counted from 1
//! over all graphs, `NAME_graph_indicator.txt` gives the graph of each node, and optional files
//! give labels and attributes line by line.

mod columns;
mod edges;
mod names;

use columns::Column;
use edges::Edges;

use super::{
    Place, ReadError, ReadOptions,
    report::{Warnings, quote},
    source::{Source, TextFile},
};
use crate::graph::{Dataset, Graph};

pub fn read(source: Source, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut files = Files::find(source)?;
    let mut warnings = Warnings::new(options.strict);

    let labels_file = files.optional("graph_labels", &mut warnings)?;
    let n_listed = labels_file.as_ref().map_or(0, columns::n_rows);
    let nodes = NodeRanges::read(&files.required("graph_indicator", &mut warnings)?, n_listed, &mut warnings)?;
    let n_graphs = nodes.n_graphs();
    let (n_nodes, indicator) = (nodes.n_nodes(), "graph_indicator");

    let a_file = files.required("A", &mut warnings)?;
    let edge_labels = files.optional("edge_labels", &mut warnings)?.map(|file| Column::labels(&file)).transpose()?;
    let edge_labels =
        edge_labels.map(|column| column.expect_rows(columns::n_rows(&a_file), "edge", "A")).transpose()?;
    let (edge_alphabet, edge_labels) = edge_labels.map_or_else(Default::default, Column::into_labels);
    let edges = edges::read(&a_file, &nodes, edge_labels, &mut warnings)?;
    warn_of_cut(&edges, &nodes, &a_file, &mut warnings);
    drop(a_file);

    let node_labels = files.optional("node_labels", &mut warnings)?.map(|file| Column::labels(&file)).transpose()?;
    let node_labels = node_labels.map(|column| column.expect_rows(n_nodes, "node", indicator)).transpose()?;
    let (node_alphabet, node_labels) = node_labels.map_or_else(Default::default, Column::into_labels);

    let attributes = files.optional("node_attributes", &mut warnings)?.map(|file| columns::reals(&file)).transpose()?;
    let attributes = attributes.map(|table| table.expect_rows(n_nodes, "node", indicator)).transpose()?;

    let classes = labels_file.map(|file| Column::labels(&file)).transpose()?;
    let classes = classes.map(|column| column.expect_rows(n_graphs, "graph", indicator)).transpose()?;
    let (class_alphabet, classes) = classes.map_or_else(Default::default, Column::into_labels);

    let targets = files.optional("graph_attributes", &mut warnings)?.map(|file| columns::reals(&file)).transpose()?;
    let targets = targets.map(|table| table.expect_rows(n_graphs, "graph", indicator)).transpose()?;

    if files.has("edge_attributes") {
        warnings.note("edge attributes are not used", Place::file(files.display_name("edge_attributes")));
    }

    let width = attributes.as_ref().map_or(0, |table| table.width);
    let graphs = edges
        .into_iter()
        .enumerate()
        .map(|(graph, edges)| {
            let range = nodes.range(graph);
            Graph {
                n_nodes: range.len(),
                edges: edges.ends,
                edge_labels: (!edge_alphabet.is_empty()).then_some(edges.labels),
                node_labels: (!node_labels.is_empty()).then(|| node_labels[range.clone()].to_vec()),
                node_attributes: attributes
                    .as_ref()
                    .map(|table| table.values[range.start * width..range.end * width].to_vec()),
                // Without nodes there is nothing to train on.
                class: classes.get(graph).copied().filter(|_| !range.is_empty()),
                targets: targets.as_ref().map_or_else(Vec::new, |table| table.row(graph).to_vec()),
                ..Graph::default()
            }
        })
        .collect();

    let mut dataset = Dataset {
        name: files.name.clone(),
        graphs,
        node_labels: node_alphabet,
        edge_labels: edge_alphabet,
        classes: class_alphabet,
        node_attribute_names: (0..width).map(|column| format!("attribute {}", column + 1)).collect(),
        about: files.about(),
        warnings: warnings.finish(),
        ..Dataset::default()
    };
    names::give(&mut dataset);
    Ok(dataset)
}

/// A file of edges that was cut off names none of the last nodes.
fn warn_of_cut(edges: &[Edges], nodes: &NodeRanges, a_file: &TextFile, warnings: &mut Warnings) {
    const FEWEST: usize = 20;
    let last_graph = edges.iter().rposition(|edges| !edges.ends.is_empty());
    let last = last_graph.map_or(0, |graph| {
        nodes.range(graph).start + edges[graph].ends.iter().map(|&[_, v]| v as usize + 1).max().unwrap_or(0)
    });
    let n_behind = nodes.n_nodes() - last;
    if n_behind >= FEWEST && n_behind * 50 > nodes.n_nodes() {
        let what = "no edge names the last 2 % of the nodes or more; this file may be cut off";
        warnings.note(what, Place::file(&*a_file.display_name));
    }
}

/// Which nodes belong to which graph: graph `g` has the nodes `starts[g]..starts[g + 1]`.
struct NodeRanges {
    starts: Vec<u32>,
    graph_of_node: Vec<u32>,
}

impl NodeRanges {
    /// Graphs that the indicator leaves out have no nodes, if as many graphs are listed elsewhere.
    fn read(file: &TextFile, n_listed: usize, warnings: &mut Warnings) -> Result<Self, ReadError> {
        let mut starts = Vec::new();
        let mut graph_of_node = Vec::new();
        let mut last = 0;
        columns::for_each_row(file, |line, row| {
            let id = columns::integer(file, line, row)?;
            if id != last || last == 0 {
                if id != last + 1 {
                    let error = Self::out_of_order(file, line, last, id);
                    if id <= last || usize::try_from(id).is_ok_and(|id| id > n_listed) {
                        return Err(error);
                    }
                    for _ in last + 1..id {
                        warnings.tolerate("a graph without nodes is read, and left out of training", error.clone())?;
                        starts.push(graph_of_node.len() as u32);
                    }
                }
                starts.push(graph_of_node.len() as u32);
                last = id;
            }
            graph_of_node.push(starts.len() as u32 - 1);
            Ok(())
        })?;
        if graph_of_node.is_empty() {
            return Err(ReadError::new(
                Place::file(&*file.display_name),
                "this file is empty",
                "it must give a graph number for every node; download the dataset again",
            ));
        }
        starts.push(graph_of_node.len() as u32);
        Ok(Self { starts, graph_of_node })
    }

    fn out_of_order(file: &TextFile, line: usize, last: i64, id: i64) -> ReadError {
        match last {
            0 => file.error(line, format!("the first graph is {id}"), "number the graphs from 1"),
            _ if id < last => file.error(
                line,
                format!("graph {id} comes after graph {last}"),
                "list the nodes graph by graph, in ascending order",
            ),
            _ => file.error(
                line,
                format!("graph {id} follows graph {last}, so the graphs between have no nodes"),
                "number the graphs without gaps",
            ),
        }
    }

    fn n_graphs(&self) -> usize {
        self.starts.len() - 1
    }

    fn n_nodes(&self) -> usize {
        self.graph_of_node.len()
    }

    fn range(&self, graph: usize) -> std::ops::Range<usize> {
        self.starts[graph] as usize..self.starts[graph + 1] as usize
    }
}

/// The files of one dataset inside a source.
struct Files {
    source: Source,
    names: Vec<String>,
    /// Folder inside a zip and dataset name: `MUTAG/MUTAG`.
    prefix: String,
    name: String,
}

impl Files {
    fn find(source: Source) -> Result<Self, ReadError> {
        let refuse = |what: String, help: &str| Err(ReadError::new(Place::file(source.display_name()), what, help));
        // Archives made on a Mac carry a shadow of each file.
        let names: Vec<String> = source
            .names()
            .into_iter()
            .filter(|name| !name.split('/').any(|part| part == "__MACOSX" || part.starts_with("._")))
            .collect();
        if let Some(name) = names.iter().find(|name| name.split(['/', '\\']).any(|part| part == "..")) {
            return refuse(format!("the member {} points outside the zip", quote(name)), "do not trust this zip");
        }
        let prefixes: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix("_A.txt")).collect();
        let prefix = match prefixes[..] {
            [prefix] => prefix.to_owned(),
            [] => {
                if let Some(inner) = names.iter().find(|name| name.to_ascii_lowercase().ends_with(".zip")) {
                    return refuse(
                        format!("this zip contains another zip, {}", quote(inner)),
                        "unpack it and open the inner zip",
                    );
                }
                return refuse(
                    "this contains no NAME_A.txt".to_owned(),
                    "a TU dataset has at least NAME_A.txt and NAME_graph_indicator.txt",
                );
            }
            [first, second, ..] => {
                let what = format!("this contains several datasets, {} and {}", quote(first), quote(second));
                return refuse(what, "put each into its own folder");
            }
        };
        let name = prefix.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self { source, names, prefix, name })
    }

    fn has(&self, kind: &str) -> bool {
        let file_name = self.file_name(kind);
        self.names.contains(&file_name)
    }

    fn required(&mut self, kind: &str, warnings: &mut Warnings) -> Result<TextFile, ReadError> {
        if !self.has(kind) {
            return Err(ReadError::new(
                Place::file(self.display_name(kind)),
                "this file is missing",
                "a TU dataset cannot be read without it; download the dataset again",
            ));
        }
        let file = self.source.read(&self.file_name(kind))?;
        file.tolerate_encoding(warnings)?;
        Ok(file)
    }

    fn optional(&mut self, kind: &str, warnings: &mut Warnings) -> Result<Option<TextFile>, ReadError> {
        if self.has(kind) { self.required(kind, warnings).map(Some) } else { Ok(None) }
    }

    /// README and label maps, as one text; whatever is wrong with them, the data counts.
    fn about(&mut self) -> Option<String> {
        let is_about = |name: &&String| {
            let lower = name.to_ascii_lowercase();
            lower.ends_with("readme.txt") || lower.ends_with("readme.md") || lower.ends_with("readme")
        };
        let names: Vec<String> = self.names.iter().filter(is_about).cloned().collect();
        let texts: Vec<String> =
            names.iter().filter_map(|name| self.source.read(name).ok()).map(|file| file.text).collect();
        (!texts.is_empty()).then(|| texts.join("\n\n"))
    }

    fn file_name(&self, kind: &str) -> String {
        format!("{}_{kind}.txt", self.prefix)
    }

    fn display_name(&self, kind: &str) -> String {
        format!("{}/{}", self.source.display_name(), self.file_name(kind))
    }
}
