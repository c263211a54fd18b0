//! The columns of an edge list, by its first line or by position.

use super::{Place, ReadError, TextFile, Warnings};

const SOURCES: &[&str] = &[
    "source", "src", "from", "u", "i", "node1", "node_1", "node 1", "n1", "id1", "id_1", "start", "tail", "vertex1",
    "node",
];
const TARGETS: &[&str] = &[
    "target", "dst", "dest", "to", "v", "j", "node2", "node_2", "node 2", "n2", "id2", "id_2", "end", "head",
    "vertex2", "neighbor",
];
const WEIGHTS: &[&str] = &["weight", "weights", "w", "value", "strength"];

/// The columns an edge has. The first two are always its nodes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// The column of the weight.
    pub weight: Option<usize>,
    /// Number of columns, once known, and the line that defines it.
    given: Option<(usize, Option<usize>)>,
}

/// The columns that a header names, where the first line is one: its words say so, or it stands
/// above nothing but numbers.
pub(super) fn columns(first: &[String], above_numbers: bool) -> Option<Columns> {
    if !names_nodes(first) && !above_numbers {
        return None;
    }
    let named = first.iter().position(|cell| WEIGHTS.contains(&cell.to_lowercase().as_str())).filter(|&idx| idx > 1);
    let third = (first.len() == 3).then_some(2);
    Some(Columns { weight: named.or(third), given: Some((first.len(), None)) })
}

impl Columns {
    /// Every edge has as many cells as the header, or else as the first edge.
    pub(super) fn check(&mut self, file: &TextFile, line: usize, n_cells: usize) -> Result<(), ReadError> {
        match self.given {
            None if n_cells > 3 => Err(file.error(
                line,
                format!("this line has {n_cells} columns"),
                "give two nodes and at most a weight, or name the columns in a header such as source,target,weight",
            )),
            None => {
                *self = Self { weight: (n_cells == 3).then_some(2), given: Some((n_cells, Some(line))) };
                Ok(())
            }
            Some((expected, _)) if n_cells == expected => Ok(()),
            Some((expected, from)) => {
                let whose = from.map_or_else(|| "the header".to_owned(), |line| format!("line {line}"));
                Err(file.error(
                    line,
                    format!("this line has {n_cells} columns and {whose} has {expected}"),
                    "give every edge the same columns",
                ))
            }
        }
    }

    /// Says what of a header was guessed or is not read.
    pub(super) fn warn(&self, first: &[String], place: Place, warnings: &mut Warnings) {
        if !names_nodes(first) {
            warnings.note("this line is read as a header, because the lines below are numbers", place.clone());
        }
        for _ in (2..first.len()).filter(|&column| self.weight != Some(column)) {
            warnings.note("a column that is not source, target or weight is ignored", place.clone());
        }
    }
}

fn names_nodes(cells: &[String]) -> bool {
    matches!(cells, [source, target, ..] if SOURCES.contains(&source.to_lowercase().as_str()) && TARGETS.contains(&target.to_lowercase().as_str()))
}

/// Whether both nodes of a line are named by words.
pub(super) fn are_words(cells: &[String]) -> bool {
    matches!(cells, [source, target, ..] if !is_integer(source) && !is_integer(target))
}

/// Whether all nodes of a line are named by integers.
pub(super) fn are_integers(cells: &[String]) -> bool {
    cells.iter().take(2).all(|cell| is_integer(cell))
}

fn is_integer(cell: &str) -> bool {
    cell.parse::<i64>().is_ok()
}
