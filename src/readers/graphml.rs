//! GraphML: graphs in XML (Brandes et al., “GraphML progress report”, 2002; graphml.graphdrawing.org).
//!
//! Each `<graph>` of a file becomes a graph of the dataset. `<key>`s define the `<data>` of nodes,
//! edges and graphs mean: numbers of nodes become attributes, one word of nodes their label, the
//! `weight` of edges their weight, data of graphs their class and fields. `writers::graphml` writes them.

mod element;
mod keys;
mod words;
pub(super) mod xml;

use std::collections::HashSet;

use element::{RawGraph, Reader};
use keys::Keys;
use xml::Xml;

use super::{
    ReadError, ReadOptions,
    report::{NEGATIVE_WEIGHT, NO_WEIGHT, Place, Warnings},
    source::TextFile,
    watch,
};
use crate::graph::{Dataset, Graph, GraphBuilder, Labels};

/// Reads all graphs of a GraphML file.
pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let document = xml::parse(file)?;
    let xml = Xml::new(file, &document, "graphml")?;
    let mut warnings = Warnings::new(options.strict);
    let keys = Keys::read(&xml, &mut warnings)?;
    let mut reader = Reader { xml: &xml, keys: &keys, words: Default::default(), warnings: &mut warnings };
    refuse_default_excess(&xml, &keys)?;
    let mut raw: Vec<RawGraph> = Vec::new();
    for graph in xml.children(xml.root, "graph") {
        watch::at_byte(file, graph.range().start)?;
        raw.push(reader.read_graph(graph)?);
    }
    reader.names_from_labels(&mut raw);
    reader.fill_labels(&mut raw);
    let [nodes, edges, classes] = reader.words.map(|words| Labels::compact_words(&words.into_list()));
    if raw.is_empty() {
        return Err(xml.error(xml.root, "there is no <graph> in this file", "put nodes and edges into a <graph>"));
    }
    let columns = used_columns(&keys, &raw);
    refuse_table_excess(&xml, &raw, columns.len())?;
    let whole = Whole {
        display_name: xml.display_name(),
        keys: &keys,
        columns: &columns,
        index_of: [&nodes.1, &edges.1, &classes.1],
    };
    let mut graphs: Vec<Graph> = raw.into_iter().map(|raw| raw.into_graph(&whole, &mut warnings)).collect();
    if let [graph] = &mut graphs[..] {
        graph.name.get_or_insert_with(|| file.stem.clone());
    }
    Ok(Dataset {
        name: file.stem.clone(),
        graphs,
        node_labels: nodes.0,
        edge_labels: edges.0,
        classes: classes.0,
        node_attribute_names: columns.iter().map(|&column| keys.columns[column].name.clone()).collect(),
        field_names: distinct(keys.fields.iter().map(|field| &field.name)),
        about: xml.children(xml.root, "desc").next().map(|desc| xml::text(desc).trim().to_owned()),
        warnings: warnings.finish(),
        ..Dataset::default()
    })
}

/// What all graphs of a file share.
struct Whole<'a> {
    display_name: &'a str,
    keys: &'a Keys,
    /// The columns of `keys` that are used, ascending.
    columns: &'a [usize],
    /// For words of nodes, edges and graphs the index among their labels.
    index_of: [&'a [u32]; 3],
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).cloned().collect()
}

/// Columns that some node fills, or that a default fills.
fn used_columns(keys: &Keys, raw: &[RawGraph]) -> Vec<usize> {
    let mut used: Vec<bool> =
        keys.columns.iter().map(|column| column.is_for_nodes && column.default.is_some()).collect();
    for cell in raw.iter().flat_map(|graph| &graph.cells) {
        if let Some(used) = used.get_mut(cell.column as usize) {
            *used = true;
        }
    }
    used.iter().enumerate().filter(|(_, used)| **used).map(|(column, _)| column).collect()
}

/// Attributes are a full table, so a small file with many keys and nodes could ask for far more
/// memory than it has bytes. A table whose cells are written out takes twenty bytes for each.
fn refuse_table_excess(xml: &Xml<'_, '_>, raw: &[RawGraph], n_columns: usize) -> Result<(), ReadError> {
    let n_nodes: usize = raw.iter().map(|graph| graph.names.len()).sum();
    if n_nodes.saturating_mul(n_columns) > xml.budget() {
        return Err(xml.error(
            xml.root,
            format!("{n_columns} numeric keys on {n_nodes} nodes make a table far larger than this file"),
            "remove the keys that few nodes have",
        ));
    }
    Ok(())
}

/// Defaults of graphs are copied into each, so they too are held in proportion.
fn refuse_default_excess(xml: &Xml<'_, '_>, keys: &Keys) -> Result<(), ReadError> {
    let bytes: usize =
        keys.defaults().map(|(name, default)| name.len() + default.len() + size_of::<(String, String)>()).sum();
    if xml.children(xml.root, "graph").count().saturating_mul(bytes) > xml.budget().saturating_mul(4) {
        return Err(xml.error(
            xml.root,
            "the defaults of graphs, copied into each, make far more text than this file has",
            "remove long defaults",
        ));
    }
    Ok(())
}

impl RawGraph {
    fn into_graph(self, whole: &Whole<'_>, warnings: &mut Warnings) -> Graph {
        let [node_labels, edge_labels, classes] = whole.index_of;
        let at = |indices: &[u32], word: u32| indices.get(word as usize).copied().unwrap_or_default();
        let node_attributes = (!whole.columns.is_empty()).then(|| self.attributes(whole, warnings));
        // Each edge carries its own number as label through the builder, to find the rest of it after.
        let mut builder = GraphBuilder::new(self.names.len());
        for (idx, edge) in self.edges.iter().enumerate() {
            builder.add_labelled_edge(edge.ends[0], edge.ends[1], idx as u32);
        }
        let mut graph = builder.finish();
        let numbers = graph.edge_labels.take().unwrap_or_default();
        let kept: Vec<_> = numbers.iter().filter_map(|&idx| self.edges.get(idx as usize)).collect();
        if kept.iter().any(|edge| edge.weight.is_some()) {
            graph.edge_weights = Some(kept.iter().map(|edge| edge.weight.unwrap_or(1.0)).collect());
        }
        if !edge_labels.is_empty() {
            graph.edge_labels = Some(kept.iter().map(|edge| at(edge_labels, edge.label)).collect());
        }
        if !node_labels.is_empty() {
            graph.node_labels = Some(self.labels.iter().map(|&word| at(node_labels, word)).collect());
        }
        for edge in &self.edges {
            if let Ok(idx) = graph.edges.binary_search(&edge.ends)
                && graph.edge_weight(idx) != edge.weight.unwrap_or(1.0)
            {
                let place = Place::line(whole.display_name, edge.line);
                warnings.note("an edge is given again with another weight; the first is kept", place);
            }
        }
        graph.node_attributes = node_attributes;
        graph.class = self.class.map(|word| at(classes, word));
        graph.name = self.name;
        graph.node_names = Some(self.names);
        graph.fields = self.fields;
        graph
    }

    /// The table of the used columns, row by row.
    fn attributes(&self, whole: &Whole<'_>, warnings: &mut Warnings) -> Vec<f64> {
        let row: Vec<Option<f64>> = whole.columns.iter().map(|&column| whole.keys.columns[column].default).collect();
        let mut table: Vec<Option<f64>> = std::iter::repeat_n(row, self.names.len()).flatten().collect();
        for cell in &self.cells {
            if let Ok(column) = whole.columns.binary_search(&(cell.column as usize))
                && let Some(slot) = table.get_mut(cell.node as usize * whole.columns.len() + column)
            {
                *slot = Some(cell.value);
            }
        }
        let mut fill = |value: Option<f64>| {
            value.unwrap_or_else(|| {
                let place = Place::line(whole.display_name, self.line);
                warnings.note("a node of this graph lacks a number that others have; 0 is used", place);
                0.0
            })
        };
        table.into_iter().map(&mut fill).collect()
    }
}

#[cfg(test)]
mod tests;
