//! Repulsion between all nodes in O(n log n) (Barnes and Hut, “A hierarchical O(N log N)
//! force-calculation algorithm”, Nature 1986).
//!
//! Every pair repels with Δ / (‖Δ‖² + ε)^(3/2). A cell of width h acts as one point on all points of a
//! leaf of radius ρ at the distance r where h < θ (r − ρ): the tree is walked once for a leaf, and its
//! points are handled side by side. Nothing is fused, so any CPU gives the same bits.

use pulp::{Arch, Simd, WithSimd};

/// Points of a cell that is not split, handled side by side.
const LEAF: usize = 8;
/// Cells get no smaller than 2⁻²⁰ of the whole, so points at one place do not split for ever.
const DEPTH: u32 = 20;
/// Cells below this width with few points are not split: walking deep costs more than it saves.
const NARROW: f32 = 0.25;
/// Maximum number of points in a leaf.
const CROWD: usize = 32;
/// Two points at one place repel with a finite force.
const EPSILON: f32 = 0.01;

struct Cell {
    centre: [f32; 2],
    mass: f32,
    /// h / θ.
    reach: f32,
    /// The cell to go on with when this one is done: cells stand in the order of a walk.
    next: u32,
    /// The points of an undivided cell; empty for others.
    points: [u32; 2],
}

/// Cells over a set of points.
struct Quadtree {
    cells: Vec<Cell>,
    /// The points in the order of their cells, each with its index.
    points: Vec<([f32; 2], u32)>,
}

/// The repulsion of all other points on each point.
pub(super) fn repulsion(points: &[[f32; 2]], theta: f32) -> Vec<[f32; 2]> {
    let mut forces = vec![[0.0; 2]; points.len()];
    if points.len() < 2 {
        return forces;
    }
    let tree = Quadtree::new(points, theta);
    Arch::new().dispatch(Walks { tree: &tree, forces: &mut forces });
    forces
}

/// A walk for every leaf.
struct Walks<'a> {
    tree: &'a Quadtree,
    forces: &'a mut [[f32; 2]],
}

impl WithSimd for Walks<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for cell in &self.tree.cells {
            let [start, end] = cell.points;
            for group in self.tree.points[start as usize..end as usize].chunks(LEAF) {
                self.tree.repel_group(simd, group, self.forces);
            }
        }
    }
}

impl Quadtree {
    fn new(points: &[[f32; 2]], theta: f32) -> Self {
        let (mut low, mut high) = (points[0], points[0]);
        for point in points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let width = (high[0] - low[0]).max(high[1] - low[1]).max(f32::MIN_POSITIVE);
        let points: Vec<([f32; 2], u32)> = points.iter().copied().zip(0..).collect();
        let mut tree = Self { cells: Vec::with_capacity(points.len()), points };
        tree.split(0, tree.points.len(), low, width, theta, 0);
        tree
    }

    fn split(&mut self, start: usize, end: usize, low: [f32; 2], width: f32, theta: f32, depth: u32) {
        let at = self.cells.len();
        let mass = (end - start) as f32;
        let sum = self.points[start..end].iter().fold([0.0; 2], |sum, (p, _)| [sum[0] + p[0], sum[1] + p[1]]);
        let is_leaf = end - start <= LEAF || depth == DEPTH || (width < NARROW && end - start <= CROWD);
        let points = if is_leaf { [start as u32, end as u32] } else { [0, 0] };
        let centre = [sum[0] / mass, sum[1] / mass];
        self.cells.push(Cell { centre, mass, reach: width / theta, next: 0, points });
        if !is_leaf {
            let half = width / 2.0;
            let middle = [low[0] + half, low[1] + half];
            let upper = self.divide(start, end, 1, middle[1]);
            for (y, rows) in [(0, start..upper), (1, upper..end)] {
                let right = self.divide(rows.start, rows.end, 0, middle[0]);
                for (x, cell) in [(0, rows.start..right), (1, right..rows.end)] {
                    if !cell.is_empty() {
                        let corner = [[low[0], middle[0]][x], [low[1], middle[1]][y]];
                        self.split(cell.start, cell.end, corner, half, theta, depth + 1);
                    }
                }
            }
        }
        self.cells[at].next = self.cells.len() as u32;
    }

    /// Puts the points below a bound before the others and returns where the others start.
    fn divide(&mut self, start: usize, end: usize, axis: usize, bound: f32) -> usize {
        let mut middle = start;
        for at in start..end {
            if self.points[at].0[axis] < bound {
                self.points.swap(at, middle);
                middle += 1;
            }
        }
        middle
    }

    /// The repulsion of all points on up to [`LEAF`] of them.
    #[inline(always)]
    fn repel_group<S: Simd>(&self, simd: S, group: &[([f32; 2], u32)], forces: &mut [[f32; 2]]) {
        let mut lanes = Lanes::new(group);
        let mut at = 0;
        while let Some(cell) = self.cells.get(at) {
            let delta = [lanes.centre[0] - cell.centre[0], lanes.centre[1] - cell.centre[1]];
            let far = cell.reach + lanes.radius;
            if delta[0] * delta[0] + delta[1] * delta[1] > far * far {
                lanes.repel(simd, cell.centre, cell.mass);
                at = cell.next as usize;
                continue;
            }
            let [start, end] = cell.points;
            for (point, _) in &self.points[start as usize..end as usize] {
                lanes.repel(simd, *point, 1.0);
            }
            at += 1;
        }
        for (lane, &(_, point)) in group.iter().enumerate() {
            forces[point as usize] = [lanes.force_x[lane], lanes.force_y[lane]];
        }
    }
}

/// A group of points as columns; where there are less, the last is repeated.
struct Lanes {
    x: [f32; LEAF],
    y: [f32; LEAF],
    force_x: [f32; LEAF],
    force_y: [f32; LEAF],
    centre: [f32; 2],
    radius: f32,
}

impl Lanes {
    fn new(group: &[([f32; 2], u32)]) -> Self {
        let lane = |lane: usize| group[lane.min(group.len() - 1)].0;
        let x: [f32; LEAF] = std::array::from_fn(|idx| lane(idx)[0]);
        let y: [f32; LEAF] = std::array::from_fn(|idx| lane(idx)[1]);
        let middle = |lanes: &[f32; LEAF]| {
            let (low, high) = lanes.iter().fold((lanes[0], lanes[0]), |(low, high), &x| (low.min(x), high.max(x)));
            ((low + high) / 2.0, (high - low) / 2.0)
        };
        let ((centre_x, half_x), (centre_y, half_y)) = (middle(&x), middle(&y));
        let radius = (half_x * half_x + half_y * half_y).sqrt();
        Self { x, y, force_x: [0.0; LEAF], force_y: [0.0; LEAF], centre: [centre_x, centre_y], radius }
    }

    #[inline(always)]
    fn repel<S: Simd>(&mut self, simd: S, from: [f32; 2], mass: f32) {
        let (from_x, from_y) = (simd.splat_f32s(from[0]), simd.splat_f32s(from[1]));
        let (epsilon, mass) = (simd.splat_f32s(EPSILON), simd.splat_f32s(mass));
        let (xs, ys) = (S::as_simd_f32s(&self.x).0, S::as_simd_f32s(&self.y).0);
        let forces_x = S::as_mut_simd_f32s(&mut self.force_x).0;
        let forces_y = S::as_mut_simd_f32s(&mut self.force_y).0;
        for (((&x, &y), force_x), force_y) in xs.iter().zip(ys).zip(forces_x).zip(forces_y) {
            let (dx, dy) = (simd.sub_f32s(x, from_x), simd.sub_f32s(y, from_y));
            let square = simd.add_f32s(simd.add_f32s(simd.mul_f32s(dx, dx), simd.mul_f32s(dy, dy)), epsilon);
            let scale = simd.div_f32s(mass, simd.mul_f32s(square, simd.sqrt_f32s(square)));
            *force_x = simd.add_f32s(*force_x, simd.mul_f32s(scale, dx));
            *force_y = simd.add_f32s(*force_y, simd.mul_f32s(scale, dy));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rng::Rng;

    #[test]
    fn the_tree_is_close_to_the_sum_over_pairs() {
        let mut rng = Rng::new(1);
        let points: Vec<[f32; 2]> = (0..2000).map(|_| [0; 2].map(|_| 40.0 * rng.f64() as f32)).collect();
        let (mut error, mut size) = (0.0, 0.0);
        for (a, b) in repulsion(&points, 0.8).into_iter().zip(repulsion(&points, 1e-3)) {
            error += (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
            size += b[0].powi(2) + b[1].powi(2);
        }
        assert!((error / size).sqrt() < 0.02, "{}", (error / size).sqrt());
    }

    #[test]
    fn many_points_at_one_place_are_no_trouble() {
        let mut points = vec![[1.0, 1.0]; 100];
        assert!(repulsion(&points, 0.8).iter().all(|&force| force == [0.0, 0.0]));
        points.push([2.0, 1.0]);
        assert!(repulsion(&points, 0.8)[100][0] > 90.0);
        assert!(repulsion(&[], 0.8).is_empty());
    }
}
