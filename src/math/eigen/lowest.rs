//! The lowest eigenvectors of a large symmetric matrix.
//!
//! Householder to tridiagonal, divide and conquer there, and only the vectors that were asked for are rotated back. A
//! quarter of the spectrum, as spectral clustering takes it, is too much for a Krylov method: it would need nearly as
//! many directions as there are nodes, and full reorthogonalisation against all of them costs more than this.

use faer::{
    Conj, Mat, Par,
    diag::{DiagMut, DiagRef},
    dyn_stack::{MemBuffer, MemStack},
    linalg::{
        evd::{ComputeEigenvectors, self_adjoint_evd_scratch, tridiag, tridiagonal_self_adjoint_evd},
        householder,
    },
};
use ndarray::{Array1, Array2};

use super::{AT_ONCE, Eigen, NoConvergence, turn_positive};
use crate::cancel::{checkpoint, uninterrupted};

/// Reflections that are applied together.
const BLOCK: usize = 48;

/// Vectors between two checkpoints of the last stage.
const TOGETHER: usize = 64;

/// The `k` lowest eigenvalues of a symmetric n × n matrix and their vectors `[n, k]`, from the entries of its lower
/// triangle; missing entries are 0, entries above the diagonal are ignored. One thread, so the same bits always.
pub fn lowest(
    n: usize,
    entries: impl IntoIterator<Item = (usize, usize, f64)>,
    k: usize,
) -> Result<Eigen, NoConvergence> {
    let k = k.min(n);
    let mut matrix = Mat::<f64>::zeros(n, n);
    for (row, col, entry) in entries {
        if !entry.is_finite() {
            return Err(NoConvergence(n));
        }
        if row >= col {
            matrix[(row, col)] = entry;
        }
    }
    if n < 2 {
        let values = Array1::from_shape_fn(k, |_| matrix[(0, 0)]);
        return Ok(Eigen { values, vectors: Array2::ones((n, k)) });
    }
    checkpoint();
    let (reflected, (values, mut vectors)) = if n <= AT_ONCE {
        let reflected = Reflected::new(matrix);
        let lowest = reflected.lowest(k)?;
        (reflected, lowest)
    } else {
        let reflected = uninterrupted(move || Reflected::new(matrix));
        uninterrupted(move || reflected.lowest(k).map(|lowest| (reflected, lowest)))?
    };
    for first in (0..k).step_by(TOGETHER) {
        checkpoint();
        reflected.rotate_back(&mut vectors, first..k.min(first + TOGETHER));
    }
    let mut vectors = Array2::from_shape_fn((n, k), |(row, col)| vectors[(row, col)]);
    turn_positive(&mut vectors);
    Ok(Eigen { values, vectors })
}

/// A = Q T Qᵀ with a tridiagonal T; Q as reflections below T.
struct Reflected {
    matrix: Mat<f64>,
    factors: Mat<f64>,
}

impl Reflected {
    fn new(mut matrix: Mat<f64>) -> Self {
        let n = matrix.nrows();
        let mut factors = Mat::zeros(BLOCK.min(n - 1), n - 1);
        let mut memory = MemBuffer::new(tridiag::tridiag_in_place_scratch::<f64>(n, Par::Seq, Default::default()));
        let stack = MemStack::new(&mut memory);
        tridiag::tridiag_in_place(matrix.as_mut(), factors.as_mut(), Par::Seq, stack, Default::default());
        Self { matrix, factors }
    }

    /// The lowest eigenvalues, and vectors of T.
    fn lowest(&self, k: usize) -> Result<(Array1<f64>, Mat<f64>), NoConvergence> {
        let n = self.matrix.nrows();
        let diagonal: Vec<f64> = (0..n).map(|idx| self.matrix[(idx, idx)]).collect();
        let beside: Vec<f64> = (1..n).map(|idx| self.matrix[(idx, idx - 1)]).chain([0.0]).collect();
        let (mut values, mut vectors) = (vec![0.0; n], Mat::<f64>::zeros(n, n));
        let request = self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Default::default());
        let mut memory = MemBuffer::new(request);
        tridiagonal_self_adjoint_evd(
            DiagRef::from_slice(&diagonal),
            DiagRef::from_slice(&beside),
            DiagMut::from_slice_mut(&mut values),
            Some(vectors.as_mut()),
            Par::Seq,
            MemStack::new(&mut memory),
            Default::default(),
        )
        .map_err(|_| NoConvergence(n))?;
        values.truncate(k);
        // A copy, so that the memory of the others is free.
        Ok((values.into(), vectors.subcols(0, k).to_owned()))
    }

    /// Some vectors of T as those of A.
    fn rotate_back(&self, vectors: &mut Mat<f64>, cols: std::ops::Range<usize>) {
        let n = self.matrix.nrows();
        let scratch = householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>;
        let mut memory = MemBuffer::new(scratch(n - 1, BLOCK, cols.len()));
        householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            self.matrix.submatrix(1, 0, n - 1, n - 1),
            self.factors.as_ref(),
            Conj::No,
            vectors.as_mut().submatrix_mut(1, cols.start, n - 1, cols.len()),
            Par::Seq,
            MemStack::new(&mut memory),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::eigen::symmetric, math::rng::Rng};

    #[test]
    fn the_lowest_are_those_of_the_whole_decomposition() {
        for (n, k) in [(1, 1), (2, 1), (7, 3), (60, 60), (200, 50)] {
            let mut rng = Rng::new(n as u64);
            let mut matrix = Array2::<f64>::zeros((n, n));
            for row in 0..n {
                for col in 0..=row {
                    matrix[[row, col]] = rng.f64() - 0.5;
                    matrix[[col, row]] = matrix[[row, col]];
                }
            }
            let pairs = lowest(n, matrix.indexed_iter().map(|((row, col), &entry)| (row, col, entry)), k).unwrap();
            let whole = symmetric(&matrix).unwrap();
            assert_eq!((pairs.values.len(), pairs.vectors.dim()), (k, (n, k)));
            for idx in 0..k {
                assert!((pairs.values[idx] - whole.values[idx]).abs() < 1e-12, "{n}: eigenvalue {idx}");
                let gap = (&pairs.vectors.column(idx) - &whole.vectors.column(idx)).mapv(f64::abs).sum();
                assert!(gap < 1e-9, "{n}: eigenvector {idx} is off by {gap}");
            }
        }
    }

    #[test]
    fn what_has_no_nodes_or_is_not_finite() {
        assert_eq!(lowest(0, [], 3).unwrap().vectors.dim(), (0, 0));
        assert_eq!(lowest(2, [(1, 0, f64::NAN)], 1), Err(NoConvergence(2)));
    }
}
