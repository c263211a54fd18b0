//! Atoms with more bonds than they usually have: a hint for who draws a molecule, never a rule.

use super::{Atom, Dataset, Graph, elements};

/// An atom above its usual valence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unusual {
    pub node: u32,
    /// Atomic number.
    pub element: u8,
    /// Its bonds to other nodes, double bonds counted twice.
    pub bonds: usize,
    /// The most that it usually has.
    pub usual: u8,
}

/// The bonds of an atom.
#[derive(Clone, Copy, Default)]
struct Bonds {
    aromatic: usize,
    /// All others, by their order.
    order: usize,
    has_multiple: bool,
    oxygens: usize,
}

/// The atoms of a molecule above their usual valence, by node; none in a graph without elements. Hydrogens that are no nodes
/// make room for bonds, and are not counted.
pub fn unusual(graph: &Graph, dataset: &Dataset) -> Vec<Unusual> {
    let mut bonds = vec![Bonds::default(); graph.n_nodes];
    for (edge, ends) in graph.edges.iter().enumerate() {
        let label = graph.edge_labels.as_ref().map_or("", |labels| dataset.edge_labels.show(labels[edge]));
        for (node, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let own = &mut bonds[node as usize];
            match order(label) {
                None => own.aromatic += 1,
                Some(order) => {
                    own.order += order;
                    own.has_multiple |= order > 1;
                }
            }
            own.oxygens += usize::from(atom(graph, dataset, other).element == 8);
        }
    }
    let violation = |(node, bonds): (usize, &Bonds)| {
        let Atom { element, charge, .. } = atom(graph, dataset, node as u32);
        let usual = usual(element, charge, bonds.oxygens)?;
        // Where nothing is known of charges, nitrogen may have one.
        let usual = if element == 7 && graph.atoms.is_none() { usual.max(4) } else { usual };
        let bonds = bonds.total(element);
        (bonds > usize::from(usual)).then_some(Unusual { node: node as u32, element, bonds, usual })
    };
    bonds.iter().enumerate().filter_map(violation).collect()
}

impl Bonds {
    /// An aromatic carbon has one double bond of the ring, or one to an atom outside; other atoms may have a free pair
    /// instead.
    fn total(self, element: u8) -> usize {
        let in_ring = usize::from(element == 6 && self.aromatic > 1 && !self.has_multiple);
        self.aromatic + self.order + in_ring
    }
}

/// None for an aromatic bond.
fn order(label: &str) -> Option<usize> {
    match label {
        "aromatic" => None,
        "double" | "2" => Some(2),
        "triple" | "3" => Some(3),
        _ => Some(1),
    }
}

/// What is known of an atom; element 0 where its label is none.
fn atom(graph: &Graph, dataset: &Dataset, node: u32) -> Atom {
    if let Some(atoms) = &graph.atoms {
        return atoms[node as usize];
    }
    let label = graph.node_labels.as_ref().map_or("", |labels| dataset.node_labels.show(labels[node as usize]));
    Atom { element: elements::number(label).unwrap_or(0), ..Atom::default() }
}

/// The most bonds of an atom as chemists usually draw it; none where there is no rule.
fn usual(element: u8, charge: i8, oxygens: usize) -> Option<u8> {
    match (element, charge) {
        (1, 0) => Some(1),
        // A nitro group that is drawn without charges.
        (7, 0) => Some(if oxygens > 1 { 5 } else { 3 }),
        // Chlorate and the like.
        (17 | 35 | 53, 0) => Some(if oxygens > 0 { 7 } else { 1 }),
        _ => elements::charged_valences(element, charge).last().copied(),
    }
}
