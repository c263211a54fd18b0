//! ProxPool and its two ablations (Gao et al. 2020): pooling by node proximity.
//!
//! R = K_t ⊙ K_s joins structure and signal; the most strongly coupled nodes become seeds, and
//! each seed gathers the nodes around it by sparsemax. Without the structure kernel (NT) the
//! adjacency takes its place, without the signal kernel (NS) R = K_t.

use std::sync::Arc;

use candle_core::{DType, Result, Tensor};
use ndarray::Array2;

use super::{
    Family,
    laws::{Laws, Membership, SignalLaw},
    memory::{Of, once},
    method::Method,
    parameter::{LEVELS, Q_WIDTH, RHO, S, TAU},
    params::Params,
    precomputed::Precomputed,
    stages::{Context, Graphs, Pooling, Selection, WeightSpec, best_nodes},
    trace::{
        Axis::{Coarse, Index, Nodes},
        Stage, Trace, Traceable, Value,
    },
};
use crate::{
    cancel::checkpoint,
    math::{
        coupling::coupling,
        pattern::{Pattern, PatternBuilder},
        real::Real,
    },
    symbols::{A, C, E, IDX, K_S, K_T, L, M, Q, R, R_HAT},
    tensor::{
        Segments, Sparse,
        assign::{assign, assign_by_signal},
        cpu::vectorised,
        matmul::matmul,
        slice_op::{to_f64_vec, with_values},
    },
};

/// The whole signal kernel is shown for graphs up to this size; above, only where K_t is positive.
pub const WHOLE_UP_TO: usize = 2048;

pub static FULL: Method = Method {
    key: "proxpool",
    name: "ProxPool",
    short: "PP",
    paper: "Gao et al. 2020",
    about: "seeds by coupling, members by proximity in structure and signal",
    family: Family::Proximity,
    laws: Laws { membership: Membership::Any, is_hard: false, signal: SignalLaw::Sum, ..Laws::BEST_NODES },
    parameters: &[&S, &TAU, &RHO, &LEVELS, &Q_WIDTH],
    matrices: &[&A, &K_T, &K_S, &R, &C],
    intermediates: &[&M, &L],
    symbols: &[],
    losses: &[],
    max_nodes_interactive: None,
    is_random: false,
    is_compared_by_default: true,
    operator: &ProxPool::Full,
};

/// ProxPool without the structure kernel.
pub static NO_STRUCTURE: Method = Method {
    key: "proxpool-nt",
    name: "ProxPool-NT",
    short: "NT",
    about: "ProxPool without the structure kernel: proximity only between neighbours",
    parameters: &[&TAU, &RHO, &LEVELS, &Q_WIDTH],
    matrices: &[&A, &K_S, &R, &C],
    intermediates: &[],
    operator: &ProxPool::NoStructure,
    ..FULL
};

/// ProxPool without the signal kernel.
pub static NO_SIGNAL: Method = Method {
    key: "proxpool-ns",
    name: "ProxPool-NS",
    short: "NS",
    about: "ProxPool without the signal kernel: proximity by structure only",
    parameters: &[&S, &RHO, &LEVELS],
    matrices: &[&A, &K_T, &R, &C],
    operator: &ProxPool::NoSignal,
    ..FULL
};

/// Which kernels make the proximity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxPool {
    /// R = K_t ⊙ K_s.
    Full,
    /// R = A ⊙ K_s.
    NoStructure,
    /// R = K_t.
    NoSignal,
}

impl Pooling for ProxPool {
    fn weights(&self, _level: usize, width: usize, params: &Params) -> Vec<WeightSpec> {
        match self {
            Self::NoSignal => Vec::new(),
            _ => vec![WeightSpec::identity("wq", [width, params.q_width])],
        }
    }

    fn reach(&self, params: &Params) -> usize {
        match self {
            Self::NoStructure => 1,
            _ => params.s,
        }
    }

    fn precompute(&self, a: &Sparse, _: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        match self {
            Self::NoStructure => Ok(Precomputed::default()),
            _ => {
                // Level by level, since the trace says of the first that it is of the graph alone.
                let of = Of::tensors([&a.values]).and([cx.params.s as f64, cx.level as f64]);
                let k_t = once(cx, "K_t", of, |cx| structure_kernel(a, cx.params.s, cx.trace))?;
                Ok(Precomputed::from_matrices(vec![("K_t", k_t)]))
            }
        }
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        // Where two nodes may be near: K_t > 0, or A > 0 without the structure kernel.
        let near = match self {
            Self::NoStructure => &graphs.a,
            _ => precomputed.need("K_t")?,
        };
        let signal = match self {
            Self::NoSignal => None,
            _ => {
                let q = signal(graphs, cx)?;
                let k_s = signal_kernel(near, &q, cx)?;
                Some((q, k_s))
            }
        };
        let k_s = signal.as_ref().map(|(_, k_s)| k_s);
        let of = Of::tensors([&near.values].into_iter().chain(k_s.map(|k_s| &k_s.values)));
        let (r, e) = once(cx, "R", of, |cx| coupled(near, k_s, cx))?;
        let of = Of::tensors([&r.values]).and([cx.params.rho]);
        let q = signal.as_ref().map(|(q, _)| q);
        let (c, segments) = once(cx, "C", of, |cx| assigned(&r, &e, near, q, graphs, cx))?;
        Ok(Selection::by(c, segments))
    }
}

/// R, and the coupling E of each node.
fn coupled(near: &Sparse, k_s: Option<&Sparse>, cx: &mut Context<'_>) -> Result<(Sparse, Arc<Vec<f64>>)> {
    let r = match k_s {
        // Gradients pass this by: they go from C to K_t and Q at once.
        Some(k_s) => near.detach().hadamard(k_s)?,
        None => near.clone(),
    };
    let r = cx.trace.keep(Stage::Select, &R, [Nodes, Nodes], r)?;
    let e = match r.dtype() {
        DType::F64 => with_values(&r.values, |values: &[f64]| coupling_vectorised(&r.pattern, values))?,
        _ => with_values(&r.values, |values: &[f32]| coupling_vectorised(&r.pattern, values))?,
    };
    let e = cx.trace.keep(Stage::Select, &E, [Nodes, Index], e)?;
    Ok((r, Arc::new(e)))
}

fn coupling_vectorised<T: Real>(pattern: &Pattern, r: &[T]) -> Vec<f64> {
    vectorised(
        #[inline(always)]
        || coupling(pattern, r),
    )
}

/// The seeds by coupling, and who belongs to them: C with the seeds of each graph.
fn assigned(
    r: &Sparse,
    e: &[f64],
    near: &Sparse,
    q: Option<&Tensor>,
    graphs: &Graphs,
    cx: &mut Context<'_>,
) -> Result<(Sparse, Arc<Segments>)> {
    let (seeds, segments) = best_nodes(&E, e, graphs, cx);
    let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
    cx.trace.show(Stage::Select, &R_HAT, [Coarse, Nodes], || candidates(r, &seeds))?;
    let c = match q {
        Some(q) => assign_by_signal(r, near, q, cx.params.tau, &seeds)?,
        None => assign(r, &seeds)?,
    };
    let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], c)?;
    Ok((c, segments))
}

/// K_t = M_ij / √(M_ii M_jj) with M = ((I + D^-½ A D^-½) / 2)^s.
pub fn structure_kernel(a: &Sparse, s: usize, trace: &mut Trace) -> Result<Sparse> {
    let p = a.lazy_walk()?;
    trace.show(Stage::Select, &L, [Nodes, Nodes], || laplacian(a, &p))?;
    let m = trace.keep(Stage::Select, &M, [Nodes, Nodes], p.power(s)?)?;
    trace.keep(Stage::Select, &K_T, [Nodes, Nodes], m.cosine()?)
}

/// L = 2 (I − P), with L_ii = 0 at isolated vertices.
fn laplacian(a: &Sparse, p: &Sparse) -> Result<Sparse> {
    let mut values = p.to_f64()?;
    for (at, row, col) in p.pattern.entries() {
        let is_isolated = a.pattern.row(row).is_empty();
        let identity = f64::from(u8::from(row == col));
        values[at] = if is_isolated { 0.0 } else { 2.0 * (identity - values[at]) };
    }
    Sparse::constant(p.pattern.clone(), &values, DType::F64)
}

/// Q = X W_Q, or Q = X without W_Q.
fn signal(graphs: &Graphs, cx: &mut Context<'_>) -> Result<Tensor> {
    let of = Of::tensors([&graphs.x].into_iter().chain(cx.weight("wq")));
    once(cx, "Q", of, |cx| {
        let q = match cx.weight("wq") {
            Some(w_q) => matmul(&graphs.x, w_q)?,
            None => graphs.x.clone(),
        };
        cx.trace.keep(Stage::Select, &Q, [Nodes, Index], q)
    })
}

/// K_s = exp(−τ‖q_i − q_j‖²) on the pattern of `near`, without gradients.
fn signal_kernel(near: &Sparse, q: &Tensor, cx: &mut Context<'_>) -> Result<Sparse> {
    let of = Of::tensors([&near.values, q]).and([cx.params.tau]);
    once(cx, "K_s", of, |cx| signal_kernel_of(near, q.detach(), cx))
}

fn signal_kernel_of(near: &Sparse, q: Tensor, cx: &mut Context<'_>) -> Result<Sparse> {
    let k_s = near.rbf(&q, cx.params.tau)?;
    if cx.trace.is_on() && near.n_rows() <= WHOLE_UP_TO {
        let tau = cx.params.tau;
        // All pairs are for display only; the reported time is that of the kernel in use.
        cx.trace.keep(Stage::Select, &K_S, [Nodes, Nodes], Whole { q, tau })?;
    } else {
        cx.trace.keep(Stage::Select, &K_S, [Nodes, Nodes], k_s.clone())?;
    }
    Ok(k_s)
}

/// K_s of all pairs, for display.
struct Whole {
    q: Tensor,
    tau: f64,
}

impl Traceable for Whole {
    fn plain(&self) -> Result<Value> {
        let (n, width) = self.q.dims2()?;
        let q = to_f64_vec(&self.q)?;
        let row = |idx: usize| &q[idx * width..(idx + 1) * width];
        let mut kernel = Array2::eye(n);
        for i in 0..n {
            checkpoint();
            for j in i + 1..n {
                let squared: f64 = row(i).iter().zip(row(j)).map(|(a, b)| (a - b) * (a - b)).sum();
                let value = (-self.tau * squared).exp();
                kernel[[i, j]] = value;
                kernel[[j, i]] = value;
            }
        }
        Ok(Value::Dense(kernel))
    }
}

/// r̂: the rows of R at the seeds, without the columns of seeds.
fn candidates(r: &Sparse, seeds: &[u32]) -> Result<Sparse> {
    let mut is_seed = vec![false; r.n_rows()];
    for &seed in seeds {
        is_seed[seed as usize] = true;
    }
    let values = r.to_f64()?;
    let mut pattern = PatternBuilder::default();
    let mut kept = Vec::new();
    for &seed in seeds {
        for at in r.pattern.range(seed as usize) {
            let col = r.pattern.cols()[at];
            if !is_seed[col as usize] {
                pattern.push(col);
                kept.push(values[at]);
            }
        }
        pattern.end_row();
    }
    Sparse::constant(Arc::new(pattern.finish(r.n_cols())), &kept, DType::F64)
}
