//! Smoothness as a sum over edges: λ_k = u_kᵀ L u_k = ½ Σ_ij w_ij (u_i/√d_i − u_j/√d_j)² (the paper's Eq. 3).

/// The contribution of one edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeTerm {
    /// The end with the lower index.
    pub a: u32,
    /// The other end.
    pub b: u32,
    /// w_ab (u_a/√d_a − u_b/√d_b)².
    pub value: f64,
}

/// The smoothness of a signal with what each edge adds to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Smoothness {
    /// uᵀ L u.
    pub total: f64,
    /// The largest first, equal ones by their ends. The ½ of the sum is in that each edge is here once.
    pub terms: Vec<EdgeTerm>,
}

impl Smoothness {
    /// Of a signal `u` on a symmetric adjacency, given by its entries (row, column, weight).
    ///
    /// A self-loop counts in the degree and adds nothing.
    pub fn compute(entries: impl Iterator<Item = (usize, usize, f64)> + Clone, u: &[f64]) -> Self {
        let degrees = degrees(entries.clone(), u.len());
        let scaled: Vec<f64> = u.iter().zip(&degrees).map(|(u, d)| if *d > 0.0 { u / d.sqrt() } else { 0.0 }).collect();
        let upper = entries.filter(|&(row, col, weight)| row < col && weight > 0.0);
        let term = |(row, col, weight): (usize, usize, f64)| EdgeTerm {
            a: row as u32,
            b: col as u32,
            value: weight * (scaled[row] - scaled[col]).powi(2),
        };
        let mut terms: Vec<EdgeTerm> = upper.map(term).collect();
        let total = terms.iter().map(|term| term.value).sum();
        // Equal terms of a symmetric graph differ by rounding, which must not decide about their order.
        let rounded = |term: &EdgeTerm| (term.value * 1e12).round();
        terms.sort_by(|x, y| rounded(y).total_cmp(&rounded(x)).then((x.a, x.b).cmp(&(y.a, y.b))));
        Self { total, terms }
    }

    /// The share of an edge in the total; 0 if the total is 0.
    pub fn share(&self, term: &EdgeTerm) -> f64 {
        if self.total > 1e-12 { term.value / self.total } else { 0.0 }
    }
}

/// Row sums d_i = Σ_j w_ij.
pub fn degrees(entries: impl Iterator<Item = (usize, usize, f64)>, n: usize) -> Vec<f64> {
    let mut degrees = vec![0.0; n];
    for (row, _, weight) in entries {
        degrees[row] += weight;
    }
    degrees
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(edges: &[(usize, usize, f64)]) -> Vec<(usize, usize, f64)> {
        edges.iter().flat_map(|&(a, b, w)| if a == b { vec![(a, b, w)] } else { vec![(a, b, w), (b, a, w)] }).collect()
    }

    #[test]
    fn the_largest_difference_leads_and_the_sum_is_the_smoothness() {
        let entries = both(&[(0, 1, 1.0), (1, 2, 4.0)]);
        // d = 1, 5, 4.
        let u = [1.0, 5.0_f64.sqrt(), -2.0];
        let smoothness = Smoothness::compute(entries.iter().copied(), &u);
        assert_eq!((smoothness.terms[0].a, smoothness.terms[0].b), (1, 2));
        assert!((smoothness.terms[0].value - 4.0 * 4.0).abs() < 1e-12);
        assert!((smoothness.total - 16.0).abs() < 1e-12, "the other edge joins equal values");
        assert!((smoothness.share(&smoothness.terms[0]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn loops_count_in_the_degree_alone_and_a_lone_vertex_adds_nothing() {
        let entries = both(&[(0, 0, 3.0), (0, 1, 1.0)]);
        let smoothness = Smoothness::compute(entries.iter().copied(), &[2.0, 0.0, 9.0]);
        assert_eq!(smoothness.terms.len(), 1);
        assert!((smoothness.total - 1.0).abs() < 1e-12, "2/√4 = 1");
        assert_eq!(smoothness.share(&EdgeTerm { a: 0, b: 1, value: 0.0 }), 0.0);
    }
}
