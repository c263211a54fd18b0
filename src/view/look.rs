//! The appearance of a pooled graph: colours, seeds, bonds and positions of coarse nodes, shared by the window and
//! the figures.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    explore::Explored,
    graph::{Dataset, Graph, elements},
    layout::hierarchy::{at_centres, at_seeds},
    names::folded,
    pooling::{
        Trace,
        trace::{LevelTrace, SparseValue},
    },
    symbols,
    trace::{level::Level, summary::Summary},
    view::{
        membership,
        palette::{self, ColourMap, Rgb},
        picture::{Bond, EdgeLook, LevelLook, NodeLook},
        ramp::Ramp,
    },
};

/// What node colours show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourBy {
    /// What the operator decided by; see [`ColourBy::settled`].
    #[default]
    Automatic,
    /// Element or label.
    Label,
    /// The clusters it belongs to.
    Cluster,
    /// What nodes are ranked by: the coupling E, or a score.
    Coupling,
    /// Number of neighbours.
    Degree,
    /// The entry of an eigenvector of the level's Laplacian, counted from 0.
    Eigenvector(usize),
}

impl ColourBy {
    /// Those that need no number, with their names on screen.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::Automatic, "automatic"),
        (Self::Label, "label"),
        (Self::Cluster, "cluster"),
        (Self::Coupling, "score E or y"),
        (Self::Degree, "degree"),
    ];
    /// What [`Self::Coupling`] was called in older links.
    const OLD_COUPLING: &'static str = "coupling-e";

    pub fn name(self) -> String {
        match Self::NAMED.iter().find(|(colour, _)| *colour == self) {
            Some((_, name)) => (*name).to_owned(),
            None => self.to_string().replace('-', " "),
        }
    }
}

/// For the command line: `coupling`, or `eigenvector-2` for the second one.
impl fmt::Display for ColourBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Automatic => f.write_str("automatic"),
            Self::Label => f.write_str("label"),
            Self::Cluster => f.write_str("cluster"),
            Self::Coupling => f.write_str("coupling"),
            Self::Degree => f.write_str("degree"),
            Self::Eigenvector(idx) => write!(f, "eigenvector-{}", idx + 1),
        }
    }
}

impl FromStr for ColourBy {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = folded(word);
        let number = word.strip_prefix("eigenvector-").or_else(|| word.strip_prefix('u'));
        match number.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1)) {
            Some(idx) => Ok(Self::Eigenvector(idx)),
            None if word == Self::OLD_COUPLING => Ok(Self::Coupling),
            // Links had the names in them.
            None => Self::NAMED
                .into_iter()
                .find(|(colour, name)| colour.to_string() == word || folded(name) == word)
                .map(|(colour, _)| colour)
                .ok_or_else(|| {
                    let keys = Self::NAMED.map(|(colour, _)| colour.to_string()).join(", ");
                    format!("choose one of {keys}, eigenvector-1, eigenvector-2, …")
                }),
        }
    }
}

/// What the colours of a level mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Legend {
    /// No legend.
    #[default]
    None,
    /// Words and their colours, the most frequent first.
    Words(Vec<(String, Rgb)>),
    /// A colour bar.
    Range {
        ramp: Ramp,
        /// Minimum and maximum.
        ends: (f64, f64),
    },
}

#[derive(Clone, Copy)]
pub struct Pooled<'a> {
    /// Where the graph is from.
    pub dataset: &'a Dataset,
    pub graph: &'a Graph,
    pub trace: &'a Trace,
    /// Statistics of the pooling.
    pub summary: &'a Summary,
    /// Its levels with node names and clusters.
    pub levels: &'a [Level],
}

impl<'a> Pooled<'a> {
    /// A graph of a dataset through an operator.
    pub fn new(dataset: &'a Dataset, graph: &'a Graph, explored: &'a Explored) -> Self {
        let Explored { trace, summary, levels, .. } = explored;
        Self { dataset, graph, trace, summary, levels }
    }

    /// What a level looks like, but for where its nodes are; and what its colours mean.
    ///
    /// `signed` are the values for [`ColourBy::Eigenvector`], one a node; without them nodes are grey.
    pub fn look(&self, level: usize, colour: ColourBy, signed: Option<&[f64]>, is_dark: bool) -> (LevelLook, Legend) {
        let (names, traced) = (&self.levels[level], &self.trace.levels[level]);
        let n = names.names.len();
        let mut is_seed = vec![false; n];
        for &seed in traced.seeds().unwrap_or_default() {
            is_seed[seed as usize] = true;
        }
        let colour = colour.settled(self.trace);
        let shares = |node: usize| if colour == ColourBy::Cluster { &names.shares[node][..] } else { &[] };
        // Clusters that are seeds have red rings below; the last level has the colours in its fills.
        let is_rimmed = colour == ColourBy::Cluster
            && (1..self.levels.len() - 1).contains(&level)
            && self.trace.levels[level - 1].is_partition();
        let dropped = self.summary.levels[level].pooling.as_ref().map_or(&[][..], |pooling| &pooling.dropped);
        let (fills, legend) = self.colours(level, colour, signed, is_dark);
        let nodes = (0..n).map(|node| {
            let text = self.label(level, node);
            NodeLook {
                fill: fills[node],
                slices: membership::slices(shares(node), is_dark),
                rim: is_rimmed.then(|| palette::cluster(node)),
                label: if elements::number(text).is_some() { text.to_owned() } else { String::new() },
                is_seed: is_seed[node],
                is_dropped: dropped.binary_search(&(node as u32)).is_ok(),
                is_pinned: false,
                is_doubtful: false,
                is_tied: traced.tied.binary_search(&(node as u32)).is_ok(),
                name: names.names[node].clone(),
            }
        });
        let (edges, loops) = self.edges(level);
        let unit = match (self.graph.atoms.is_some() && level == 0, n) {
            (true, 1) => "atom",
            (true, _) => "atoms",
            (false, 1) => "node",
            (false, _) => "nodes",
        };
        let n_edges = self.summary.levels[level].edges;
        let left_out = if level > 0 && n_edges > MOST_DRAWN {
            format!(" · {MOST_DRAWN} of {n_edges} edges")
        } else {
            String::new()
        };
        let look = LevelLook {
            title: format!("level {level} · {n} {unit}{left_out}"),
            positions: Vec::new(),
            nodes: nodes.collect(),
            edges,
            loops,
            clusters: self.clusters(level),
            notice: notice(traced),
        };
        (look, legend)
    }

    /// The colours of a level's nodes alone.
    pub fn fills(&self, level: usize, colour: ColourBy, is_dark: bool) -> Vec<Rgb> {
        self.colours(level, colour.settled(self.trace), None, is_dark).0
    }

    /// The label of a node's origin; empty where it has none.
    fn label(&self, level: usize, node: usize) -> &str {
        let label = self.levels[level].labels.get(node).copied().filter(|&label| label != u32::MAX);
        label.map_or("", |label| self.dataset.node_labels.show(label))
    }

    fn edges(&self, level: usize) -> (Vec<EdgeLook>, Vec<(u32, f32)>) {
        let (mut edges, mut loops) = (Vec::new(), Vec::new());
        let Some(a) = self.trace.levels[level].sparse(&symbols::A) else { return (edges, loops) };
        // A dense coarse graph has entries of weight 0, which are no edges.
        let entries = || a.pattern.entries().filter(|&(at, ..)| a.values[at] > 0.0);
        let off_diagonal = entries().filter(|(_, row, col)| row != col);
        let (sum, n, heaviest) = off_diagonal.fold((0.0, 0, 1e-12_f64), |(sum, n, heaviest), (at, ..)| {
            (sum + a.values[at], n + 1, heaviest.max(a.values[at]))
        });
        // Level 0 has edges of one width as long as they have one weight.
        let usual = if sum > 0.0 { sum / f64::from(n) } else { 1.0 };
        for (at, row, col) in entries() {
            let width = match level {
                0 => (a.values[at] / usual).max(0.0).sqrt() as f32,
                _ => (a.values[at] / heaviest).max(0.0).sqrt() as f32 * HEAVIEST,
            };
            let width = width.clamp(LIGHTEST, HEAVIEST);
            let [a, b] = [row as u32, col as u32];
            if row == col {
                loops.push((a, width));
            } else if row < col {
                let bond = if level == 0 { self.bond([a, b]) } else { Bond::Plain };
                edges.push(EdgeLook { a, b, width_weight: width, bond });
            }
        }
        if level > 0 && edges.len() > MOST_DRAWN {
            // What is pooled softly is joined to everything: the light ones would be a solid area, and take seconds.
            edges.select_nth_unstable_by(MOST_DRAWN, |x, y| {
                y.width_weight.total_cmp(&x.width_weight).then((x.a, x.b).cmp(&(y.a, y.b)))
            });
            edges.truncate(MOST_DRAWN);
        }
        (edges, loops)
    }

    fn bond(&self, edge: [u32; 2]) -> Bond {
        let labels = self.graph.edge_labels.as_ref();
        let label = labels.and_then(|labels| Some(labels[self.graph.edges.binary_search(&edge).ok()?]));
        match label.map(|label| self.dataset.edge_labels.show(label)) {
            Some("single" | "1") => Bond::Single,
            Some("double" | "2") => Bond::Double,
            Some("triple" | "3") => Bond::Triple,
            Some("aromatic") => Bond::Aromatic,
            _ => Bond::Plain,
        }
    }

    /// The colours of a level in words: `coupling E` or `scores y`, where they are those that nodes are ranked by.
    pub fn colour_name(&self, colour: ColourBy) -> String {
        let ranked_by = self.trace.levels.first().and_then(|level| level.ranked_by);
        match (colour.settled(self.trace), ranked_by) {
            (ColourBy::Coupling, Some(symbol)) => format!("{} {}", symbol.name, symbol.text),
            (colour, _) => colour.name(),
        }
    }

    /// Members of each cluster; of one without a seed, those that belong to it more than to all others.
    fn clusters(&self, level: usize) -> Vec<Vec<u32>> {
        const MAJORITY: f32 = 0.5;
        let is_partition = self.trace.levels[level].is_partition();
        let mut clusters = vec![Vec::new(); self.levels.get(level + 1).map_or(0, |coarse| coarse.names.len())];
        for (node, cluster) in self.levels[level].cluster_of.iter().enumerate() {
            let share = self.levels[level].shares[node].first().map_or(0.0, |one| one.share);
            let members = cluster.filter(|_| !is_partition || share > MAJORITY);
            if let Some(members) = members.and_then(|cluster| clusters.get_mut(cluster as usize)) {
                members.push(node as u32);
            }
        }
        clusters
    }

    fn colours(&self, level: usize, colour: ColourBy, signed: Option<&[f64]>, is_dark: bool) -> (Vec<Rgb>, Legend) {
        let names = &self.levels[level];
        let n = names.names.len();
        let neutral = palette::neutral(is_dark);
        let plain = || (vec![neutral; n], Legend::None);
        match colour {
            ColourBy::Automatic | ColourBy::Label => self.label_colours(level, is_dark),
            ColourBy::Cluster => membership::fills(self.levels, level, is_dark),
            ColourBy::Coupling => match &names.scores {
                Some(scores) if scores.iter().any(|&score| score < 0.0) => diverging(scores, is_dark),
                Some(scores) => mapped(scores, range_of(scores), is_dark),
                None => plain(),
            },
            ColourBy::Degree => match self.trace.levels[level].sparse(&symbols::A) {
                Some(a) => {
                    let degrees = degrees(a);
                    mapped(&degrees, range_of(&degrees), is_dark)
                }
                None => plain(),
            },
            ColourBy::Eigenvector(_) => match signed.filter(|values| values.len() == n) {
                Some(values) => diverging(values, is_dark),
                None => plain(),
            },
        }
    }

    fn label_colours(&self, level: usize, is_dark: bool) -> (Vec<Rgb>, Legend) {
        let names = &self.levels[level];
        let mut counts = vec![0_usize; self.dataset.node_labels.len()];
        let colour = |label: u32| match self.dataset.node_labels.show(label) {
            text if elements::number(text).is_some() => palette::element(text, is_dark),
            _ => palette::label(label, is_dark),
        };
        let mut fills = vec![palette::neutral(is_dark); names.names.len()];
        for (fill, &label) in fills.iter_mut().zip(&names.labels) {
            if let Some(count) = counts.get_mut(label as usize) {
                *count += 1;
                *fill = colour(label);
            }
        }
        let mut present: Vec<u32> = (0..counts.len() as u32).filter(|&label| counts[label as usize] > 0).collect();
        present.sort_by_key(|&label| std::cmp::Reverse(counts[label as usize]));
        let word = |label: u32| (self.dataset.node_labels.show(label).to_owned(), colour(label));
        let words: Vec<(String, Rgb)> = present.into_iter().map(word).collect();
        (fills, if words.is_empty() { Legend::None } else { Legend::Words(words) })
    }

    /// Puts every level where it belongs: level 0 as laid out, a coarse node at its seed or amid its members.
    pub fn place(trace: &Trace, levels: &mut [LevelLook], fine: &[[f32; 2]]) {
        let mut positions = fine.to_vec();
        for (idx, level) in levels.iter_mut().enumerate() {
            if idx > 0 {
                let finer = &trace.levels[idx - 1];
                positions = match (finer.seeds(), finer.get(&symbols::C)) {
                    _ if positions.is_empty() => Vec::new(),
                    (Some(seeds), _) => at_seeds(&positions, seeds),
                    (None, Some(c)) => {
                        let triples = c.entries().map(|(row, col, weight)| (row as u32, col as u32, weight));
                        at_centres(&positions, level.nodes.len(), &triples.collect::<Vec<_>>())
                    }
                    _ => Vec::new(),
                };
            }
            level.positions.clear();
            if positions.len() == level.nodes.len() {
                level.positions.extend_from_slice(&positions);
            } else {
                level.positions.resize(level.nodes.len(), [0.0, 0.0]);
            }
        }
    }
}

/// Widths of the heaviest and the lightest coarse edge, in that of an edge of level 0.
const HEAVIEST: f32 = 2.5;
const LIGHTEST: f32 = 0.4;
/// Edges of a coarse level that are drawn, the heaviest.
pub const MOST_DRAWN: usize = 20_000;

fn degrees(a: &SparseValue) -> Vec<f64> {
    (0..a.pattern.n_rows()).map(|row| a.pattern.range(row).len() as f64).collect()
}

fn range_of(values: &[f64]) -> RangeInclusive<f64> {
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
    low..=high
}

/// Whether numbers differ by rounding alone.
pub fn are_one(low: f64, high: f64) -> bool {
    high - low <= 1e-9 * high.abs().max(low.abs())
}

fn place_in(value: f64, ends: &RangeInclusive<f64>) -> f64 {
    let (low, high) = (*ends.start(), *ends.end());
    if are_one(low, high) { 0.5 } else { (value - low) / (high - low) }
}

/// Colours of signed values, 0 in the middle.
fn diverging(values: &[f64], is_dark: bool) -> (Vec<Rgb>, Legend) {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs())).max(1e-12);
    let (ramp, ends) = (ColourMap::TealBrown.on(is_dark), -most..=most);
    let fills = values.iter().map(|&value| ramp.at(place_in(value, &ends))).collect();
    (fills, Legend::Range { ramp, ends: (-most, most) })
}

/// `E tied: index order decides (4 of 12 nodes)`.
fn notice(level: &LevelTrace) -> String {
    let Some(symbol) = level.ranked_by.filter(|_| level.is_tied()) else { return String::new() };
    let seeds = level.seeds().unwrap_or_default();
    let n_chosen = seeds.iter().filter(|seed| level.tied.binary_search(seed).is_ok()).count();
    format!("{} tied: index order decides ({n_chosen} of {} nodes)", symbol.text, level.tied.len())
}

fn mapped(values: &[f64], ends: RangeInclusive<f64>, is_dark: bool) -> (Vec<Rgb>, Legend) {
    let ramp = ColourMap::Viridis.on(is_dark);
    let fills = values.iter().map(|&value| ramp.at(place_in(value, &ends))).collect();
    (fills, Legend::Range { ramp, ends: ends.into_inner() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_one_word_each_and_older_ones_are_read() {
        for colour in ColourBy::NAMED.map(|(colour, _)| colour).into_iter().chain([ColourBy::Eigenvector(11)]) {
            assert_eq!(colour.to_string().parse(), Ok(colour));
            assert_eq!(colour.name().parse(), Ok(colour));
        }
        assert_eq!("u2".parse(), Ok(ColourBy::Eigenvector(1)));
        assert_eq!("coupling E".parse(), Ok(ColourBy::Coupling), "as it was called");
        assert!("eigenvector-0".parse::<ColourBy>().is_err());
        assert_eq!(ColourBy::Eigenvector(1).name(), "eigenvector 2");
    }
}
