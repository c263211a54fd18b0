//! What soft clusters are trained for, graph by graph: few edges cut, modularity, balance.
//!
//! | loss | range | least where |
//! |---|---|---|
//! | L_c | [−1, 0] | S is constant on every component |
//! | L_o | [0, √2) | clusters are hard and of one size |
//! | L_m | [−1, 1] | clusters have more edges within than by chance |
//! | L_cl | [0, √k − 1] | clusters are of one size |
//! | L_b | [−1, −1/√k] | clusters are hard and of one size |

use std::sync::Arc;

use candle_core::{Result, Tensor};

use crate::{
    symbols::{Source, Symbol},
    tensor::{Segments, Sparse, gram::gram, orthogonality::orthogonality, segment_sum::segment_sum},
};

pub static CUT: Symbol = Symbol::new(
    ["cut", "L_c", "L_c"],
    "cut loss",
    Source::Peer("Bianchi et al. 2020"),
    r"L_c = -\frac{\operatorname{tr}(S^T A S)}{\operatorname{tr}(S^T D S)}",
    "MinCutPool: minus the share of the edge weight that stays within clusters, the relaxed normalised cut; from −1 to 0.",
);
pub static ORTHOGONALITY: Symbol = Symbol::new(
    ["ortho", "L_o", "L_o"],
    "orthogonality loss",
    Source::Peer("Bianchi et al. 2020"),
    r"L_o = \left\lVert \frac{S^T S}{\lVert S^T S \rVert_F} - \frac{I}{\sqrt{k}} \right\rVert_F",
    "MinCutPool: how far clusters are from being hard and of one size; from 0 to √2.",
);
pub static MODULARITY: Symbol = Symbol::new(
    ["modularity", "L_m", "L_m"],
    "modularity loss",
    Source::Peer("Tsitsulin et al. 2023"),
    r"L_m = -\frac{1}{2m} \left( \operatorname{tr}(S^T A S) - \frac{\lVert S^T d \rVert^2}{2m} \right)",
    "DMoN: minus the modularity, which is the share of edges within clusters above that of a random graph of the same degrees.",
);
pub static COLLAPSE: Symbol = Symbol::new(
    ["collapse", "L_cl", r"L_{\mathrm{cl}}"],
    "collapse loss",
    Source::Peer("Tsitsulin et al. 2023"),
    r"L_{\mathrm{cl}} = \frac{\sqrt{k}}{n} \left\lVert \sum_i S_i \right\rVert - 1",
    "DMoN: how uneven the clusters are; 0 where all are of one size, √k − 1 where one has all nodes.",
);
pub static BALANCE: Symbol = Symbol::new(
    ["balance", "L_b", "L_b"],
    "balance loss",
    Source::Peer("Bianchi 2022"),
    r"L_b = -\frac{1}{\sqrt{n k}} \sum_c \lVert s_c \rVert",
    "Just Balance: minus the lengths of the columns of S; −1 where clusters are hard and of one size. Edges play no part.",
);

/// Numbers that are divided by or whose root is taken are no smaller than this.
const EPSILON: f64 = 1e-8;

/// Clusters of the graphs of a batch.
pub struct Clusters<'a> {
    pub a: &'a Sparse,
    /// S `[n, k]`.
    pub s: &'a Tensor,
    /// A S `[n, k]`.
    pub neighbours: &'a Tensor,
    pub segments: &'a Arc<Segments>,
}

impl Clusters<'_> {
    /// −tr(Sᵀ A S) / (tr(Sᵀ D S) + ε).
    pub fn cut(&self) -> Result<Tensor> {
        let degrees = self.degrees()?.unsqueeze(1)?;
        let all = self.sums(&self.s.sqr()?.broadcast_mul(&degrees)?)?;
        (self.within()?.neg()? / (all + EPSILON)?)?.contiguous()
    }

    /// ‖SᵀS / ‖SᵀS‖ − I / √k‖.
    pub fn orthogonality(&self) -> Result<Tensor> {
        orthogonality(self.s, self.segments)
    }

    /// −(tr(Sᵀ A S) − ‖Sᵀ d‖² / 2m) / 2m.
    pub fn modularity(&self) -> Result<Tensor> {
        let degrees = self.degrees()?;
        // Without edges all of it is 0.
        let twice_m = segment_sum(&degrees, self.segments)?.maximum(EPSILON)?;
        let of_clusters = gram(self.s, &degrees.unsqueeze(1)?, self.segments)?;
        let by_chance = (self.cluster_sums(&of_clusters.sqr()?)? / &twice_m)?;
        ((by_chance - self.within()?)? / twice_m)?.contiguous()
    }

    /// (√k / n) ‖Σ_i S_i‖ − 1.
    pub fn collapse(&self) -> Result<Tensor> {
        let sizes = gram(self.s, &self.ones()?, self.segments)?;
        let length = self.cluster_sums(&sizes.sqr()?)?.sqrt()?;
        ((length * self.by_graph(|n, k| k.sqrt() / n)?)? - 1.0)?.contiguous()
    }

    /// −Σ_c √(‖s_c‖² + ε) / √(n k).
    pub fn balance(&self) -> Result<Tensor> {
        let squared = gram(&self.s.sqr()?, &self.ones()?, self.segments)?;
        (self.cluster_sums(&(squared + EPSILON)?.sqrt()?)? * self.by_graph(|n, k| -1.0 / (n * k).sqrt())?)?.contiguous()
    }

    fn k(&self) -> Result<usize> {
        self.s.dim(1)
    }

    fn degrees(&self) -> Result<Tensor> {
        self.a.row_sums(&self.a.values)
    }

    /// tr(Sᵀ A S).
    fn within(&self) -> Result<Tensor> {
        self.sums(&(self.s * self.neighbours)?)
    }

    /// The sum over the rows of each graph of something `[n, k]`.
    fn sums(&self, rows: &Tensor) -> Result<Tensor> {
        let k = self.k()?;
        let segments = Segments::from_lengths(self.segments.ranges().map(|rows| rows.len() * k));
        segment_sum(&rows.flatten_all()?, &Arc::new(segments))
    }

    /// The sum over the clusters of each graph of something `[graphs · k, 1]`.
    fn cluster_sums(&self, of_clusters: &Tensor) -> Result<Tensor> {
        let k = self.k()?;
        let segments = Segments::from_lengths(self.segments.ranges().map(|_| k));
        segment_sum(&of_clusters.flatten_all()?, &Arc::new(segments))
    }

    fn ones(&self) -> Result<Tensor> {
        Tensor::ones((self.s.dim(0)?, 1), self.s.dtype(), self.s.device())
    }

    /// A constant of each graph by its numbers of nodes and of clusters.
    fn by_graph(&self, number: impl Fn(f64, f64) -> f64) -> Result<Tensor> {
        let k = self.k()? as f64;
        let numbers: Vec<f64> = self.segments.ranges().map(|rows| number(rows.len() as f64, k)).collect();
        Tensor::from_vec(numbers, self.segments.len(), self.s.device())?.to_dtype(self.s.dtype())
    }
}
