//! Orders of the nodes in which the matrices of a trace can be read.

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::{
    math::{components::Components, eigen, lanczos, ordering, pattern::PatternBuilder},
    pooling::trace::{LevelTrace, SparseValue},
    symbols,
    trace::level::clusters_of,
};

/// A shared order of rows and columns.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumMessage,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NodeOrder {
    /// By index in a small graph; in a large one, where that looks like noise, by Cuthill–McKee.
    #[default]
    Automatic,
    /// As in the file.
    Index,
    /// Members beside their seed: seeds by rank, members by falling weight.
    #[strum(message = "seed cluster")]
    SeedCluster,
    /// By the Fiedler vector: the smoothest way to lay a graph on a line.
    #[strum(message = "Fiedler")]
    Fiedler,
    /// Reverse Cuthill–McKee: entries close to the diagonal.
    #[serde(rename = "cuthill-mckee", alias = "cuthill-mc-kee")]
    #[strum(serialize = "cuthill-mckee", message = "Cuthill–McKee")]
    CuthillMcKee,
    Label,
}

/// Nodes above which the index is not the order that is shown by itself.
pub const MOST_BY_INDEX: usize = 500;

impl NodeOrder {
    /// The order that is meant for a graph of some size.
    pub fn for_size(self, n_nodes: usize) -> Self {
        match self {
            Self::Automatic if n_nodes > MOST_BY_INDEX => Self::CuthillMcKee,
            Self::Automatic => Self::Index,
            order => order,
        }
    }

    /// The order of a level's nodes. `labels` may be empty; an order that has nothing to go by is
    /// that of the index.
    pub fn permutation(self, level: &LevelTrace, labels: &[u32]) -> Vec<u32> {
        let n = level.sparse(&symbols::A).map_or(0, |a| a.pattern.n_rows());
        let by_index = || (0..n as u32).collect();
        match (self.for_size(n), level.sparse(&symbols::A)) {
            (Self::SeedCluster, _) => seed_cluster(level).unwrap_or_else(by_index),
            (Self::Fiedler, Some(a)) => fiedler_order(a).unwrap_or_else(by_index),
            (Self::CuthillMcKee, Some(a)) => ordering::reverse_cuthill_mckee(&a.pattern),
            (Self::Label, _) if labels.len() == n => ordering::by_key(labels),
            _ => by_index(),
        }
    }
}

/// Each node stands with the row of C in which it weighs most; nodes in no row come last.
fn seed_cluster(level: &LevelTrace) -> Option<Vec<u32>> {
    let clusters = clusters_of(level)?;
    let keys: Vec<(u32, f64)> =
        clusters.into_iter().map(|cluster| cluster.map_or((u32::MAX, 0.0), |(row, weight)| (row, -weight))).collect();
    Some(ordering::by_key(&keys))
}

/// Component by component, by the Fiedler vector of each, so that components do not mix.
fn fiedler_order(a: &SparseValue) -> Option<Vec<u32>> {
    let n = a.pattern.n_rows();
    let edges = a.pattern.entries().map(|(_, row, col)| [row as u32, col as u32]);
    let mut order = Vec::with_capacity(n);
    for nodes in Components::new(n, edges).members() {
        let vector = fiedler_vector(a, &nodes)?;
        order.extend(ordering::by_key(&vector).into_iter().map(|idx| nodes[idx as usize]));
    }
    Some(order)
}

/// Above this many nodes a dense decomposition is not waited for.
const LARGE: usize = 600;

fn large_fiedler_vector(a: &SparseValue, nodes: &[u32]) -> Option<Vec<f64>> {
    let mut rows = PatternBuilder::default();
    let mut values = Vec::new();
    for &node in nodes {
        for at in a.pattern.range(node as usize) {
            rows.push(nodes.binary_search(&a.pattern.cols()[at]).ok()? as u32);
            values.push(a.values[at]);
        }
        rows.end_row();
    }
    let part = rows.finish(nodes.len());
    let vector = lanczos::fiedler(&part, &values).ok()?;
    let degree = |row: usize| values[part.range(row)].iter().sum::<f64>();
    Some((0..nodes.len()).map(|row| (vector[row] / degree(row).sqrt() * 1e9).round()).collect())
}

/// The second eigenvector of a connected part's normalised Laplacian, over √degree.
fn fiedler_vector(a: &SparseValue, nodes: &[u32]) -> Option<Vec<f64>> {
    if nodes.len() < 3 {
        return Some((0..nodes.len()).map(|idx| idx as f64).collect());
    }
    if nodes.len() > LARGE {
        return large_fiedler_vector(a, nodes);
    }
    let degree: Vec<f64> = nodes.iter().map(|&node| a.values[a.pattern.range(node as usize)].iter().sum()).collect();
    let mut part = Array2::<f64>::zeros((nodes.len(), nodes.len()));
    for (row, &node) in nodes.iter().enumerate() {
        for at in a.pattern.range(node as usize) {
            part[[row, nodes.binary_search(&a.pattern.cols()[at]).ok()?]] = a.values[at];
        }
    }
    let vectors = eigen::symmetric(&eigen::laplacian(&part)).ok()?.vectors;
    // Rounded, so that nodes which mirror each other keep the order of their index.
    let coordinate = |row: usize| (vectors[[row, 1]] / degree[row].sqrt() * 1e9).round();
    Some((0..nodes.len()).map(coordinate).collect())
}
