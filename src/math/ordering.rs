//! Orders of nodes that make a matrix readable.

use std::collections::VecDeque;

use super::pattern::Pattern;

/// Reverse Cuthill–McKee: nodes that are joined stand close together, so entries hug the diagonal.
///
/// Each component starts at its node of lowest degree (the lowest index among equals).
pub fn reverse_cuthill_mckee(pattern: &Pattern) -> Vec<u32> {
    let n = pattern.n_rows();
    let degree = |node: u32| pattern.row(node as usize).len();
    let mut starts: Vec<u32> = (0..n as u32).collect();
    starts.sort_by_key(|&node| degree(node));
    let mut is_placed = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let mut queue = VecDeque::new();
    for start in starts {
        if std::mem::replace(&mut is_placed[start as usize], true) {
            continue;
        }
        queue.push_back(start);
        while let Some(node) = queue.pop_front() {
            order.push(node);
            let mut next: Vec<u32> =
                pattern.row(node as usize).iter().copied().filter(|&other| !is_placed[other as usize]).collect();
            next.sort_by_key(|&other| degree(other));
            for other in next {
                is_placed[other as usize] = true;
                queue.push_back(other);
            }
        }
    }
    order.reverse();
    order
}

/// The nodes by ascending key, the lower index first among equals.
pub fn by_key<K: PartialOrd>(keys: &[K]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by(|&a, &b| {
        keys[a as usize].partial_cmp(&keys[b as usize]).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(&b))
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_path_gets_bandwidth_one() {
        let (pattern, _) = Pattern::from_edges(6, &[[0, 3], [3, 5], [1, 5], [1, 4]]);
        let order = reverse_cuthill_mckee(&pattern);
        let mut place = [0_i32; 6];
        for (at, &node) in order.iter().enumerate() {
            place[node as usize] = at as i32;
        }
        assert!(pattern.entries().all(|(_, row, col)| (place[row] - place[col]).abs() == 1));
        assert_eq!(order.len(), 6);
    }
}
