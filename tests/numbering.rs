//! The numbers by which the program cites the paper are those that are printed in it. Labels of its source are not: `e:18`
//! is Eq. 15.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// File below `src/` → what it cites, in the order of the text. The glossary has a list of its own.
const CITED: &[(&str, &[&str])] = &[
    ("app/widgets/canvas/draw.rs", &["Figure 2"]),
    ("app/tabs/spectrum/mod.rs", &["Eq. 8"]),
    ("app/tabs/spectrum/proofs.rs", &["Eq. 9"]),
    ("app/tabs/spectrum/vector.rs", &["Eq. 3", "Eq. 3"]),
    (
        "app/tabs/steps/step.rs",
        &[
            "Section 3",
            "Section 3",
            "Eq. 8",
            "Eqs. 5 and 9",
            "Eq. 10",
            "Eq. 11",
            "Eq. 14",
            "Eq. 15",
            "Eq. 17",
            "Eqs. 18 and 19",
            "Eq. 20",
            "Eqs. 21 and 22",
        ],
    ),
    ("cli/info.rs", &["Table 2"]),
    ("figure/kinds/assignment.rs", &["Figure 4"]),
    ("figure/kinds/kernels.rs", &["Figure 3"]),
    ("figure/kinds/pipeline.rs", &["Figure 1"]),
    ("figure/kinds/pooling.rs", &["Figure 2"]),
    ("figure/kinds/results.rs", &["Table 1"]),
    ("graph/stats.rs", &["Table 2"]),
    ("math/coupling.rs", &["Eq. 15"]),
    ("spectral/experiments.rs", &["Eq. 9", "Eq. 9"]),
    ("spectral/filter.rs", &["Eq. 8"]),
    ("spectral/kernels.rs", &["Eq. 4"]),
    ("spectral/smoothness.rs", &["Eq. 3"]),
    ("tensor/assign.rs", &["Eq. 20"]),
    ("tensor/cosine.rs", &["Eq. 9"]),
    ("tensor/rbf.rs", &["Eq. 11"]),
    ("train/paper.rs", &["Table 1"]),
];

/// The glossary's own test holds its symbols against the paper; what it searches for there is no citation.
const GLOSSARY: &str = "pooling/glossary.rs";

#[test]
fn every_number_is_that_of_the_paper() {
    let mut by_file = BTreeMap::new();
    for (path, text) in sources() {
        let cited = citations(&text);
        if !cited.is_empty() && !path.starts_with(GLOSSARY) {
            by_file.insert(path, cited);
        }
    }
    let known: BTreeMap<&str, &[&str]> = CITED.iter().copied().collect();
    let mut wrong = Vec::new();
    for (path, cited) in &by_file {
        let in_paper = known.get(path.as_str()).copied().unwrap_or_default();
        if cited != in_paper {
            wrong.push(format!("src/{path} cites {cited:?}, in the paper it is {in_paper:?}"));
        }
    }
    wrong.extend(
        known.keys().filter(|path| !by_file.contains_key(**path)).map(|path| format!("src/{path} cites nothing")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn citations_are_found_as_people_write_them() {
    let text =
        "//! (Eq. 18), Eqs. 5 and 9; see Equation (7), Fig. 2, Table 1.\n// Section 4.1, Eq.\u{a0}3; Eq. x, Table of n";
    assert_eq!(
        citations(text),
        ["Eq. 18", "Eqs. 5 and 9", "Eq. 7", "Figure 2", "Table 1", "Section 4.1", "Eq. 3"].map(str::to_owned)
    );
}

/// Everything that is cited by a number, spelled in one way.
fn citations(text: &str) -> Vec<String> {
    const WORDS: [(&str, &str); 9] = [
        ("Eqs.", "Eqs."),
        ("Eq.", "Eq."),
        ("Equations", "Eqs."),
        ("Equation", "Eq."),
        ("Figure", "Figure"),
        ("Fig.", "Figure"),
        ("Table", "Table"),
        ("Section", "Section"),
        ("Sec.", "Section"),
    ];
    let mut references = Vec::new();
    for (at, _) in text.char_indices() {
        let is_begun = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let word = WORDS.into_iter().find(|(word, _)| !is_begun && text[at..].starts_with(word));
        let Some((written, name)) = word else { continue };
        let numbers = numbers(&text[at + written.len()..]);
        if !numbers.is_empty() {
            references.push(format!("{name} {}", numbers.join(" and ")));
        }
    }
    references
}

/// `5 and 9`, `(7)` or `4.1` after a space.
fn numbers(text: &str) -> Vec<String> {
    let Some(mut rest) = text.strip_prefix([' ', '\u{a0}']) else { return Vec::new() };
    let mut numbers = Vec::new();
    loop {
        rest = rest.strip_prefix('(').unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        if number.is_empty() {
            return numbers;
        }
        numbers.push(number.to_owned());
        match rest[end..].trim_start_matches(')').strip_prefix(" and ") {
            Some(next) => rest = next,
            None => return numbers,
        }
    }
}

/// All files below `src/`, by their paths.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut files): (Vec<PathBuf>, Vec<_>) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!files.is_empty());
    files
}
