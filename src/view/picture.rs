//! A graph as it is drawn, in the window and in figures: plain values, without datasets, pooling or layout.

use crate::view::palette::Rgb;

#[derive(Clone, Debug, Default)]
pub struct LevelLook {
    /// Shown above: "level 0 · 23 atoms".
    pub title: String,
    /// Where the nodes are: an edge is about 1 long, y points down. May change every frame.
    pub positions: Vec<[f32; 2]>,
    pub nodes: Vec<NodeLook>,
    pub edges: Vec<EdgeLook>,
    /// Self-loops with their width, as that of edges.
    pub loops: Vec<(u32, f32)>,
    /// Members of each cluster, for hulls; may be empty.
    pub clusters: Vec<Vec<u32>>,
    /// Note on the choice of seeds (ties, valence); empty if there is none.
    pub notice: String,
}

#[derive(Clone, Debug, Default)]
pub struct NodeLook {
    /// What it is coloured by; a seed has it too, inside its ring.
    pub fill: Rgb,
    /// Parts of a node that belongs to several clusters, with colours, clockwise from the top; drawn in place of the fill
    /// where there is room.
    pub slices: Vec<(Rgb, f32)>,
    /// Its own colour as a cluster of the level below, around the colours of the clusters that it belongs to.
    pub rim: Option<Rgb>,
    /// Written inside where it fits: "N"; empty for a plain dot.
    pub label: String,
    /// Shown in the tooltip: "C7".
    pub name: String,
    pub is_seed: bool,
    pub is_dropped: bool,
    pub is_pinned: bool,
    /// Whether it had the score at which the index decided.
    pub is_tied: bool,
    /// Whether the user should look at it again, as at an atom above its usual valence.
    pub is_doubtful: bool,
}

/// The distance from the centre of a seed's hexagon to its corners, in the radius of a disc of the same area: √(2π / 3√3).
pub const SEED_SIZE: f64 = 1.0996361107912678;

/// Radius of the ground on which a pie has its symbol, in that of the pie.
pub const PIE_HOLE: f64 = 0.6;

/// Width of a seed's red ring, in its radius.
const SEED_RING: f64 = 0.2;

/// That of a dot without a label: smaller, as carbon is in a structural formula.
const DOT_SIZE: f64 = 0.74;

impl NodeLook {
    /// Its radius in that of a node with a label.
    pub fn size(&self) -> f64 {
        let disc = if self.label.is_empty() { DOT_SIZE } else { 1.0 };
        if self.is_seed { SEED_SIZE * disc } else { disc }
    }
}

/// The radius of a seed's fill, inside its red ring: a ring too thin would be lost, one too thick would hide the fill.
pub fn inside_ring(radius: f64, thinnest: f64) -> f64 {
    (radius - (SEED_RING * radius).max(thinnest)).max(0.45 * radius)
}

/// One edge.
#[derive(Clone, Copy, Debug)]
pub struct EdgeLook {
    pub a: u32,
    pub b: u32,
    /// Square root of the weight; 1 is the usual width.
    pub width_weight: f32,
    pub bond: Bond,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bond {
    /// Not a chemical bond.
    #[default]
    Plain,
    Single,
    Double,
    Triple,
    Aromatic,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_as_large_as_any_other_node() {
        for label in ["", "N"] {
            let node = NodeLook { label: label.to_owned(), ..NodeLook::default() };
            let seed = NodeLook { is_seed: true, ..node.clone() };
            let (disc, hexagon) =
                (std::f64::consts::PI * node.size().powi(2), 1.5 * 3.0_f64.sqrt() * seed.size().powi(2));
            assert!((disc - hexagon).abs() < 1e-9, "{label}: {disc} and {hexagon}");
        }
    }

    #[test]
    fn a_seed_of_any_size_shows_its_fill_and_its_ring() {
        for radius in [0.3, 1.0, 2.0, 5.0, 12.0, 40.0] {
            let inside = inside_ring(radius, 0.8);
            assert!(inside >= 0.45 * radius && inside <= 0.8 * radius + 1e-12, "{radius}: {inside}");
        }
    }
}
