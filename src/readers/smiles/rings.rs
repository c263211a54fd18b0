//! Which bonds lie in a ring: those that are not bridges (R. E. Tarjan, Inf. Process. Lett. 2, 160, 1974).

/// For each edge whether it lies on a cycle. Edges join different nodes, no two nodes twice.
///
/// The depth-first walk keeps its own stack, so that a long chain cannot exhaust the thread's.
pub(super) fn edges_in_rings(n_nodes: usize, edges: &[[u32; 2]]) -> Vec<bool> {
    let around = Neighbours::new(n_nodes, edges);
    let mut in_ring = vec![true; edges.len()];
    // The time a node was first met (from 1), and the earliest time reachable from below it.
    let mut met = vec![0_u32; n_nodes];
    let mut lowest = vec![0_u32; n_nodes];
    let mut next_slot: Vec<usize> = around.start[..n_nodes].to_vec();
    let mut time = 0;
    let mut stack: Vec<(usize, Option<usize>)> = Vec::new();
    for root in 0..n_nodes {
        if met[root] == 0 {
            stack.push((root, None));
        }
        while let Some(&(node, came_by)) = stack.last() {
            if met[node] == 0 {
                time += 1;
                met[node] = time;
                lowest[node] = time;
            }
            if next_slot[node] < around.start[node + 1] {
                let (neighbour, edge) = around.list[next_slot[node]];
                next_slot[node] += 1;
                if met[neighbour] == 0 {
                    stack.push((neighbour, Some(edge)));
                } else if Some(edge) != came_by {
                    lowest[node] = lowest[node].min(met[neighbour]);
                }
                continue;
            }
            stack.pop();
            if let (Some(edge), Some(&(parent, _))) = (came_by, stack.last()) {
                in_ring[edge] = lowest[node] <= met[parent];
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
        }
    }
    in_ring
}

/// Neighbours of all nodes, each with the edge that leads there, one after the other.
struct Neighbours {
    start: Vec<usize>,
    list: Vec<(usize, usize)>,
}

impl Neighbours {
    fn new(n_nodes: usize, edges: &[[u32; 2]]) -> Self {
        let mut start = vec![0; n_nodes + 1];
        for node in edges.iter().flatten() {
            start[*node as usize + 1] += 1;
        }
        for node in 0..n_nodes {
            start[node + 1] += start[node];
        }
        let mut free = start.clone();
        let mut list = vec![(0, 0); edges.len() * 2];
        for (edge, &[u, v]) in edges.iter().enumerate() {
            for (from, to) in [(u, v), (v, u)] {
                let slot = &mut free[from as usize];
                list[*slot] = (to as usize, edge);
                *slot += 1;
            }
        }
        Self { start, list }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridges_between_rings_and_tails_are_not_in_rings() {
        // Two triangles joined by 2–3, a tail 5–6, and a lone node.
        let edges = [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [4, 5], [3, 5], [5, 6]];
        assert_eq!(edges_in_rings(8, &edges), [true, true, true, false, true, true, true, false]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let edges: Vec<[u32; 2]> = (0..200_000).map(|i| [i, i + 1]).collect();
        assert!(edges_in_rings(200_001, &edges).iter().all(|&in_ring| !in_ring));
    }
}
