//! Files of KONECT (konect.cc), `out.NAME`: a line that says what the network is, then edges with weight and time.

use super::{
    ReadError, ReadOptions,
    network::{Value, weight},
    report::{Place, Warnings, quote},
    source::TextFile,
    watch::{self, LINES_A_LOOK},
};
use crate::graph::{Dataset, GraphBuilder};
use std::collections::BTreeMap;

/// Whether the first line is that of KONECT: `% sym unweighted`.
pub(super) fn has_header(text: &str) -> bool {
    kind(text.lines().next().unwrap_or_default()).is_some()
}

/// Form and weights.
fn kind(line: &str) -> Option<(&str, &str)> {
    let mut words = line.strip_prefix('%')?.split_whitespace();
    let (form, weights) = (words.next()?, words.next()?);
    (["sym", "asym", "bip"].contains(&form)).then_some((form, weights))
}

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let Some((form, weights)) = kind(file.text.lines().next().unwrap_or_default()) else {
        let help = "begin it with a line such as “% sym unweighted”, or call the file .txt";
        return Err(file.error(1, "this is not the first line of a KONECT file", help));
    };
    let (is_bipartite, is_weighted) = (form == "bip", weights != "unweighted");
    if form == "asym" {
        warnings.note("directed edges are read as undirected", Place::line(&*file.display_name, 1));
    }
    // The two sides of a bipartite network are numbered apart.
    let mut index: [BTreeMap<u64, u32>; 2] = Default::default();
    let mut rows = Vec::new();
    for (idx, line) in file.text.lines().enumerate() {
        if idx % LINES_A_LOOK == 0 {
            watch::at(file, line)?;
        }
        if line.trim().is_empty() || line.starts_with('%') {
            continue;
        }
        let place = || Place::line(&*file.display_name, idx + 1);
        let words: Vec<&str> = line.split_whitespace().collect();
        let ids = words.first().zip(words.get(1)).and_then(|(u, v)| Some([u.parse().ok()?, v.parse().ok()?]));
        let Some(ids) = ids.filter(|_| words.len() <= 4) else {
            let help = "give two node numbers, and at most a weight and a time";
            return Err(file.error(idx + 1, format!("{} is not an edge", quote(line)), help));
        };
        let weight = match words.get(2).filter(|_| is_weighted) {
            Some(word) => weight(&Value::of(word), &place(), &mut warnings)?,
            None => 1.0,
        };
        for (side, id) in ids.into_iter().enumerate() {
            index[if is_bipartite { side } else { 0 }].entry(id).or_default();
        }
        rows.push((idx + 1, ids, weight));
    }
    if rows.is_empty() {
        return Err(ReadError::new(
            Place::file(&*file.display_name),
            "this file contains no edges",
            "write one per line",
        ));
    }
    let mut names = Vec::new();
    for (side, nodes) in index.iter_mut().enumerate() {
        for (id, idx) in nodes {
            *idx = names.len() as u32;
            let mark = if !is_bipartite { "" } else { ["left ", "right "][side] };
            names.push(format!("{mark}{id}"));
        }
    }
    let has_weights = is_weighted && rows.iter().any(|(_, _, weight)| *weight != 1.0);
    let mut builder = GraphBuilder::new(names.len());
    let mut edges = Vec::with_capacity(rows.len());
    for (line, [u, v], weight) in rows {
        let node = |side: usize, id: u64| index[if is_bipartite { side } else { 0 }].get(&id).copied().unwrap_or(0);
        let (u, v) = (node(0, u), node(1, v));
        if u == v {
            warnings.note("an edge from a node to itself is dropped", Place::line(&*file.display_name, line));
        } else if has_weights {
            builder.add_weighted_edge(u, v, weight);
            edges.push((line, [u.min(v), u.max(v)], weight));
        } else {
            builder.add_edge(u, v);
        }
    }
    let mut graph = builder.finish();
    for (line, ends, weight) in edges {
        if graph.edges.binary_search(&ends).is_ok_and(|idx| graph.edge_weight(idx) != weight) {
            let what = "an edge is given again with another weight; the first is kept";
            warnings.note(what, Place::line(&*file.display_name, line));
        }
    }
    let name = file.file_name().trim_start_matches("out.").to_owned();
    graph.name = Some(name.clone());
    graph.node_names = Some(names);
    Ok(Dataset { name, graphs: vec![graph], warnings: warnings.finish(), ..Dataset::default() })
}
