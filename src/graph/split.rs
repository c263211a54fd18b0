//! Seeded random splits of a dataset: eight parts to train on, one to choose by, one to test on.

use serde::{Deserialize, Serialize};

use crate::math::rng::Rng;

/// Which graphs train, which choose the epoch, which are tested once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Split {
    /// 80 % of the graphs.
    pub train: Vec<u32>,
    /// One part.
    pub validation: Vec<u32>,
    /// One part.
    pub test: Vec<u32>,
}

/// The part of a split that a graph is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Used for gradient steps.
    Train,
    /// Used to select the epoch.
    Validation,
    /// Used for the final score only.
    Test,
}

impl Part {
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "training",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

impl Split {
    /// Split `number` of these graphs for a seed; every subset is in ascending order.
    pub fn new(graphs: &[u32], seed: u64, number: usize) -> Self {
        let mut graphs = graphs.to_vec();
        Rng::derived(seed, &[number as u64]).shuffle(&mut graphs);
        let tenth = (graphs.len() + 5) / 10;
        let mut validation = graphs.split_off(graphs.len() - 2 * tenth);
        let mut test = validation.split_off(tenth);
        for part in [&mut graphs, &mut validation, &mut test] {
            part.sort_unstable();
        }
        Self { train: graphs, validation, test }
    }

    /// The subset that a graph belongs to.
    pub fn part_of(&self, graph: u32) -> Option<Part> {
        let has = |part: &[u32]| part.binary_search(&graph).is_ok();
        [(Part::Train, &self.train), (Part::Validation, &self.validation), (Part::Test, &self.test)]
            .into_iter()
            .find(|(_, part)| has(part))
            .map(|(part, _)| part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_graph_is_in_one_part_and_seeds_differ() {
        let graphs: Vec<u32> = (0..188).collect();
        let split = Split::new(&graphs, 0, 3);
        assert_eq!((split.train.len(), split.validation.len(), split.test.len()), (150, 19, 19));
        let mut all = [split.train.clone(), split.validation.clone(), split.test.clone()].concat();
        all.sort_unstable();
        assert_eq!(all, graphs);
        assert_eq!(split, Split::new(&graphs, 0, 3));
        assert_ne!(split, Split::new(&graphs, 0, 4));
        assert_ne!(split, Split::new(&graphs, 1, 3));
        assert_eq!(split.part_of(split.test[5]), Some(Part::Test));
        assert_eq!(split.part_of(188), None);
    }
}
