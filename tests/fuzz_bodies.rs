//! The bodies of the fuzz targets, on every file of the corpus and on seeded changes of each.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use bodies::{BODIES, FILE_END, FILES};
use proxpool::math::rng::Rng;

const CHANGES_A_FILE: u64 = 300;

/// What is spliced in: whatever the formats make much of.
const PIECES: [&str; 32] = [
    "0",
    "1",
    "-1",
    "9999999999",
    "1e999",
    "NaN",
    ".5",
    "\n",
    "\r\n",
    "\t",
    " ",
    ",",
    ";",
    "\"",
    "#",
    "<",
    ">",
    "</",
    "&",
    "=",
    "[",
    "]",
    "(",
    ")",
    "%12",
    "c1",
    "M  END",
    "$$$$",
    "|",
    ":",
    "ü",
    "\u{2028}",
];

/// Name of the body and bytes, for every file below `tests/corpus` and `fuzz/corpus`.
fn seeds() -> Vec<(PathBuf, &'static str, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = Vec::new();
    for kind in ["good", "bad"] {
        for format in entries(&root.join("tests/corpus").join(kind)) {
            for path in entries(&format).into_iter().filter(|path| !path.ends_with("expected.txt")) {
                let bytes = if path.is_dir() { joined(&path) } else { fs::read(&path).unwrap() };
                seeds.push((path.clone(), body_of(&format, &path), bytes));
            }
        }
    }
    for (target, _) in BODIES {
        let folder = root.join("fuzz/corpus").join(target);
        for path in if folder.exists() { entries(&folder) } else { Vec::new() } {
            let bytes = fs::read(&path).unwrap();
            seeds.push((path, target, bytes));
        }
    }
    seeds
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A TU folder in the form that `tu_text` takes.
fn joined(folder: &Path) -> Vec<u8> {
    FILES.map(|file| fs::read(folder.join(file)).unwrap_or_default()).join(&FILE_END)
}

fn body_of(format: &Path, path: &Path) -> &'static str {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match (format.file_name().unwrap().to_str().unwrap(), &*ending) {
        ("tu", "zip") => "tu_zip",
        ("tu", _) => "tu_text",
        ("smiles", "csv" | "tsv" | "txt") => "smiles_table",
        ("smiles", _) => "smiles",
        ("sdf", _) => "sdf",
        ("graphml", _) => "graphml",
        ("edge_list", _) => "edge_list",
        ("networks", "gml") => "gml",
        ("networks", "gexf") => "gexf",
        ("networks", "mtx") => "matrix_market",
        ("networks", "json" | "cyjs") => "json_graph",
        ("networks", "g6" | "s6" | "d6") => "graph6",
        ("networks", "npy" | "npz") => "numpy",
        ("networks", "gz") => "gz",
        ("networks", _) if path.file_name().unwrap().to_string_lossy().starts_with("out.") => "konect",
        ("networks", _) => "unnamed",
        (other, _) => panic!("no body is known for {other}"),
    }
}

/// A few changes of the kinds that broken files have.
fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let place = |rng: &mut Rng, length: usize| rng.below(length as u64 + 1) as usize;
        let (a, b) = (place(rng, bytes.len()), place(rng, bytes.len()));
        let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 40));
        match rng.below(7) {
            0 if a < bytes.len() => bytes[a] ^= 1 << rng.below(8),
            1 => bytes.truncate(a),
            2 => drop(bytes.drain(from..to)),
            3 => {
                let copy = bytes[from..to].to_vec();
                bytes.splice(b..b, copy);
            }
            4 => {
                let c = place(rng, other.len());
                let end = (c + 40).min(other.len());
                bytes.splice(from..to, other[c..end].iter().copied());
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len() as u64) as usize];
                bytes.splice(a..a, piece.bytes());
            }
        }
    }
}

#[test]
fn every_body_holds_on_the_corpus_and_on_changes_of_it() {
    let seeds = seeds();
    assert!(seeds.len() > 180, "only {} files", seeds.len());
    for (idx, (path, name, bytes)) in seeds.iter().enumerate() {
        let (_, body) = BODIES.iter().find(|(target, _)| target == name).unwrap();
        for seed in 0..=CHANGES_A_FILE {
            let mut rng = Rng::new(seed << 32 | idx as u64);
            let mut bytes = bytes.clone();
            if seed > 0 {
                let (_, _, other) = &seeds[rng.below(seeds.len() as u64) as usize];
                change(&mut bytes, other, &mut rng);
            }
            let text = String::from_utf8_lossy(&bytes);
            assert!(
                catch_unwind(|| body(&bytes)).is_ok(),
                "{name} fails on change {seed} of {}: {text:?}",
                path.display()
            );
        }
    }
}
