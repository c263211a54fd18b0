//! A control: random seeds.

use std::{collections::VecDeque, sync::Arc};

use candle_core::Result;

use super::{
    Family,
    laws::{EdgeLaw, Laws, Membership, Numbering, SizeLaw},
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
        pattern::{Pattern, PatternBuilder},
        rank::n_kept,
        rng::Rng,
    },
    symbols::{A, C, IDX},
    tensor::{Segments, Sparse},
};

pub static METHOD: Method = Method {
    key: "random",
    name: "random",
    short: "rnd",
    paper: "control",
    about: "random seeds; every other node joins the nearest seed",
    family: Family::Control,
    laws: Laws {
        membership: Membership::WholeOrNone,
        edges: EdgeLaw::Galerkin,
        size: SizeLaw::Ratio,
        numbering: Numbering::Counts,
        ..Laws::PARTITION
    },
    parameters: &[&RHO, &LEVELS],
    matrices: &[&A, &C],
    intermediates: &[],
    symbols: &[],
    losses: &[],
    max_nodes_interactive: None,
    is_random: true,
    is_compared_by_default: true,
    operator: &Random,
};

/// n' random seeds; every other node goes to its nearest seed, to the lowest of several.
pub struct Random;

impl Pooling for Random {
    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        let mut seeds = Vec::new();
        let mut lengths = Vec::new();
        for rows in segments.ranges() {
            let k = n_kept(rows.len(), cx.params.rho);
            let mut nodes: Vec<u32> = rows.clone().map(|row| row as u32).collect();
            // From the size alone and not from the place in the batch: a graph gets the same alone.
            let mix = (rows.len() as u64) << 8 | cx.level as u64;
            Rng::new(cx.params.seed ^ mix.wrapping_mul(0x9e37_79b9_7f4a_7c15)).shuffle(&mut nodes);
            nodes[..k].sort_unstable();
            seeds.extend_from_slice(&nodes[..k]);
            lengths.push(k);
        }
        let seeds = cx.trace.keep(Stage::Select, &IDX, [Coarse, Index], seeds)?;
        let pattern = Arc::new(nearest_seed(&a.pattern, &seeds));
        let ones = vec![1.0; pattern.nnz()];
        let c = cx.trace.keep(Stage::Select, &C, [Coarse, Nodes], Sparse::constant(pattern, &ones, a.dtype())?)?;
        let coarse = c.galerkin(a)?;
        Ok(Precomputed::with_coarse(vec![("C", c)], coarse, Segments::from_lengths(lengths)))
    }

    fn select(&self, _: &Graphs, precomputed: &Precomputed, _: &mut Context<'_>) -> Result<Selection> {
        Ok(Selection::by(precomputed.need("C")?.clone(), precomputed.need_coarse()?.segments.clone()))
    }
}

/// Row k has the nodes whose nearest seed is `seeds[k]`; a node that no seed reaches is in no row.
fn nearest_seed(pattern: &Pattern, seeds: &[u32]) -> Pattern {
    let n = pattern.n_rows();
    let mut owner = vec![u32::MAX; n];
    let mut hops = vec![u32::MAX; n];
    let mut queue = VecDeque::new();
    for (k, &seed) in seeds.iter().enumerate() {
        owner[seed as usize] = k as u32;
        hops[seed as usize] = 0;
        queue.push_back(seed);
    }
    while let Some(node) = queue.pop_front() {
        for &next in pattern.row(node as usize) {
            let next = next as usize;
            if hops[next] == u32::MAX {
                hops[next] = hops[node as usize] + 1;
                owner[next] = owner[node as usize];
                queue.push_back(next as u32);
            } else if hops[next] == hops[node as usize] + 1 {
                // All nodes of a layer leave the queue before the next layer, so this is settled in time.
                owner[next] = owner[next].min(owner[node as usize]);
            }
        }
    }
    let mut rows = vec![Vec::new(); seeds.len()];
    for (node, &owner) in owner.iter().enumerate() {
        if let Some(row) = rows.get_mut(owner as usize) {
            row.push(node as u32);
        }
    }
    let mut found = PatternBuilder::default();
    for row in rows {
        row.into_iter().for_each(|node| found.push(node));
        found.end_row();
    }
    found.finish(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_between_two_seeds_go_to_the_lower_one() {
        let (path, _) = Pattern::from_edges(6, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        let found = nearest_seed(&path, &[0, 4]);
        assert_eq!((found.row(0), found.row(1)), (&[0, 1, 2][..], &[3, 4][..]));
    }
}
