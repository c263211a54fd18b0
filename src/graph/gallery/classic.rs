//! Deterministic graphs. The tests have their node and edge counts in closed form.

use super::Generated;
use crate::graph::{Graph, GraphBuilder};

/// `n` nodes in a row.
pub(super) fn path(n: u32) -> Generated {
    unlabelled(n, (1..n).map(|v| (v - 1, v)))
}

/// A ring of `n ≥ 3` nodes.
pub(super) fn cycle(n: u32) -> Generated {
    unlabelled(n, ring(0, n))
}

/// Node 0 is connected to every leaf.
pub(super) fn star(leaves: u32) -> Generated {
    let star = unlabelled(leaves + 1, (1..=leaves).map(|leaf| (0, leaf)));
    labelled(star.graph, &["hub", "leaf"], |node| u32::from(node > 0))
}

/// A ring around the hub, node 0.
pub(super) fn wheel(rim: u32) -> Generated {
    let wheel = unlabelled(rim + 1, ring(1, rim).chain((1..=rim).map(|v| (0, v))));
    labelled(wheel.graph, &["hub", "rim"], |node| u32::from(node > 0))
}

/// All pairs of nodes are connected.
pub(super) fn complete(n: u32) -> Generated {
    unlabelled(n, clique(0, n))
}

/// Every node of the left joined to every node of the right.
pub(super) fn bipartite(left: u32, right: u32) -> Generated {
    let bipartite = unlabelled(left + right, (0..left).flat_map(|u| (0..right).map(move |v| (u, left + v))));
    labelled(bipartite.graph, &["left", "right"], |node| u32::from(node >= left))
}

/// `rows × columns` nodes, row by row, each joined to its right and lower neighbour.
pub(super) fn grid(rows: u32, columns: u32) -> Generated {
    let across = (0..rows).flat_map(|r| (1..columns).map(move |c| (r * columns + c - 1, r * columns + c)));
    let down = (1..rows).flat_map(|r| (0..columns).map(move |c| ((r - 1) * columns + c, r * columns + c)));
    unlabelled(rows * columns, across.chain(down))
}

/// A grid of two rows.
pub(super) fn ladder(rungs: u32) -> Generated {
    grid(2, rungs)
}

/// A full binary tree in heap order: the children of node `i` are `2i + 1` and `2i + 2`.
pub(super) fn binary_tree(depth: u32) -> Generated {
    let n = (1_u32 << (depth + 1)) - 1;
    let tree = unlabelled(n, (1..n).map(|child| ((child - 1) / 2, child)));
    let names: Vec<String> = (0..=depth).map(|level| format!("depth {level}")).collect();
    labelled(tree.graph, &names, |node| (node + 1).ilog2())
}

/// Two cliques of `size` nodes, a path of `bridge` nodes between them.
pub(super) fn barbell(size: u32, bridge: u32) -> Generated {
    // Nodes in order: first clique, bridge, second clique.
    let second = size + bridge;
    let between = (size..=second).map(|v| (v - 1, v));
    let barbell = unlabelled(second + size, clique(0, size).chain(clique(second, size)).chain(between));
    labelled(barbell.graph, &["first clique", "bridge", "second clique"], |node| {
        u32::from(node >= size) + u32::from(node >= second)
    })
}

/// A clique of `size` nodes and a path of `stick` nodes that starts at its last.
pub(super) fn lollipop(size: u32, stick: u32) -> Generated {
    let lollipop = unlabelled(size + stick, clique(0, size).chain((size..size + stick).map(|v| (v - 1, v))));
    labelled(lollipop.graph, &["clique", "stick"], |node| u32::from(node >= size))
}

/// `caves` cliques in a ring; each gives up the edge between its first two nodes, and its first
/// node is joined to the last node of the cave before (Watts, *Small Worlds*, 1999).
pub(super) fn caveman(caves: u32, size: u32) -> Generated {
    let n = caves * size;
    let inside =
        (0..caves).flat_map(|cave| clique(cave * size, size).filter(move |&(u, v)| !(u == cave * size && v == u + 1)));
    let between = (0..caves).map(|cave| (cave * size, (cave * size + n - 1) % n));
    let cliques = unlabelled(n, inside.chain(between));
    let names: Vec<String> = (1..=caves).map(|cave| format!("cave {cave}")).collect();
    labelled(cliques.graph, &names, |node| node / size)
}

/// An outer ring of `n` nodes, spokes, and an inner star polygon of steps of `step`.
pub(super) fn generalized_petersen(n: u32, step: u32) -> Generated {
    let spokes = (0..n).map(move |i| (i, n + i));
    let inner = (0..n).map(move |i| (n + i, n + (i + step) % n));
    let petersen = unlabelled(2 * n, ring(0, n).chain(spokes).chain(inner));
    labelled(petersen.graph, &["outer", "inner"], |node| u32::from(node >= n))
}

/// Corners of the `d`-dimensional cube; two are joined where one coordinate differs.
pub(super) fn hypercube(d: u32) -> Generated {
    let n = 1_u32 << d;
    let edges = (0..n).flat_map(|u| (0..d).map(move |axis| (u, u ^ (1 << axis)))).filter(|(u, v)| u < v);
    labelled(unlabelled(n, edges).graph, &["even", "odd"], |node| node.count_ones() % 2)
}

fn ring(first: u32, n: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..n).map(move |i| (first + i, first + (i + 1) % n))
}

fn clique(first: u32, n: u32) -> impl Iterator<Item = (u32, u32)> {
    (first..first + n).flat_map(move |u| (u + 1..first + n).map(move |v| (u, v)))
}

/// A graph of edges between nodes below `n`.
pub(super) fn unlabelled(n: u32, edges: impl Iterator<Item = (u32, u32)>) -> Generated {
    let mut builder = GraphBuilder::new(n as usize);
    for (u, v) in edges {
        builder.add_edge(u, v);
    }
    Generated { graph: builder.finish(), labels: Vec::new() }
}

/// The graph with a label on each node.
pub(super) fn labelled<S: ToString>(mut graph: Graph, names: &[S], label_of: impl Fn(u32) -> u32) -> Generated {
    graph.node_labels = Some((0..graph.n_nodes as u32).map(label_of).collect());
    Generated { graph, labels: names.iter().map(S::to_string).collect() }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    fn counts(generated: &Generated) -> (u32, u32) {
        (generated.graph.n_nodes as u32, generated.graph.n_edges() as u32)
    }

    fn is_regular(generated: &Generated, degree: usize) -> bool {
        generated.graph.degrees().iter().all(|&d| d == degree)
    }

    fn neighbours(graph: &Graph) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); graph.n_nodes];
        for &[u, v] in &graph.edges {
            lists[u as usize].push(v as usize);
            lists[v as usize].push(u as usize);
        }
        lists
    }

    /// Length of the shortest cycle, by a breadth-first search from every node.
    fn girth(graph: &Graph) -> usize {
        let lists = neighbours(graph);
        let mut shortest = usize::MAX;
        for start in 0..graph.n_nodes {
            let mut depth = vec![usize::MAX; graph.n_nodes];
            let mut parent = vec![usize::MAX; graph.n_nodes];
            depth[start] = 0;
            let mut queue = VecDeque::from([start]);
            while let Some(u) = queue.pop_front() {
                for &v in &lists[u] {
                    if depth[v] == usize::MAX {
                        depth[v] = depth[u] + 1;
                        parent[v] = u;
                        queue.push_back(v);
                    } else if parent[u] != v {
                        shortest = shortest.min(depth[u] + depth[v] + 1);
                    }
                }
            }
        }
        shortest
    }

    /// Whether every edge joins two labels, as a colouring does.
    fn labels_colour(generated: &Generated) -> bool {
        let labels = generated.graph.node_labels.as_ref().unwrap();
        generated.graph.edges.iter().all(|&[u, v]| labels[u as usize] != labels[v as usize])
    }

    #[test]
    fn sizes_follow_their_closed_forms() {
        for n in 1..12 {
            assert_eq!(counts(&path(n)), (n, n - 1));
            assert_eq!(counts(&star(n)), (n + 1, n));
            assert_eq!(counts(&complete(n)), (n, n * (n - 1) / 2));
            assert_eq!(counts(&ladder(n)), (2 * n, 3 * n - 2));
            assert_eq!(counts(&hypercube(n.min(8))).1, n.min(8) << (n.min(8) - 1));
            for m in 1..9 {
                assert_eq!(counts(&bipartite(n, m)), (n + m, n * m));
                assert_eq!(counts(&grid(n, m)), (n * m, n * (m - 1) + m * (n - 1)));
            }
        }
        for n in 3..12 {
            assert_eq!(counts(&cycle(n)), (n, n));
            assert_eq!(counts(&wheel(n)), (n + 1, 2 * n));
            for m in 0..6 {
                assert_eq!(counts(&barbell(n, m)), (2 * n + m, n * (n - 1) + m + 1));
                assert_eq!(counts(&lollipop(n, m)), (n + m, n * (n - 1) / 2 + m));
                assert_eq!(counts(&caveman(m + 2, n)), ((m + 2) * n, (m + 2) * n * (n - 1) / 2));
            }
        }
        for depth in 0..8 {
            assert_eq!(counts(&binary_tree(depth)), ((2 << depth) - 1, (2 << depth) - 2));
        }
    }

    #[test]
    fn all_are_connected() {
        let all = [
            path(7),
            cycle(7),
            star(7),
            wheel(7),
            complete(7),
            bipartite(3, 4),
            grid(3, 4),
            ladder(5),
            binary_tree(3),
            barbell(4, 0),
            barbell(4, 3),
            lollipop(4, 3),
            caveman(2, 3),
            caveman(5, 4),
            generalized_petersen(5, 2),
            hypercube(5),
        ];
        assert!(all.iter().all(|generated| generated.graph.components().1 == 1));
    }

    #[test]
    fn regular_graphs_are_regular() {
        for n in 3..9 {
            assert!(is_regular(&cycle(n), 2));
            assert!(is_regular(&complete(n), n as usize - 1));
            assert!(is_regular(&hypercube(n), n as usize));
            assert!(is_regular(&bipartite(n, n), n as usize));
        }
        assert!(is_regular(&generalized_petersen(5, 2), 3) && is_regular(&generalized_petersen(8, 3), 3));
    }

    #[test]
    fn girths_are_known() {
        assert_eq!(girth(&generalized_petersen(5, 2).graph), 5);
        assert_eq!(girth(&generalized_petersen(8, 3).graph), 6);
        assert_eq!(girth(&cycle(9).graph), 9);
        assert_eq!(girth(&hypercube(4).graph), 4);
        assert_eq!(girth(&binary_tree(4).graph), usize::MAX);
    }

    #[test]
    fn labels_say_what_they_promise() {
        for d in 1..8 {
            assert!(labels_colour(&hypercube(d)));
        }
        assert!(labels_colour(&bipartite(3, 5)));
        assert_eq!(binary_tree(2).graph.node_labels, Some(vec![0, 1, 1, 2, 2, 2, 2]));
        assert_eq!(barbell(3, 1).graph.node_labels, Some(vec![0, 0, 0, 1, 2, 2, 2]));
        assert_eq!(caveman(2, 3).graph.node_labels, Some(vec![0, 0, 0, 1, 1, 1]));
    }
}
