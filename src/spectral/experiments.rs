//! What the paper proves and what it leaves out, tried on one graph: plain numbers, no words.

use ndarray::{Array2, Axis};

use super::{
    Filter, Spectrum,
    kernels::{cosines, difference, smooth_signals},
};
use crate::math::components::Components as Connected;

/// A direction of less than this is rounding.
const RANK_TOLERANCE: f64 = 1e-9;
/// An eigenvalue closer to 2 than this is 2.
const AT_TWO: f64 = 1e-9;

#[derive(Clone, Debug, PartialEq)]
pub struct Experiments {
    /// The D^-½ factors of Eq. 9.
    pub factors: Factors,
    /// Proposition 1.
    pub dimension: Dimension,
    /// g(2) = 0.
    pub bipartite: Bipartite,
    /// The multiplicity of 0.
    pub components: Components,
}

/// K_t with the D^-½ factors of Eq. 9 and without them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// The largest difference of the two kernels.
    pub kernel_gap: f64,
    /// The largest difference of D^-½ g(L) D^-½ and g(L), before the cosine.
    pub matrix_gap: f64,
    /// Vertices at which D^-½ does not exist; they are left out.
    pub isolated: usize,
}

/// Proposition 1: φ̃ lies in as many dimensions as eigenvalues have f(λ) > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    pub n: usize,
    /// Eigenvalues with f(λ) > 0.
    pub claimed: usize,
    /// Rank of Φ̃, computed without the eigenvalues.
    pub rank: usize,
    /// Effective rank (participation ratio) (Σ g)² / Σ g².
    pub effective: f64,
    /// The least f(λ) > 0, below which rounding decides.
    pub least: f64,
}

/// λ = 2 is an eigenvalue once for each component with edges that is bipartite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bipartite {
    /// Components with edges that are bipartite.
    pub n_bipartite: usize,
    /// Components with edges.
    pub with_edges: usize,
    /// Multiplicity of the eigenvalue 2.
    pub at_two: usize,
    /// The largest eigenvalue.
    pub largest: f64,
    /// g there.
    pub g_largest: f64,
}

/// λ = 0 is an eigenvalue once for each component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    /// Counted by breadth-first search.
    pub n_components: usize,
    /// Multiplicity of the eigenvalue 0.
    pub at_zero: usize,
    /// The largest |k_t| of two nodes without a way between them; none in a connected graph.
    pub across: Option<f64>,
    /// Vertices without edges.
    pub isolated: usize,
}

impl Experiments {
    /// On a graph by its adjacency, with the program's own K_t for the same s.
    pub fn run(a: &Array2<f64>, spectrum: &Spectrum, k_t: &Array2<f64>, s: usize) -> Self {
        let degrees: Vec<f64> = a.sum_axis(Axis(1)).to_vec();
        let parts = Parts::new(a);
        let filter = Filter::Paper { s };
        Self {
            factors: Factors::compute(&degrees, spectrum, filter),
            dimension: Dimension::compute(&degrees, spectrum, filter),
            bipartite: Bipartite::compute(&parts, spectrum, filter),
            components: Components::compute(&parts, &degrees, spectrum, k_t),
        }
    }
}

impl Factors {
    fn compute(degrees: &[f64], spectrum: &Spectrum, filter: Filter) -> Self {
        let m = spectrum.filtered(filter);
        let scale = |node: usize| if degrees[node] > 0.0 { degrees[node].sqrt().recip() } else { 1.0 };
        let with = Array2::from_shape_fn(m.raw_dim(), |(row, col)| m[[row, col]] * scale(row) * scale(col));
        let matrix_gap = difference(&with, &m).1.largest;
        Self {
            matrix_gap,
            kernel_gap: difference(&cosines(with), &cosines(m)).1.largest,
            isolated: degrees.iter().filter(|degree| **degree <= 0.0).count(),
        }
    }
}

impl Dimension {
    fn compute(degrees: &[f64], spectrum: &Spectrum, filter: Filter) -> Self {
        let g: Vec<f64> = spectrum.eigenvalues.iter().enumerate().map(|(idx, &at)| filter.at(at, idx)).collect();
        // With s = 0 the filter is 1 everywhere, at 2 as well.
        let is_passed =
            |idx: usize| g[idx] > 0.0 && (2.0 - spectrum.eigenvalues[idx] > AT_TWO || filter.at(2.0, idx) > 0.0);
        let passed: Vec<f64> = (0..g.len()).filter(|&idx| is_passed(idx)).map(|idx| g[idx]).collect();
        let (sum, squares) = passed.iter().fold((0.0, 0.0), |(sum, squares), g| (sum + g, squares + g * g));
        Self {
            n: g.len(),
            claimed: passed.len(),
            rank: rank(smooth_signals(spectrum, degrees, filter)),
            effective: if squares > 0.0 { sum * sum / squares } else { 0.0 },
            least: passed.iter().copied().fold(1.0, f64::min).sqrt(),
        }
    }
}

impl Bipartite {
    fn compute(parts: &Parts, spectrum: &Spectrum, filter: Filter) -> Self {
        let largest = spectrum.eigenvalues.last().copied().unwrap_or(0.0);
        let g_largest = filter.at(if 2.0 - largest < AT_TWO { 2.0 } else { largest }, spectrum.n().saturating_sub(1));
        Self {
            n_bipartite: parts.sided.iter().filter(|sided| **sided == Some(true)).count(),
            with_edges: parts.sided.iter().flatten().count(),
            at_two: spectrum.eigenvalues.iter().filter(|value| 2.0 - **value < AT_TWO).count(),
            largest,
            g_largest,
        }
    }
}

impl Components {
    fn compute(parts: &Parts, degrees: &[f64], spectrum: &Spectrum, k_t: &Array2<f64>) -> Self {
        let apart = k_t.indexed_iter().filter(|((row, col), _)| parts.of_node[*row] != parts.of_node[*col]);
        Self {
            n_components: parts.sided.len(),
            at_zero: spectrum.n_zero(),
            across: apart.map(|(_, value)| value.abs()).reduce(f64::max),
            isolated: degrees.iter().filter(|degree| **degree <= 0.0).count(),
        }
    }
}

/// The components of a graph.
struct Parts {
    of_node: Vec<u32>,
    /// Whether each component has two sides; none where it has no edges.
    sided: Vec<Option<bool>>,
}

impl Parts {
    fn new(a: &Array2<f64>) -> Self {
        let n = a.nrows();
        let edges = || a.indexed_iter().filter(|(_, weight)| **weight > 0.0).map(|((u, v), _)| [u as u32, v as u32]);
        let Connected { of_node, n: n_parts } = Connected::new(n, edges());
        // Every node twice, once for each side. In a component with a way of odd length from a node back to itself, of
        // which a self-loop is one, both are joined.
        let twice = Connected::new(2 * n, edges().map(|[u, v]| [u, v + n as u32])).of_node;
        let mut sided = vec![None; n_parts];
        for [node, _] in edges() {
            sided[of_node[node as usize] as usize] = Some(twice[node as usize] != twice[node as usize + n]);
        }
        Self { of_node, sided }
    }
}

/// The rank of a matrix, by taking its longest row away from all others until nothing is left.
fn rank(mut rows: Array2<f64>) -> usize {
    // Rows to the same length, or a node of high degree would be mistaken for rounding.
    for mut row in rows.rows_mut() {
        let length = row.dot(&row).sqrt();
        if length > 0.0 {
            row /= length;
        }
    }
    for rank in 0..rows.nrows() {
        let lengths = rows.rows().into_iter().map(|row| row.dot(&row));
        let longest = lengths.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((at, length)) = longest.filter(|(_, length)| length.sqrt() > RANK_TOLERANCE) else { return rank };
        let direction = rows.row(at).to_owned() / length.sqrt();
        // Twice, since one pass leaves what rounding put back.
        for _ in 0..2 {
            for mut row in rows.rows_mut() {
                let along = row.dot(&direction);
                row.scaled_add(-along, &direction);
            }
        }
    }
    rows.nrows()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjacency(n: usize, edges: &[(usize, usize)]) -> Array2<f64> {
        let mut a = Array2::zeros((n, n));
        for &(u, v) in edges {
            a[[u, v]] = 1.0;
            a[[v, u]] = 1.0;
        }
        a
    }

    fn tried(n: usize, edges: &[(usize, usize)], s: usize) -> Experiments {
        let a = adjacency(n, edges);
        let spectrum = Spectrum::of_adjacency(&a).unwrap();
        let k_t = spectrum.kernel(Filter::Paper { s });
        Experiments::run(&a, &spectrum, &k_t, s)
    }

    #[test]
    fn a_star_is_bipartite_and_loses_one_dimension() {
        let star = tried(5, &[(0, 1), (0, 2), (0, 3), (0, 4)], 3);
        assert_eq!((star.bipartite.n_bipartite, star.bipartite.at_two, star.bipartite.g_largest), (1, 1, 0.0));
        assert_eq!((star.dimension.claimed, star.dimension.rank), (4, 4));
        assert!(star.factors.kernel_gap < 1e-12 && star.factors.matrix_gap > 0.1);
        // g = 1, then (1/2)³ three times: (1 + 3/8)² / (1 + 3/64).
        assert!((star.dimension.effective - (11.0 / 8.0_f64).powi(2) / (67.0 / 64.0)).abs() < 1e-9);
    }

    #[test]
    fn a_triangle_loses_none_and_without_a_filter_nothing_is_lost() {
        let triangle = tried(3, &[(0, 1), (1, 2), (0, 2)], 2);
        assert_eq!((triangle.bipartite.n_bipartite, triangle.bipartite.at_two), (0, 0));
        assert_eq!((triangle.dimension.claimed, triangle.dimension.rank), (3, 3));
        let path = tried(2, &[(0, 1)], 0);
        assert_eq!((path.dimension.claimed, path.dimension.rank), (2, 2));
        assert_eq!(tried(2, &[(0, 1)], 1).dimension.rank, 1, "two joined nodes cannot be told apart");
    }

    #[test]
    fn components_are_counted_by_zeros_and_do_not_see_each_other() {
        let apart = tried(6, &[(0, 1), (2, 3), (3, 4), (2, 4)], 3);
        let Components { n_components, at_zero, across, isolated } = apart.components;
        assert_eq!((n_components, at_zero, isolated), (3, 3, 1));
        assert!(across.unwrap() < 1e-12);
        assert_eq!((apart.bipartite.n_bipartite, apart.bipartite.with_edges, apart.bipartite.at_two), (1, 2, 1));
        assert_eq!(apart.factors.isolated, 1);
        assert_eq!(tried(2, &[(0, 1)], 3).components.across, None);
        let lone = tried(1, &[], 3);
        assert_eq!((lone.dimension.claimed, lone.dimension.rank, lone.bipartite.with_edges), (1, 1, 0));
    }
}
