//! Eigenvalues and eigenvectors of symmetric matrices. The only place that names faer.

mod lowest;

use faer::{Mat, Par, Side};
use ndarray::{Array1, Array2, Axis};

pub use self::lowest::lowest;
use crate::cancel::{checkpoint, uninterrupted};

/// A dense decomposition of more nodes than this takes minutes and gigabytes: longer than anybody waits at a window or
/// for a figure.
pub const MOST_NODES: usize = 2000;

/// A decomposition of so few nodes takes less time than another thread.
const AT_ONCE: usize = 128;

/// Why a matrix has no decomposition here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the eigenvalues of this {0} × {0} matrix did not converge; check that all entries are finite")]
pub struct NoConvergence(usize);

impl NoConvergence {
    /// `n`: number of rows of the matrix.
    pub(super) fn new(n: usize) -> Self {
        Self(n)
    }
}

/// S = U Λ Uᵀ with ascending eigenvalues.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigen {
    /// λ_1 ≤ … ≤ λ_n, or as many as were asked for.
    pub values: Array1<f64>,
    /// U, a column for each eigenvalue: orthonormal, and of each column the entry of largest
    /// magnitude (the first such within 1e-9) is positive.
    pub vectors: Array2<f64>,
}

/// Decomposes a symmetric matrix; only its lower triangle is read. One thread, so the same bits always.
pub fn symmetric(matrix: &Array2<f64>) -> Result<Eigen, NoConvergence> {
    let n = matrix.nrows();
    if n == 0 {
        return Ok(Eigen { values: Array1::zeros(0), vectors: Array2::zeros((0, 0)) });
    }
    if matrix.iter().any(|entry| !entry.is_finite()) {
        return Err(NoConvergence(n));
    }
    let matrix = Mat::from_fn(n, n, |row, col| matrix[[row, col]]);
    let decompose = move || {
        faer::set_global_parallelism(Par::Seq);
        let eigen = matrix.self_adjoint_eigen(Side::Lower).map_err(|_| NoConvergence(n))?;
        let (values, vectors) = (eigen.S().column_vector(), eigen.U());
        let values = Array1::from_shape_fn(n, |idx| values[idx]);
        Ok((values, Array2::from_shape_fn((n, n), |(row, col)| vectors[(row, col)])))
    };
    checkpoint();
    let (values, mut vectors) = if n <= AT_ONCE { decompose()? } else { uninterrupted(decompose)? };
    turn_positive(&mut vectors);
    Ok(Eigen { values, vectors })
}

/// Gives every vector its sign.
fn turn_positive(vectors: &mut Array2<f64>) {
    for mut vector in vectors.columns_mut() {
        if has_negative_sign(vector.iter().copied()) {
            vector.mapv_inplace(|entry| -entry);
        }
    }
}

/// The normalised Laplacian L = I − D^-½ A D^-½ of a dense adjacency; L_ii = 0 at isolated vertices,
/// so that 0 is an eigenvalue once for each component.
pub fn laplacian(a: &Array2<f64>) -> Array2<f64> {
    let scale = a.sum_axis(Axis(1)).mapv(|degree| if degree > 0.0 { degree.sqrt().recip() } else { 0.0 });
    Array2::from_shape_fn(a.raw_dim(), |(row, col)| {
        let identity = if row == col && scale[row] > 0.0 { 1.0 } else { 0.0 };
        identity - a[[row, col]] * (scale[row] * scale[col])
    })
}

/// An eigenvector with the sign that those of [`symmetric`] have.
pub(super) fn with_sign(vector: Array1<f64>) -> Array1<f64> {
    if has_negative_sign(vector.iter().copied()) { -vector } else { vector }
}

/// Whether the first entry of largest magnitude is negative.
fn has_negative_sign(entries: impl Iterator<Item = f64>) -> bool {
    let mut largest = 0.0_f64;
    for entry in entries {
        if entry.abs() > largest.abs() + 1e-9 {
            largest = entry;
        }
    }
    largest < 0.0
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_small_matrix_has_its_known_eigenvalues_and_signs() {
        let eigen = symmetric(&array![[2.0, -1.0], [-1.0, 2.0]]).unwrap();
        assert!((eigen.values[0] - 1.0).abs() < 1e-15 && (eigen.values[1] - 3.0).abs() < 1e-15);
        assert!(eigen.vectors[[0, 0]] > 0.0 && eigen.vectors[[0, 1]] > 0.0);
    }

    #[test]
    fn what_cannot_be_decomposed_is_an_error() {
        assert_eq!(symmetric(&array![[f64::NAN]]), Err(NoConvergence(1)));
        assert_eq!(symmetric(&Array2::zeros((0, 0))).unwrap().values.len(), 0);
    }
}
