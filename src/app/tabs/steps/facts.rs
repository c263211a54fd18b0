//! Values of two nodes for the steps, read from the trace.

use crate::{
    math::sparsemax::threshold,
    pooling::trace::{LevelTrace, Trace, Value},
    symbols::{self, Symbol},
};

/// Two nodes of a level, and a seed.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub level: &'a LevelTrace,
    /// The next level.
    pub coarse: &'a LevelTrace,
    pub i: u32,
    pub j: u32,
    /// Rank of the seed: the first node itself, else the seed in whose cluster it has the largest weight.
    pub row: Option<usize>,
}

/// Sparsemax of the candidates of a seed.
pub(super) struct Projection {
    pub seed: u32,
    /// Candidates by descending r̂.
    pub candidates: Vec<Candidate>,
    /// Threshold, subtracted from each r̂.
    pub theta: f64,
}

impl Projection {
    /// The threshold during the animation, decreasing from the largest r̂.
    pub(super) fn theta_at(&self, share: f64) -> f64 {
        let largest = self.candidates.first().map_or(self.theta, |candidate| candidate.r);
        largest + share * (self.theta - largest)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub node: u32,
    pub r: f64,
    pub weight: f64,
}

impl<'a> Facts<'a> {
    /// None for the last level, which was not pooled.
    pub(super) fn new(trace: &'a Trace, level: usize, cluster_of: &[Option<u32>], (i, j): (u32, u32)) -> Option<Self> {
        let (level, coarse) = (trace.levels.get(level)?, trace.levels.get(level + 1)?);
        let seeds = level.seeds()?;
        let own = seeds.iter().position(|&seed| seed == i);
        let cluster = cluster_of.get(i as usize).copied().flatten().map(|row| row as usize);
        Some(Self { level, coarse, i, j, row: own.or(cluster) })
    }

    /// An entry of a matrix of the level, if it exists.
    pub(super) fn entry(&self, symbol: &Symbol, row: u32, col: u32) -> Option<f64> {
        self.level.get(symbol)?.at(row, col)
    }

    /// Seeds by descending coupling.
    pub(super) fn seeds(&self) -> &'a [u32] {
        self.level.seeds().unwrap_or_default()
    }

    pub(super) fn coupling(&self) -> &'a [f64] {
        match self.level.get(&symbols::E) {
            Some(Value::Vector(e)) => e,
            _ => &[],
        }
    }

    pub(super) fn n(&self) -> usize {
        self.level.sparse(&symbols::A).map_or(0, |a| a.pattern.n_rows())
    }

    /// d_i = Σ_j A_ij.
    pub(super) fn degree(&self, node: u32) -> f64 {
        self.level.sparse(&symbols::A).map_or(0.0, |a| a.pattern.range(node as usize).map(|at| a.values[at]).sum())
    }

    /// Impulse at the first node after 0, 1, … s multiplications with (I + D^-½ A D^-½) / 2; the last is its row of M.
    pub(super) fn spread(&self, s: usize) -> Vec<Vec<f64>> {
        let n = self.n();
        let Some(a) = self.level.sparse(&symbols::A).filter(|_| n > 0) else { return Vec::new() };
        let scale: Vec<f64> = (0..n as u32).map(|node| self.degree(node)).map(inverse_root).collect();
        let mut now = vec![0.0; n];
        now[self.i as usize] = 1.0;
        let mut all = vec![now];
        for _ in 0..s {
            let last = &all[all.len() - 1];
            let next = (0..n).map(|row| {
                let near = a.pattern.range(row).map(|at| {
                    let col = a.pattern.cols()[at] as usize;
                    scale[row] * a.values[at] * scale[col] * last[col]
                });
                (last[row] + near.sum::<f64>()) / 2.0
            });
            let next = next.collect();
            all.push(next);
        }
        all
    }

    /// Σ_{k≠j} R_kj, the normalisation of node j.
    pub(super) fn volume(&self, j: u32) -> f64 {
        let Some(r) = self.level.sparse(&symbols::R) else { return 0.0 };
        r.row(j).filter(|&(col, _)| col != j).map(|(_, value)| value).sum()
    }

    /// Terms of E_i in descending order: node, R_ij, normalisation.
    pub(super) fn shares(&self, i: u32) -> Vec<(u32, f64, f64)> {
        let Some(r) = self.level.sparse(&symbols::R) else { return Vec::new() };
        let mut shares: Vec<(u32, f64, f64)> = r
            .row(i)
            .filter(|&(col, value)| col != i && value > 0.0)
            .map(|(col, value)| (col, value, self.volume(col)))
            .collect();
        shares.sort_by(|a, b| (b.1 / b.2).total_cmp(&(a.1 / a.2)).then(a.0.cmp(&b.0)));
        shares
    }

    /// Partial sums of the coupling over the given columns.
    pub(super) fn coupling_of_first(&self, columns: &[u32]) -> Vec<f64> {
        let mut e = vec![0.0; self.n()];
        let Some(r) = self.level.sparse(&symbols::R) else { return e };
        for &col in columns {
            let volume = self.volume(col);
            if volume > 0.0 {
                for (row, value) in r.row(col).filter(|&(row, _)| row != col) {
                    e[row as usize] += value / volume;
                }
            }
        }
        e
    }

    /// None if the seed has no candidates.
    pub(super) fn projection(&self) -> Option<Projection> {
        let row = self.row?;
        let seed = *self.seeds().get(row)?;
        let (r, c) = (self.level.sparse(&symbols::R_HAT)?, self.level.sparse(&symbols::C)?);
        let weight = |node: u32| c.get(row, node as usize);
        let mut candidates: Vec<Candidate> =
            r.row(row as u32).map(|(node, r)| Candidate { node, r, weight: weight(node) }).collect();
        candidates.sort_by(|a, b| b.r.total_cmp(&a.r).then(a.node.cmp(&b.node)));
        let values: Vec<f64> = candidates.iter().map(|candidate| candidate.r).collect();
        let found = threshold(&values, &mut Vec::new())?;
        Some(Projection { seed, candidates, theta: found.largest + found.theta })
    }

    /// The cluster in which a node has the largest weight.
    pub(super) fn cluster_of(&self, node: u32) -> Option<usize> {
        let own = self.seeds().iter().position(|&seed| seed == node);
        let c = self.level.sparse(&symbols::C)?;
        let weight = |row: usize| c.get(row, node as usize);
        let best = (0..c.pattern.n_rows()).filter(|&row| weight(row) > 0.0);
        own.or_else(|| best.reduce(|best, row| if weight(row) > weight(best) { row } else { best }))
    }
}

fn inverse_root(degree: f64) -> f64 {
    if degree > 0.0 { 1.0 / degree.sqrt() } else { 0.0 }
}
