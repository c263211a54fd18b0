//! What the reader makes of whole records, good and bad.

use proptest::prelude::*;

use super::*;
use crate::graph::formula::formula;

fn open(text: &str) -> Result<Dataset, ReadError> {
    read(&TextFile::from_text("x.sdf", text), &ReadOptions::default())
}

fn formulas(text: &str) -> Vec<String> {
    open(text).unwrap().graphs.iter().filter_map(formula).collect()
}

/// A V2000 record without coordinates of interest: symbols with their columns, bonds, the rest.
fn record(atoms: &[&str], bonds: &[[u32; 3]], rest: &str) -> String {
    let mut text = format!("title\n  program\n\n{:3}{:3}  0  0  0  0  0  0  0  0999 V2000\n", atoms.len(), bonds.len());
    for atom in atoms {
        text += &format!("    1.0000   -2.0000    0.0000 {atom}\n");
    }
    for [first, second, kind] in bonds {
        text += &format!("{first:3}{second:3}{kind:3}  0\n");
    }
    text + rest
}

const ETHANOL_V3000: &str = "ethanol

comment
  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 3 2 0 0 0
M  V30 BEGIN ATOM
M  V30 10 C 0 0 0 0
M  V30 20 C 1 0 0 -
M  V30 0 MASS=13
M  V30 30 O 2 0 0 0 CHG=-1
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 10 20
M  V30 2 1 20 30
M  V30 END BOND
M  V30 BEGIN SGROUP
M  V30 1 DAT 0 ATOMS=(1 1)
M  V30 END SGROUP
M  V30 END CTAB
M  END
";

#[test]
fn hydrogens_come_from_valence_charge_and_radical() {
    let end = "M  END\n";
    assert_eq!(formulas(&record(&["C", "C", "O"], &[[1, 2, 1], [2, 3, 1]], end)), ["C2H6O"]);
    assert_eq!(formulas(&record(&["N   0  3"], &[], end)), ["H4N+"]);
    assert_eq!(formulas(&record(&["N   0  3"], &[], "M  CHG  1   1  -1\nM  END\n")), ["H2N-"]);
    assert_eq!(formulas(&record(&["C"], &[], "M  RAD  1   1   2\nM  END\n")), ["CH3"]);
    assert_eq!(formulas(&record(&["C   0  0  0  0  0  3"], &[], "M  RAD  1   1   2\nM  END\n")), ["CH3"]);
    assert_eq!(formulas(&record(&["C   0  0  0  0  0 15"], &[], end)), ["C"]);
    assert_eq!(formulas(&record(&["Na", "Cl"], &[], "M  CHG  2   1   1   2  -1\nM  END\n")), ["ClNa"]);
    assert_eq!(formulas(&record(&["D", "O", "CL"], &[[1, 2, 1], [2, 3, 1]], end)), ["ClHO"]);
    let ring: Vec<[u32; 3]> = (1..=6).map(|atom| [atom, atom % 6 + 1, 4]).collect();
    assert_eq!(formulas(&record(&["C"; 6], &ring, end)), ["C6H6"]);
}

#[test]
fn isotopes_come_from_the_atom_line_or_the_property() {
    let atoms = |text: &str| open(text).unwrap().graphs[0].atoms.clone().unwrap();
    assert_eq!(atoms(&record(&["C   1"], &[], "M  END\n"))[0].isotope, Some(13));
    assert_eq!(atoms(&record(&["C   1"], &[], "M  ISO  1   1  14\nM  END\n"))[0].isotope, Some(14));
    assert_eq!(atoms(ETHANOL_V3000)[1].isotope, Some(13));
}

#[test]
fn version_3000_has_its_own_atom_numbers() {
    let data = open(ETHANOL_V3000).unwrap();
    assert_eq!(data.graphs[0].name.as_deref(), Some("ethanol"));
    assert_eq!(data.graphs[0].edges, [[0, 1], [1, 2]]);
    assert_eq!(formula(&data.graphs[0]).as_deref(), Some("C2H5O-"));
}

#[test]
fn records_have_fields_and_one_of_them_tells_the_class() {
    let first = "M  END\n> <Activity>\nactive\n\n>  7 <Note> (x)\ntwo\nlines\n\n$$$$\n";
    let second = "M  END\r\n> <Activity>\r\ninactive\r\n\r\n$$$$\r\n\r\n";
    let data = open(&(record(&["C"], &[], first) + &record(&["O"], &[], second))).unwrap();
    assert_eq!(data.field_names, ["Activity", "Note"]);
    assert_eq!(data.graphs[0].field("Note"), Some("two\nlines"));
    let classes: Vec<_> =
        data.graphs.iter().filter_map(|graph| graph.class).map(|class| data.classes.show(class)).collect();
    assert_eq!(classes, ["active", "inactive"]);
    assert!(data.warnings.is_empty());
}

#[test]
fn sloppy_blanks_are_read_where_they_cannot_be_mistaken() {
    let text = "\n\n\n3 2 0\n0 0 0 C\n1.5 0 0 C 0 0\n2 0 0 O\n1 2 1\n  2   3   2\nM  END";
    let data = open(text).unwrap();
    assert_eq!(data.graphs[0].name, None);
    assert_eq!(formula(&data.graphs[0]).as_deref(), Some("C2H4O"));
}

#[test]
fn oddities_are_warned_about() {
    let odd = record(&["C", "R#"], &[[1, 2, 8], [2, 1, 1]], "$$$$\n") + &record(&[], &[], "M  END\n");
    let messages: Vec<_> = open(&odd).unwrap().warnings.into_iter().map(|warning| warning.message).collect();
    assert_eq!(
        messages,
        [
            "x.sdf:7: a bond type for queries (5–8) was read as a single bond",
            "x.sdf:8: a bond was listed twice, and the first was kept",
            "x.sdf:14: a molecule without atoms was ignored",
            "x.sdf:9: “M  END” is missing before this line",
        ]
    );
}

proptest! {
    /// No damage to a good file makes the reader panic.
    #[test]
    fn any_damage_reads_or_says_why(cut in 0_usize..400, swap in 0_usize..400, byte in "[ -~\\n]", v3000: bool) {
        let good = if v3000 {
ETHANOL_V3000.to_owned()
} else {
record(&["C", "N   0  3"], &[[1, 2, 1]], "M  CHG  1   2   1\nM  END\n> <a>\nb\n\n$$$$\n")
};
        let swap = swap.min(good.len() - 1);
        let damaged = good[..swap].to_owned() + &byte + &good[swap + 1..];
        let _ = open(&damaged[..cut.min(damaged.len())]);
        let _ = open(&damaged);
    }
}

#[test]
fn pseudo_atoms_lists_and_overflowing_coordinates_are_read() {
    let pol = open(&record(&["Pol 0  0", "C   0  0"], &[[1, 2, 1]], "M  END\n")).unwrap();
    assert_eq!(pol.node_labels.iter().map(|label| label.value.as_str()).collect::<Vec<_>>(), ["*", "C"]);
    assert_eq!(pol.warnings[0].message, "x.sdf:5: a symbol that is no element was read as any atom (*)");
    let wide = "t\n\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n-12345.67890-23456.78901    0.0000 N   0  3\n    1.0000    \
                0.0000    0.0000 O   0  0\n  1  2  0\nM  END\n";
    let wide = open(wide).unwrap();
    let atoms = wide.graphs[0].atoms.as_ref().unwrap();
    assert_eq!((atoms[0].element, atoms[0].charge, wide.edge_labels.show(0)), (7, 1, "any"));
    let listed = open(&ETHANOL_V3000.replace("30 O 2 0 0 0", "30 \"NOT [N, O]\" 2 0 0 0")).unwrap();
    assert_eq!(listed.graphs[0].atoms.as_ref().unwrap()[2].element, 0);
}
