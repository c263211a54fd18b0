//! Eigenvalues, the graph Fourier transform, and kernels made from them.

use ndarray::{Array1, Array2, ArrayView1, Axis};

use super::{Eigenpairs, Filter, kernels::cosines};
use crate::{
    graph::Graph,
    math::{
        dense::product,
        eigen::{self, NoConvergence},
    },
};

/// Eigenvalues below this are 0.
const ZERO: f64 = 1e-8;

/// The eigendecomposition of a graph's normalised Laplacian.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// L = I − D^-½ A D^-½; L_ii = 0 at isolated vertices.
    pub laplacian: Array2<f64>,
    /// λ_1 ≤ … ≤ λ_n, within [0, 2].
    pub eigenvalues: Array1<f64>,
    /// U, a column for each eigenvalue.
    pub eigenvectors: Array2<f64>,
}

impl Spectrum {
    /// Of a graph; dense, so for graphs of up to a few thousand nodes.
    pub fn compute(graph: &Graph) -> Result<Self, NoConvergence> {
        let mut a = Array2::zeros((graph.n_nodes, graph.n_nodes));
        for (edge, &[u, v]) in graph.edges.iter().enumerate() {
            a[[u as usize, v as usize]] = graph.edge_weight(edge);
            a[[v as usize, u as usize]] = graph.edge_weight(edge);
        }
        Self::of_adjacency(&a)
    }

    /// Of a symmetric, non-negative adjacency matrix, self-loops allowed.
    pub fn of_adjacency(a: &Array2<f64>) -> Result<Self, NoConvergence> {
        let laplacian = eigen::laplacian(a);
        let eigen = eigen::symmetric(&laplacian)?;
        // Rounding may put the ends a hair outside.
        let eigenvalues = eigen.values.mapv(|value| value.clamp(0.0, 2.0));
        Ok(Self { laplacian, eigenvalues, eigenvectors: eigen.vectors })
    }

    pub fn n(&self) -> usize {
        self.eigenvalues.len()
    }

    /// g(L) = U g(Λ) Uᵀ.
    pub fn filtered(&self, filter: Filter) -> Array2<f64> {
        let g = Array1::from_iter(self.eigenvalues.iter().enumerate().map(|(idx, &value)| filter.at(value, idx)));
        product(&(&self.eigenvectors * &g), &self.eigenvectors.t())
    }

    /// The kernel of a filter: M_ij / √(M_ii M_jj) with M = g(L). A vertex with M_ii = 0 has the row e_i.
    pub fn kernel(&self, filter: Filter) -> Array2<f64> {
        cosines(self.filtered(filter))
    }

    /// The graph Fourier transform Uᵀ x of a signal.
    pub fn fourier(&self, x: ArrayView1<'_, f64>) -> Array1<f64> {
        self.eigenvectors.t().dot(&x)
    }

    /// The signal U x̂ of Fourier coefficients.
    pub fn inverse_fourier(&self, coefficients: ArrayView1<'_, f64>) -> Array1<f64> {
        self.eigenvectors.dot(&coefficients)
    }

    /// The smoothness xᵀ L x of a signal.
    pub fn smoothness(&self, x: ArrayView1<'_, f64>) -> f64 {
        x.dot(&self.laplacian.dot(&x))
    }

    /// The eigenvector of the second eigenvalue, where there is one.
    pub fn fiedler(&self) -> Option<ArrayView1<'_, f64>> {
        (self.n() > 1).then(|| self.eigenvectors.index_axis(Axis(1), 1))
    }

    /// How many eigenvalues are 0: the number of components.
    pub fn n_zero(&self) -> usize {
        self.eigenvalues.iter().filter(|value| **value < ZERO).count()
    }

    /// The run of eigenvalues equal to number `idx`; longer than 1 where its eigenvectors are a choice.
    pub fn degenerate_with(&self, idx: usize) -> std::ops::Range<usize> {
        self.pairs().degenerate_with(idx)
    }

    pub fn pairs(&self) -> Eigenpairs<'_> {
        Eigenpairs { values: self.eigenvalues.view(), vectors: self.eigenvectors.view(), n_lowest: self.n() }
    }
}
