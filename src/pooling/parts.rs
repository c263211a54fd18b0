//! Connected parts of a graph and the eigenvectors that divide them: what NDP, the normalised cut and spectral bisection
//! share.

use candle_core::Result;
use ndarray::Array1;

use super::links::Links;
use crate::math::{
    eigen::{NoConvergence, lowest},
    lanczos::{Walk, fiedler, largest},
    pattern::{Pattern, PatternBuilder},
};

/// Larger parts are decomposed by Lanczos' method, which finds the vectors at the ends of the spectrum alone.
const DENSE_UP_TO: usize = 400;

/// Eigenvalues closer than this have no vectors of their own, and entries closer than this are equal.
const APART: f64 = 1e-9;

/// Some nodes with the edges among them.
pub struct Part {
    /// Ascending, as the graph numbers them.
    pub nodes: Vec<u32>,
    /// Where the entries of their adjacency are, by places in `nodes`.
    pattern: Pattern,
    weights: Vec<f64>,
}

/// An eigenvector of a part.
pub struct Vector {
    pub entries: Vec<f64>,
    /// Whether others would do as well, so that numbering decided: another vector of the eigenvalue.
    pub is_arbitrary: bool,
}

impl Vector {
    /// Whether the entry of largest magnitude, which is positive, is as far from 0 as a negative one: then numbering
    /// decided about the sign.
    pub fn is_of_either_sign(&self) -> bool {
        let most = self.entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        self.entries.iter().any(|&entry| entry < 0.0 && entry.abs() > most - APART)
    }

    /// The entries with what is nothing but rounding as 0.
    pub fn rounded(&self) -> impl Iterator<Item = f64> + '_ {
        self.entries.iter().map(|&entry| if entry.abs() < APART { 0.0 } else { entry })
    }
}

/// What an eigenvector is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laplacian {
    /// D − A.
    Plain,
    /// I − D^-½ A D^-½.
    Normalised,
}

impl Part {
    /// The part of these nodes, ascending. `place` has one number a node of the batch and is for marks.
    pub fn new(links: &Links<'_>, nodes: Vec<u32>, place: &mut Vec<u32>) -> Self {
        place.resize(links.n_nodes(), u32::MAX);
        nodes.iter().zip(0..).for_each(|(&node, at)| place[node as usize] = at);
        let (mut pattern, mut weights) = (PatternBuilder::default(), Vec::new());
        for &node in &nodes {
            for (other, weight) in links.of(node as usize).filter(|&(other, _)| place[other] != u32::MAX) {
                pattern.push(place[other]);
                weights.push(weight);
            }
            pattern.end_row();
        }
        nodes.iter().for_each(|&node| place[node as usize] = u32::MAX);
        Self { pattern: pattern.finish(nodes.len()), weights, nodes }
    }

    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The neighbours within the part, by places, with weights.
    pub fn of(&self, at: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.pattern.range(at).map(|entry| (self.pattern.cols()[entry] as usize, self.weights[entry]))
    }

    pub fn degree(&self, at: usize) -> f64 {
        self.weights[self.pattern.range(at)].iter().sum()
    }

    /// The nodes of each connected component, by places.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let edges = self.pattern.entries().map(|(_, row, col)| [row as u32, col as u32]);
        crate::math::components::Components::new(self.n_nodes(), edges).members()
    }

    /// Two sides such that all edges are between them, if there are: whether each node is on the side of the first.
    pub fn sides(&self) -> Option<Vec<bool>> {
        let mut side: Vec<Option<bool>> = vec![None; self.n_nodes()];
        for start in 0..self.n_nodes() {
            if side[start].is_some() {
                continue;
            }
            side[start] = Some(true);
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                for (other, _) in self.of(at) {
                    match side[other] {
                        None => {
                            side[other] = side[at].map(|side| !side);
                            stack.push(other);
                        }
                        of_other if of_other == side[at] => return None,
                        Some(_) => {}
                    }
                }
            }
        }
        Some(side.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The entries of ±L from the diagonal down.
    fn laplacian(&self, kind: Laplacian, sign: f64) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        let degrees: Vec<f64> = (0..self.n_nodes()).map(|at| self.degree(at)).collect();
        let scale: Vec<f64> = match kind {
            Laplacian::Plain => vec![1.0; self.n_nodes()],
            Laplacian::Normalised => degrees.iter().map(|degree| degree.sqrt().recip()).collect(),
        };
        let diagonal: Vec<f64> = match kind {
            Laplacian::Plain => degrees,
            Laplacian::Normalised => vec![1.0; self.n_nodes()],
        };
        let beside = self
            .pattern
            .entries()
            .map(move |(at, row, col)| (row, col, -sign * self.weights[at] * (scale[row] * scale[col])));
        beside.chain(diagonal.into_iter().enumerate().map(move |(at, entry)| (at, at, sign * entry)))
    }

    /// The vector of the second smallest eigenvalue of a connected part of two nodes or more.
    pub fn second(&self, kind: Laplacian) -> Result<Vector> {
        if self.n_nodes() <= DENSE_UP_TO {
            let eigen = lowest(self.n_nodes(), self.laplacian(kind, 1.0), 3).map_err(candle_core::Error::wrap)?;
            let is_arbitrary = self.n_nodes() > 2 && eigen.values[2] - eigen.values[1] < APART;
            return Ok(Vector { entries: eigen.vectors.column(1).to_vec(), is_arbitrary });
        }
        let entries = match kind {
            Laplacian::Normalised => fiedler(&self.pattern, &self.weights),
            Laplacian::Plain => self.second_of_plain(),
        };
        let mut entries = entries.map_err(candle_core::Error::wrap)?;
        let most = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        if entries.iter().find(|entry| entry.abs() > most - APART).is_some_and(|&entry| entry < 0.0) {
            entries.iter_mut().for_each(|entry| *entry = -*entry);
        }
        Ok(Vector { entries, is_arbitrary: false })
    }

    /// By I − L / max d, whose eigenvalues are in [−1, 1].
    fn second_of_plain(&self) -> std::result::Result<Vec<f64>, NoConvergence> {
        let n = self.n_nodes();
        let degrees: Vec<f64> = (0..n).map(|at| self.degree(at)).collect();
        let most = degrees.iter().copied().fold(0.0, f64::max);
        let row = |x: ndarray::ArrayView1<'_, f64>, at: usize| {
            let near: f64 = self.of(at).map(|(other, weight)| weight * x[other]).sum();
            x[at] - (degrees[at] * x[at] - near) / most
        };
        let times = |x: ndarray::ArrayView1<'_, f64>| (0..n).map(|at| row(x, at)).collect::<Array1<f64>>();
        let even = Array1::from_elem(n, (n as f64).sqrt().recip());
        let pairs = largest(n, &times, vec![even], &[], 2, &|_| {})?;
        Ok(pairs.vectors.into_iter().nth(1).map_or_else(Vec::new, |vector| vector.to_vec()))
    }

    /// The vector of the largest eigenvalue of the normalised Laplacian of a connected part of two nodes or more.
    pub fn last(&self) -> Result<Vector> {
        if self.n_nodes() <= DENSE_UP_TO {
            let negative = lowest(self.n_nodes(), self.laplacian(Laplacian::Normalised, -1.0), 2);
            let eigen = negative.map_err(candle_core::Error::wrap)?;
            let is_arbitrary = eigen.values[1] - eigen.values[0] < APART;
            return Ok(Vector { entries: eigen.vectors.column(0).to_vec(), is_arbitrary });
        }
        let ends = Walk::new(&self.pattern, &self.weights).ends(2, &|_| {}).map_err(candle_core::Error::wrap)?;
        let (values, vectors) = (ends.highest.values, ends.highest.vectors);
        let is_arbitrary = matches!(values[..], [.., before, last] if last - before < APART);
        let entries = vectors.last().map_or_else(Vec::new, |vector| vector.to_vec());
        Ok(Vector { entries, is_arbitrary })
    }
}
