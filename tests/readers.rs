//! Files good and bad: the good ones read as they should, the bad ones give exactly their message.
//!
//! `corpus/bad/FORMAT/expected.txt` has a line `FILE<TAB>message` for each broken file.

mod bomb;

use std::{
    fs,
    path::{Path, PathBuf},
};

use bomb::bomb;
use proxpool::{
    graph::Dataset,
    readers::{self, ReadOptions, source::Source},
};

fn corpus(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(below)
}

fn message_of(folder: &Path, file: &str) -> String {
    // What is tolerated by default is said all the same where reading is strict.
    match readers::open_with(&folder.join(file), &ReadOptions::strict()) {
        Ok(dataset) => format!("(no error: {} graphs were read)", dataset.graphs.len()),
        Err(error) => error.to_string().replace(&format!("{}/", folder.display()), ""),
    }
}

#[test]
fn every_broken_file_gets_exactly_its_message() {
    let mut n_files = 0;
    let mut wrong = Vec::new();
    for folder in fs::read_dir(corpus("bad")).unwrap() {
        let folder = folder.unwrap().path();
        let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
        let mut listed = vec!["expected.txt"];
        for line in expected.lines() {
            let (file, message) = line.split_once('\t').unwrap();
            listed.push(file);
            n_files += 1;
            let got = message_of(&folder, file);
            if got != message {
                wrong.push(format!("{}\t{file}\n  expected: {message}\n  got:      {got}", folder.display()));
            }
        }
        for file in fs::read_dir(&folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(listed.contains(&name.as_str()), "{name} is not in {}/expected.txt", folder.display());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_files >= 200, "only {n_files} broken files");
}

fn good(file: &str) -> Dataset {
    readers::open(&corpus("good").join(file)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_tu_folder_is_read_whole() {
    let dataset = good("tu/plain");
    assert_eq!(dataset.name, "DS");
    assert_eq!(dataset.graphs.len(), 2);
    let first = &dataset.graphs[0];
    assert_eq!((first.n_nodes, &first.edges[..]), (3, &[[0, 1], [1, 2]][..]));
    // The labels 0, 3, 9 become 0, 1, 2; the classes 1, -1 become 1, 0.
    assert_eq!(first.node_labels.as_deref(), Some(&[0, 1, 0][..]));
    assert_eq!(dataset.graphs[1].node_labels.as_deref(), Some(&[2, 0][..]));
    assert_eq!(dataset.node_labels.show(2), "9");
    assert_eq!((first.class, dataset.graphs[1].class), (Some(1), Some(0)));
    assert_eq!(dataset.classes.show(0), "-1");
    assert_eq!(first.edge_labels.as_deref(), Some(&[0, 1][..]));
    assert_eq!(first.node_attributes.as_deref(), Some(&[0.5, 1.0, 1.0, 2.0, 2.0, 3.0][..]));
    assert_eq!(dataset.graphs[1].targets, [-1.5]);
    assert!(dataset.warnings.is_empty());
}

/// Of the four PTC sets this one alone numbers single bonds 1 and double ones 2, as its README says.
#[test]
fn the_bonds_of_ptc_fm_have_the_names_of_its_readme() {
    let dataset = good("tu/PTC_FM");
    let names: Vec<&str> = dataset.edge_labels.iter().map(|label| label.show()).collect();
    assert_eq!(names, ["triple", "single", "double", "aromatic"]);
    let names: Vec<&str> = dataset.node_labels.iter().map(|label| label.show()).collect();
    assert_eq!((names.as_slice(), dataset.classes.show(1)), (["C", "O", "N"].as_slice(), "carcinogenic"));
}

#[test]
fn line_ends_marks_and_separators_make_no_difference() {
    let (plain, other) = (good("tu/plain"), good("tu/crlf-bom-no-final-newline"));
    assert_eq!(plain, other);
}

#[test]
fn one_way_and_repeated_edges_count_once_and_self_loops_are_dropped_aloud() {
    let (plain, other) = (good("tu/plain"), good("tu/one-way-and-repeated"));
    for (a, b) in plain.graphs.iter().zip(&other.graphs) {
        assert_eq!(a.edges, b.edges);
    }
    assert_eq!(other.warnings.len(), 1);
    assert!(other.warnings[0].message.ends_with("DS_A.txt:6: a self-loop was dropped"), "{:?}", other.warnings);
}

#[test]
fn labels_are_optional() {
    let dataset = good("tu/bare");
    assert!(dataset.classes.is_empty() && dataset.node_labels.is_empty());
    assert_eq!(dataset.graphs[0].class, None);
}

#[test]
fn a_zip_of_ten_gigabytes_is_refused_whatever_it_declares() {
    let member = "B/B_A.txt";
    let honest = Source::zip("bomb.zip", bomb(member, 10_000 << 20)).map(|_| ()).unwrap_err();
    assert_eq!(
        honest.to_string(),
        "bomb.zip: this unpacks to 10.5 GB, more than the limit of 1 GiB; split the dataset"
    );
    let liar = Source::zip("bomb.zip", bomb(member, 12)).and_then(|mut source| source.read(member)).unwrap_err();
    assert_eq!(
        liar.to_string(),
        "bomb.zip/B/B_A.txt: this member is damaged, or its size differs from the declared size; download the zip again"
    );
}
