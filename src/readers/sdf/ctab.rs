//! The connection table of one molecule, filled by either version, and the hydrogens it implies.

use std::collections::HashSet;

use super::lines::Input;
use crate::{
    graph::{Atom, elements},
    readers::{
        Place, ReadError,
        molecule::{Bond, BondKind, hydrogens},
        report::{Warnings, quote},
    },
};

/// Atoms and bonds so far.
#[derive(Default)]
pub(super) struct Ctab {
    pub atoms: Vec<ListedAtom>,
    bonds: Vec<Bond>,
    bonded: HashSet<[u32; 2]>,
}

/// An atom and what decides about its hydrogens.
#[derive(Default)]
pub(super) struct ListedAtom {
    pub atom: Atom,
    /// The valence, where the file gives it.
    pub valence: Option<u8>,
    /// Unpaired or lone electrons that take the place of hydrogens.
    pub radical: u8,
    /// Sum of bond orders, bonds that take no valence left out.
    bonds: u32,
    /// Number of coordination and hydrogen bonds.
    coordination: u32,
}

impl ListedAtom {
    /// An atom of the symbol in the line last read; one that stands for any atom has number 0.
    pub(super) fn from_symbol(input: &mut Input, symbol: &str) -> Result<Self, ReadError> {
        let (element, isotope) = match symbol {
            "D" => (1, Some(2)),
            "T" => (1, Some(3)),
            "A" | "Q" | "*" | "L" | "X" | "M" | "R" | "R#" => (0, None),
            // V3000 writes lists of elements as [C,N] and NOT[C,N].
            list if list.starts_with('[') || list.starts_with("NOT") => (0, None),
            numbered if is_numbered_r(numbered) => (0, None),
            _ => match elements::number(symbol).or_else(|| elements::number(&capitalised(symbol))) {
                Some(number) => (number, None),
                None => {
                    let help = "use the symbol of an element, or “*” for any atom";
                    let error = input.error(format!("{} is not an element", quote(symbol)), help);
                    // Groups and pseudo-atoms: Pol, NO2, Gln.
                    input.warnings.tolerate("a symbol that is no element was read as any atom (*)", error)?;
                    (0, None)
                }
            },
        };
        Ok(Self { atom: Atom { element, isotope, ..Atom::default() }, ..Self::default() })
    }

    /// Sets the radical by its code: 1 singlet, 2 doublet, 3 triplet.
    pub(super) fn set_radical(&mut self, code: u8) {
        self.radical = match code {
            2 => 1,
            1 | 3 => 2,
            _ => 0,
        };
    }
}

impl Ctab {
    /// Adds the bond of the line last read; atoms are given by their index from 0.
    pub(super) fn add_bond(&mut self, input: &mut Input, ends: [u32; 2], code: i64) -> Result<(), ReadError> {
        let [first, second] = ends;
        if first == second {
            return Err(input.error("this bond joins an atom to itself", "name two different atoms"));
        }
        let (kind, order) = match code {
            1 => (BondKind::Single, 1),
            2 => (BondKind::Double, 2),
            3 => (BondKind::Triple, 3),
            4 => (BondKind::Aromatic, 1),
            0 => {
                let error = input.error("there is no bond type 0", "use 1 single, 2 double, 3 triple or 4 aromatic");
                input.warnings.tolerate("a bond of type 0 was read as one of unknown kind", error)?;
                (BondKind::Any, 0)
            }
            5..=8 => {
                let place = input.place();
                input.warnings.note("a bond type for queries (5–8) was read as a single bond", place);
                (BondKind::Single, 1)
            }
            9 => (BondKind::Dative, 0),
            10 => {
                let place = input.place();
                input.warnings.note("a hydrogen bond (10) was read as a single bond", place);
                (BondKind::Single, 0)
            }
            _ => {
                let help = "use 1 single, 2 double, 3 triple or 4 aromatic";
                return Err(input.error(format!("there is no bond type {code}"), help));
            }
        };
        if !self.bonded.insert([first.min(second), first.max(second)]) {
            let place = input.place();
            input.warnings.note("a bond was listed twice, and the first was kept", place);
            return Ok(());
        }
        for end in ends {
            if let Some(listed) = self.atoms.get_mut(end as usize) {
                listed.bonds = listed.bonds.saturating_add(order);
                listed.coordination = listed.coordination.saturating_add(u32::from(order == 0));
                listed.atom.aromatic |= kind == BondKind::Aromatic;
            }
        }
        self.bonds.push(Bond { ends, kind });
        Ok(())
    }

    /// Atoms with their hydrogens, and bonds.
    ///
    /// Bond type 4 does not tell pyrrole's nitrogen from pyridine's, so without explicit hydrogens
    /// both get none.
    pub(super) fn finish(self, warnings: &mut Warnings, place: &Place) -> (Vec<Atom>, Vec<Bond>) {
        let with_hydrogens = |listed: ListedAtom| {
            let ListedAtom { mut atom, bonds, .. } = listed;
            let valences = elements::charged_valences(atom.element, atom.charge);
            if valences.last().is_some_and(|&most| u32::from(most) < bonds) {
                warnings.note("an atom exceeds its usual valence, so no implicit hydrogens were added", place.clone());
            }
            atom.hydrogens = match listed.valence {
                // An explicit valence counts bonds of every kind and includes the radical.
                Some(valence) => hydrogens(&[valence], bonds.saturating_add(listed.coordination), atom.aromatic),
                None => hydrogens(valences, bonds, atom.aromatic).saturating_sub(listed.radical),
            };
            atom
        };
        (self.atoms.into_iter().map(with_hydrogens).collect(), self.bonds)
    }
}

/// `R1`, `R12`: a numbered place for any group.
fn is_numbered_r(symbol: &str) -> bool {
    symbol.strip_prefix('R').is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Some programs write `CL`.
fn capitalised(symbol: &str) -> String {
    let mut chars = symbol.chars();
    chars.next().into_iter().map(|c| c.to_ascii_uppercase()).chain(chars.map(|c| c.to_ascii_lowercase())).collect()
}
