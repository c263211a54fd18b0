//! Smooth hulls: the convex hull of some points, widened by a disc.

use eframe::egui::{Pos2, Vec2};

use super::brush::Corner;

/// The outline of everything within `radius` of the hull of `points`, of which the corners stay.
pub(super) fn rounded(points: &mut Vec<Pos2>, radius: f32) -> Vec<Corner> {
    convex(points);
    let step = std::f32::consts::TAU / (2.0 * radius).clamp(12.0, 40.0);
    let n = points.len();
    let mut outline = Vec::with_capacity(n + 42);
    for i in 0..n {
        let (before, here, after) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let (from, to) = match n {
            1 => (0.0, std::f32::consts::TAU - step),
            _ => (outward(here - before), outward(after - here)),
        };
        let turn = if n == 1 { to - from } else { (to - from).rem_euclid(std::f32::consts::TAU) };
        let n_steps = (turn / step).ceil().max(1.0);
        outline.extend((0..=n_steps as u32).map(|step| (here, Vec2::angled(from + turn * step as f32 / n_steps))));
    }
    outline
}

/// Angle of the normal that points away from a hull whose angles grow along its sides.
fn outward(side: Vec2) -> f32 {
    Vec2::new(side.y, -side.x).angle()
}

/// Leaves the corners of the convex hull, in the direction in which angles grow (Andrew's chain).
fn convex(points: &mut Vec<Pos2>) {
    points.retain(|point| point.is_finite());
    points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return;
    }
    let mut hull: Vec<Pos2> = Vec::with_capacity(points.len() + 1);
    let mut chain = |points: &mut dyn Iterator<Item = Pos2>| {
        let start = hull.len();
        for point in points {
            while hull.len() >= start + 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
    };
    chain(&mut points.iter().copied());
    chain(&mut points.iter().rev().copied());
    *points = hull;
}

fn cross(origin: Pos2, a: Pos2, b: Pos2) -> f32 {
    let (a, b) = (a - origin, b - origin);
    a.x * b.y - a.y * b.x
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    fn hull(points: &[(f32, f32)]) -> (Vec<Pos2>, Vec<Corner>) {
        let mut points = points.iter().map(|&(x, y)| pos2(x, y)).collect();
        let outline = rounded(&mut points, 20.0);
        (points, outline)
    }

    #[test]
    fn inner_points_and_points_on_a_side_are_left_out() {
        let (corners, _) = hull(&[(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (1.0, 0.0)]);
        assert_eq!(corners.len(), 4);
    }

    #[test]
    fn the_outline_turns_once_around_any_number_of_points() {
        for points in [&[(1.0, 1.0)][..], &[(0.0, 0.0), (3.0, 1.0)], &[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]] {
            let (_, outline) = hull(points);
            let around: f32 = (0..outline.len())
                .map(|i| {
                    let turn = outline[(i + 1) % outline.len()].1.angle() - outline[i].1.angle();
                    (turn + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI
                })
                .sum();
            assert!((around - std::f32::consts::TAU).abs() < 1e-3, "{around} around {points:?}");
        }
        assert!(hull(&[]).1.is_empty());
    }

    #[test]
    fn the_outline_is_convex_and_holds_every_point() {
        let (corners, outline) = hull(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]);
        let border: Vec<Pos2> = outline.iter().map(|&(anchor, direction)| anchor + direction).collect();
        for (i, &point) in border.iter().enumerate() {
            let next = border[(i + 1) % border.len()];
            assert!(corners.iter().all(|&corner| cross(point, next, corner) > -1e-4));
        }
    }
}
