//! Repulsion between all nodes in O(n log n) (Barnes and Hut, “A hierarchical O(N log N)
//! force-calculation algorithm”, Nature 1986).
//!
//! Every pair repels with Δ / (‖Δ‖² + ε)^(3/2). A cell of width h at the distance r acts as one point
//! where h < θ r.

/// Points below one cell that is not split.
const LEAF: usize = 8;
/// Cells get no smaller than 2⁻²⁰ of the whole, so points at one place do not split for ever.
const DEPTH: u32 = 20;
/// Two points at one place repel with a finite force.
const EPSILON: f32 = 0.01;

struct Cell {
    centre: [f32; 2],
    mass: f32,
    /// (h / θ)², so that far is one comparison.
    reach: f32,
    /// The cell to go on with when this one is done: cells stand in the order of a walk.
    next: u32,
    /// The points of an undivided cell; empty for others.
    points: [u32; 2],
}

/// Cells over a set of points.
pub struct Quadtree {
    cells: Vec<Cell>,
    /// The points in the order of their cells.
    points: Vec<[f32; 2]>,
}

impl Quadtree {
    /// The tree over some points, for an accuracy θ.
    pub fn new(points: &[[f32; 2]], theta: f32) -> Self {
        let mut tree = Self { cells: Vec::with_capacity(points.len()), points: points.to_vec() };
        if points.is_empty() {
            return tree;
        }
        let (mut low, mut high) = (points[0], points[0]);
        for point in points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let width = (high[0] - low[0]).max(high[1] - low[1]).max(f32::MIN_POSITIVE);
        tree.split(0, points.len(), low, width, theta, 0);
        tree
    }

    fn split(&mut self, start: usize, end: usize, low: [f32; 2], width: f32, theta: f32, depth: u32) {
        let at = self.cells.len();
        let mass = (end - start) as f32;
        let sum = self.points[start..end].iter().fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
        let reach = width / theta;
        let is_leaf = end - start <= LEAF || depth == DEPTH;
        let points = if is_leaf { [start as u32, end as u32] } else { [0, 0] };
        let centre = [sum[0] / mass, sum[1] / mass];
        self.cells.push(Cell { centre, mass, reach: reach * reach, next: 0, points });
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
            if self.points[at][axis] < bound {
                self.points.swap(at, middle);
                middle += 1;
            }
        }
        middle
    }

    /// The repulsion of all points on one place; a point at the place itself adds nothing.
    pub fn repulsion(&self, place: [f32; 2]) -> [f32; 2] {
        let mut force = [0.0; 2];
        let mut at = 0;
        while let Some(cell) = self.cells.get(at) {
            let delta = [place[0] - cell.centre[0], place[1] - cell.centre[1]];
            let square = delta[0] * delta[0] + delta[1] * delta[1];
            if square > cell.reach {
                add(&mut force, delta, square, cell.mass);
                at = cell.next as usize;
                continue;
            }
            let [start, end] = cell.points;
            for point in &self.points[start as usize..end as usize] {
                let delta = [place[0] - point[0], place[1] - point[1]];
                add(&mut force, delta, delta[0] * delta[0] + delta[1] * delta[1], 1.0);
            }
            at += 1;
        }
        force
    }
}

#[inline]
fn add(force: &mut [f32; 2], delta: [f32; 2], square: f32, mass: f32) {
    let square = square + EPSILON;
    let scale = mass / (square * square.sqrt());
    force[0] += scale * delta[0];
    force[1] += scale * delta[1];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rng::Rng;

    #[test]
    fn the_tree_is_close_to_the_sum_over_pairs() {
        let mut rng = Rng::new(1);
        let points: Vec<[f32; 2]> = (0..2000).map(|_| [0; 2].map(|_| 40.0 * rng.f64() as f32)).collect();
        let (rough, exact) = (Quadtree::new(&points, 0.8), Quadtree::new(&points, 1e-3));
        let (mut error, mut size) = (0.0, 0.0);
        for &point in &points {
            let (a, b) = (rough.repulsion(point), exact.repulsion(point));
            error += (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
            size += b[0].powi(2) + b[1].powi(2);
        }
        assert!((error / size).sqrt() < 0.02, "{}", (error / size).sqrt());
    }

    #[test]
    fn many_points_at_one_place_are_no_trouble() {
        let tree = Quadtree::new(&[[1.0, 1.0]; 100], 0.8);
        assert_eq!(tree.repulsion([1.0, 1.0]), [0.0, 0.0]);
        assert!(tree.repulsion([2.0, 1.0])[0] > 90.0);
        assert_eq!(Quadtree::new(&[], 0.8).repulsion([0.0, 0.0]), [0.0, 0.0]);
    }
}
