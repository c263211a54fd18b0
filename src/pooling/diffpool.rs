//! DIFFPOOL (Ying et al. 2018): a learned soft assignment of every node to every cluster.
//!
//! S = softmax rows of (A + I) X W_S, Z = conv(X, W_Z), X' = Sᵀ Z, A' = Sᵀ A S. Two losses keep S
//! sensible: ‖A − S Sᵀ‖_F / n² (neighbours together) and the mean entropy of its rows (decided).

use std::sync::Arc;

use candle_core::{Result, Tensor};

use super::{
    Family,
    laws::{EdgeLaw, Laws, SignalLaw},
    method::Method,
    parameter::LEVELS,
    params::Params,
    precomputed::Precomputed,
    score::required,
    stages::{Assignment, AuxiliaryLoss, Context, Graphs, Pooling, Selection, WeightSpec, conv, gather},
    trace::{
        Axis::{Coarse, Index, Nodes},
        SparseValue, Stage, Traceable, Value,
    },
};
use crate::{
    cancel::checkpoint_at,
    math::pattern::PatternBuilder,
    symbols::{A, C, Source, Symbol},
    tensor::{
        Segments, Sparse, entropy::entropy, gram_norm::gram_norm, matmul::matmul, relu_norm::relu_norm,
        segment_sum::segment_sum, slice_op::to_f64_vec, softmax::softmax,
    },
};

pub static S: Symbol = Symbol::new(
    ["S", "S", "S"],
    "soft assignment",
    Source::Peer("Ying et al. 2018"),
    r"S = \operatorname{softmax}(\operatorname{conv}(A, X)), \quad A' = S^T A S",
    "DIFFPOOL, MinCutPool and others: soft assignment of each node to each cluster; rows sum to 1.",
);

pub static Z: Symbol = Symbol::new(
    ["Z", "Z", "Z"],
    "embedding",
    Source::Peer("Ying et al. 2018"),
    r"Z = \operatorname{conv}(A, X), \quad X' = S^T Z",
    "DIFFPOOL: node embeddings that are summed over the clusters, from a separate convolution.",
);

pub static LINK: Symbol = Symbol::new(
    ["link", "L_LP", r"L_{\mathrm{LP}}"],
    "link-prediction loss",
    Source::Peer("Ying et al. 2018"),
    r"L_{\mathrm{LP}} = \frac{1}{n^2} \lVert A - S S^T \rVert_F",
    "DIFFPOOL: auxiliary loss that favours assigning neighbours to the same cluster.",
);

pub static ENTROPY: Symbol = Symbol::new(
    ["entropy", "L_E", "L_E"],
    "entropy loss",
    Source::Peer("Ying et al. 2018"),
    r"L_E = -\frac{1}{n} \sum_{i,k} S_{ik} \log S_{ik}",
    "DIFFPOOL: auxiliary loss that favours assignments close to one-hot.",
);

pub static METHOD: Method = Method {
    key: "diffpool",
    name: "DIFFPOOL",
    short: "DP",
    paper: "Ying et al. 2018",
    about: "learned soft assignment of every node to every cluster",
    family: Family::SoftClustering,
    laws: Laws { signal: SignalLaw::Own, edges: EdgeLaw::Galerkin, ..Laws::SOFT_CLUSTERS },
    parameters: &[&LEVELS],
    matrices: &[&A, &S, &C],
    intermediates: &[],
    symbols: &[&S, &Z, &LINK, &ENTROPY],
    losses: &[&LINK, &ENTROPY],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: true,
    operator: &DiffPool,
};

pub struct DiffPool;

impl Pooling for DiffPool {
    fn weights(&self, level: usize, width: usize, params: &Params) -> Vec<WeightSpec> {
        vec![WeightSpec::matrix("ws", [width, params.n_clusters(level)]), WeightSpec::identity("wz", [width, width])]
    }

    fn n_coarse(&self, _: usize, level: usize, params: &Params) -> usize {
        params.n_clusters(level)
    }

    fn is_dense(&self) -> bool {
        true
    }

    fn is_sized_by_largest_graph(&self) -> bool {
        true
    }

    fn select(&self, graphs: &Graphs, _: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        let smoothed = graphs.a.matmul_with_self(&graphs.x)?;
        let s = softmax(&matmul(&smoothed, required(cx, "ws")?)?)?;
        let s = cx.trace.keep(Stage::Select, &S, [Nodes, Coarse], s)?;
        let transposed = || Ok(Transposed { s: s.clone(), segments: graphs.segments.clone() });
        cx.trace.show(Stage::Select, &C, [Coarse, Nodes], transposed)?;
        let clusters = s.dim(1)?;
        Ok(Selection {
            assignment: Assignment::Dense(s),
            segments: Arc::new(Segments::from_lengths(graphs.segments.ranges().map(|_| clusters))),
            gate: None,
            shared: Some(smoothed),
        })
    }

    fn reduce(&self, graphs: &Graphs, _: &Precomputed, selection: &Selection, cx: &mut Context<'_>) -> Result<Tensor> {
        let z = match (&selection.shared, cx.weight("wz")) {
            (Some(smoothed), Some(w_z)) => relu_norm(&matmul(smoothed, w_z)?)?,
            (_, w_z) => conv(graphs, w_z)?,
        };
        let z = cx.trace.keep(Stage::Reduce, &Z, [Nodes, Index], z)?;
        gather(selection, &z, &graphs.segments)
    }

    fn extra_losses(
        &self,
        graphs: &Graphs,
        _: &Precomputed,
        selection: &Selection,
        coarse: &Sparse,
        _: &mut Context<'_>,
    ) -> Result<Vec<AuxiliaryLoss>> {
        let Assignment::Dense(s) = &selection.assignment else { return Ok(Vec::new()) };
        let link = link_loss(graphs, s, coarse, &selection.segments)?;
        Ok(vec![AuxiliaryLoss::new(&LINK, link), AuxiliaryLoss::new(&ENTROPY, entropy_loss(graphs, s)?)])
    }
}

/// ‖A − S Sᵀ‖_F / n² of each graph, as √(‖A‖² − 2 tr(Sᵀ A S) + ‖Sᵀ S‖²): nothing n × n is made, and
/// Sᵀ A S is the coarse graph.
fn link_loss(graphs: &Graphs, s: &Tensor, coarse: &Sparse, clusters: &Arc<Segments>) -> Result<Tensor> {
    let a_squared = segment_sum(&graphs.a.row_sums(&graphs.a.values.sqr()?)?, &graphs.segments)?;
    let trace = segment_sum(&coarse.diagonal()?, clusters)?;
    let gram_squared = gram_norm(s, &graphs.segments)?;
    // Rounding may leave a tiny negative number; at 0 the root has no gradient, so stay above it.
    let squared = ((a_squared - (trace * 2.0)?)? + gram_squared)?.maximum(1e-24)?;
    let sizes: Vec<f64> = graphs.segments.ranges().map(|rows| (rows.len() as f64).powi(2)).collect();
    squared.sqrt()? / Tensor::from_vec(sizes, graphs.segments.len(), s.device())?.to_dtype(s.dtype())?
}

/// Mean over each graph's nodes of the entropy of their rows of S.
fn entropy_loss(graphs: &Graphs, s: &Tensor) -> Result<Tensor> {
    let sizes: Vec<f64> = graphs.segments.ranges().map(|rows| rows.len() as f64).collect();
    segment_sum(&entropy(s)?, &graphs.segments)?
        / Tensor::from_vec(sizes, graphs.segments.len(), s.device())?.to_dtype(s.dtype())?
}

/// C = Sᵀ, graph by graph, for display.
pub(super) struct Transposed {
    pub s: Tensor,
    pub segments: Arc<Segments>,
}

impl Traceable for Transposed {
    fn plain(&self) -> Result<Value> {
        let k = self.s.dim(1)?;
        let s = to_f64_vec(&self.s)?;
        let mut pattern = PatternBuilder::default();
        let mut values = Vec::with_capacity(s.len());
        for rows in self.segments.ranges() {
            for cluster in 0..k {
                checkpoint_at(cluster);
                for row in rows.clone() {
                    pattern.push(row as u32);
                    values.push(s[row * k + cluster]);
                }
                pattern.end_row();
            }
        }
        Ok(Value::Sparse(SparseValue { pattern: Arc::new(pattern.finish(self.segments.n_rows())), values }))
    }
}
