//! `NAME_A.txt`: millions of short lines, so this reader looks at bytes and sorts integers.

use super::{
    super::{
        Place, ReadError,
        report::{Warnings, quote},
        source::TextFile,
    },
    NodeRanges, columns,
};

/// The edges of one graph: each once, `[u, v]` with `u < v`, ascending, in the graph's own numbering.
#[derive(Default)]
pub(super) struct Edges {
    pub ends: Vec<[u32; 2]>,
    /// Beside `ends`; empty where the dataset has no edge labels.
    pub labels: Vec<u32>,
}

/// Reads the edges of all graphs. `labels` has one entry a line, or is empty.
pub(super) fn read(
    file: &TextFile,
    nodes: &NodeRanges,
    labels: Vec<u32>,
    warnings: &mut Warnings,
) -> Result<Vec<Edges>, ReadError> {
    let mut edges: Vec<Edge> = Vec::with_capacity(file.text.len() / 12);
    columns::for_each_row(file, |line, text| {
        let [u, v] = match two_integers(text.as_bytes()) {
            Some(ids) => node_pair(file, line, ids, nodes)?,
            None => return Err(not_an_edge(file, line, text)),
        };
        if u == v {
            warnings.note("a self-loop was dropped", Place::line(&*file.display_name, line));
        } else {
            let label = labels.get(line - 1).copied().unwrap_or(0);
            edges.push(Edge { u: u.min(v), v: u.max(v), label });
        }
        Ok(())
    })?;
    Ok(per_graph(&edges, nodes, !labels.is_empty()))
}

#[derive(Clone, Copy)]
struct Edge {
    u: u32,
    v: u32,
    label: u32,
}

/// Sorts, makes unique (the first line's label stays) and cuts the edges into graphs.
///
/// A counting sort by the lower node, then the few edges of each node by the upper one: linear, where
/// sorting millions of edges at once would take most of the time of reading.
fn per_graph(edges: &[Edge], nodes: &NodeRanges, labelled: bool) -> Vec<Edges> {
    let mut starts = vec![0_u32; nodes.n_nodes() + 1];
    for edge in edges {
        starts[edge.u as usize + 1] += 1;
    }
    for node in 0..nodes.n_nodes() {
        starts[node + 1] += starts[node];
    }
    let mut next = starts.clone();
    let mut by_node = vec![(0_u32, 0_u32); edges.len()];
    for edge in edges {
        let slot = &mut next[edge.u as usize];
        by_node[*slot as usize] = (edge.v, edge.label);
        *slot += 1;
    }
    (0..nodes.n_graphs())
        .map(|graph| {
            let range = nodes.range(graph);
            let first = range.start as u32;
            let mut edges = Edges::default();
            for u in range {
                let around = &mut by_node[starts[u] as usize..starts[u + 1] as usize];
                // Stable, so that of several equal edges the first line comes first.
                around.sort_by_key(|&(v, _)| v);
                let mut last = None;
                for &(v, label) in around.iter().filter(|(v, _)| last.replace(*v) != Some(*v)) {
                    edges.ends.push([u as u32 - first, v - first]);
                    if labelled {
                        edges.labels.push(label);
                    }
                }
            }
            edges
        })
        .collect()
}

/// `12, 34` with any white space around the numbers.
fn two_integers(line: &[u8]) -> Option<[i64; 2]> {
    let comma = line.iter().position(|&byte| byte == b',')?;
    Some([small_integer(&line[..comma])?, small_integer(&line[comma + 1..])?])
}

fn small_integer(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    // Eighteen digits always fit.
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
    Some(if digits.len() == text.len() { value } else { -value })
}

fn node_pair(file: &TextFile, line: usize, ids: [i64; 2], nodes: &NodeRanges) -> Result<[u32; 2], ReadError> {
    let n_nodes = nodes.n_nodes() as i64;
    if let Some(id) = ids.into_iter().find(|id| !(1..=n_nodes).contains(id)) {
        let help = if id == 0 {
            format!("node numbers run from 1 to {n_nodes}; add 1 to every number if this file starts at 0")
        } else {
            format!("graph_indicator has {n_nodes} lines, so node numbers run from 1 to {n_nodes}")
        };
        return Err(file.error(line, format!("there is no node {id}"), help));
    }
    let pair = ids.map(|id| (id - 1) as u32);
    let [graph_u, graph_v] = pair.map(|node| nodes.graph_of_node[node as usize]);
    if graph_u != graph_v {
        let what = format!(
            "this edge joins node {} of graph {} and node {} of graph {}",
            ids[0],
            graph_u + 1,
            ids[1],
            graph_v + 1
        );
        return Err(file.error(line, what, "both nodes of an edge must be in the same graph; check graph_indicator"));
    }
    Ok(pair)
}

fn not_an_edge(file: &TextFile, line: usize, text: &str) -> ReadError {
    let what = format!("{} is not an edge", quote(text));
    file.error(line, what, "write two node numbers separated by a comma")
}
