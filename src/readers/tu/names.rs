//! What label numbers mean: from the README that comes with the data, or from a built-in table.

use crate::graph::{Dataset, Labels, elements};

/// Names for one dataset of the collection, as its documentation gives them.
struct DatasetNames {
    dataset: &'static str,
    nodes: &'static [&'static str],
    edges: &'static [&'static str],
    /// Value and name.
    classes: &'static [(&'static str, &'static str)],
}

const BY_VALENCE: &[&str] = &["single", "double", "triple"];
const PTC_BONDS: &[&str] = &["triple", "double", "single", "aromatic"];
const PTC_CLASSES: &[(&str, &str)] = &[("-1", "not carcinogenic"), ("1", "carcinogenic")];

const SECONDARY: &[&str] = &["helix", "sheet", "turn"];
const PROTEIN_CLASSES: &[(&str, &str)] = &[("1", "enzyme"), ("2", "not an enzyme")];

#[rustfmt::skip]
const KNOWN: &[DatasetNames] = &[
    DatasetNames {
        dataset: "MUTAG",
        nodes: &["C", "N", "O", "F", "I", "Cl", "Br"],
        edges: &["aromatic", "single", "double", "triple"],
        classes: &[("-1", "not mutagenic"), ("1", "mutagenic")],
    },
    DatasetNames {
        dataset: "Mutagenicity",
        nodes: &["C", "O", "Cl", "H", "N", "F", "Br", "S", "P", "I", "Na", "K", "Li", "Ca"],
        edges: BY_VALENCE,
        classes: &[("0", "mutagenic"), ("1", "not mutagenic")],
    },
    DatasetNames {
        dataset: "AIDS",
        nodes: &[
            "C", "O", "N", "Cl", "F", "S", "Se", "P", "Na", "I", "Co", "Br", "Li", "Si", "Mg", "Cu", "As", "B", "Pt",
            "Ru", "K", "Pd", "Au", "Te", "W", "Rh", "Zn", "Bi", "Pb", "Ge", "Sb", "Sn", "Ga", "Hg", "Ho", "Tl", "Ni",
            "Tb",
        ],
        edges: BY_VALENCE,
        classes: &[("0", "active"), ("1", "inactive")],
    },
    DatasetNames {
        dataset: "PTC_MR",
        nodes: &[
            "In", "P", "O", "N", "Na", "C", "Cl", "S", "Br", "F", "K", "Cu", "Zn", "I", "Ba", "Sn", "Pb", "Ca",
        ],
        edges: PTC_BONDS,
        classes: PTC_CLASSES,
    },
    // Dobson and Doig 2003: 691 enzymes and 487 others. Nodes are amino acids, but no source maps the numbers to them.
    DatasetNames { dataset: "DD", nodes: &[], edges: &[], classes: PROTEIN_CLASSES },
    // Borgwardt et al. 2005: 663 enzymes and 450 others; nodes are elements of the secondary structure.
    DatasetNames { dataset: "PROTEINS", nodes: SECONDARY, edges: &[], classes: PROTEIN_CLASSES },
    DatasetNames { dataset: "PROTEINS_full", nodes: SECONDARY, edges: &[], classes: PROTEIN_CLASSES },
    // The other three PTC sets number their elements differently; their READMEs have the tables. PTC_FM numbers its bonds
    // differently as well, and its README has them.
    DatasetNames { dataset: "PTC_FM", nodes: &[], edges: &[], classes: PTC_CLASSES },
    DatasetNames { dataset: "PTC_FR", nodes: &[], edges: PTC_BONDS, classes: PTC_CLASSES },
    DatasetNames { dataset: "PTC_MM", nodes: &[], edges: PTC_BONDS, classes: PTC_CLASSES },
];

/// Sets whose node labels are atomic numbers.
const BY_ATOMIC_NUMBER: &[&str] = &["BZR", "COX2", "DHFR"];
/// A number and its meaning in a README; a line with more words is prose.
const MOST_WORDS: usize = 6;

/// Names the labels of a dataset from its README and from the table; the table takes precedence.
pub(super) fn give(dataset: &mut Dataset) {
    let about = dataset.about.clone().unwrap_or_default();
    apply(&mut dataset.node_labels, &map_in(&about, "node labels"));
    apply(&mut dataset.edge_labels, &map_in(&about, "edge labels"));
    apply(&mut dataset.classes, &map_in(&about, "class labels"));
    if BY_ATOMIC_NUMBER.contains(&dataset.name.as_str()) {
        dataset.node_labels.set_names(|value| elements::symbol(value.parse().ok()?));
    }
    if let Some(known) = KNOWN.iter().find(|known| known.dataset == dataset.name) {
        apply(&mut dataset.node_labels, &numbered(known.nodes));
        apply(&mut dataset.edge_labels, &numbered(known.edges));
        apply(&mut dataset.classes, &known.classes.iter().map(|&(v, n)| (v.into(), n.into())).collect::<Vec<_>>());
    }
}

fn numbered(names: &[&str]) -> Vec<(String, String)> {
    names.iter().enumerate().map(|(value, name)| (value.to_string(), (*name).to_owned())).collect()
}

fn apply(labels: &mut Labels, map: &[(String, String)]) {
    labels.set_names(|value| map.iter().find(|(known, _)| known == value).map(|(_, name)| name.as_str()));
}

/// The pairs under a heading such as “Node labels”: `0 C` a line, or `C 0` as some READMEs have it.
fn map_in(about: &str, heading: &str) -> Vec<(String, String)> {
    let mut map = Vec::new();
    let mut in_section = false;
    for line in about.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [first, second, ..]
                if in_section && words.len() <= MOST_WORDS && is_number(first) && !is_number(second) =>
            {
                map.push((first.to_owned(), words[1..].join(" ")));
            }
            [first, second] if in_section && is_number(second) && elements::number(first).is_some() => {
                map.push((second.to_owned(), first.to_owned()));
            }
            ["Component", _] => {}
            _ => in_section = line.to_ascii_lowercase().starts_with(heading),
        }
    }
    map
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: &str = "Node labels:\t\t[chem]\n\nEdge labels:\t\t[valence]\n\nNode labels were converted to \
                         integer values \
        using this map:\n\nComponent 0:\n\t0\tC\n\t1\tCl\n\n\nEdge labels were converted using this map:\n\nComponent 0:\n\
        \t0\t1\n\nClass labels were converted:\n\n\t0\tmutagen\n";

    #[test]
    fn a_readme_names_its_labels() {
        let pairs = |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect::<Vec<_>>();
        assert_eq!(map_in(ABOUT, "node labels"), pairs(&[("0", "C"), ("1", "Cl")]));
        assert_eq!(map_in(ABOUT, "class labels"), pairs(&[("0", "mutagen")]));
        let bonds = "Edge labels:\n\n  0  aromatic\n  1  no chemical bond\n  2  single\n\n=== Previous ===\n";
        assert_eq!(
            map_in(bonds, "edge labels"),
            pairs(&[("0", "aromatic"), ("1", "no chemical bond"), ("2", "single")])
        );
        assert_eq!(
            map_in("=== Node Label ===\nNode labels\nO 0\nN 1\n", "node labels"),
            pairs(&[("0", "O"), ("1", "N")])
        );
    }
}
