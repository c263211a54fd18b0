//! Pairs of edges that cross.

/// Number of pairs of edges without a common node whose segments meet, also where they only touch.
pub fn crossings(edges: &[[u32; 2]], positions: &[[f64; 2]]) -> usize {
    // Swept by the left end, so that only pairs that overlap sideways are looked at.
    let x = |node: u32| positions[node as usize][0];
    let mut order: Vec<(f64, f64, [u32; 2])> = edges
        .iter()
        .filter(|[u, v]| u != v)
        .map(|&edge| (x(edge[0]).min(x(edge[1])), x(edge[0]).max(x(edge[1])), edge))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut count = 0;
    for (idx, &(_, right, edge)) in order.iter().enumerate() {
        let beside = order[idx + 1..].iter().take_while(|other| other.0 <= right);
        count += beside.filter(|other| cross(edge, other.2, positions)).count();
    }
    count
}

/// Whether two edges without a common node meet.
pub(super) fn cross(one: [u32; 2], other: [u32; 2], positions: &[[f64; 2]]) -> bool {
    if one.contains(&other[0]) || one.contains(&other[1]) {
        return false;
    }
    let [p, q] = one.map(|node| positions[node as usize]);
    let [r, s] = other.map(|node| positions[node as usize]);
    segments_meet(p, q, r, s)
}

/// Whether the segments pq and rs have a point in common.
pub(super) fn segments_meet(p: [f64; 2], q: [f64; 2], r: [f64; 2], s: [f64; 2]) -> bool {
    let apart =
        |axis: usize| p[axis].max(q[axis]) < r[axis].min(s[axis]) || r[axis].max(s[axis]) < p[axis].min(q[axis]);
    if apart(0) || apart(1) {
        return false;
    }
    let side = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    side(p, q, r) * side(p, q, s) <= 0.0 && side(r, s, p) * side(r, s, q) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_with_both_diagonals_crosses_once() {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let all = [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2], [1, 3]];
        assert_eq!(crossings(&all, &corners), 1);
        assert_eq!(crossings(&all[..5], &corners), 0);
    }

    #[test]
    fn touching_counts_and_a_common_node_does_not() {
        let points = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
        assert_eq!(crossings(&[[0, 1], [2, 3]], &points), 1);
        assert_eq!(crossings(&[[0, 1], [0, 2]], &points), 0);
    }
}
