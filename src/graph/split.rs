//! Splits of a dataset into training, validation and test graphs: random ones (8:1:1), the folds of a stratified
//! cross-validation, and a check of those that come from elsewhere.

use serde::{Deserialize, Serialize};

use super::Dataset;
use crate::math::rng::Rng;

/// Training graphs, validation graphs (which select the epoch) and test graphs (scored once), by index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Split {
    /// In ascending order, like all subsets.
    pub train: Vec<u32>,
    pub validation: Vec<u32>,
    pub test: Vec<u32>,
}

/// The subset of a split that a graph belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subset {
    /// Used for gradient steps.
    Train,
    /// Used to select the epoch.
    Validation,
    /// Used for the final score only.
    Test,
}

impl Subset {
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

    /// The folds of a stratified cross-validation of these graphs, given with their classes: each graph is tested in one of
    /// them, and a tenth of the others is held out for validation. In every subset, classes are represented as in the whole.
    pub fn folds(graphs: &[(u32, u32)], seed: u64, n_folds: usize) -> Vec<Self> {
        let mut rng = Rng::derived(seed, &[n_folds as u64, FOLDS]);
        let folds = dealt(graphs, n_folds, &mut rng);
        let fold = |(number, test): (u64, &Vec<(u32, u32)>)| {
            let rest: Vec<(u32, u32)> = graphs.iter().copied().filter(|graph| !test.contains(graph)).collect();
            Self::hold_out(&rest, test.iter().map(|(graph, _)| *graph).collect(), seed, number)
        };
        (0..).zip(&folds).map(fold).collect()
    }

    /// A split with these test graphs; of the others, given with their classes, a stratified tenth is for validation.
    pub fn hold_out(others: &[(u32, u32)], mut test: Vec<u32>, seed: u64, number: u64) -> Self {
        const TENTH: usize = 10;
        let mut hands = dealt(others, TENTH, &mut Rng::derived(seed, &[number, HOLD_OUT])).into_iter();
        let sorted = |graphs: Vec<(u32, u32)>| {
            let mut graphs: Vec<u32> = graphs.into_iter().map(|(graph, _)| graph).collect();
            graphs.sort_unstable();
            graphs
        };
        let validation = sorted(hands.next().unwrap_or_default());
        test.sort_unstable();
        Self { train: sorted(hands.flatten().collect()), validation, test }
    }

    /// What makes it no division of the labelled graphs of a dataset, if anything does.
    pub fn problem(&self, dataset: &Dataset) -> Option<String> {
        let mut subset_of = vec![None; dataset.graphs.len()];
        for (part, graphs) in
            [(Subset::Train, &self.train), (Subset::Validation, &self.validation), (Subset::Test, &self.test)]
        {
            let name = part.name();
            if graphs.is_empty() {
                return Some(format!("the {name} set is empty"));
            }
            for &graph in graphs {
                let Some(before) = subset_of.get_mut(graph as usize) else {
                    let (n, dataset) = (dataset.graphs.len(), &dataset.name);
                    return Some(format!(
                        "{name} graph {graph} does not exist: {dataset} has graphs 0 to {}",
                        n.max(1) - 1
                    ));
                };
                match before.replace(part) {
                    Some(before) if before == part => return Some(format!("graph {graph} is twice in the {name} set")),
                    Some(before) => {
                        return Some(format!("graph {graph} is in the {} set and in the {name} set", before.name()));
                    }
                    None if dataset.graphs[graph as usize].class.is_none() => {
                        return Some(format!("{name} graph {graph} has no class"));
                    }
                    None => {}
                }
            }
        }
        let is_missing = |idx: &usize| subset_of[*idx].is_none() && dataset.graphs[*idx].class.is_some();
        let mut missing = (0..subset_of.len()).filter(is_missing);
        let first = missing.next()?;
        Some(format!("{} of {} graphs are in no set, the first is graph {first}", missing.count() + 1, subset_of.len()))
    }

    /// The subset that a graph belongs to.
    pub fn subset_of(&self, graph: u32) -> Option<Subset> {
        let has = |part: &[u32]| part.binary_search(&graph).is_ok();
        [(Subset::Train, &self.train), (Subset::Validation, &self.validation), (Subset::Test, &self.test)]
            .into_iter()
            .find(|(_, part)| has(part))
            .map(|(part, _)| part)
    }
}

/// Streams of random numbers apart from those of other uses of a seed.
const FOLDS: u64 = 0xf01d;
const HOLD_OUT: u64 = 0x401d;

/// Graphs dealt out to hands as evenly as possible, also class by class.
fn dealt(graphs: &[(u32, u32)], n_hands: usize, rng: &mut Rng) -> Vec<Vec<(u32, u32)>> {
    let mut graphs = graphs.to_vec();
    rng.shuffle(&mut graphs);
    graphs.sort_by_key(|(_, class)| *class);
    let mut hands = vec![Vec::new(); n_hands.max(1)];
    for (at, graph) in graphs.into_iter().enumerate() {
        hands[at % n_hands.max(1)].push(graph);
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    fn dataset(classes: &[Option<u32>]) -> Dataset {
        let graphs = classes.iter().map(|&class| Graph { class, ..Graph::default() }).collect();
        Dataset { name: "D".into(), graphs, ..Dataset::default() }
    }

    #[test]
    fn folds_are_stratified_and_test_every_graph_once() {
        let classes: Vec<u32> = (0..103).map(|graph| u32::from(graph % 7 < 2) + u32::from(graph % 11 == 0)).collect();
        let graphs: Vec<(u32, u32)> = (0..).zip(classes.iter().copied()).collect();
        let dataset = dataset(&classes.iter().copied().map(Some).collect::<Vec<_>>());
        let folds = Split::folds(&graphs, 0, 10);
        let mut tested: Vec<u32> = folds.iter().flat_map(|fold| fold.test.clone()).collect();
        tested.sort_unstable();
        assert_eq!(tested, (0..103).collect::<Vec<u32>>());
        let of_class =
            |part: &[u32], class: u32| part.iter().filter(|&&graph| classes[graph as usize] == class).count();
        for fold in &folds {
            assert_eq!(fold.problem(&dataset), None);
            for class in 0..3 {
                let all = classes.iter().filter(|&&other| other == class).count();
                let (tested, held_out) = (of_class(&fold.test, class), of_class(&fold.validation, class));
                assert!(tested.abs_diff(all / 10) <= 1, "{tested} of {all}");
                assert!(held_out.abs_diff((all - tested) / 10) <= 1, "{held_out} of {}", all - tested);
            }
        }
        assert_eq!(folds, Split::folds(&graphs, 0, 10));
        assert_ne!(folds, Split::folds(&graphs, 1, 10));
    }

    #[test]
    fn what_is_no_division_of_the_dataset_is_said() {
        let dataset = dataset(&[Some(0), Some(1), Some(0), None, Some(1)]);
        let problem = |train: &[u32], validation: &[u32], test: &[u32]| {
            let [train, validation, test] = [train, validation, test].map(<[u32]>::to_vec);
            Split { train, validation, test }.problem(&dataset).unwrap_or_default()
        };
        assert_eq!(problem(&[0, 4], &[1], &[2]), "");
        assert_eq!(problem(&[0, 4], &[], &[2]), "the validation set is empty");
        assert_eq!(problem(&[0, 5], &[1], &[2]), "training graph 5 does not exist: D has graphs 0 to 4");
        assert_eq!(problem(&[0, 4], &[1], &[2, 0]), "graph 0 is in the training set and in the test set");
        assert_eq!(problem(&[0, 4, 0], &[1], &[2]), "graph 0 is twice in the training set");
        assert_eq!(problem(&[0, 4], &[1, 3], &[2]), "validation graph 3 has no class");
        assert_eq!(problem(&[0], &[4], &[2]), "1 of 5 graphs are in no set, the first is graph 1");
    }

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
        assert_eq!(split.subset_of(split.test[5]), Some(Subset::Test));
        assert_eq!(split.subset_of(188), None);
    }
}
