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
    ("units", &[]),
    ("names", &[]),
    ("graph", &["math"]),
    ("readers", &["files", "math", "graph"]),
    ("writers", &["files", "graph"]),
    ("fetch", &["readers"]),
    ("spectral", &["math", "graph"]),
    ("layout", &["math", "graph"]),
    ("tensor", &["math"]),
    ("pooling", &["files", "symbols", "math", "graph", "tensor"]),
    ("trace", &["files", "symbols", "math", "graph", "pooling"]),
    ("model", &["symbols", "math", "graph", "tensor", "pooling"]),
    ("train", &["files", "names", "symbols", "units", "math", "graph", "tensor", "pooling", "model"]),
    ("study", &["files", "math", "graph", "readers", "pooling", "train"]),
    ("explore", &["names", "graph", "pooling", "trace", "model", "train"]),
    ("view", &["names", "symbols", "math", "graph", "layout", "pooling", "trace", "explore"]),
    ("figure", BELOW_FIGURE),
    ("snippet", &["names", "symbols", "graph", "pooling", "trace", "model", "train", "explore", "figure"]),
    ("cli", BELOW_FRONTS),
    ("app", BELOW_FRONTS),
];

const BELOW_FIGURE: &[&str] = &[
    "files", "names", "symbols", "math", "graph", "spectral", "layout", "pooling", "trace", "model", "train", "study",
    "explore", "view",
];
const BELOW_FRONTS: &[&str] = &[
    "files", "names", "symbols", "units", "math", "graph", "readers", "writers", "fetch", "spectral", "tensor",
    "pooling", "trace", "model", "train", "study", "explore", "layout", "view", "figure", "snippet",
];

/// The same within the window's room.
const ARROWS_OF_APP: &[(&str, &[&str])] = &[
    ("app::state", &[]),
    ("app::work", &["app::state"]),
    ("app::widgets", &["app::state", "app::work"]),
    ("app::tabs", &["app::state", "app::work", "app::widgets"]),
    ("app::shell", &["app::state", "app::work", "app::widgets", "app::tabs"]),
];

/// Word → the only places (prefixes below `src/`) that may have it.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("egui", &["app/"]),
    ("candle", &["tensor/", "pooling/", "model/", "train/", "main.rs"]),
    ("rayon", &["train/"]),
    ("fdg_sim", &["layout/forces.rs"]),
    ("faer", &["math/eigen"]),
    ("resvg", &["figure/file/"]),
    ("subsetter", &["figure/file/"]),
    ("pdf_writer", &["figure/file/pdf/"]),
    ("rustybuzz", &["figure/file/", "figure/text.rs"]),
    ("ratex", &["app/widgets/equation.rs"]),
    ("toml::", &["study/plan.rs"]),
    ("println!", &["app/shell/", "cli/", "main.rs"]),
    ("print!", &["cli/"]),
    ("thread::", &["app/", "cli/", "cancel.rs", "train/engine.rs", "train/splits.rs"]),
];

#[test]
fn rooms_name_only_the_rooms_they_may() {
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| path.contains('/')) {
        let module = module_of(&path);
        let named = modules_named(&module, &text);
        let mut check = |arrows: &[(&str, &[&str])]| match arrows.iter().find(|(room, _)| is_within(&module, room)) {
            Some((room, allowed)) => wrong.extend(named.iter().filter_map(|name| {
                let (target, _) = arrows.iter().find(|(target, _)| is_within(name, target))?;
                (target != room && !allowed.contains(target)).then(|| format!("src/{path} names crate::{name}"))
            })),
            None => wrong.push(format!("src/{path} is in no room of the list")),
        };
        check(ARROWS);
        if module.starts_with("app::") {
            check(ARROWS_OF_APP);
        }
        if let Some(tab) = tab_of(&module) {
            let foreign = named.iter().filter(|name| tab_of(name).is_some_and(|other| other != tab && is_tab(other)));
            wrong.extend(foreign.map(|name| format!("src/{path} names crate::{name}, another tab")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `train` in `app::tabs::train::curves`.
fn tab_of(module: &str) -> Option<&str> {
    module.strip_prefix("app::tabs::")?.split("::").next()
}

/// Whether a tab has that name, and not an item that all tabs share.
fn is_tab(name: &str) -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app/tabs").join(name).is_dir()
}

/// The lists above let no room reach itself by way of others.
#[test]
fn arrows_have_no_cycle() {
    for arrows in [ARROWS, ARROWS_OF_APP] {
        let mut left: BTreeMap<&str, &[&str]> = arrows.iter().copied().collect();
        while !left.is_empty() {
            let free = left.iter().find(|(_, rooms)| rooms.iter().all(|room| !left.contains_key(room)));
            let free = *free.unwrap_or_else(|| panic!("a cycle among {:?}", left.keys())).0;
            left.remove(free);
        }
    }
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

/// Errors of the library are also shown in the window, where there are no flags.
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

/// Every source file below a room but for its tests, as a path from `src/` and its text.
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
    files.retain(|path| !path.ends_with("tests.rs"));
    files.sort();
    files
        .into_iter()
        .map(|path| (path.strip_prefix(&src).unwrap().display().to_string(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Lines outside comments, up to the tests at the end of the file.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let code = text.find("#[cfg(test)]\nmod tests").map_or(text, |at| &text[..at]);
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// `app/tabs/mod.rs` is `app::tabs`.
fn module_of(path: &str) -> String {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.replace('/', "::")
}

fn is_within(module: &str, room: &str) -> bool {
    module.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The paths behind `crate::room::Thing`, `super::Thing` and `crate::{room, other::Thing}` in a module, from the crate's
/// root.
fn modules_named(module: &str, text: &str) -> BTreeSet<String> {
    let code = code_lines(text).collect::<Vec<_>>().join("\n");
    let is_start = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c));
    let starts = ["crate::", "super::"].into_iter().flat_map(|start| code.match_indices(start));
    let mut names = BTreeSet::new();
    for (at, _) in starts.filter(|(at, _)| is_start(*at)) {
        for path in paths(&code[at..]) {
            names.insert(absolute(module, &path));
        }
    }
    names
}

fn absolute(module: &str, path: &str) -> String {
    let mut base: Vec<&str> = module.split("::").collect();
    let mut words: Vec<&str> = path.split("::").collect();
    match words[0] {
        "crate" => {
            words.remove(0);
            base.clear();
        }
        _ => {
            while words.first() == Some(&"super") {
                words.remove(0);
                base.pop();
            }
        }
    }
    base.extend(words);
    base.join("::")
}

/// The paths of a tree such as `a::{b, c::{d, e}}`.
fn paths(tree: &str) -> Vec<String> {
    let end = tree.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(tree.len());
    let (head, rest) = tree.split_at(end);
    match rest.strip_prefix('{') {
        Some(group) if head.ends_with("::") => {
            branches(group).into_iter().flat_map(paths).map(|branch| format!("{head}{branch}")).collect()
        }
        _ => vec![head.trim_end_matches(':').to_owned()],
    }
}

/// What stands between the commas of a group, up to its end.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (idx, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                all.push(group[start..idx].trim());
                start = idx + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    all.retain(|branch| !branch.is_empty());
    all
}

#[test]
fn the_scan_finds_what_is_named() {
    let text = "use crate::{graph::{self, Graph}, math};\nuse super::{slot, training::Live};\n// crate::app\n\
                let x = crate::readers::open(super::super::theme());\n#[cfg(test)]\nmod tests { use crate::cli; }";
    let modules: Vec<String> = modules_named("app::work::export", text).into_iter().collect();
    let training = "app::work::training::Live";
    assert_eq!(
        modules,
        ["app::theme", "app::work::slot", training, "graph::Graph", "graph::self", "math", "readers::open"]
    );
}
