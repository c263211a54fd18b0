//! Two poolings of one graph held against each other: seeds that differ, matrices entry by entry.

use ndarray::Array2;

use super::{
    level::n_nodes,
    trace::{LevelTrace, Value},
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
    Symbol(&'static str),
}

/// The seeds of two poolings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    /// Chosen by both, in ascending order as the others.
    pub both: Vec<u32>,
    /// Chosen by the first alone.
    pub first: Vec<u32>,
    /// Chosen by the second alone.
    pub second: Vec<u32>,
}

impl Seeds {
    /// Those of a level; none where an operator has no seeds.
    pub fn of(a: &LevelTrace, b: &LevelTrace) -> Option<Self> {
        let sorted = |level: &LevelTrace| {
            let mut seeds = level.nodes("idx")?.to_vec();
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
    /// All that both levels have in the same shape, with the names people see.
    pub fn all(a: &LevelTrace, b: &LevelTrace) -> Vec<(Self, &'static str)> {
        let mut all = vec![(Self::Together, "C^TC")];
        if a.nodes("idx").is_some() && b.nodes("idx").is_some() {
            all.push((Self::BySeed, "C"));
        }
        for symbol in ["K_t", "K_s", "R"] {
            let shape = |level: &LevelTrace| level.get(symbol).and_then(Value::shape);
            if shape(a).is_some() && shape(a) == shape(b) {
                all.push((Self::Symbol(symbol), symbol));
            }
        }
        all
    }

    /// The matrix of a level, dense. The caller answers for the size.
    pub fn of(self, level: &LevelTrace) -> Option<Array2<f64>> {
        let n = n_nodes(level);
        match self {
            Self::Together => {
                let c = dense(level.get("C")?)?;
                Some(c.t().dot(&c))
            }
            Self::BySeed => {
                let seeds = level.nodes("idx")?;
                let mut by_seed = Array2::zeros((n, n));
                for (row, col, weight) in level.get("C")?.entries() {
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

    fn level(key: &str) -> LevelTrace {
        let dataset = gallery::dataset();
        let graph = dataset.graphs.iter().find(|graph| graph.n_nodes > 6).unwrap();
        let signal = vec![1.0; graph.n_nodes];
        let params = Params { max_nodes: graph.n_nodes, ..Params::default() };
        let found = method(key).unwrap();
        let weights = Weights::untrained(found.operator, 1, &params).unwrap();
        explore(found, graph, &signal, 1, &params, &weights).unwrap().levels.swap_remove(0)
    }

    #[test]
    fn a_pooling_does_not_differ_from_itself() {
        let (a, b) = (level("proxpool"), level("proxpool"));
        let seeds = Seeds::of(&a, &b).unwrap();
        assert!(!seeds.both.is_empty() && seeds.first.is_empty() && seeds.second.is_empty());
        for (compared, name) in Compared::all(&a, &b) {
            assert_eq!(compared.of(&a), compared.of(&b), "{name}");
        }
    }

    #[test]
    fn rows_stand_at_their_seeds_and_what_one_has_not_is_not_offered() {
        let (a, b) = (level("proxpool"), level("eigenpool"));
        assert_eq!(Compared::all(&a, &b), [(Compared::Together, "C^TC")]);
        assert_eq!(Seeds::of(&a, &b), None);
        let by_seed = Compared::BySeed.of(&a).unwrap();
        for &seed in a.nodes("idx").unwrap() {
            assert_eq!(by_seed[[seed as usize, seed as usize]], 1.0);
        }
        let names: Vec<&str> = Compared::all(&a, &level("proxpool-ns")).iter().map(|(_, name)| *name).collect();
        assert_eq!(names, ["C^TC", "C", "K_t", "R"]);
    }
}
