//! The architecture as a test: which room may name which, and where awkward libraries may appear.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Room → rooms it may name. See the page in `src/lib.rs`.
const ARROWS: &[(&str, &[&str])] = &[
    ("math", &[]),
    ("files", &[]),
    ("symbols", &[]),
    ("graph", &["math"]),
    ("readers", &["files", "math", "graph"]),
    ("spectral", &["math", "graph"]),
    ("layout", &["math", "graph"]),
    ("figure", &["files", "symbols", "math", "graph", "spectral", "layout", "pooling", "model", "train", "explore"]),
    ("tensor", &["math"]),
    ("pooling", &["files", "symbols", "math", "graph", "tensor"]),
    ("model", &["symbols", "math", "graph", "tensor", "pooling"]),
    ("train", &["files", "symbols", "math", "graph", "tensor", "pooling", "model"]),
    ("explore", &["graph", "pooling", "model", "train"]),
    (
        "cli",
        &[
            "files", "symbols", "math", "graph", "readers", "spectral", "tensor", "pooling", "model", "train",
            "explore", "layout", "figure",
        ],
    ),
    (
        "app",
        &[
            "files", "symbols", "math", "graph", "readers", "spectral", "tensor", "pooling", "model", "train",
            "explore", "layout", "figure",
        ],
    ),
];

/// Word → the only places (prefixes below `src/`) that may have it.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("egui", &["app/"]),
    ("candle", &["tensor/", "pooling/", "model/", "train/", "main.rs"]),
    ("rayon", &["train/"]),
    ("fdg_sim", &["layout/forces.rs"]),
    ("faer", &["math/eigen.rs"]),
    ("resvg", &["figure/file/"]),
    ("subsetter", &["figure/file/"]),
    ("pdf_writer", &["figure/file/pdf/"]),
    ("rustybuzz", &["figure/file/", "figure/text.rs"]),
    ("ratex", &["app/widgets/equation.rs"]),
    ("println!", &["app/", "cli/", "main.rs"]),
    ("thread::", &["app/", "cli/", "train/engine.rs", "train/splits.rs"]),
];

#[test]
fn rooms_name_only_the_rooms_they_may() {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some((room, _)) = path.split_once('/') else { continue };
        let Some(rooms) = allowed.get(room) else {
            wrong.push(format!("src/{room} is not in the list of rooms"));
            continue;
        };
        for named in rooms_named(&text) {
            if named != room && !rooms.contains(&named.as_str()) {
                wrong.push(format!("src/{path} names crate::{named}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn libraries_and_side_effects_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (word, places) in ONLY_IN {
            if !places.iter().any(|place| path.starts_with(place)) && code_lines(&text).any(|line| line.contains(word))
            {
                wrong.push(format!("src/{path} has {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts that are printed on the terminal before there is a window.
const NAMES_FLAGS: &[&str] = &["cli/", "main.rs", "app/mod.rs"];

/// What the library says is read in the window too, where there are no flags.
#[test]
fn flags_are_named_by_the_command_line_alone() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if NAMES_FLAGS.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        for line in code_lines(&text).filter(|line| names_flag(line)) {
            wrong.push(format!("src/{path}: {}", line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a line has `--` before a letter, which in Rust it has only within a text.
fn names_flag(line: &str) -> bool {
    line.match_indices("--").any(|(at, _)| line[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Every source file below a room, as a path from `src/` and its text.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
        .into_iter()
        .map(|path| (path.strip_prefix(&src).unwrap().display().to_string(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Lines outside comments, up to the tests at the end of the file.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| *line != "#[cfg(test)]").filter(|line| !line.trim_start().starts_with("//"))
}

/// The rooms behind `crate::room` and `crate::{room, other::Thing}`.
fn rooms_named(text: &str) -> BTreeSet<String> {
    let code = code_lines(text).collect::<Vec<_>>().join("\n");
    let mut rooms = BTreeSet::new();
    for (at, found) in code.match_indices("crate::") {
        let after = &code[at + found.len()..];
        match after.strip_prefix('{') {
            Some(group) => rooms.extend(first_words_of_group(group)),
            None => rooms.extend(word(after)),
        }
    }
    rooms
}

fn first_words_of_group(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut words) = (0, 0, Vec::new());
    for (idx, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                words.extend(word(group[start..idx].trim_start()));
                start = idx + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    words
}

fn word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

#[test]
fn the_scan_finds_rooms_in_groups() {
    let text = "use crate::{graph::{self, Graph}, math};\nlet x = crate::readers::open;\n// crate::app\n";
    assert_eq!(rooms_named(text).into_iter().collect::<Vec<_>>(), ["graph", "math", "readers"]);
}
