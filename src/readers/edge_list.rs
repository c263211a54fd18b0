//! Edge lists: one edge a line, two node names and optionally a weight.
//!
//! The format has no standard. Read are the shapes that NetworkX, igraph, Gephi and the network
//! collections write: cells between tabs, semicolons, commas or spaces, detected from the first line
//! that has any; comments after `#` or `%`; perhaps a header; a name alone on a line is an
//! isolated node.

mod cells;
pub(super) mod header;
mod shapes;

use std::collections::HashMap;

use cells::{Separator, split};
use header::{Columns, First, Lines};

use super::{
    ReadError, ReadOptions,
    report::{NEGATIVE_WEIGHT, NO_WEIGHT, Place, Warnings, quote},
    source::TextFile,
    watch::{self, LINES_A_LOOK},
};
use crate::graph::{Dataset, Graph, GraphBuilder};

/// Reads an edge list as a dataset of one graph.
pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    refuse_tu_part(file)?;
    let mut warnings = Warnings::new(options.strict);
    let list = match shapes::multiline(file) {
        Some(list) if !options.columns.names_edges() => {
            warnings.note(
                "this is read as lists of neighbours, one node per line, as NetworkX writes them",
                Place::file(&*file.display_name),
            );
            list
        }
        _ => Reader::new(file, options, &mut warnings)?.read(&mut warnings)?,
    };
    let graph = list.into_graph(file, &mut warnings);
    Ok(Dataset { name: file.stem.clone(), graphs: vec![graph], warnings: warnings.finish(), ..Dataset::default() })
}

/// Lines that hold data, with their numbers.
fn data_lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    text.lines()
        .enumerate()
        .map(|(idx, line)| (idx + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
}

struct Reader<'a> {
    file: &'a TextFile,
    separator: Separator,
    columns: Columns,
    /// Lines before the first edge.
    n_skipped: usize,
    list: EdgeList,
}

/// Content of the file: names in order of first appearance, and edges between them.
#[derive(Default)]
struct EdgeList {
    names: Vec<String>,
    index: HashMap<String, u32>,
    edges: Vec<Edge>,
    has_weights: bool,
}

struct Edge {
    line: usize,
    ends: [u32; 2],
    weight: f64,
}

impl<'a> Reader<'a> {
    fn new(file: &'a TextFile, options: &ReadOptions, warnings: &mut Warnings) -> Result<Self, ReadError> {
        let mut lines = data_lines(&file.text);
        let Some((first_number, first)) = lines.next() else {
            return Err(ReadError::new(
                Place::file(&*file.display_name),
                "this file contains no edges",
                "write one edge per line, as two node names",
            ));
        };
        let separator = Separator::detect(data_lines(&file.text).map(|(_, line)| line));
        let first = split(file, first_number, first, separator)?;
        let place = || Place::line(&*file.display_name, first_number);
        let below = lines.filter_map(|(number, line)| split(file, number, line, separator).ok());
        let told = Lines { first: &first, below };
        let (n_skipped, columns) = if options.columns.names_edges() {
            let (is_header, columns) = Columns::chosen(file, &first, &options.columns)?;
            (usize::from(is_header), columns)
        } else if let First::Header(columns, why) = told.first() {
            columns.warn(&first, why, place(), warnings);
            (1, columns)
        } else if shapes::is_size(&first, told.below.clone()) {
            warnings.note("the first line is read as the numbers of nodes and edges, which it fits", place());
            (1, Columns::default())
        } else {
            if told.is_doubtful() {
                warnings.note(
                    "this line is read as an edge; if it is a header, choose the source column and the target column",
                    place(),
                );
            }
            (0, Columns::default())
        };
        Ok(Self { file, separator, n_skipped, columns, list: EdgeList::default() })
    }

    fn read(mut self, warnings: &mut Warnings) -> Result<EdgeList, ReadError> {
        for (number, line) in data_lines(&self.file.text).skip(self.n_skipped) {
            if number % LINES_A_LOOK == 0 {
                watch::at(self.file, line)?;
            }
            let cells = split(self.file, number, line, self.separator)?;
            self.read_line(number, &cells, warnings)?;
        }
        if self.list.names.is_empty() {
            return Err(ReadError::new(
                Place::file(&*self.file.display_name),
                "this file has a header but no edges",
                "write one edge per line, as two node names",
            ));
        }
        Ok(self.list)
    }

    fn read_line(&mut self, line: usize, cells: &[String], warnings: &mut Warnings) -> Result<(), ReadError> {
        let node = |column: usize, which: &str| match cells.get(column).map(String::as_str) {
            None | Some("") => Err(self.file.error(
                line,
                format!("the {which} node of this edge has no name"),
                "name both nodes, or write one name alone for a node without edges",
            )),
            Some(name) => Ok(name),
        };
        if let [alone] = cells {
            self.list.node(alone);
            return Ok(());
        }
        let (source, target) = (self.columns.source, self.columns.target);
        let (source, target) = (node(source, "first")?, node(target, "second")?);
        self.columns.check(self.file, line, cells)?;
        let weight = match self.columns.weight.and_then(|column| cells.get(column)) {
            Some(cell) => weight(self.file, line, cell, warnings)?,
            None => None,
        };
        self.list.has_weights |= weight.is_some();
        let ends = [self.list.node(source), self.list.node(target)];
        self.list.edges.push(Edge { line, ends, weight: weight.unwrap_or(1.0) });
        Ok(())
    }
}

impl EdgeList {
    fn node(&mut self, name: &str) -> u32 {
        if let Some(&node) = self.index.get(name) {
            return node;
        }
        let node = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), node);
        node
    }

    fn into_graph(mut self, file: &TextFile, warnings: &mut Warnings) -> Graph {
        self.order_integers();
        let mut builder = GraphBuilder::new(self.names.len());
        for &Edge { line, ends: [u, v], weight } in &self.edges {
            if u == v {
                warnings.note("an edge from a node to itself is dropped", Place::line(&*file.display_name, line));
            } else if self.has_weights {
                builder.add_weighted_edge(u, v, weight);
            } else {
                builder.add_edge(u, v);
            }
        }
        let mut graph = builder.finish();
        if self.has_weights {
            self.warn_of_other_weights(&graph, file, warnings);
        }
        graph.name = Some(file.stem.clone());
        graph.node_names = Some(self.names);
        graph
    }

    /// Numbers the nodes by their names where all are integers; `07` and `7` are then one node.
    fn order_integers(&mut self) {
        let Some(values) = self.names.iter().map(|name| name.parse().ok()).collect::<Option<Vec<i64>>>() else {
            return;
        };
        let mut sorted = values.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let place = |value: &i64| sorted.partition_point(|other| other < value) as u32;
        let new_idx: Vec<u32> = values.iter().map(place).collect();
        for end in self.edges.iter_mut().flat_map(|edge| &mut edge.ends) {
            *end = new_idx.get(*end as usize).copied().unwrap_or(*end);
        }
        self.names = sorted.iter().map(i64::to_string).collect();
    }

    fn warn_of_other_weights(&self, graph: &Graph, file: &TextFile, warnings: &mut Warnings) {
        for &Edge { line, ends: [u, v], weight } in &self.edges {
            if let Ok(idx) = graph.edges.binary_search(&[u.min(v), u.max(v)])
                && graph.edge_weight(idx) != weight
            {
                let place = Place::line(&*file.display_name, line);
                warnings.note("an edge is given again with another weight; the first is kept", place);
            }
        }
    }
}

/// The size of the number in a weight cell; none where NetworkX wrote a dictionary without a weight.
fn weight(file: &TextFile, line: usize, cell: &str, warnings: &mut Warnings) -> Result<Option<f64>, ReadError> {
    const HELP: &str = "give a number that is 0 or more, such as 1 or 0.5";
    if let Some(dictionary) = cell.strip_prefix('{') {
        return match shapes::weight_in(dictionary) {
            None => Ok(None),
            Some(cell) => weight(file, line, cell, warnings),
        };
    }
    match cell.parse::<f64>() {
        Err(_) if cell.is_empty() => {
            warnings.tolerate(NO_WEIGHT, file.error(line, "the weight of this edge is missing", HELP))?;
            Ok(Some(1.0))
        }
        Err(_) => Err(file.error(line, format!("the weight {} is not a number", quote(cell)), HELP)),
        Ok(number) if !number.is_finite() => {
            let what = format!("the weight {} is not a finite number", quote(cell));
            warnings.tolerate(NO_WEIGHT, file.error(line, what, HELP))?;
            Ok(Some(1.0))
        }
        Ok(number) if number < 0.0 => {
            let what = format!("the weight {} is negative", quote(cell));
            warnings.tolerate(NEGATIVE_WEIGHT, file.error(line, what, HELP))?;
            Ok(Some(-number))
        }
        Ok(number) => Ok(Some(number)),
    }
}

/// One file of a TU dataset is no edge list, though `_A.txt` reads like one.
fn refuse_tu_part(file: &TextFile) -> Result<(), ReadError> {
    const PARTS: [&str; 7] = [
        "_graph_indicator",
        "_graph_labels",
        "_graph_attributes",
        "_node_labels",
        "_node_attributes",
        "_edge_labels",
        "_edge_attributes",
    ];
    let is_pair_of_integers = |line: &str| {
        line.split_once(',').is_some_and(|(u, v)| [u, v].iter().all(|cell| cell.trim().parse::<u64>().is_ok()))
    };
    let is_adjacency = || {
        file.stem.ends_with("_A") && data_lines(&file.text).next().is_some_and(|(_, line)| is_pair_of_integers(line))
    };
    if file.display_name.ends_with(".txt") && (PARTS.iter().any(|part| file.stem.ends_with(part)) || is_adjacency()) {
        return Err(ReadError::new(
            Place::file(&*file.display_name),
            "this is one file of a TU dataset",
            "open the folder or the zip that holds it, or give it another name if it is an edge list",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Result<Dataset, ReadError> {
        read(&TextFile::from_text("net.txt", text), &ReadOptions::default())
    }

    fn graph(text: &str) -> Graph {
        open(text).unwrap().graphs.remove(0)
    }

    fn names(graph: &Graph) -> Vec<&str> {
        graph.node_names.iter().flatten().map(String::as_str).collect()
    }

    fn warnings(text: &str) -> Vec<String> {
        open(text).unwrap().warnings.into_iter().map(|warning| warning.message).collect()
    }

    #[test]
    fn every_separator_gives_the_same_graph() {
        let expected = graph("1 2\n2 10\n");
        assert_eq!(expected.edges, [[0, 1], [1, 2]]);
        assert_eq!(names(&expected), ["1", "2", "10"]);
        for text in ["1,2\n2,10", "1;2\r\n2;10\r\n", "1\t2\n2\t10\n", "  1   2\n\n# c\n% c\n2 10", "\"1\", 2\n2,\"10\""]
        {
            assert_eq!(graph(text), expected, "{text:?}");
        }
    }

    #[test]
    fn integers_are_ordered_and_words_stay_in_their_order() {
        assert_eq!(names(&graph("10 -3\n7 10")), ["-3", "7", "10"]);
        assert_eq!(names(&graph("10 b\n7 10")), ["10", "b", "7"]);
        assert_eq!(names(&graph("07 1\n7 2")), ["1", "2", "7"]);
    }

    #[test]
    fn weights_come_third_and_stay_with_their_edge() {
        let graph = graph("c a 0.5\na b 2\nb a 2\n");
        assert_eq!(graph.edges, [[0, 1], [1, 2]]);
        assert_eq!(graph.edge_weights, Some(vec![0.5, 2.0]));
        assert_eq!(open("a b 1\nb a 2\n").unwrap().graphs[0].edge_weights, Some(vec![1.0]));
        assert_eq!(
            warnings("a b 1\nb a 2\n"),
            ["net.txt:2: an edge is given again with another weight; the first is kept"]
        );
    }

    #[test]
    fn a_header_names_the_columns() {
        for text in ["Source,Target\na,b", "from;to\na;b", "u v\na b", "\"Node1\",\"Node2\"\na,b"] {
            assert_eq!(names(&graph(text)), ["a", "b"], "{text:?}");
        }
        let gephi = "Source,Target,Type,Id,Weight\na,b,Undirected,0,2.5\n";
        assert_eq!(graph(gephi).edge_weights, Some(vec![2.5]));
        assert_eq!(
            warnings(gephi),
            ["net.txt:1: a column that is not source, target or weight is ignored (and 1 more times)"]
        );
        assert_eq!(names(&graph("a,b\n1,2\nb,2\n")), ["a", "b", "1", "2"]);
        let unknown = "person,friend\n1,2\n";
        assert_eq!(names(&graph(unknown)), ["1", "2"]);
        assert_eq!(
            warnings(unknown),
            ["net.txt:1: this line is read as a header, because the lines below are numbers"]
        );
    }

    #[test]
    fn a_name_alone_is_an_isolated_node() {
        let graph = graph("5\n1,2\n3\n");
        assert_eq!((graph.n_nodes, graph.n_isolated()), (4, 2));
    }

    #[test]
    fn the_weight_in_a_dictionary_of_networkx_is_read() {
        assert_eq!(graph("0 1 {}\n1 2 {}\n").edge_weights, None);
        assert_eq!(graph("0 1 {'weight': 3, 'x': 1}\n").edge_weights, Some(vec![3.0]));
    }

    #[test]
    fn self_loops_are_dropped_with_a_warning() {
        assert_eq!(warnings("a a\na b\n"), ["net.txt:1: an edge from a node to itself is dropped"]);
        assert_eq!(graph("a a\n").n_nodes, 1);
    }

    #[test]
    fn a_part_of_a_tu_dataset_is_not_an_edge_list() {
        let open =
            |display_name: &str, text: &str| read(&TextFile::from_text(display_name, text), &ReadOptions::default());
        assert!(open("d/MUTAG_A.txt", "2, 1\n1, 2\n").is_err());
        assert!(open("MUTAG_graph_labels.txt", "1\n-1\n").is_err());
        assert!(open("team_A.txt", "ann bob\n").is_ok());
        assert!(open("MUTAG_A.csv", "1,2\n").is_ok());
    }
}
