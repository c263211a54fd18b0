//! No two nodes at one point, and no point that is not a number.

use std::f32::consts::TAU;

/// Nudges nodes at equal points apart (of a group the later nodes, unless they are held) and puts
/// nodes without a place near the origin. Returns what it moved.
pub(super) fn separate(positions: &mut [[f32; 2]], is_held: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut moved = Vec::new();
    for (node, position) in positions.iter_mut().enumerate() {
        if !position.iter().all(|x| x.is_finite() && x.abs() < 1e9) {
            *position = spiral(node);
            moved.push(node);
        }
    }
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    // A nudge can, very rarely, meet another node; it is a different nudge each time.
    for attempt in 1..=8 {
        // Held nodes come first in their group, so that the others give way.
        order.sort_unstable_by_key(|&node| {
            let node = node as usize;
            (positions[node].map(|x| (x + 0.0).to_bits()), !is_held(node), node)
        });
        let twins: Vec<u32> = order
            .windows(2)
            .filter(|pair| positions[pair[0] as usize] == positions[pair[1] as usize])
            .map(|pair| pair[1])
            .collect();
        if twins.is_empty() {
            break;
        }
        for node in twins {
            let node = node as usize;
            let [x, y] = spiral(node + attempt);
            // In proportion to the position, or a float of that size would not change.
            let size = 1e-3 * (attempt as f32) * positions[node].iter().fold(1.0, |m: f32, x| m.max(x.abs() * 1e-2));
            positions[node] = [positions[node][0] + size * x, positions[node][1] + size * y];
            moved.push(node);
        }
    }
    moved
}

/// Points that differ for all nodes: a sunflower (Vogel 1979).
pub(super) fn spiral(node: usize) -> [f32; 2] {
    let radius = (node as f32 + 0.5).sqrt() * 0.6;
    let angle = (node as f64 * 0.618_033_988_749_895).fract() as f32 * TAU;
    [radius * angle.cos(), radius * angle.sin()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_differ_and_held_ones_stay() {
        let mut points = vec![[5.0, 5.0]; 40];
        points[7] = [f32::NAN, 0.0];
        points[8] = [0.0, f32::INFINITY];
        separate(&mut points, |node| node == 20);
        assert_eq!(points[20], [5.0, 5.0]);
        assert!((0..40).all(|i| (0..i).all(|j| points[i] != points[j])));
        assert!(points.iter().flatten().all(|x| x.is_finite()));
    }
}
