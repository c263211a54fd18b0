//! The columns of an edge list: by their titles wherever these stand, by choice, or by position.

use super::{Place, ReadError, TextFile, Warnings};
use crate::readers::{TableColumns, report::quote, table::sample};

/// Titles in lower case, without blanks, `_`, `-` and `.`.
const SOURCES: &[&str] = &[
    "source",
    "src",
    "from",
    "u",
    "i",
    "node1",
    "n1",
    "id1",
    "start",
    "tail",
    "vertex1",
    "node",
    "sourceid",
    "sourcenode",
    "fromid",
    "fromnode",
    "fromnodeid",
    "startnode",
    "sender",
    "follower",
];
const TARGETS: &[&str] = &[
    "target",
    "dst",
    "dest",
    "to",
    "v",
    "j",
    "node2",
    "n2",
    "id2",
    "end",
    "head",
    "vertex2",
    "neighbor",
    "targetid",
    "targetnode",
    "toid",
    "tonode",
    "tonodeid",
    "endnode",
    "destination",
    "receiver",
    "followee",
    "neighbour",
];
const WEIGHTS: &[&str] =
    &["weight", "weights", "w", "value", "strength", "score", "combinedscore", "edgeweight", "correlation"];
/// Titles of columns that number the rows.
const INDICES: &[&str] = &["", "id", "index", "idx", "unnamed:0", "edgeid", "edge", "row", "rowid", "no", "number"];
/// Pairs of endings by which two titles tell the nodes apart: `gene_a` and `gene_b`.
const PAIRS: &[[&str; 2]] = &[["1", "2"], ["a", "b"], ["i", "j"], ["x", "y"], ["u", "v"]];

/// The columns an edge has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub source: usize,
    pub target: usize,
    pub weight: Option<usize>,
    /// Number of columns, once known, and the line that defines it.
    given: Option<(usize, Option<usize>)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self { source: 0, target: 1, weight: None, given: None }
    }
}

/// What the first line turned out to be.
pub(super) enum First {
    /// A header, and why it is taken for one, where that has to be said.
    Header(Columns, Option<&'static str>),
    Edge,
}

/// The first line and what the lines below tell about it; `below` gives the cells of each, as far as they can be read.
pub(super) struct Lines<'a, B: Iterator<Item = Vec<String>> + Clone> {
    pub first: &'a [String],
    pub below: B,
}

impl<B: Iterator<Item = Vec<String>> + Clone> Lines<'_, B> {
    /// Whether the first line is a header, and what its columns are.
    pub(super) fn first(&self) -> First {
        const ABOVE: &str = "this line is read as a header, because the lines below are numbers";
        const PAIR: &str = "this line is read as a header, because its two titles are a pair";
        let titles: Vec<String> = self.first.iter().map(|cell| title(cell)).collect();
        let find = |names: &[&str]| titles.iter().position(|title| names.contains(&title.as_str()));
        let weight = || find(WEIGHTS);
        let header = |source, target| {
            let weight = weight().filter(|&idx| idx != source && idx != target);
            Columns { source, target, weight, given: Some((self.first.len(), None)) }
        };
        if let (Some(source), Some(target)) = (find(SOURCES), find(TARGETS)) {
            // One letter may as well be the name of a node.
            if titles[source].len() > 2 || titles[target].len() > 2 || !self.is_a_node_below(source, target) {
                return First::Header(header(source, target), None);
            }
        }
        let index =
            usize::from(titles.first().is_some_and(|title| INDICES.contains(&title.as_str())) && titles.len() > 2);
        let pair = (index, index + 1);
        if self.first.len() <= pair.1 || is_integer(&self.first[pair.0]) || is_integer(&self.first[pair.1]) {
            return First::Edge;
        }
        let columns = |note| First::Header(header(pair.0, pair.1), Some(note));
        if self.all_below(|cells| is_integers(cells, pair)) {
            return columns(ABOVE);
        }
        let third = pair.1 + 1;
        let has_numbers = |cells: &[String]| cells.get(third).is_some_and(|cell| cell.parse::<f64>().is_ok());
        if !has_numbers(self.first) && self.all_below(has_numbers) {
            return columns(ABOVE);
        }
        let stems =
            PAIRS.iter().filter_map(|[a, b]| Some([titles[pair.0].strip_suffix(a)?, titles[pair.1].strip_suffix(b)?]));
        if stems.into_iter().any(|[a, b]| a == b && a.len() > 1) && !self.is_a_node_below(pair.0, pair.1) {
            return columns(PAIR);
        }
        First::Edge
    }

    /// Whether the first line may be a header all the same: both of its words stand on no other line.
    pub(super) fn is_doubtful(&self) -> bool {
        let is_word = |cell: &String| cell.parse::<f64>().is_err();
        self.first.len() > 1
            && self.first.iter().take(2).all(is_word)
            && self.below.clone().nth(1).is_some()
            && !self.below.clone().any(|cells| cells.iter().any(|cell| self.first[..2].contains(cell)))
    }

    fn is_a_node_below(&self, source: usize, target: usize) -> bool {
        let words = [&self.first[source], &self.first[target]];
        let is_one = |cell: Option<&String>| cell.is_some_and(|cell| words.contains(&cell));
        self.below.clone().any(|cells| is_one(cells.get(source)) || is_one(cells.get(target)))
    }

    /// Whether there are lines below, all like that.
    fn all_below(&self, is_like_that: impl Fn(&[String]) -> bool) -> bool {
        let mut below = self.below.clone().peekable();
        below.peek().is_some() && below.all(|cells| is_like_that(&cells))
    }
}

impl Columns {
    /// The columns that somebody chose; whether the first line is their header, and the columns.
    pub(super) fn chosen(file: &TextFile, first: &[String], chosen: &TableColumns) -> Result<(bool, Self), ReadError> {
        let titles: Vec<String> = first.iter().map(|cell| title(cell)).collect();
        let mut is_header = false;
        let mut find = |wanted: &Option<String>, names: &[&str]| {
            let Some(wanted) = wanted else {
                return Ok(titles.iter().position(|title| names.contains(&title.as_str())));
            };
            let by_title = first.iter().position(|cell| cell.eq_ignore_ascii_case(wanted.trim()));
            is_header |= by_title.is_some();
            let by_number = wanted.trim().parse().ok().filter(|number| (1..=first.len()).contains(number));
            match by_title.or(by_number.map(|number: usize| number - 1)) {
                Some(idx) => Ok(Some(idx)),
                None => {
                    let what = format!("this table has no column {}", quote(wanted));
                    Err(unknown(file, first, what, format!("its columns are {}", sample::list(first))))
                }
            }
        };
        let source = find(&chosen.source, SOURCES)?;
        let target = find(&chosen.target, TARGETS)?;
        let weight = find(&chosen.weight, &[])?;
        let (source, target) = match (source, target) {
            (Some(source), Some(target)) if source != target => (source, target),
            (None, None) if chosen.source.is_none() && chosen.target.is_none() => (0, 1),
            (Some(_), Some(_)) => {
                return Err(unknown(file, first, "both nodes of an edge are one column", "choose two"));
            }
            (source, _) => {
                let [have, lack] = if source.is_some() { ["source", "target"] } else { ["target", "source"] };
                let what = format!("the {have} column is known and the {lack} column is not");
                return Err(unknown(file, first, what, format!("choose the {lack} column too")));
            }
        };
        let is_header = is_header || (!is_integer(&titles[source]) && SOURCES.contains(&titles[source].as_str()));
        Ok((is_header, Self { source, target, weight, given: Some((first.len(), (!is_header).then_some(1))) }))
    }

    /// Every edge has as many cells as the header, or else as the first edge.
    pub(super) fn check(&mut self, file: &TextFile, line: usize, cells: &[String]) -> Result<(), ReadError> {
        match self.given {
            None if cells.len() > 3 => {
                let what = format!("this line has {} columns, and which of them are nodes is not known", cells.len());
                let help = "choose the source column and the target column, or the SMILES column of a table of \
                            molecules, or name the columns in a header such as source,target,weight";
                Err(ReadError { columns: cells.into(), ..file.error(line, what, help) })
            }
            None => {
                let weight = (cells.len() == 3).then_some(2);
                *self = Self { weight, given: Some((cells.len(), Some(line))), ..Self::default() };
                Ok(())
            }
            Some((expected, _)) if cells.len() == expected => Ok(()),
            Some((expected, from)) => {
                let whose = from.map_or_else(|| "the header".to_owned(), |line| format!("line {line}"));
                let what = format!("this line has {} columns and {whose} has {expected}", cells.len());
                Err(file.error(line, what, "give every edge the same columns"))
            }
        }
    }

    /// Says what of a header was guessed or is not read.
    pub(super) fn warn(&self, first: &[String], why: Option<&'static str>, place: Place, warnings: &mut Warnings) {
        if let Some(why) = why {
            warnings.note(why, place.clone());
        }
        let is_read = |column: &usize| [Some(self.source), Some(self.target), self.weight].contains(&Some(*column));
        for column in (0..first.len()).filter(|column| !is_read(column)) {
            if column > 0 || !INDICES.contains(&title(&first[column]).as_str()) {
                warnings.note("a column that is not source, target or weight is ignored", place.clone());
            }
        }
    }
}

/// An error that lets somebody choose among the columns.
fn unknown(file: &TextFile, first: &[String], what: impl Into<String>, help: impl Into<String>) -> ReadError {
    ReadError { columns: first.into(), ..ReadError::new(Place::file(&*file.display_name), what, help) }
}

/// Whether the titles of a table are those of an edge list.
pub(in crate::readers) fn names_edges(titles: &[String]) -> bool {
    let has = |names: &[&str]| titles.iter().any(|cell| names.contains(&title(cell).as_str()));
    has(SOURCES) && has(TARGETS)
}

fn title(cell: &str) -> String {
    cell.to_lowercase().chars().filter(|c| !c.is_whitespace() && !"_-.".contains(*c)).collect()
}

fn is_integers(cells: &[String], (source, target): (usize, usize)) -> bool {
    [source, target].iter().all(|&idx| cells.get(idx).is_none_or(|cell| is_integer(cell)))
}

fn is_integer(cell: &str) -> bool {
    cell.parse::<i64>().is_ok()
}
