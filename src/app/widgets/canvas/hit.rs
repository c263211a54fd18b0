//! Which node is meant: by the pointer, or by an arrow key.

use eframe::egui::{Pos2, Vec2};

/// A dot of few pixels can be hit from this many points away.
const REACH: f32 = 7.0;

/// The nearest node whose disc, or a little more, holds `pos`.
pub(super) fn node_at(screen: &[Pos2], radius_of: impl Fn(usize) -> f32, pos: Pos2) -> Option<u32> {
    let mut best = None;
    let mut nearest = f32::INFINITY;
    for (node, point) in screen.iter().enumerate() {
        let distance = point.distance_sq(pos);
        if distance < nearest && distance <= (radius_of(node) + 2.0).max(REACH).powi(2) {
            (best, nearest) = (Some(node as u32), distance);
        }
    }
    best
}

/// The nearest edge that runs by `pos`, given by its ends.
pub(super) fn edge_at(screen: &[Pos2], edges: impl Iterator<Item = [u32; 2]>, pos: Pos2) -> Option<[u32; 2]> {
    let distances = edges.filter_map(|edge| {
        let [a, b] = edge.map(|end| screen.get(end as usize));
        Some((edge, distance_to_line(*a?, *b?, pos)))
    });
    let near = distances.filter(|(_, distance)| *distance <= REACH);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(edge, _)| edge)
}

/// From a point to the line between two others, its ends included.
fn distance_to_line(a: Pos2, b: Pos2, pos: Pos2) -> f32 {
    let along = b - a;
    let share = ((pos - a).dot(along) / along.length_sq().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    (a + along * share).distance(pos)
}

/// The node nearest to `pos`.
pub(super) fn nearest(screen: &[Pos2], pos: Pos2) -> Option<u32> {
    cheapest(screen, |point| Some(point.distance_sq(pos)))
}

/// The node that lies in a direction from another; one straight ahead is preferred to a nearer one aside.
pub(super) fn neighbour(screen: &[Pos2], from: u32, direction: Vec2) -> Option<u32> {
    let origin = *screen.get(from as usize)?;
    cheapest(screen, |point| {
        let way = point - origin;
        let ahead = way.dot(direction);
        let aside = way.dot(direction.rot90()).abs();
        (ahead > 0.5 && ahead > 0.5 * aside).then_some(ahead + 2.0 * aside)
    })
}

fn cheapest(screen: &[Pos2], cost_of: impl Fn(Pos2) -> Option<f32>) -> Option<u32> {
    let costs = screen.iter().enumerate().filter_map(|(node, &point)| Some((node as u32, cost_of(point)?)));
    costs.filter(|(_, cost)| cost.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(node, _)| node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{pos2, vec2};

    fn screen() -> [Pos2; 4] {
        [pos2(0.0, 0.0), pos2(50.0, 4.0), pos2(40.0, 38.0), pos2(f32::NAN, 0.0)]
    }

    #[test]
    fn the_nearest_disc_is_hit_and_small_dots_are_easy() {
        assert_eq!(node_at(&screen(), |_| 20.0, pos2(46.0, 24.0)), Some(2));
        assert_eq!(node_at(&screen(), |_| 1.0, pos2(4.0, 4.0)), Some(0));
        assert_eq!(node_at(&screen(), |_| 1.0, pos2(20.0, 20.0)), None);
        assert_eq!(nearest(&screen(), pos2(20.0, 0.0)), Some(0));
    }

    #[test]
    fn the_nearest_edge_that_runs_by_is_hit() {
        let edges = [[0, 1], [0, 2], [1, 3], [1, 9]];
        let at = |x, y| edge_at(&screen(), edges.into_iter(), pos2(x, y));
        assert_eq!(at(25.0, 5.0), Some([0, 1]));
        assert_eq!(at(22.0, 19.0), Some([0, 2]));
        assert_eq!((at(-20.0, 0.0), at(25.0, 60.0)), (None, None), "beyond its ends there is no edge");
    }

    #[test]
    fn arrows_go_straight_ahead() {
        assert_eq!(neighbour(&screen(), 0, vec2(1.0, 0.0)), Some(1));
        assert_eq!(neighbour(&screen(), 0, vec2(0.0, 1.0)), Some(2));
        assert_eq!(neighbour(&screen(), 0, vec2(-1.0, 0.0)), None);
        assert_eq!(neighbour(&screen(), 9, vec2(-1.0, 0.0)), None);
    }
}
