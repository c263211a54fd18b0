//! A smallest set of smallest rings (Horton, “A polynomial-time algorithm to find the shortest cycle basis of a
//! graph”, SIAM J. Comput. 1987): of the rings made of an edge and shortest paths from its ends to one node, the
//! shortest that are independent over GF(2).

use std::collections::BTreeMap;

use super::super::component::Component;

/// The rings, each as its atoms in order.
pub(super) fn rings(component: &Component) -> Vec<Vec<u32>> {
    let n_rings = (component.edges.len() + 1).saturating_sub(component.n_nodes());
    let edge_at: BTreeMap<[u32; 2], usize> = component.edges.iter().enumerate().map(|(at, &edge)| (edge, at)).collect();
    let mut candidates: Vec<Vec<u32>> = if n_rings == 0 { Vec::new() } else { candidates(component) };
    candidates.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut basis: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut chosen = Vec::new();
    for ring in candidates {
        if chosen.len() == n_rings {
            break;
        }
        let mut bits = vec![0_u64; component.edges.len().div_ceil(64)];
        for (at, &u) in ring.iter().enumerate() {
            let v = ring[(at + 1) % ring.len()];
            let edge = edge_at[&[u.min(v), u.max(v)]];
            bits[edge / 64] ^= 1 << (edge % 64);
        }
        for (pivot, row) in &basis {
            if bits[pivot / 64] >> (pivot % 64) & 1 == 1 {
                bits.iter_mut().zip(row).for_each(|(bits, row)| *bits ^= row);
            }
        }
        if let Some(word) = bits.iter().position(|&word| word != 0) {
            basis.push((64 * word + bits[word].trailing_zeros() as usize, bits));
            chosen.push(ring);
        }
    }
    chosen
}

/// Rings through each node of the core (what is left when ends are taken away again and again).
fn candidates(component: &Component) -> Vec<Vec<u32>> {
    let (n, adjacency) = (component.n_nodes(), &component.adjacency);
    let mut degree: Vec<usize> = (0..n).map(|node| adjacency.row(node).len()).collect();
    let mut ends: Vec<usize> = (0..n).filter(|&node| degree[node] == 1).collect();
    while let Some(end) = ends.pop() {
        degree[end] = 0;
        for &next in adjacency.row(end) {
            let degree = &mut degree[next as usize];
            *degree = degree.saturating_sub(1);
            if *degree == 1 {
                ends.push(next as usize);
            }
        }
    }
    let mut all = Vec::new();
    for root in (0..n as u32).filter(|&node| degree[node as usize] > 1) {
        let mut before = vec![u32::MAX; n];
        before[root as usize] = root;
        let (mut queue, mut head) = (vec![root], 0);
        while let Some(&node) = queue.get(head) {
            head += 1;
            for &next in adjacency.row(node as usize) {
                if before[next as usize] == u32::MAX && degree[next as usize] > 1 {
                    before[next as usize] = node;
                    queue.push(next);
                }
            }
        }
        let path = |mut node: u32| {
            let mut path = vec![node];
            while node != root {
                node = before[node as usize];
                path.push(node);
            }
            path
        };
        for &[u, v] in &component.edges {
            let is_in_tree = before[u as usize] == v || before[v as usize] == u;
            if is_in_tree || before[u as usize] == u32::MAX || before[v as usize] == u32::MAX {
                continue;
            }
            let (one, mut other) = (path(u), path(v));
            // Each ring is met at all of its nodes; once is enough.
            let lowest = one.iter().chain(&other).min() == Some(&root);
            other.pop();
            if lowest && one.len().abs_diff(other.len() + 1) <= 1 && !other.iter().any(|node| one.contains(node)) {
                all.push(one.into_iter().rev().chain(other).collect::<Vec<u32>>());
            }
        }
    }
    all
}
