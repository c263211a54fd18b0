//! Display data of a level: names of its nodes, their origin and their cluster.

use std::collections::VecDeque;

use crate::{
    graph::{Dataset, Graph},
    math::rank::best,
    pooling::trace::{LevelTrace, Trace},
    symbols,
};

/// What views and figures need of a level besides its matrices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// A name for each node: `C7`; a coarse node has that of its seed.
    pub names: Vec<String>,
    /// The node of level 0 that each node goes back to, through its seeds.
    pub origin: Vec<Option<u32>>,
    /// Label of each node's origin; [`u32::MAX`] where it has none. Empty in a graph without labels.
    pub labels: Vec<u32>,
    /// The cluster that each node belongs to most.
    pub cluster_of: Vec<Option<u32>>,
    /// The clusters that each node belongs to, the strongest first.
    pub shares: Vec<Vec<Share>>,
    /// What each node was ranked by: its coupling or its score, where the operator has one.
    pub scores: Option<Vec<f64>>,
    /// Place of each node in the ranking, from 0.
    pub rank: Option<Vec<u32>>,
}

/// A part of a node that belongs to a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub cluster: u32,
    /// Of all that it belongs to, more than 0 and at most 1.
    pub share: f32,
}

/// Clusters of a node that are kept, the strongest.
const MOST_SHARES: usize = 8;

impl Level {
    /// The levels of a trace of a graph.
    pub fn all(trace: &Trace, dataset: &Dataset, graph: &Graph) -> Vec<Self> {
        let mut levels: Vec<Self> = Vec::with_capacity(trace.levels.len());
        for (idx, level) in trace.levels.iter().enumerate() {
            let n = n_nodes(level);
            let seeds = idx.checked_sub(1).and_then(|finer| trace.levels[finer].seeds());
            let (names, origin) = match (levels.last(), seeds) {
                (None, _) => (0..n as u32).map(|node| (dataset.node_name(graph, node), Some(node))).unzip(),
                (Some(finer), Some(seeds)) => {
                    seeds.iter().map(|&seed| (finer.names[seed as usize].clone(), finer.origin[seed as usize])).unzip()
                }
                (Some(_), None) => (0..n).map(|cluster| (format!("cluster {cluster}"), None)).unzip(),
            };
            levels.push(Self::new(level, names, origin, graph));
        }
        levels
    }

    fn new(level: &LevelTrace, names: Vec<String>, origin: Vec<Option<u32>>, graph: &Graph) -> Self {
        let labels = match &graph.node_labels {
            Some(labels) => origin.iter().map(|node| node.map_or(u32::MAX, |node| labels[node as usize])).collect(),
            None => Vec::new(),
        };
        let scores = level.scores().map(<[f64]>::to_vec);
        let rank = scores.as_ref().map(|scores| ranks(scores));
        let clusters = clusters_of(level).unwrap_or_else(|| vec![None; names.len()]);
        Self {
            shares: shares_of(level).unwrap_or_else(|| vec![Vec::new(); names.len()]),
            cluster_of: clusters.into_iter().map(|cluster| cluster.map(|(row, _)| row)).collect(),
            rank,
            scores,
            labels,
            names,
            origin,
        }
    }
}

pub fn n_nodes(level: &LevelTrace) -> usize {
    level.sparse(&symbols::A).map_or(0, |a| a.pattern.n_rows())
}

/// Length of the shortest path between two nodes of a level, in edges; none if they are not connected.
pub fn hops(level: &LevelTrace, from: u32, to: u32) -> Option<usize> {
    let a = level.sparse(&symbols::A)?;
    let mut hops = vec![usize::MAX; a.pattern.n_rows()];
    let mut queue = VecDeque::from([from]);
    *hops.get_mut(from as usize)? = 0;
    while let Some(node) = queue.pop_front() {
        if node == to {
            return Some(hops[node as usize]);
        }
        for at in a.pattern.range(node as usize) {
            let next = a.pattern.cols()[at] as usize;
            if a.values[at] > 0.0 && hops[next] == usize::MAX {
                hops[next] = hops[node as usize] + 1;
                queue.push_back(next as u32);
            }
        }
    }
    None
}

/// The row of C in which each node weighs most, and that weight; none for a node in no cluster.
pub fn clusters_of(level: &LevelTrace) -> Option<Vec<Option<(u32, f64)>>> {
    let c = level.get(&symbols::C)?;
    let (_, n) = c.shape()?;
    let mut clusters: Vec<Option<(u32, f64)>> = vec![None; n];
    for (row, col, weight) in c.entries() {
        if weight > clusters[col].map_or(0.0, |(_, most)| most) {
            clusters[col] = Some((row as u32, weight));
        }
    }
    Some(clusters)
}

/// The clusters of each node, as shares of its column of C.
fn shares_of(level: &LevelTrace) -> Option<Vec<Vec<Share>>> {
    let c = level.get(&symbols::C)?;
    let (_, n) = c.shape()?;
    let mut mass = vec![0.0_f64; n];
    let mut shares: Vec<Vec<Share>> = vec![Vec::new(); n];
    for (row, col, weight) in c.entries().filter(|&(.., weight)| weight > 0.0) {
        mass[col] += weight;
        let (own, new) = (&mut shares[col], Share { cluster: row as u32, share: weight as f32 });
        // Few are kept of many: they stay in order, equal ones by the number of their cluster.
        let place = own.partition_point(|kept| kept.share >= new.share);
        if place < MOST_SHARES {
            own.truncate(MOST_SHARES - 1);
            own.insert(place, new);
        }
    }
    for (own, mass) in shares.iter_mut().zip(mass) {
        own.iter_mut().for_each(|share| share.share = (f64::from(share.share) / mass) as f32);
    }
    Some(shares)
}

/// Ranked as seeds are chosen.
fn ranks(scores: &[f64]) -> Vec<u32> {
    let mut ranks = vec![0; scores.len()];
    for (rank, &node) in best::<f64>(scores, scores.len()).idx.iter().enumerate() {
        ranks[node as usize] = rank as u32;
    }
    ranks
}
