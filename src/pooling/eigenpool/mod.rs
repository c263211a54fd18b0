//! EigenPool (Ma et al. 2019): spectral clusters, and their signals as Fourier coefficients.
//!
//! K = n' clusters by normalised spectral clustering; A' joins clusters by the edge weights between
//! them; X' holds the cluster's signal on the first H = 3 eigenvectors of its own Laplacian, side by
//! side. Nothing is learned: the whole hierarchy depends on the graph alone, and what took long is kept on disk.

mod clusters;
mod kept;

use std::sync::Arc;

use candle_core::{Result, Tensor};

use self::clusters::{Clusters, Plain};

use super::{
    Family,
    hard::members,
    laws::{Laws, Numbering, SignalLaw, SizeLaw},
    memory::{Of, once},
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
    math::rank::n_kept,
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
    family: Family::Spectral,
    laws: Laws {
        signal: SignalLaw::Own,
        keeps_components_apart: false,
        size: SizeLaw::UpToRatio,
        numbering: Numbering::Counts,
        ..Laws::PARTITION
    },
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &U, &C],
    intermediates: &[],
    symbols: &[&N_MODES],
    losses: &[],
    max_nodes_interactive: Some(MOST_NODES),
    is_random: false,
    is_compared_by_default: true,
    operator: &EigenPool,
};

/// Four dense matrices of this size are as much memory as one may take beside everything else: 2.6 GB.
const MOST_NODES: usize = 9000;

/// The eigenvectors that a cluster's signal is projected on.
const MODES: [&str; 3] = ["Θ₁", "Θ₂", "Θ₃"];

pub struct EigenPool;

impl Pooling for EigenPool {
    fn width_after(&self, width: usize) -> usize {
        MODES.len() * width
    }

    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let of = Of::tensors([&a.values]).and([cx.params.rho, cx.level as f64]);
        once(cx, "clusters", of, |cx| hierarchy(a, segments, cx))
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

/// C, the modes of the clusters and the weights between them.
fn hierarchy(a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
    let n = a.n_rows();
    let mut cluster_of = vec![0_u32; n];
    let mut modes = MODES.map(|_| vec![0.0; n]);
    let mut lengths = Vec::new();
    let mut first_cluster = 0;
    let all = Plain { pattern: &a.pattern, values: a.to_f64()? };
    for rows in segments.ranges() {
        let is_shown = cx.trace.is_on() && segments.len() == 1;
        let (found, eigen) = kept::clusters(&all.graph(rows.clone()), n_kept(rows.len(), cx.params.rho), is_shown)
            .map_err(candle_core::Error::wrap)?;
        if let Some(eigen) = eigen {
            cx.trace.show(Stage::Select, &LAMBDA, [Index, Index], || Ok(eigen.values.to_vec()))?;
            cx.trace.show(Stage::Select, &U, [Nodes, Index], || Ok(eigen.vectors))?;
        }
        let Clusters { cluster_of: found, modes: found_modes } = found;
        let n_clusters = found.iter().max().map_or(0, |&last| last + 1);
        for (row, cluster) in rows.clone().zip(found) {
            cluster_of[row] = cluster + first_cluster;
        }
        for (mode, found) in modes.iter_mut().zip(found_modes) {
            mode[rows.clone()].copy_from_slice(&found);
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
    for (name, mode) in MODES.into_iter().zip(modes) {
        let values: Vec<f64> = pattern.cols().iter().map(|&node| mode[node as usize]).collect();
        matrices.push((name, Sparse::constant(pattern.clone(), &values, a.dtype())?));
    }
    Ok(Precomputed::with_coarse(matrices, coarse, Segments::from_lengths(lengths)))
}
