//! graph6, sparse6 and digraph6 (B. McKay, users.cecs.anu.edu.au/~bdm/data/formats.txt): a graph a line, in printable bytes.

use super::{
    ReadError, ReadOptions,
    report::{Place, Warnings},
    source::TextFile,
    tally::Tally,
    watch,
};
use crate::graph::{Dataset, Graph, GraphBuilder};

const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let mut tally = Tally::new(options.strict);
    let mut graphs = Vec::new();
    for (idx, line) in file.text.lines().enumerate() {
        watch::at(file, line)?;
        let mut line = line.trim();
        for header in HEADERS {
            line = line.strip_prefix(header).unwrap_or(line);
        }
        if line.is_empty() {
            continue;
        }
        let place = Place::line(&*file.display_name, idx + 1);
        match graph(line, &place, &mut warnings) {
            Ok(graph) => {
                tally.good();
                graphs.push(graph);
            }
            Err(what) => tally.bad(ReadError::new(place, what, "check that the line is complete"))?,
        }
    }
    let (skipped, mut messages) = tally.finish(&file.display_name, "graph")?;
    messages.extend(warnings.finish());
    if graphs.is_empty() {
        let help = "write one graph per line, as networkx.write_graph6 does";
        return Err(ReadError::new(Place::file(&*file.display_name), "this file contains no graph", help));
    }
    Ok(Dataset { name: file.stem.clone(), graphs, warnings: messages, skipped, ..Dataset::default() })
}

/// Whether a text without a known ending begins as such a file may.
pub(super) fn has_header(text: &str) -> bool {
    HEADERS.iter().any(|header| text.starts_with(header))
}

fn graph(line: &str, place: &Place, warnings: &mut Warnings) -> Result<Graph, String> {
    let (kind, rest) = match line.as_bytes() {
        [b':', rest @ ..] => (b':', rest),
        [b'&', rest @ ..] => (b'&', rest),
        all => (b'g', all),
    };
    if let Some(byte) = rest.iter().find(|byte| !(63..=126).contains(*byte)) {
        return Err(format!("the character “{}” does not occur in this format", char::from(*byte).escape_default()));
    }
    let (n, rest) = n_nodes(rest).ok_or("the number of nodes is cut off")?;
    if n == 0 {
        return Err("this graph has no nodes".to_owned());
    }
    let n_bits = 6 * rest.len() as u64;
    let mut bits = Bits { bytes: rest, at: 0 };
    match kind {
        b':' => {
            // The number of nodes costs nothing, so that it is held in proportion to the line.
            if n > n_bits.saturating_add(1 << 16) {
                return Err(format!("{n} nodes are far more than this line has edges"));
            }
            let mut builder = GraphBuilder::new(n as usize);
            sparse(n, &mut bits, &mut builder);
            if builder.n_self_loops() > 0 {
                warnings.note("an edge from a node to itself is dropped", place.clone());
            }
            Ok(builder.finish())
        }
        b'&' => {
            if n.checked_mul(n).is_none_or(|needed| needed > n_bits) {
                return Err(format!("this line is too short for {n} nodes"));
            }
            warnings.note("directed edges are read as undirected", place.clone());
            let mut builder = GraphBuilder::new(n as usize);
            for (row, column) in (0..n as u32).flat_map(|row| (0..n as u32).map(move |column| (row, column))) {
                if bits.next() == Some(true) {
                    builder.add_edge(row, column);
                }
            }
            Ok(builder.finish())
        }
        _ => {
            if n.checked_mul(n - 1).is_none_or(|needed| needed / 2 > n_bits) {
                return Err(format!("this line is too short for {n} nodes"));
            }
            let mut builder = GraphBuilder::new(n as usize);
            for (row, column) in (1..n as u32).flat_map(|column| (0..column).map(move |row| (row, column))) {
                if bits.next() == Some(true) {
                    builder.add_edge(row, column);
                }
            }
            Ok(builder.finish())
        }
    }
}

/// The number of nodes, of one, three or six bytes, and what follows.
fn n_nodes(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (digits, rest) = match bytes {
        [126, 126, rest @ ..] => rest.split_at_checked(6)?,
        [126, rest @ ..] => rest.split_at_checked(3)?,
        _ => bytes.split_at_checked(1)?,
    };
    Some((digits.iter().fold(0, |n, &digit| n << 6 | u64::from(digit - 63)), rest))
}

/// Pairs of a bit and a number: the bit goes on to the next node, the number is the other end or the node to go to.
fn sparse(n: u64, bits: &mut Bits<'_>, builder: &mut GraphBuilder) {
    let width = (64 - (n - 1).leading_zeros()).max(1);
    let mut node = 0_u64;
    while let Some(goes_on) = bits.next() {
        let mut other = 0_u64;
        for _ in 0..width {
            let Some(bit) = bits.next() else { return };
            other = other << 1 | u64::from(bit);
        }
        node += u64::from(goes_on);
        if node >= n || other >= n {
            return;
        }
        if other > node {
            node = other;
        } else {
            builder.add_edge(other as u32, node as u32);
        }
    }
}

/// Six bits a byte, the highest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn next(&mut self) -> Option<bool> {
        let byte = self.bytes.get(self.at / 6)? - 63;
        let bit = byte >> (5 - self.at % 6) & 1;
        self.at += 1;
        Some(bit == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Graph {
        read(&TextFile::from_text("x.g6", text), &ReadOptions::default()).unwrap().graphs.remove(0)
    }

    /// The examples of the format's own page.
    #[test]
    fn the_examples_of_the_specification_are_read() {
        let graph = only("DQc\n");
        assert_eq!((graph.n_nodes, graph.edges), (5, vec![[0, 2], [0, 4], [1, 3], [3, 4]]));
        let graph = only(":Fa@x^\n");
        assert_eq!((graph.n_nodes, graph.edges), (7, vec![[0, 1], [0, 2], [1, 2], [5, 6]]));
        let graph = only("&DI?AO?\n");
        assert_eq!((graph.n_nodes, graph.edges), (5, vec![[0, 2], [0, 4], [1, 3], [3, 4]]));
    }
}
