//! A first position by pivot MDS (Brandes and Pich, “Eigensolver methods for progressive
//! multidimensional scaling of large data”, GD 2006).
//!
//! C = −½ J (D ∘ D) J with D the hop distances from every node to k pivots and J the centring of rows
//! and of columns; the coordinates are C v₁ and C v₂ for the first two eigenvectors of Cᵀ C.

use ndarray::Array2;

use super::distances::Pivots;
use crate::math::eigen;

/// Coordinates of all nodes, in hops; a line where the graph has but one dimension.
pub(super) fn pivot_mds(pivots: &Pivots) -> Vec<[f64; 2]> {
    let (n, k) = (pivots.nearest.len(), pivots.nodes.len());
    let mut c = Array2::from_shape_fn((n, k), |(node, pivot)| {
        let hops = f64::from(pivots.hops[pivot][node]);
        -0.5 * hops * hops
    });
    for mut row in c.rows_mut() {
        let mean = row.sum() / k as f64;
        row -= mean;
    }
    for mut col in c.columns_mut() {
        let mean = col.sum() / n as f64;
        col -= mean;
    }
    let gram = c.t().dot(&c);
    // Hop distances are finite, so this always converges; a line still is a start.
    let Ok(eigen_pairs) = eigen::symmetric(&gram) else { return (0..n).map(|node| [node as f64, 0.0]).collect() };
    let axis = |rank: usize| -> Vec<f64> {
        let Some(col) = k.checked_sub(rank + 1).filter(|&col| eigen_pairs.values[col] > 1e-9) else {
            return vec![0.0; n];
        };
        // ‖C v‖ = √λ estimates the eigenvalue √λ √(n / k) of the whole matrix, whose root a coordinate has.
        let length = eigen_pairs.values[col].sqrt();
        let scale = ((n as f64 / k as f64).sqrt() / length).sqrt();
        c.dot(&eigen_pairs.vectors.column(col)).iter().map(|x| x * scale).collect()
    };
    axis(0).into_iter().zip(axis(1)).map(|(x, y)| [x, y]).collect()
}
