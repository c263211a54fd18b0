//! What a SMILES string leaves unsaid: whether a bond is aromatic, and how many hydrogens an atom has.

use super::{Oddity, atom::Written, fault, parser::RawBond, rings::edges_in_rings};
use crate::{
    graph::elements,
    readers::molecule::{Bond, BondKind, Molecule, hydrogens},
};

const EXCESS: &str = "an atom with more bonds than its usual valence was read as it is";

/// Settles unwritten bonds by the rings, then hydrogens by the bonds; what no molecule should have is odd.
pub(super) fn resolve(written: &[Written], raw: &[RawBond], mut oddities: Vec<Oddity>) -> Molecule {
    let mut atoms: Vec<_> = written.iter().map(|written| written.atom).collect();
    let in_ring = if atoms.iter().any(|atom| atom.aromatic) {
        edges_in_rings(atoms.len(), &raw.iter().map(|bond| bond.ends).collect::<Vec<_>>())
    } else {
        vec![false; raw.len()]
    };
    let mut bonds = Vec::with_capacity(raw.len());
    let mut sums = vec![0_u32; atoms.len()];
    let mut atom_in_ring = vec![false; atoms.len()];
    for (bond, &in_ring) in raw.iter().zip(&in_ring) {
        let both_aromatic = bond.ends.iter().all(|&end| written[end as usize].atom.aromatic);
        let kind = bond.kind.unwrap_or(if both_aromatic && in_ring { BondKind::Aromatic } else { BondKind::Single });
        for (end, order) in bond.ends.map(|end| end as usize).into_iter().zip(kind.orders()) {
            sums[end] = sums[end].saturating_add(order);
            atom_in_ring[end] |= in_ring;
            atoms[end].aromatic |= kind == BondKind::Aromatic;
        }
        bonds.push(Bond { ends: bond.ends, kind });
    }
    for (idx, written) in written.iter().enumerate() {
        if written.atom.aromatic && !atom_in_ring[idx] {
            let help = "write it with a capital, or close the ring";
            let error = fault(written.at, "this aromatic atom is not in a ring", help);
            oddities.push(Oddity { note: "an aromatic atom that is not in a ring was read as it is", error });
        }
        if written.in_brackets {
            continue;
        }
        let element = written.atom.element;
        if let (Some(most), Some(name)) = (elements::most_bonds(element), elements::name(element))
            && sums[idx] > u32::from(most)
        {
            let what = format!("this {name} has {} bonds, but its maximum valence is {most}", sums[idx]);
            let help = "remove a bond, or write the atom in brackets if this is intended";
            oddities.push(Oddity { note: EXCESS, error: fault(written.at, what, help) });
        }
        atoms[idx].hydrogens = hydrogens(elements::normal_valences(element), sums[idx], atoms[idx].aromatic);
    }
    Molecule { atoms, bonds, oddities, ..Molecule::default() }
}
