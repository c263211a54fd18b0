//! Molecules drawn as chemists draw them: regular rings, angles of 120° and as many zigzags as fit.
//!
//! ```text
//! rings (smallest set) → ring systems, polygon by polygon → chains and substituents → conflicts resolved
//! ```
//!
//! Ring systems are rigid; everything else hangs on them by bonds that are in no ring, about which a half of the
//! drawing can be mirrored or, if that does not help, turned. After Helson, “Structure diagram generation”
//! (Reviews in Computational Chemistry 13, 1999). What has no such drawing (cages, for example) has none here.

mod assemble;
mod conflicts;
mod plane;
mod resolve;
mod sssr;
mod systems;

use super::component::Component;
use crate::math::rng::Rng;

/// Larger molecules are left to the stress of the drawing.
const MOST_ATOMS: usize = 150;
/// Nodes with more neighbours are no atoms of a structural formula.
const MOST_BONDS: usize = 6;
/// More independent rings than this share of the atoms are a cage or a lattice.
const MOST_RINGS: f64 = 0.35;

/// A drawing of a molecule with bonds of length 1; none if there is no good one. `is_linear` marks the atoms whose two
/// bonds lie in a line. A generator turns bonds at random first, and so leads to another of several drawings.
pub(super) fn depict(component: &Component, is_linear: &[bool], other: Option<&mut Rng>) -> Option<Vec<[f64; 2]>> {
    let (n, adjacency) = (component.n_nodes(), &component.adjacency);
    let n_rings = (component.edges.len() + 1).checked_sub(n)?;
    let is_molecular = n <= MOST_ATOMS
        && (0..n).all(|atom| adjacency.row(atom).len() <= MOST_BONDS)
        && n_rings as f64 <= 1.0_f64.max(MOST_RINGS * n as f64);
    if !is_molecular {
        return None;
    }
    let systems = systems::systems(component)?;
    let mut drawing = assemble::assemble(component, &systems, is_linear);
    resolve::resolve(component, &systems, &mut drawing, other);
    conflicts::is_clear(component, &drawing).then_some(drawing)
}

#[cfg(test)]
mod tests;
