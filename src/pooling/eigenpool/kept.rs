//! Clusters that took long are kept on disk, by the content of their graph.

use sha2::{Digest as _, Sha256};

use super::{
    MODES,
    clusters::{Clusters, Induced},
};
use crate::{
    files::cache::{self, Kind},
    math::eigen::{Eigen, NoConvergence},
};

/// Clusters are found sooner than read for smaller graphs.
const FEWEST_NODES: usize = 200;

/// Who belongs where, and the modes.
static CLUSTERS: Kind = Kind { name: "eigenpool-clusters", version: 1 };

/// Λ and U, which only the eyes need.
static VECTORS: Kind = Kind { name: "eigenpool-vectors", version: 1 };

/// The clusters of a graph, and the eigenvectors that they were found by where they are to be shown.
pub(super) fn clusters(graph: &Induced, k: usize, is_shown: bool) -> Result<(Clusters, Option<Eigen>), NoConvergence> {
    if graph.n < FEWEST_NODES || !cache::is_on() {
        let eigen = graph.lowest(k)?;
        return Ok((Clusters::compute(graph, &eigen, k)?, is_shown.then_some(eigen)));
    }
    let key = key(graph, k);
    let known = cache::get(&CLUSTERS, &key).and_then(|bytes| read_clusters(&bytes, graph.n));
    if let Some(known) = known.clone().filter(|_| !is_shown) {
        return Ok((known, None));
    }
    let eigen = match cache::get(&VECTORS, &key).and_then(|bytes| read_vectors(&bytes, graph.n, k)) {
        Some(eigen) => eigen,
        None => {
            let eigen = graph.lowest(k)?;
            if is_shown {
                cache::put(
                    &VECTORS,
                    &key,
                    &bytes_of([&eigen.values.to_vec(), &eigen.vectors.iter().copied().collect()]),
                );
            }
            eigen
        }
    };
    let clusters = match known {
        Some(known) => known,
        None => {
            let found = Clusters::compute(graph, &eigen, k)?;
            let numbers: Vec<f64> = found.cluster_of.iter().map(|&cluster| f64::from(cluster)).collect();
            let [first, second, third] = &found.modes;
            cache::put(&CLUSTERS, &key, &bytes_of([&numbers, first, second, third]));
            found
        }
    };
    Ok((clusters, is_shown.then_some(eigen)))
}

/// The content of a graph, and into how many clusters it is divided.
fn key(graph: &Induced, k: usize) -> String {
    let mut hash = Sha256::new();
    for number in [graph.n as u64, k as u64, MODES.len() as u64] {
        hash.update(number.to_le_bytes());
    }
    for &(row, col, weight) in &graph.edges {
        hash.update((row as u32).to_le_bytes());
        hash.update((col as u32).to_le_bytes());
        hash.update(weight.to_le_bytes());
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of<const N: usize>(lists: [&Vec<f64>; N]) -> Vec<u8> {
    lists.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

/// The numbers, if there are as many as expected and all are finite.
fn numbers(bytes: &[u8], n: usize) -> Option<Vec<f64>> {
    let (chunks, []) = bytes.as_chunks() else { return None };
    let numbers: Vec<f64> = chunks.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
    (numbers.len() == n && numbers.iter().all(|number| number.is_finite())).then_some(numbers)
}

fn read_clusters(bytes: &[u8], n: usize) -> Option<Clusters> {
    let numbers = numbers(bytes, (1 + MODES.len()) * n)?;
    let mut lists = numbers.chunks_exact(n);
    let cluster_of: Vec<u32> = lists.next()?.iter().map(|&cluster| cluster as u32).collect();
    // Numbered by their lowest node, so each is at most one more than all before it.
    let mut n_clusters = 0;
    for &cluster in &cluster_of {
        if cluster > n_clusters {
            return None;
        }
        n_clusters = n_clusters.max(cluster + 1);
    }
    let mut mode = || lists.next().map(<[f64]>::to_vec);
    Some(Clusters { cluster_of, modes: [mode()?, mode()?, mode()?] })
}

fn read_vectors(bytes: &[u8], n: usize, k: usize) -> Option<Eigen> {
    let mut numbers = numbers(bytes, k + n * k)?;
    let vectors = ndarray::Array2::from_shape_vec((n, k), numbers.split_off(k)).ok()?;
    Some(Eigen { values: numbers.into(), vectors })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let graph = Induced { n: 4, edges: vec![(0, 1, 1.0), (1, 0, 1.0), (2, 3, 2.0), (3, 2, 2.0)] };
        let (found, eigen) = clusters(&graph, 2, true).unwrap();
        let numbers: Vec<f64> = found.cluster_of.iter().map(|&cluster| f64::from(cluster)).collect();
        let [first, second, third] = &found.modes;
        let bytes = bytes_of([&numbers, first, second, third]);
        assert_eq!(read_clusters(&bytes, 4), Some(found));
        assert_eq!(read_clusters(&bytes[8..], 4), None);
        assert_eq!(read_clusters(&bytes_of([&vec![2.0; 16]]), 4), None, "no cluster is passed over");
        let eigen = eigen.unwrap();
        let bytes = bytes_of([&eigen.values.to_vec(), &eigen.vectors.iter().copied().collect()]);
        assert_eq!(read_vectors(&bytes, 4, 2), Some(eigen));
        assert_eq!(read_vectors(&bytes_of([&vec![f64::NAN; 10]]), 4, 2), None);
    }

    #[test]
    fn keys_differ_where_graphs_do() {
        let edge = |weight: f64| Induced { n: 2, edges: vec![(0, 1, weight), (1, 0, weight)] };
        let keys =
            [key(&edge(1.0), 1), key(&edge(2.0), 1), key(&edge(1.0), 2), key(&Induced { n: 2, edges: vec![] }, 1)];
        assert!((0..4).all(|a| (a + 1..4).all(|b| keys[a] != keys[b])), "{keys:?}");
    }
}
