//! Both ends of the spectrum of a graph that is too large for a dense decomposition.

use ndarray::{Array1, Array2};

use super::Eigenpairs;
use crate::math::{
    eigen::NoConvergence,
    lanczos::{Pairs, Walk},
    pattern::Pattern,
};

/// Eigenpairs that are shown of either end.
pub const N_EACH: usize = 50;

/// The lowest and the highest eigenpairs of the normalised Laplacian.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// Ascending: first the lowest, then the highest.
    pub eigenvalues: Array1<f64>,
    /// A column for each eigenvalue.
    pub eigenvectors: Array2<f64>,
    pub n_lowest: usize,
}

impl Ends {
    /// Of a symmetric adjacency matrix with more than 2 `n_each` rows. `progress` is called with the number computed so far, of 2 `n_each`.
    pub fn compute(
        a: &Pattern,
        values: &[f64],
        n_each: usize,
        progress: &dyn Fn(usize),
    ) -> Result<Self, NoConvergence> {
        let pairs = Walk::new(a, values).ends(n_each, progress)?;
        let both = |of: fn(&Pairs) -> usize| of(&pairs.lowest) + of(&pairs.highest);
        let mut eigenvectors = Array2::zeros((a.n_rows(), both(|pairs| pairs.vectors.len())));
        for (column, vector) in pairs.lowest.vectors.iter().chain(&pairs.highest.vectors).enumerate() {
            eigenvectors.column_mut(column).assign(vector);
        }
        let n_lowest = pairs.lowest.values.len();
        Ok(Self {
            eigenvalues: pairs.lowest.values.into_iter().chain(pairs.highest.values).collect(),
            eigenvectors,
            n_lowest,
        })
    }

    pub fn pairs(&self) -> Eigenpairs<'_> {
        Eigenpairs { values: self.eigenvalues.view(), vectors: self.eigenvectors.view(), n_lowest: self.n_lowest }
    }
}
