//! Hop distances from chosen nodes, and pivots that cover a graph evenly.

use crate::math::pattern::Pattern;

/// Hop distance of every node from a source; the graph must be connected.
pub(super) fn hops(adjacency: &Pattern, source: usize, queue: &mut Vec<u32>) -> Vec<u32> {
    let mut hops = vec![u32::MAX; adjacency.n_rows()];
    hops[source] = 0;
    queue.clear();
    queue.push(source as u32);
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        let next = hops[node as usize] + 1;
        for &neighbour in adjacency.row(node as usize) {
            if hops[neighbour as usize] == u32::MAX {
                hops[neighbour as usize] = next;
                queue.push(neighbour);
            }
        }
    }
    hops
}

/// Nodes far from each other, and how far every node is from them.
#[derive(Clone, Debug)]
pub(super) struct Pivots {
    /// The pivots, in the order in which they were chosen.
    pub nodes: Vec<u32>,
    /// For each pivot the hop distances of all nodes.
    pub hops: Vec<Vec<u32>>,
    /// The place in `nodes` of the nearest pivot of every node; ties go to the first.
    pub nearest: Vec<u32>,
}

impl Pivots {
    /// Up to `count` pivots, each as far as can be from those before it; ties go to the lower node.
    pub(super) fn spread(adjacency: &Pattern, count: usize) -> Self {
        let n = adjacency.n_rows();
        let mut queue = Vec::with_capacity(n);
        let mut pivots = Self { nodes: Vec::new(), hops: Vec::new(), nearest: vec![0; n] };
        let mut least = vec![u32::MAX; n];
        // The end of a longest walk from node 0 lies on the rim, whatever node 0 is.
        let mut next = farthest(&hops(adjacency, 0, &mut queue));
        while pivots.nodes.len() < count.min(n) {
            let from_next = hops(adjacency, next, &mut queue);
            for (node, &hop) in from_next.iter().enumerate() {
                if hop < least[node] {
                    least[node] = hop;
                    pivots.nearest[node] = pivots.nodes.len() as u32;
                }
            }
            pivots.nodes.push(next as u32);
            pivots.hops.push(from_next);
            next = farthest(&least);
        }
        pivots
    }
}

fn farthest(hops: &[u32]) -> usize {
    let mut best = 0;
    for (node, &hop) in hops.iter().enumerate() {
        if hop > hops[best] {
            best = node;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pivots_of_a_path_are_its_ends_then_its_middle() {
        let edges: Vec<[u32; 2]> = (0..8).map(|node| [node, node + 1]).collect();
        let (path, _) = Pattern::from_edges(9, &edges);
        let pivots = Pivots::spread(&path, 3);
        assert_eq!(pivots.nodes, [8, 0, 4]);
        assert_eq!(pivots.hops[2], [4, 3, 2, 1, 0, 1, 2, 3, 4]);
        assert_eq!(pivots.nearest, [1, 1, 1, 2, 2, 2, 0, 0, 0]);
    }
}
