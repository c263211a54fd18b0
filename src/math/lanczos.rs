//! The Fiedler vector of a large connected graph, by the Lanczos method: products with the matrix and
//! a small eigenproblem instead of a dense decomposition.

use ndarray::Array2;

use super::{
    eigen::{self, NoConvergence},
    pattern::Pattern,
    rng::Rng,
};
use crate::cancel::checkpoint;

/// Steps of the method: the vector is as good as an order of nodes needs it long before.
const STEPS: usize = 200;

/// The eigenvector of the second smallest eigenvalue of L = I − D^-½ A D^-½ of a connected graph with the
/// symmetric adjacency matrix A, of length 1. The same for the same graph.
///
/// It is found as that of the largest eigenvalue of D^-½ A D^-½ beside D^½ 1, which belongs to 1.
pub fn fiedler(a: &Pattern, values: &[f64]) -> Result<Vec<f64>, NoConvergence> {
    let n = a.n_rows();
    let degree: Vec<f64> = (0..n).map(|row| values[a.range(row)].iter().sum::<f64>().max(1e-300)).collect();
    let trivial = normalised(degree.iter().map(|d| d.sqrt()).collect());
    let mut rng = Rng::new(0);
    let mut start: Vec<f64> = (0..n).map(|_| rng.f64() - 0.5).collect();
    orthogonalise(&mut start, &trivial);
    let mut basis = vec![normalised(start)];
    let (mut diagonal, mut beside) = (Vec::new(), Vec::new());
    while basis.len() <= STEPS.min(n.saturating_sub(1)) {
        checkpoint();
        let last = &basis[basis.len() - 1];
        let mut next = product(a, values, &degree, last);
        diagonal.push(dot(&next, last));
        // Against all earlier ones, twice: rounding would bring found directions back.
        for _ in 0..2 {
            orthogonalise(&mut next, &trivial);
            for earlier in &basis {
                orthogonalise(&mut next, earlier);
            }
        }
        let length = dot(&next, &next).sqrt();
        if length < 1e-10 {
            break;
        }
        beside.push(length);
        basis.push(next.into_iter().map(|x| x / length).collect());
    }
    let k = diagonal.len();
    let small = Array2::from_shape_fn((k, k), |(row, col)| match row.abs_diff(col) {
        0 => diagonal[row],
        1 => beside[row.min(col)],
        _ => 0.0,
    });
    let weights = eigen::symmetric(&small)?.vectors;
    let mut vector = vec![0.0; n];
    for (direction, at) in basis.iter().zip(0..k) {
        let weight = weights[[at, k - 1]];
        vector.iter_mut().zip(direction).for_each(|(x, d)| *x += weight * d);
    }
    Ok(normalised(vector))
}

/// D^-½ A D^-½ x.
fn product(a: &Pattern, values: &[f64], degree: &[f64], x: &[f64]) -> Vec<f64> {
    let row_sum = |row: usize| -> f64 {
        a.range(row)
            .map(|at| (at, a.cols()[at] as usize))
            .map(|(at, col)| values[at] * x[col] / degree[col].sqrt())
            .sum()
    };
    (0..a.n_rows()).map(|row| row_sum(row) / degree[row].sqrt()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn orthogonalise(x: &mut [f64], direction: &[f64]) {
    let along = dot(x, direction);
    x.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
}

fn normalised(x: Vec<f64>) -> Vec<f64> {
    let length = dot(&x, &x).sqrt().max(1e-300);
    x.into_iter().map(|x| x / length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_second_vector_of_the_dense_decomposition() {
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
        let found = fiedler(&pattern, &vec![1.0; pattern.nnz()]).unwrap();
        let exact = eigen::symmetric(&eigen::laplacian(&dense)).unwrap().vectors.column(1).to_vec();
        assert!((dot(&found, &exact).abs() - 1.0).abs() < 1e-6, "{}", dot(&found, &exact));
    }
}
