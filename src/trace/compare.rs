//! Two poolings of one graph held against each other: seeds that differ, matrices entry by entry.

use ndarray::Array2;

use crate::{
    math::dense::product,
    pooling::{
        method::Method,
        trace::{LevelTrace, Value},
    },
    symbols::{self, Symbol},
    trace::level::n_nodes,
};

/// Which matrix of a level is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// Cᵀ C `[n, n]`: which nodes go together, whatever the clusters are called.
    #[default]
    Together,
    /// C with each row at its seed `[n, n]`; for operators that choose seeds.
    BySeed,
    /// A matrix of the trace by its symbol.
    Symbol(&'static Symbol),
}

/// The seeds of two poolings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    /// Chosen by both, in ascending order as the others.
    pub both: Vec<u32>,
    /// Selected by the first only.
    pub first: Vec<u32>,
    /// Selected by the second only.
    pub second: Vec<u32>,
}

impl Seeds {
    /// Those of a level; none where an operator has no seeds.
    pub fn new(a: &LevelTrace, b: &LevelTrace) -> Option<Self> {
        let sorted = |level: &LevelTrace| {
            let mut seeds = level.seeds()?.to_vec();
            seeds.sort_unstable();
            Some(seeds)
        };
        let (a, b) = (sorted(a)?, sorted(b)?);
        let part = |from: &[u32], other: &[u32], is_in: bool| -> Vec<u32> {
            from.iter().copied().filter(|seed| other.binary_search(seed).is_ok() == is_in).collect()
        };
        Some(Self { both: part(&a, &b, true), first: part(&a, &b, false), second: part(&b, &a, false) })
    }
}

impl Compared {
    /// All that both have in the same shape: assignments, and matrices between nodes that both operators show.
    pub fn all(a: (&Method, &LevelTrace), b: (&Method, &LevelTrace)) -> Vec<Self> {
        let mut all = vec![Self::Together];
        if a.1.seeds().is_some() && b.1.seeds().is_some() {
            all.push(Self::BySeed);
        }
        let shape = |(method, level): (&Method, &LevelTrace), symbol: &'static Symbol| {
            let step = level.step(symbol).filter(|step| step.is_kernel() && method.matrices.contains(&symbol))?;
            step.value.shape()
        };
        for &symbol in a.0.matrices {
            if shape(a, symbol).is_some() && shape(a, symbol) == shape(b, symbol) {
                all.push(Self::Symbol(symbol));
            }
        }
        all
    }

    /// For display, in the notation of the paper.
    pub fn name(self) -> &'static str {
        match self {
            Self::Together => "C^TC",
            Self::BySeed => symbols::C.text,
            Self::Symbol(symbol) => symbol.text,
        }
    }

    /// The matrix of a level, dense. The caller answers for the size.
    pub fn matrix(self, level: &LevelTrace) -> Option<Array2<f64>> {
        let n = n_nodes(level);
        match self {
            Self::Together => {
                let c = dense(level.get(&symbols::C)?)?;
                Some(product(&c.t(), &c))
            }
            Self::BySeed => {
                let seeds = level.seeds()?;
                let mut by_seed = Array2::zeros((n, n));
                for (row, col, weight) in level.get(&symbols::C)?.entries() {
                    by_seed[[*seeds.get(row)? as usize, col]] = weight;
                }
                Some(by_seed)
            }
            Self::Symbol(symbol) => dense(level.get(symbol)?),
        }
    }
}

fn dense(value: &Value) -> Option<Array2<f64>> {
    match value {
        Value::Sparse(matrix) => Some(matrix.to_dense()),
        Value::Dense(matrix) => Some(matrix.clone()),
        Value::Vector(_) | Value::Nodes(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::gallery,
        pooling::{Params, Weights, explore, method},
    };

    fn level(key: &str) -> (&'static Method, LevelTrace) {
        let dataset = gallery::dataset();
        let graph = dataset.graphs.iter().find(|graph| graph.n_nodes > 6).unwrap();
        let signal = vec![1.0; graph.n_nodes];
        let params = Params { max_nodes: graph.n_nodes, ..Params::default() };
        let method = method(key).unwrap();
        let weights = Weights::untrained(method.operator, 1, &params).unwrap();
        (method, explore(method, graph, &signal, 1, &params, &weights).unwrap().levels.swap_remove(0))
    }

    fn offered(a: &(&Method, LevelTrace), b: &(&Method, LevelTrace)) -> Vec<Compared> {
        Compared::all((a.0, &a.1), (b.0, &b.1))
    }

    #[test]
    fn a_pooling_does_not_differ_from_itself() {
        let (a, b) = (level("proxpool"), level("proxpool"));
        let seeds = Seeds::new(&a.1, &b.1).unwrap();
        assert!(!seeds.both.is_empty() && seeds.first.is_empty() && seeds.second.is_empty());
        for compared in offered(&a, &b) {
            assert_eq!(compared.matrix(&a.1), compared.matrix(&b.1), "{}", compared.name());
        }
    }

    #[test]
    fn rows_stand_at_their_seeds_and_what_one_has_not_is_not_offered() {
        let (a, b) = (level("proxpool"), level("eigenpool"));
        assert_eq!(offered(&a, &b), [Compared::Together]);
        assert_eq!(Seeds::new(&a.1, &b.1), None);
        let by_seed = Compared::BySeed.matrix(&a.1).unwrap();
        for &seed in a.1.seeds().unwrap() {
            assert_eq!(by_seed[[seed as usize, seed as usize]], 1.0);
        }
        let names: Vec<&str> = offered(&a, &level("proxpool-ns")).into_iter().map(Compared::name).collect();
        assert_eq!(names, ["C^TC", "C", "K_t", "R"]);
    }
}
