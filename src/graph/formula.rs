//! Molecular formulas in Hill order (E. A. Hill, J. Am. Chem. Soc. 22, 478, 1900).

use std::fmt::Write;

use super::{Graph, elements};

/// The formula of a molecule, with a charge where it has one: `C8H10N4O2`, `H4N+`, `O4S2-`.
///
/// Carbon comes first, hydrogen second, all others by symbol; without carbon all go by symbol.
/// Atoms of any kind are `*`, and last. `None` for a graph that did not come as a molecule.
pub fn formula(graph: &Graph) -> Option<String> {
    let atoms = graph.atoms.as_ref()?;
    let mut counts = [0_u64; 256];
    let mut charge = 0_i64;
    for atom in atoms {
        counts[usize::from(atom.element)] += 1;
        counts[1] += u64::from(atom.hydrogens);
        charge += i64::from(atom.charge);
    }
    let with_carbon = counts[6] > 0;
    let mut parts: Vec<(u8, &str, u64)> = (0..=u8::MAX)
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(number, count)| {
            let rank = match number {
                6 => 0,
                1 if with_carbon => 1,
                _ => 2,
            };
            match elements::symbol(number) {
                Some(symbol) => (rank, symbol, count),
                None => (3, "*", count),
            }
        })
        .collect();
    parts.sort_unstable();
    let mut text = String::new();
    for (_, symbol, count) in parts {
        text.push_str(symbol);
        push_unless_one(&mut text, count);
    }
    if charge != 0 {
        push_unless_one(&mut text, charge.unsigned_abs());
        text.push(if charge > 0 { '+' } else { '-' });
    }
    Some(text)
}

fn push_unless_one(text: &mut String, count: u64) {
    if count != 1 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Atom;

    fn formula_of(atoms: &[(u8, i8, u8)]) -> Option<String> {
        let atoms =
            atoms.iter().map(|&(element, charge, hydrogens)| Atom { element, charge, hydrogens, ..Atom::default() });
        formula(&Graph { n_nodes: 1, atoms: Some(atoms.collect()), ..Graph::default() })
    }

    #[test]
    fn hill_order_counts_every_hydrogen() {
        assert_eq!(formula_of(&[(8, 0, 1), (6, 0, 2), (6, 0, 3)]).as_deref(), Some("C2H6O"));
        assert_eq!(formula_of(&[(35, 0, 0), (6, 0, 2), (17, 0, 0), (1, 0, 0)]).as_deref(), Some("CH3BrCl"));
        assert_eq!(formula_of(&[(16, 0, 0), (8, 0, 1), (8, 0, 1), (8, 0, 0), (8, 0, 0)]).as_deref(), Some("H2O4S"));
        assert_eq!(formula_of(&[(0, 0, 0), (6, 0, 3)]).as_deref(), Some("CH3*"));
        assert_eq!(formula(&Graph::default()), None);
    }

    #[test]
    fn charges_follow() {
        assert_eq!(formula_of(&[(7, 1, 4)]).as_deref(), Some("H4N+"));
        assert_eq!(formula_of(&[(16, 0, 0), (8, -1, 0), (8, -1, 0), (8, 0, 0), (8, 0, 0)]).as_deref(), Some("O4S2-"));
        assert_eq!(formula_of(&[(11, 1, 0), (17, -1, 0)]).as_deref(), Some("ClNa"));
    }
}
