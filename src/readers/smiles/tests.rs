//! What the parser makes of strings, lists and tables.

use proptest::prelude::*;

use super::*;
use crate::{
    graph::{Graph, formula::formula},
    readers::source::TextFile,
};

fn only(smiles: &str) -> Graph {
    read_string(smiles, "x", &ReadOptions::default()).unwrap().graphs.remove(0)
}

fn formula_of(smiles: &str) -> String {
    formula(&only(smiles)).unwrap()
}

fn message(smiles: &str) -> String {
    read_string(smiles, "x", &ReadOptions::strict()).unwrap_err().to_string()
}

fn kinds(smiles: &str) -> Vec<&'static str> {
    molecule(smiles).unwrap().bonds.iter().map(|bond| bond.kind.word()).collect()
}

#[test]
fn hydrogens_follow_the_organic_subset() {
    for (smiles, expected) in [
        ("C", "CH4"),
        ("CCO", "C2H6O"),
        ("C#N", "CHN"),
        ("OS(=O)(=O)O", "H2O4S"),
        ("OCl(=O)(=O)=O", "ClHO4"),
        ("CN(=O)=O", "CH3NO2"),
        ("C[N+](=O)[O-]", "CH3NO2"),
        ("[CH2]", "CH2"),
        ("[C]", "C"),
        ("[NH4+].[Cl-]", "ClH4N"),
        ("[Fe+2]", "Fe2+"),
        ("[Fe++]", "Fe2+"),
        ("[O-2]", "O2-"),
        ("[2H]O[2H]", "H2O"),
        ("FB(F)F", "BF3"),
        ("*C", "CH3*"),
    ] {
        assert_eq!(formula_of(smiles), expected, "{smiles}");
    }
}

#[test]
fn aromatic_atoms_keep_a_valence_for_their_ring_if_there_is_room() {
    for (smiles, expected) in [
        ("c1ccccc1", "C6H6"),
        ("c1ccncc1", "C5H5N"),
        ("c1cc[nH]c1", "C4H5N"),
        ("Cn1cccc1", "C5H7N"),
        ("o1cccc1", "C4H4O"),
        ("s1cccc1", "C4H4S"),
        ("[se]1cccc1", "C4H4Se"),
        ("O=c1cc[nH]cc1", "C5H5NO"),
        ("c1ccc2ccccc2c1", "C10H8"),
        ("On1cccc1", "C4H5NO"),
        ("O=n1ccccc1", "C5H5NO"),
        ("C1:C:C:C:C:C:1", "C6H6"),
    ] {
        assert_eq!(formula_of(smiles), expected, "{smiles}");
    }
}

#[test]
fn an_unwritten_bond_is_aromatic_only_in_a_ring() {
    let single = |smiles: &str| kinds(smiles).iter().filter(|kind| **kind == "single").count();
    assert_eq!(single("c1ccccc1-c1ccccc1"), 1);
    assert_eq!(single("c1ccccc1c1ccccc1"), 1);
    assert_eq!(single("c1ccc2ccccc2c1"), 0);
    assert_eq!(single("Cc1ccccc1"), 1);
}

/// RDKit and Open Babel find five aromatic bonds in the first: the mark between c and s is about the double bond before.
#[test]
fn a_mark_of_direction_says_nothing_of_the_order() {
    let aromatic = |smiles: &str| kinds(smiles).iter().filter(|kind| **kind == "aromatic").count();
    assert_eq!(aromatic(r"CC(=O)/N=c1\sccn1C"), 5);
    assert_eq!(aromatic(r"CC(=O)/N=c1/sccn\1C"), 5);
    assert_eq!(aromatic(r"C/C=c/1sccn1C"), 5);
    assert_eq!(kinds(r"F/C=C\F"), ["single", "double", "single"]);
    assert_eq!(kinds(r"C/c1ccccc1"), [["single"].as_slice(), &["aromatic"; 6]].concat());
}

#[test]
fn bonds_branches_rings_and_dots() {
    assert_eq!(
        kinds("C-C=C.C#C.[Re]$[Re].C:C/C\\C"),
        ["single", "double", "triple", "quadruple", "aromatic", "single", "single"]
    );
    assert_eq!(only("C%12CC%12").edges, [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(only("C%(123)CC%(123)").edges, only("C1CC1").edges);
    assert_eq!(only("C1CC%01").edges, only("C1CC1").edges);
    assert_eq!(kinds("C=1CC1"), ["single", "single", "double"]);
    assert_eq!(kinds("C1CC=1"), ["single", "single", "double"]);
    assert_eq!(kinds("C/1CC\\1"), ["single"; 3]);
    // A ring number may be used again once it is closed, and a ring may close over a dot.
    assert_eq!(only("C1CC1C1CC1").n_edges(), 7);
    assert_eq!(only("C1.C1").edges, [[0, 1]]);
    assert_eq!(only("C(C)(O)(F)Cl").edges, [[0, 1], [0, 2], [0, 3], [0, 4]]);
    assert_eq!(only("C(C.C)C").edges, [[0, 1], [0, 3]]);
}

#[test]
fn bracket_atoms_have_what_they_say() {
    let atom = |smiles: &str| molecule(smiles).unwrap().atoms[0];
    let carbon = atom("[13C@@H2+:7]");
    assert_eq!((carbon.element, carbon.isotope, carbon.hydrogens, carbon.charge), (6, Some(13), 2, 1));
    assert_eq!(atom("[Fe---]").charge, -3);
    assert_eq!(atom("[Co@OH12H2]").hydrogens, 2);
    assert_eq!(atom("[C@TH1H]").hydrogens, 1);
    assert_eq!((atom("[Sc]").element, atom("[Cn]").element, atom("[U]").element), (21, 112, 92));
    assert_eq!((atom("[te]1cccc1").element, atom("[as]1cccc1").aromatic), (52, true));
    assert_eq!(atom("[*:1]").element, 0);
}

#[test]
fn errors_point_at_the_character() {
    for (smiles, expected) in [
        ("", "character 1: empty SMILES string; enter one, such as CCO for ethanol"),
        (
            "CC1CC",
            "character 3: ring bond 1 is opened here and never closed; close it with another 1 later in the string",
        ),
        ("  CC(C", "character 5: this branch is never closed; close it with “)”"),
        ("CC)C", "character 3: this “)” closes no branch; remove it, or open the branch with “(”"),
        ("C[NH", "character 2: this bracket is never closed; close it with “]”"),
        ("C[", "character 2: this bracket is never closed; close it with “]”"),
        ("C[Xx]", "character 3: “Xx” is not an element; use the symbol of an element, or “*” for any atom"),
        ("CNa", "character 2: the element “Na” needs brackets; write it as [Na]"),
        ("CK", "character 2: the element “K” needs brackets; write it as [K]"),
        ("C11", "character 3: ring bond 1 joins an atom to itself; write the second number after another atom"),
        (
            "C1C1",
            "character 4: the atoms at characters 1 and 3 are bonded twice; write a double bond as “=”, or close the \
             ring at another atom",
        ),
        (
            "C=1CC#1",
            "character 7: ring bond 1 is triple here and double where it opens, at character 3; write the bond the \
             same at both ends, or at one end only",
        ),
        ("CC=", "character 3: the bond “=” has no atom after it; write an atom after it, or remove it"),
        ("=CC", "character 1: the bond “=” has no atom before it; write an atom before it, or leave the bond out"),
        ("C=)", "character 2: the bond “=” has no atom after it; write an atom after it, or remove it"),
        ("C..C", "character 3: this dot has no atom before it; write a molecule on both sides, or remove it"),
        ("C.", "character 2: this dot has no atom after it; write a molecule on both sides, or remove it"),
        (
            "CCé",
            "character 3: “é” is not expected in a SMILES; use atoms, bonds - = # $ : / \\, branches, ring numbers \
             and dots",
        ),
        (
            "CC(C)(C)CCCCO(C)C",
            "character 13: this oxygen has 3 bonds, but its maximum valence is 2; remove a bond, or write the atom \
             in brackets if this is intended",
        ),
        (
            "C(C)(C)(C)(C)C",
            "character 1: this carbon has 5 bonds, but its maximum valence is 4; remove a bond, or write the atom in \
             brackets if this is intended",
        ),
        ("Ccc", "character 2: this aromatic atom is not in a ring; write it with a capital, or close the ring"),
        ("C%1", "character 2: “%” has no ring number of two digits after it; write ring numbers as 1, %12 or %(123)"),
        ("C()C", "character 2: this branch is empty; write an atom into it, or remove it"),
        ("[C+99]", "character 3: this charge is too large; use a charge from -15 to +15"),
    ] {
        assert_eq!(message(smiles), expected, "{smiles}");
    }
}

#[test]
fn lists_have_names_labels_comments_and_headers() {
    let list = |text: &str| read(&TextFile::from_text("some/list.smi", text), &ReadOptions::strict());
    let plain = list("# three\n\nCCO ethyl alcohol\nC\r\n  c1ccccc1\tbenzene\tring\textra").unwrap();
    assert_eq!(plain.name, "list");
    let names: Vec<_> = plain.graphs.iter().map(|graph| graph.name.as_deref()).collect();
    assert_eq!(names, [Some("ethyl alcohol"), None, Some("benzene")]);
    assert_eq!(plain.graphs[2].fields, [("label".into(), "ring".into()), ("column 4".into(), "extra".into())]);
    assert_eq!((plain.graphs[0].class, plain.graphs[2].class), (None, Some(0)));

    let table = list("Name\tSMILES\tFamily\nwater\tO\tinorganic\nmethane\t C\n").unwrap();
    assert_eq!(table.field_names, ["Family"]);
    assert_eq!(table.graphs[0].field("Family"), Some("inorganic"));
    assert_eq!(table.graphs[1].name.as_deref(), Some("methane"));
    assert!(table.classes.is_empty());
    assert_eq!(list("SMILES Name\nC methane\n").unwrap().graphs.len(), 1);

    let error = |text: &str| list(text).unwrap_err().to_string();
    assert!(error("C\n  CX2\n").starts_with("some/list.smi:2:4: “X” is not an element"));
    assert!(
        error("smiles\tname\nC\tä\tb").starts_with("some/list.smi:2: this line has 3 columns and the header has 2")
    );
    assert!(error("name\tsmiles\nä\tCX\n").starts_with("some/list.smi:2:4: “X” is not an element"));
    assert!(error("# nothing\n").starts_with("some/list.smi: this file contains no molecules"));
}

#[test]
fn tables_take_classes_and_fields_from_their_columns() {
    let table = |text: &str| crate::readers::table::read(&TextFile::from_text("t.csv", text), &ReadOptions::strict());
    let text = "ID,\"SMILES\",logP,Activity\r\n\r\n1,CCO,-0.3,yes\r\n2,\"C(C)\",,no\r\n\"3\n\",C,1,\r\n";
    let data = table(text).unwrap();
    assert_eq!(data.field_names, ["logP", "Activity"]);
    assert_eq!(data.graphs[0].name.as_deref(), Some("1"));
    assert_eq!(table(",smiles\n7,C\n").unwrap().graphs[0].fields, [("column 1".to_owned(), "7".to_owned())]);
    assert_eq!(data.graphs[1].fields, [("Activity".to_owned(), "no".to_owned())]);
    let classes: Vec<_> = data.graphs.iter().map(|graph| graph.class.map(|class| data.classes.show(class))).collect();
    assert_eq!(classes, [Some("yes"), Some("no"), None]);

    let error = |text: &str| table(text).unwrap_err().to_string();
    let start = |text: &str, start: &str| assert!(error(text).starts_with(start), "{}", error(text));
    start("smiles\nC\n\n\nCX\n", "t.csv:5:2: “X” is not an element");
    start("id,smiles\r\n\"a,\"\"b\",\"CX\"\r\n", "t.csv:2:11: “X” is not an element");
    start("id,smiles\n\"a\nb\",CX\n", "t.csv:2: “X” is not an element (at character 2 of the SMILES)");
    start("id,smiles\n1,2,C\n", "t.csv:2: this row has 3 columns and the header has 2");
    start("smiles,label\nC,\"a\nCC,b\n", "t.csv:2: a quotation mark is opened in this row and never closed");
    start("id;canonical_smiles\n1;\n", "t.csv:2:3: empty SMILES string");
}

proptest! {
    /// No string panics, and what is read is whole.
    #[test]
    fn any_string_reads_or_says_why(text in "[CcNnOoHl\\[\\]()=#:.%*@+\\-/0-9FeSé]{0,40}") {
        if let Ok(molecule) = molecule(&text) {
            prop_assert!(!molecule.atoms.is_empty());
            prop_assert!(molecule.bonds.iter().flatten_ends().all(|end| (end as usize) < molecule.atoms.len()));
        }
    }
}

trait FlattenEnds: Iterator {
    fn flatten_ends(self) -> impl Iterator<Item = u32>;
}

impl<'a, I: Iterator<Item = &'a Bond>> FlattenEnds for I {
    fn flatten_ends(self) -> impl Iterator<Item = u32> {
        self.flat_map(|bond| bond.ends)
    }
}
