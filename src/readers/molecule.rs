//! Molecules become a dataset: the same alphabets and columns whatever file they came from.

use std::collections::HashSet;

use super::{
    ReadError,
    report::{Place, Warnings},
    tally::Tally,
};
use crate::graph::{Atom, Dataset, Graph, GraphBuilder, Labels, elements};

/// A molecule as a file describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Molecule {
    /// Its name, where one is given.
    pub name: Option<String>,
    /// Its atoms, in file order.
    pub atoms: Vec<Atom>,
    /// Its bonds, each pair of atoms at most once.
    pub bonds: Vec<Bond>,
    /// Further data by field name, in file order.
    pub fields: Vec<(String, String)>,
    /// What is unusual about how it is written, though its graph is clear.
    pub oddities: Vec<Oddity>,
}

/// Something that breaks a rule and leaves the graph clear: a warning, or an error where reading is strict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The warning, the same for all of its kind.
    pub note: &'static str,
    pub error: ReadError,
}

/// A bond between two atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    /// Indices of two different atoms.
    pub ends: [u32; 2],
    pub kind: BondKind,
}

/// The kinds of bonds, in the order of their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BondKind {
    /// One electron pair.
    Single,
    Double,
    Triple,
    Quadruple,
    /// Shared by an aromatic ring.
    Aromatic,
    /// Both electrons are of its first atom, as from a ligand to a metal.
    Dative,
    /// Of unknown kind.
    Any,
}

impl BondKind {
    const ALL: [Self; 7] =
        [Self::Single, Self::Double, Self::Triple, Self::Quadruple, Self::Aromatic, Self::Dative, Self::Any];

    /// The word for it, which is also the edge label.
    pub fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::Quadruple => "quadruple",
            Self::Aromatic => "aromatic",
            Self::Dative => "dative",
            Self::Any => "any",
        }
    }

    /// How many valences of its first atom and of its second it takes; an aromatic bond takes one, and its ring one more.
    pub fn orders(self) -> [u32; 2] {
        match self {
            Self::Dative => [0, 1],
            Self::Any => [0; 2],
            _ => [self.order(); 2],
        }
    }

    fn order(self) -> u32 {
        match self {
            Self::Dative | Self::Any | Self::Single | Self::Aromatic => 1,
            Self::Double => 2,
            Self::Triple => 3,
            Self::Quadruple => 4,
        }
    }
}

/// Hydrogens that fill `bonds` up to the next of the valences; none beyond the last.
///
/// An aromatic atom keeps one valence for its ring if there is room (OpenSMILES).
pub(super) fn hydrogens(valences: &[u8], bonds: u32, aromatic: bool) -> u8 {
    let room = valences.iter().map(|&valence| u32::from(valence)).find(|&valence| valence >= bonds);
    let room = room.map_or(0, |valence| valence - bonds);
    u8::try_from(room.saturating_sub(u32::from(aromatic))).unwrap_or(0)
}

/// Collects molecules in file order; labels are compacted at the end, when all are known.
#[derive(Debug, Default)]
pub(super) struct Collection {
    graphs: Vec<Graph>,
    field_names: Vec<String>,
    seen_fields: HashSet<String>,
    warnings: Warnings,
    tally: Tally,
}

impl Collection {
    pub(super) fn new(is_strict: bool) -> Self {
        Self { warnings: Warnings::new(is_strict), tally: Tally::new(is_strict), ..Self::default() }
    }

    /// Adds the molecule of a record, or counts the record as bad; an error where that ends reading.
    pub(super) fn add(&mut self, record: Result<Molecule, ReadError>) -> Result<(), ReadError> {
        match record {
            Ok(mut molecule) => {
                for Oddity { note, error } in std::mem::take(&mut molecule.oddities) {
                    self.warnings.tolerate(note, error)?;
                }
                self.tally.good();
                self.push(molecule);
                Ok(())
            }
            Err(error) => self.tally.bad(error),
        }
    }

    pub(super) fn note(&mut self, what: &'static str, place: Place) {
        self.warnings.note(what, place);
    }

    /// Makes sure that a field exists, at this place in the order, even if no molecule has it.
    pub(super) fn declare_field(&mut self, name: &str) {
        if !self.seen_fields.contains(name) {
            self.seen_fields.insert(name.to_owned());
            self.field_names.push(name.to_owned());
        }
    }

    /// Adds a molecule, which must have an atom.
    pub(super) fn push(&mut self, molecule: Molecule) {
        for (name, _) in &molecule.fields {
            self.declare_field(name);
        }
        let mut builder = GraphBuilder::new(molecule.atoms.len());
        for Bond { ends: [u, v], kind } in molecule.bonds {
            builder.add_labelled_edge(u, v, kind as u32);
        }
        let mut graph = builder.finish();
        graph.edge_labels.get_or_insert_default();
        graph.node_labels = Some(molecule.atoms.iter().map(|atom| u32::from(atom.element)).collect());
        graph.name = molecule.name;
        graph.atoms = Some(molecule.atoms);
        graph.fields = molecule.fields;
        self.graphs.push(graph);
    }

    /// Names of all fields so far, in order of appearance.
    pub(super) fn field_names(&self) -> &[String] {
        &self.field_names
    }

    /// The dataset, or an error if no molecule was added to it. Classes come from the given field.
    pub(super) fn finish(
        mut self,
        name: &str,
        display_name: &str,
        class_field: Option<&str>,
    ) -> Result<Dataset, ReadError> {
        let (skipped, mut warnings) = self.tally.finish(display_name, "molecule")?;
        warnings.extend(self.warnings.finish());
        if self.graphs.is_empty() {
            let help = "check that it is the right file and that it is not empty";
            return Err(ReadError::new(Place::file(display_name), "this file contains no molecules", help));
        }
        let symbols = (0..=u8::MAX).map(|number| elements::symbol(number).unwrap_or("*"));
        let node_labels = compact(&mut self.graphs, symbols, |graph| graph.node_labels.as_mut());
        let words = BondKind::ALL.iter().map(|kind| kind.word());
        let edge_labels = compact(&mut self.graphs, words, |graph| graph.edge_labels.as_mut());
        let mut dataset = Dataset {
            name: name.to_owned(),
            graphs: self.graphs,
            node_labels,
            edge_labels,
            field_names: self.field_names,
            warnings,
            skipped,
            ..Dataset::default()
        };
        if let Some(field) = class_field {
            dataset.set_class_from_field(field).map_err(|error| {
                ReadError::new(Place::file(display_name), error.to_string(), "check the names of the fields")
            })?;
        }
        Ok(dataset)
    }
}

/// Where the most wanted of some names stands among others, capitals aside; the first is wanted most.
pub(super) fn find_name<'a>(names: impl Iterator<Item = &'a str> + Clone, candidates: &[&str]) -> Option<usize> {
    candidates.iter().find_map(|candidates| names.clone().position(|name| name.trim().eq_ignore_ascii_case(candidates)))
}

/// Renumbers a column of labels to those that occur, in the order of `words`.
fn compact<'a>(
    graphs: &mut [Graph],
    words: impl Iterator<Item = &'a str>,
    column: impl Fn(&mut Graph) -> Option<&mut Vec<u32>>,
) -> Labels {
    let mut occurs = [false; 256];
    for &mut label in graphs.iter_mut().filter_map(&column).flatten() {
        occurs[label as usize] = true;
    }
    let mut labels = Labels::default();
    let mut new_idx = [0; 256];
    for (old, word) in words.enumerate().filter(|(old, _)| occurs[*old]) {
        new_idx[old] = labels.push(word, Some(word.to_owned()));
    }
    for label in graphs.iter_mut().filter_map(&column).flatten() {
        *label = new_idx[*label as usize];
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_hold_what_occurs_by_atomic_number() {
        let atom = |element| Atom { element, ..Atom::default() };
        let mut all = Collection::default();
        let bonds =
            vec![Bond { ends: [2, 1], kind: BondKind::Triple }, Bond { ends: [1, 0], kind: BondKind::Aromatic }];
        all.push(Molecule { atoms: vec![atom(17), atom(6), atom(7)], bonds, ..Molecule::default() });
        all.push(Molecule { atoms: vec![atom(0)], ..Molecule::default() });
        let dataset = all.finish("x", "x.smi", None).unwrap();
        let values = |labels: &Labels| labels.iter().map(|label| label.value.clone()).collect::<Vec<_>>();
        assert_eq!(values(&dataset.node_labels), ["*", "C", "N", "Cl"]);
        assert_eq!(values(&dataset.edge_labels), ["triple", "aromatic"]);
        assert_eq!(dataset.graphs[0].node_labels.as_deref(), Some(&[3, 1, 2][..]));
        assert_eq!(dataset.graphs[0].edges, [[0, 1], [1, 2]]);
        assert_eq!(dataset.graphs[0].edge_labels.as_deref(), Some(&[1, 0][..]));
        assert_eq!(dataset.graphs[1].edge_labels.as_deref(), Some(&[][..]));
    }

    #[test]
    fn hydrogens_fill_up_to_the_next_valence() {
        assert_eq!(hydrogens(&[4], 1, false), 3);
        assert_eq!(hydrogens(&[4], 2, true), 1);
        assert_eq!(hydrogens(&[3, 5], 4, false), 1);
        assert_eq!(hydrogens(&[3, 5], 3, true), 0);
        assert_eq!(hydrogens(&[2], 2, true), 0);
        assert_eq!(hydrogens(&[1], 7, false), 0);
        assert_eq!(hydrogens(&[], 0, false), 0);
    }
}
