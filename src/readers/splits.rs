//! Published splits: which graphs train, which choose the epoch, which are tested.
//!
//! Three forms are read:
//!
//! - the JSON of Errica et al. (ICLR 2020), a list of outer folds `{"test": […], "model_selection": [{"train": […],
//!   "validation": […]}]}`, or of plain objects `{"train": […], "validation": […], "test": […]}`, or one such object, or
//!   the `run.json` of a run;
//! - a folder of index files, one graph per line, named by set and fold: `train_idx-1.txt`, `test_idx-1.txt`;
//! - one file of test graphs, one per line: a single split.
//!
//! Graphs count from 0. What is left out is filled in: the training set by all graphs that are in no other set, the
//! validation set by a stratified tenth of the training set.

mod index_files;
mod json;

use std::{collections::BTreeSet, path::Path};

use super::{Place, ReadError, source::TextFile};
use crate::graph::{Dataset, split::Split};

/// A split as far as a file lists it.
#[derive(Debug, Default, PartialEq)]
struct Listed {
    /// As the file names it, for messages.
    name: String,
    train: Option<Vec<u32>>,
    validation: Option<Vec<u32>>,
    test: Vec<u32>,
}

/// The splits in a file or a folder, checked against their dataset. The seed chooses a validation set where none is listed.
pub fn read(path: &Path, dataset: &Dataset, seed: u64) -> Result<Vec<Split>, ReadError> {
    let place = || Place::file(path.display().to_string());
    let listed = if path.is_dir() {
        index_files::read(path)?
    } else {
        let file = TextFile::open(path)?;
        if file.text.trim_start().starts_with(['[', '{']) {
            json::read(&file)?
        } else {
            let test = index_files::indices(&file)?;
            vec![Listed { name: "split 0".into(), test, ..Listed::default() }]
        }
    };
    if listed.is_empty() {
        return Err(ReadError::new(place(), "there is no split in it", FORMS));
    }
    let splits = (0..).zip(listed).map(|(number, listed)| {
        let name = listed.name.clone();
        let split = listed.completed(dataset, seed, number);
        match split.problem(dataset) {
            None => Ok(split),
            Some(problem) => Err(ReadError::new(
                place(),
                format!("{name}: {problem}"),
                format!(
                    "give the splits of {}, which has {} graphs, counted from 0",
                    dataset.name,
                    dataset.graphs.len()
                ),
            )),
        }
    });
    splits.collect()
}

const FORMS: &str = "use JSON with lists “train”, “validation” and “test”, or a folder with files such as train_idx-1.txt \
                     and test_idx-1.txt";

impl Listed {
    fn completed(self, dataset: &Dataset, seed: u64, number: u64) -> Split {
        let Self { train, validation, mut test, .. } = self;
        let is_elsewhere: BTreeSet<u32> = test.iter().chain(validation.iter().flatten()).copied().collect();
        let mut train = train.unwrap_or_else(|| {
            let labelled = (0..).zip(&dataset.graphs).filter(|(_, graph)| graph.class.is_some()).map(|(idx, _)| idx);
            labelled.filter(|idx| !is_elsewhere.contains(idx)).collect()
        });
        let Some(mut validation) = validation else {
            let class =
                |graph: u32| dataset.graphs.get(graph as usize).and_then(|graph| graph.class).unwrap_or(u32::MAX);
            let train: Vec<(u32, u32)> = train.into_iter().map(|graph| (graph, class(graph))).collect();
            return Split::hold_out(&train, test, seed, number);
        };
        for part in [&mut train, &mut validation, &mut test] {
            part.sort_unstable();
        }
        Split { train, validation, test }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::graph::Graph;

    fn dataset(n: u32) -> Dataset {
        let graphs = (0..n).map(|idx| Graph { class: Some(idx % 2), ..Graph::default() }).collect();
        Dataset { name: "D".into(), graphs, ..Dataset::default() }
    }

    fn read_text(name: &str, text: &str, n: u32) -> Result<Vec<Split>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        read(&path, &dataset(n), 0).map_err(|error| {
            let folder = format!("{}/", folder.path().display());
            error.to_string().replace(&folder, "")
        })
    }

    #[test]
    fn the_forms_of_others_are_read() {
        let expected = [Split { train: vec![0, 3], validation: vec![2], test: vec![1, 4] }];
        let errica = r#"[{"test": [4, 1], "model_selection": [{"train": [3, 0], "validation": [2]}]}]"#;
        for text in [
            errica,
            r#"[{"train": [0, 3], "val": [2], "test": [1, 4]}]"#,
            r#"{"train": [0, 3], "valid": [2], "test": [1, 4]}"#,
        ] {
            assert_eq!(read_text("splits.json", text, 5).unwrap(), expected, "{text}");
        }
        let run = r#"{"format": 1, "config": {}, "splits": [{"train": [0, 3], "validation": [2], "test": [1, 4]}]}"#;
        assert_eq!(read_text("run.json", run, 5).unwrap(), expected);
    }

    #[test]
    fn what_is_left_out_is_filled_in() {
        let [split] = &read_text("test.txt", "3\n\n 7 \r\n12\n", 40).unwrap()[..] else { panic!("one split") };
        assert_eq!((&*split.test, split.validation.len(), split.train.len()), (&[3, 7, 12][..], 4, 33));
        assert_eq!(split.problem(&dataset(40)), None);
    }

    #[test]
    fn folders_have_a_file_for_each_set_and_fold() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        for fold in 1..=10 {
            let test = |idx: &u32| idx % 10 + 1 == fold;
            let list = |indices: Vec<u32>| indices.iter().map(|idx| format!("{idx}\n")).collect::<String>();
            write(&format!("test_idx-{fold}.txt"), &list((0..50).filter(test).collect()));
            write(&format!("train_idx-{fold}.txt"), &list((0..50).filter(|idx| !test(idx)).collect()));
        }
        write("README.txt", "by fold");
        let splits = read(folder.path(), &dataset(50), 0).unwrap();
        assert_eq!(splits.len(), 10);
        assert!((0..).zip(&splits).all(|(fold, split)| split.test.iter().all(|idx| idx % 10 == fold)), "10 after 9");
        write("train_idx-11.txt", "1\n");
        let error = read(folder.path(), &dataset(50), 0).unwrap_err();
        assert_eq!(error.what, "fold 11 has no test set");
    }

    #[test]
    fn what_does_not_fit_is_said_with_its_place() {
        let cases = [
            (
                "a.json",
                r#"[{"train": [0], "validation": [1], "test": [2, 9]}]"#,
                "a.json: split 0: test graph 9 does not exist: D has graphs 0 to 3",
            ),
            (
                "a.json",
                r#"[{"train": [0, 2], "validation": [1], "test": [2, 3]}]"#,
                "a.json: split 0: graph 2 is in the training set and in the test set",
            ),
            (
                "a.json",
                r#"[{"train": [0], "validation": [1], "test": [2]}]"#,
                "a.json: split 0: 1 of 4 graphs are in no set, the first is graph 3",
            ),
            ("a.json", r#"[{"train": [0], "validation": [1]}]"#, "a.json: split 0 has no “test”"),
            ("a.json", r#"[{"test": [0], "model_selection": [{}, {}]}]"#, "a.json: split 0 has 2 inner splits"),
            ("a.json", "[{\"test\": [0,\n 1.5]}]", "a.json:2:4: this is not a list of splits"),
            (
                "a.json",
                r#"[{"train": [0], "validation": [1], "test": [2, 3, 2]}]"#,
                "a.json: split 0: graph 2 is twice in the test set",
            ),
            (
                "a.json",
                "[{\"test\": [3],\n \"model_selection\": [{\"train\": [0, 1], \"valid",
                "a.json:2:45: this is not a list of splits",
            ),
            ("a.json", "[]", "a.json: there is no split in it"),
            ("a.txt", "1\n2\nthree\n", "a.txt:3: “three” is not the number of a graph"),
        ];
        for (name, text, expected) in cases {
            let error = read_text(name, text, 4).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
