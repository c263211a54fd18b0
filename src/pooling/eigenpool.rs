//! EigenPool (Ma et al. 2019): spectral clusters, and their signals as Fourier coefficients.
//!
//! K = n' clusters by normalised spectral clustering; A' joins clusters by the edge weights between
//! them; X' holds the cluster's signal on the first H = 3 eigenvectors of its own Laplacian, side by
//! side. Nothing is learned: the whole hierarchy depends on the graph alone.

use std::sync::Arc;

use candle_core::{Result, Tensor};
use ndarray::{Array1, Array2, s};

use super::{
    method::Method,
    parameter::{LEVELS, RHO},
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage,
    },
};
use crate::{
    math::{
        cluster::k_means,
        eigen::{self, Eigen},
        pattern::{Pattern, PatternBuilder},
        rank::{n_kept, on_grid},
    },
    symbols::{A, C, LAMBDA, Source, Symbol, U},
    tensor::{Segments, Sparse},
};

/// Number of eigenvectors per cluster.
pub static N_MODES: Symbol = Symbol::new(
    ["modes", "H", "H"],
    "modes per cluster",
    Source::Peer("Ma et al. 2019"),
    r"X' = [\Theta_1 X, \dots, \Theta_H X], \quad H = 3",
    "EigenPool: number of eigenvectors of a cluster that its signal is projected onto.",
);

pub static METHOD: Method = Method {
    key: "eigenpool",
    name: "EigenPool",
    short: "EP",
    paper: "Ma et al. 2019",
    about: "spectral clusters, described by their first graph Fourier coefficients",
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &U, &C],
    intermediates: &[],
    symbols: &[&N_MODES],
    max_nodes_interactive: Some(eigen::MOST_NODES),
    is_random: false,
    is_compared_by_default: true,
    operator: &EigenPool,
};

/// The eigenvectors that a cluster's signal is projected on.
const MODES: [&str; 3] = ["Θ₁", "Θ₂", "Θ₃"];

pub struct EigenPool;

impl Pooling for EigenPool {
    fn width_after(&self, width: usize) -> usize {
        MODES.len() * width
    }

    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let mut cluster_of = vec![0_u32; a.n_rows()];
        let mut lengths = Vec::new();
        let mut first_cluster = 0;
        let all = plain(a)?;
        for rows in segments.ranges() {
            let nodes: Vec<u32> = (rows.start as u32..rows.end as u32).collect();
            let inside = induced(&all, &nodes);
            let eigen = decompose(&eigen::laplacian(&inside))?;
            let clusters = spectral_clusters(&inside, &eigen, n_kept(rows.len(), cx.params.rho));
            if segments.len() == 1 {
                cx.trace.show(Stage::Select, &LAMBDA, [Index, Index], || Ok(eigen.values.to_vec()))?;
                cx.trace.show(Stage::Select, &U, [Nodes, Index], || Ok(eigen.vectors.clone()))?;
            }
            let n_clusters = clusters.iter().max().map_or(0, |&last| last + 1);
            for (row, cluster) in rows.zip(clusters) {
                cluster_of[row] = cluster + first_cluster;
            }
            first_cluster += n_clusters;
            lengths.push(n_clusters as usize);
        }
        let pattern = Arc::new(members(&cluster_of, first_cluster as usize));
        let c = Sparse::constant(pattern.clone(), &vec![1.0; cluster_of.len()], a.dtype())?;
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
        // The weights between clusters; what is inside a cluster is not kept.
        let coarse = c.galerkin(&a.detach())?.without_diagonal()?;
        let mut matrices = vec![("C", c)];
        for (name, mode) in MODES.into_iter().zip(modes(&all, &pattern)?) {
            matrices.push((name, Sparse::constant(pattern.clone(), &mode, a.dtype())?));
        }
        Ok(Precomputed::with_coarse(matrices, coarse, Segments::from_lengths(lengths)))
    }

    fn select(&self, _: &Graphs, precomputed: &Precomputed, _: &mut Context<'_>) -> Result<Selection> {
        Ok(Selection::by(precomputed.need("C")?.clone(), precomputed.need_coarse()?.segments.clone()))
    }

    /// X' = [Θ₁ X ‖ Θ₂ X ‖ Θ₃ X], where row c of Θ_h is the h-th eigenvector of cluster c.
    fn reduce(&self, graphs: &Graphs, precomputed: &Precomputed, _: &Selection, _: &mut Context<'_>) -> Result<Tensor> {
        let projected = |name| precomputed.need(name)?.matmul(&graphs.x);
        Tensor::cat(&MODES.into_iter().map(projected).collect::<Result<Vec<_>>>()?, 1)
    }
}

/// The first eigenvectors of each cluster's own Laplacian, on the pattern of C.
fn modes(a: &Plain<'_>, c: &Pattern) -> Result<[Vec<f64>; MODES.len()]> {
    let mut modes = MODES.map(|_| vec![0.0; c.nnz()]);
    for cluster in 0..c.n_rows() {
        let inside = decompose(&eigen::laplacian(&induced(a, c.row(cluster))))?;
        for (h, mode) in modes.iter_mut().enumerate().take(inside.values.len()) {
            for (at, &entry) in c.range(cluster).zip(&inside.vectors.column(h)) {
                mode[at] = entry;
            }
        }
    }
    Ok(modes)
}

struct Plain<'a> {
    pattern: &'a Pattern,
    values: Vec<f64>,
}

fn plain(a: &Sparse) -> Result<Plain<'_>> {
    Ok(Plain { pattern: &a.pattern, values: a.to_f64()? })
}

/// The adjacency between some nodes (ascending), dense.
fn induced(a: &Plain<'_>, nodes: &[u32]) -> Array2<f64> {
    let mut dense = Array2::zeros((nodes.len(), nodes.len()));
    for (row, &node) in nodes.iter().enumerate() {
        for at in a.pattern.range(node as usize) {
            if let Ok(col) = nodes.binary_search(&a.pattern.cols()[at]) {
                dense[[row, col]] = a.values[at];
            }
        }
    }
    dense
}

fn decompose(matrix: &Array2<f64>) -> Result<Eigen> {
    eigen::symmetric(matrix).map_err(candle_core::Error::wrap)
}

/// Normalised spectral clustering (Ng, Jordan, Weiss): unit rows of the first K eigenvectors, k-means
/// from the node of highest degree.
fn spectral_clusters(a: &Array2<f64>, eigen: &Eigen, k: usize) -> Vec<u32> {
    let mut rows = eigen.vectors.slice(s![.., ..k]).to_owned();
    for mut row in rows.rows_mut() {
        let length = row.dot(&row).sqrt();
        if length > 0.0 {
            row /= length;
        }
    }
    let degrees: Array1<f64> = a.sum_axis(ndarray::Axis(1));
    let mut first = 0;
    for node in 0..degrees.len() {
        if on_grid::<f64>(degrees[node]) > on_grid::<f64>(degrees[first]) {
            first = node;
        }
    }
    k_means(rows.view(), k, first)
}

/// The 0/1 matrix `[clusters, n]` of who belongs where.
fn members(cluster_of: &[u32], n_clusters: usize) -> Pattern {
    let mut nodes = vec![Vec::new(); n_clusters];
    for (node, &cluster) in cluster_of.iter().enumerate() {
        nodes[cluster as usize].push(node as u32);
    }
    let mut pattern = PatternBuilder::default();
    for nodes in nodes {
        nodes.into_iter().for_each(|node| pattern.push(node));
        pattern.end_row();
    }
    pattern.finish(cluster_of.len())
}
