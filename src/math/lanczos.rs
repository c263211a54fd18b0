//! Eigenvectors at the ends of the spectrum of a large sparse matrix, by the Lanczos method: products with the matrix and
//! small eigenproblems instead of a dense decomposition.
//!
//! Thick restarts (Wu and Simon 2000) with full reorthogonalisation. A pair counts as found when its residual
//! ‖B u − θ u‖ says so, never after a number of steps. One start vector sees one vector of a multiple eigenvalue: what has
//! been found is taken out and the search starts anew, until nothing larger is left.

use ndarray::{Array1, Array2, ArrayView1, Axis, s};

use super::{
    components::Components,
    eigen::{self, NoConvergence},
    pattern::Pattern,
    rng::Rng,
};
use crate::cancel::checkpoint;

/// A pair is found when its residual is below this; the matrices here have eigenvalues in [−1, 1].
pub const RESIDUAL: f64 = 1e-10;

/// The search for a pair that was missed may end earlier: its value need not be known, but that it is no larger.
const RESIDUAL_OF_NEXT: f64 = 1e-7;
/// Eigenvalues closer than this are equal.
const APART: f64 = 1e-9;
/// A vector that is shorter once known directions are taken out is nothing but rounding.
const NOTHING: f64 = 1e-11;
/// Vectors that are kept at a restart beyond those that are sought, and directions that are added until the next.
const KEPT: usize = 20;
const ADDED: usize = 60;
const MOST_RESTARTS: usize = 2000;

/// Eigenvalues with their vectors of length 1, the largest first.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    pub values: Vec<f64>,
    /// A row for each.
    pub vectors: Vec<Array1<f64>>,
}

/// The pairs at both ends of the spectrum of L = I − D^-½ A D^-½.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Ascending.
    pub lowest: Pairs,
    /// Ascending.
    pub highest: Pairs,
}

/// D^-½ A D^-½ of a symmetric adjacency matrix, with 1 on the diagonal of isolated nodes, where L is 0.
pub struct Walk<'a> {
    a: &'a Pattern,
    /// A_ij / √(d_i d_j).
    values: Vec<f64>,
    roots: Vec<f64>,
}

impl<'a> Walk<'a> {
    pub fn new(a: &'a Pattern, values: &[f64]) -> Self {
        let degree = |row: usize| values[a.range(row)].iter().sum::<f64>();
        let roots: Vec<f64> = (0..a.n_rows()).map(|row| degree(row).max(0.0).sqrt()).collect();
        let scaled = |(at, row, col): (usize, usize, usize)| {
            let scale = roots[row] * roots[col];
            if scale > 0.0 { values[at] / scale } else { 0.0 }
        };
        let values = a.entries().map(scaled).collect();
        Self { a, values, roots }
    }

    fn n(&self) -> usize {
        self.a.n_rows()
    }

    fn times(&self, x: ArrayView1<'_, f64>) -> Array1<f64> {
        let row = |row: usize| {
            let near = self.a.range(row).map(|at| self.values[at] * x[self.a.cols()[at] as usize]);
            if self.roots[row] > 0.0 { near.sum() } else { x[row] }
        };
        (0..self.n()).map(row).collect()
    }

    /// The nodes of each component, and whether it has two sides; then the side of each node.
    fn components(&self) -> (Vec<(Vec<u32>, bool)>, Vec<bool>) {
        let joined = || self.a.entries().filter(|&(at, ..)| self.values[at] != 0.0);
        let components = Components::new(self.n(), joined().map(|(_, row, col)| [row as u32, col as u32]));
        let mut side: Vec<Option<bool>> = vec![None; self.n()];
        let mut components_with_sides = Vec::with_capacity(components.n);
        for nodes in components.members() {
            let mut stack = vec![nodes[0]];
            side[nodes[0] as usize] = Some(false);
            let mut has_sides = nodes.len() > 1;
            while let Some(node) = stack.pop() {
                for at in self.a.range(node as usize).filter(|&at| self.values[at] != 0.0) {
                    let other = self.a.cols()[at] as usize;
                    if side[other].is_none() {
                        side[other] = side[node as usize].map(|side| !side);
                        stack.push(other as u32);
                    }
                    has_sides &= side[other] != side[node as usize];
                }
            }
            components_with_sides.push((nodes, has_sides));
        }
        (components_with_sides, side.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The eigenvectors of 1: D^½ 1 of each component. And those of −1: the same with a sign for each side, where there
    /// are two.
    fn known(&self) -> [Vec<Array1<f64>>; 2] {
        let (components, side) = self.components();
        let vector = |nodes: &[u32], is_signed: bool| {
            let mut vector = Array1::zeros(self.n());
            for &node in nodes {
                let (at, root) = (node as usize, self.roots[node as usize]);
                let root = if root > 0.0 { root } else { 1.0 };
                vector[at] = if is_signed && side[at] { -root } else { root };
            }
            let length: f64 = length(&vector);
            vector / length
        };
        let even = components.iter().map(|(nodes, _)| vector(nodes, false)).collect();
        let odd = components.iter().filter(|(_, has_sides)| *has_sides).map(|(nodes, _)| vector(nodes, true)).collect();
        [even, odd]
    }

    /// The `k` pairs at either end of the spectrum of L. `progress` is called with the number computed so far.
    pub fn ends(&self, k: usize, progress: &dyn Fn(usize)) -> Result<Ends, NoConvergence> {
        let [even, odd] = self.known();
        let lowest = largest(self.n(), &|x| self.times(x), even, &[], k, progress)?;
        let n_found = lowest.values.len();
        // An eigenvalue may be so frequent that it is at both ends, with other vectors.
        let highest = largest(self.n(), &|x| -self.times(x), odd, &lowest.vectors, k, &|n| progress(n_found + n))?;
        let of_laplacian = |pairs: Pairs, sign: f64| Pairs {
            values: pairs.values.into_iter().map(|value| (1.0 - sign * value).clamp(0.0, 2.0)).collect(),
            vectors: pairs.vectors.into_iter().map(eigen::with_sign).collect(),
        };
        let mut highest = of_laplacian(highest, -1.0);
        highest.values.reverse();
        highest.vectors.reverse();
        Ok(Ends { lowest: of_laplacian(lowest, 1.0), highest })
    }
}

/// The eigenvector of the second smallest eigenvalue of L = I − D^-½ A D^-½ of a connected graph with the
/// symmetric adjacency matrix A, of length 1. The same for the same graph.
pub fn fiedler(a: &Pattern, values: &[f64]) -> Result<Vec<f64>, NoConvergence> {
    let walk = Walk::new(a, values);
    let [even, _] = walk.known();
    let times = |x: ArrayView1<'_, f64>| walk.times(x);
    let mut search = Search::new(walk.n(), &times, even);
    // As good as an order of nodes needs it; and any vector of a multiple eigenvalue is one.
    let pairs = search.round(1, f64::NEG_INFINITY, RESIDUAL_OF_NEXT, &|_| {})?;
    pairs.vectors.into_iter().next().map(|vector| vector.to_vec()).ok_or(NoConvergence::new(walk.n()))
}

/// The `k` largest eigenvalues of a symmetric matrix, given by its products, with eigenvalues in [−1, 1]; fewer if the
/// matrix is smaller. `known` are orthonormal eigenvectors of eigenvalue 1, and those of `others` are left out. `progress` is
/// called with the number computed so far.
pub fn largest(
    n: usize,
    times: &dyn Fn(ArrayView1<'_, f64>) -> Array1<f64>,
    mut known: Vec<Array1<f64>>,
    others: &[Array1<f64>],
    k: usize,
    progress: &dyn Fn(usize),
) -> Result<Pairs, NoConvergence> {
    let k = k.min(n);
    known.truncate(k);
    let mut pairs = Pairs { values: vec![1.0; known.len()], vectors: known.clone() };
    let mut search = Search::new(n, times, [&known, others].concat());
    let mut floor = f64::NEG_INFINITY;
    while search.locked.len() < n && (floor == f64::NEG_INFINITY || pairs.values.len() >= k) {
        let n_sought = if floor == f64::NEG_INFINITY { k - pairs.values.len() } else { k };
        if n_sought == 0 {
            break;
        }
        let n_known = pairs.values.len();
        let new = search.round(n_sought, floor, RESIDUAL, &|n| {
            progress(if floor == f64::NEG_INFINITY { n_known + n } else { k });
        })?;
        if new.values.is_empty() {
            break;
        }
        search.locked.extend(new.vectors.iter().cloned());
        pairs.values.extend(new.values);
        pairs.vectors.extend(new.vectors);
        pairs.sort_and_keep(k);
        floor = pairs.values.last().map_or(floor, |&last| last + APART);
    }
    Ok(pairs)
}

impl Pairs {
    fn sort_and_keep(&mut self, k: usize) {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by(|&a, &b| self.values[b].total_cmp(&self.values[a]));
        order.truncate(k);
        self.values = order.iter().map(|&at| self.values[at]).collect();
        self.vectors = order.iter().map(|&at| self.vectors[at].clone()).collect();
    }
}

/// A search among the vectors that are orthogonal to those that are locked.
struct Search<'a> {
    n: usize,
    times: &'a dyn Fn(ArrayView1<'_, f64>) -> Array1<f64>,
    locked: Vec<Array1<f64>>,
    rng: Rng,
}

impl<'a> Search<'a> {
    fn new(n: usize, times: &'a dyn Fn(ArrayView1<'_, f64>) -> Array1<f64>, locked: Vec<Array1<f64>>) -> Self {
        Self { n, times, locked, rng: Rng::new(0) }
    }

    /// The `k` largest pairs above a floor. Fewer are left where the next one is known to lie below.
    fn round(&mut self, k: usize, floor: f64, residual: f64, progress: &dyn Fn(usize)) -> Result<Pairs, NoConvergence> {
        let room = self.n - self.locked.len();
        let most = (k + KEPT + ADDED).min(room);
        let (mut basis, mut image) = (Array2::zeros((most, self.n)), Array2::zeros((most, self.n)));
        let mut n_basis = 0;
        let Some(mut next) = self.random(basis.slice(s![..0, ..])) else { return Ok(Pairs::default()) };
        for _ in 0..MOST_RESTARTS {
            let mut is_whole = false;
            while n_basis < most {
                checkpoint();
                let product = (self.times)(next.view());
                basis.row_mut(n_basis).assign(&next);
                image.row_mut(n_basis).assign(&product);
                n_basis += 1;
                let known = basis.slice(s![..n_basis, ..]);
                // Where the products lead nowhere new, another vector starts another part of the space.
                match self.orthogonal(product, known).or_else(|| self.random(known)) {
                    Some(vector) => next = vector,
                    None => {
                        is_whole = true;
                        break;
                    }
                }
            }
            let (known, images) = (basis.slice(s![..n_basis, ..]), image.slice(s![..n_basis, ..]));
            let small = eigen::symmetric(&known.dot(&images.t()))?;
            let n_kept = (k + KEPT).min(n_basis);
            // The largest first.
            let turn = small.vectors.slice(s![.., ..;-1]).slice(s![.., ..n_kept]).t().to_owned();
            checkpoint();
            let (vectors, products) = (turn.dot(&known), turn.dot(&images));
            let values: Vec<f64> = small.values.iter().rev().take(n_kept).copied().collect();
            let residuals: Vec<f64> =
                (0..n_kept).map(|at| length(&(&products.row(at) - &(&vectors.row(at) * values[at])))).collect();
            let is_found = |at: usize| is_whole || residuals[at] < residual;
            let n_wanted = values.iter().take(k).take_while(|&&value| value > floor).count();
            let n_found = (0..n_wanted).take_while(|&at| is_found(at)).count();
            progress(n_found);
            let is_next_known = n_wanted == k.min(n_kept) || is_whole || residuals[n_wanted] < RESIDUAL_OF_NEXT;
            if n_found == n_wanted && is_next_known {
                let rows = vectors.axis_iter(Axis(0)).take(n_found);
                return Ok(Pairs {
                    values: values[..n_found].to_vec(),
                    vectors: rows.map(|row| row.to_owned()).collect(),
                });
            }
            if is_whole {
                break;
            }
            basis.slice_mut(s![..n_kept, ..]).assign(&vectors);
            image.slice_mut(s![..n_kept, ..]).assign(&products);
            n_basis = n_kept;
        }
        Err(NoConvergence::new(self.n))
    }

    /// A random direction that is orthogonal to all that is known; none where there is no other.
    fn random(&mut self, basis: ndarray::ArrayView2<'_, f64>) -> Option<Array1<f64>> {
        if self.locked.len() + basis.nrows() >= self.n {
            return None;
        }
        let start = Array1::from_shape_fn(self.n, |_| self.rng.f64() - 0.5);
        let start_length = length(&start);
        self.orthogonal(start / start_length, basis)
    }

    /// What is new of a vector, of length 1; none where that is rounding. Twice, since rounding would bring known
    /// directions back.
    fn orthogonal(&self, mut vector: Array1<f64>, basis: ndarray::ArrayView2<'_, f64>) -> Option<Array1<f64>> {
        let clear = |vector: &mut Array1<f64>| {
            for locked in &self.locked {
                let along = locked.dot(vector);
                vector.scaled_add(-along, locked);
            }
            let along = basis.dot(vector);
            // Row by row, as they lie in memory.
            for (row, &along) in basis.rows().into_iter().zip(&along) {
                vector.scaled_add(-along, &row);
            }
            length(vector)
        };
        clear(&mut vector);
        let rest = clear(&mut vector);
        if rest <= NOTHING || rest.is_nan() {
            return None;
        }
        vector /= rest;
        // A short rest, made long, makes its rounding long as well.
        let rest = if rest < 1e-3 { clear(&mut vector) } else { 1.0 };
        Some(vector / rest)
    }
}

fn length(vector: &Array1<f64>) -> f64 {
    vector.dot(vector).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fiedler_vector_is_the_second_of_the_dense_decomposition() {
        // A ladder with a tail: no symmetry that would make an eigenvalue double.
        let rung = |i: u32| [[2 * i, 2 * i + 1], [2 * i, 2 * i + 2], [2 * i + 1, 2 * i + 3]];
        let mut edges: Vec<[u32; 2]> = (0..59).flat_map(rung).collect();
        edges.extend([[119, 120], [120, 121]]);
        edges.sort_unstable();
        let n = 122;
        let mut dense = Array2::<f64>::zeros((n, n));
        for &[u, v] in &edges {
            dense[[u as usize, v as usize]] = 1.0;
            dense[[v as usize, u as usize]] = 1.0;
        }
        let (pattern, _) = Pattern::from_edges(n, &edges);
        let vector = Array1::from(fiedler(&pattern, &vec![1.0; pattern.nnz()]).unwrap());
        let exact = eigen::symmetric(&eigen::laplacian(&dense)).unwrap().vectors.column(1).to_owned();
        assert!((vector.dot(&exact).abs() - 1.0).abs() < 1e-9, "{}", vector.dot(&exact));
    }

    #[test]
    fn every_copy_of_a_multiple_eigenvalue_is_found() {
        // 40 times each of 1, 0.9, 0.8 …, so that a search from one vector sees one of 40.
        let n = 400;
        let value = |at: usize| 1.0 - 0.1 * (at / 40) as f64;
        let times = |x: ArrayView1<'_, f64>| Array1::from_shape_fn(n, |at| value(at) * x[at]);
        let pairs = largest(n, &times, Vec::new(), &[], 50, &|_| {}).unwrap();
        let expected: Vec<f64> = (0..50).map(value).collect();
        let gap = pairs.values.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(pairs.values.len() == 50 && gap < 1e-9, "{:?}", pairs.values);
    }
}
