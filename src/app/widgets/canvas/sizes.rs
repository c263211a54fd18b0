//! How large things are drawn at a zoom: they follow it within limits.

use crate::view::{
    drawing::{BondSizes, LOOP_REACH},
    picture::{NodeLook, SEED_SIZE},
};

/// A loop's radius in that of its node.
const LOOP: f32 = 0.72;

/// A seed's radius in that of a node.
const SEED: f32 = SEED_SIZE as f32;

/// No node is smaller.
const LEAST: f32 = 1.4;

/// Up to this length of an edge in points, lines and nodes have largest sizes; beyond it, all grow together.
const USUAL_EDGE: f32 = 76.0;
/// Maximum factor of node sizes over the suitable size of a level, so that nodes do not cover each other.
const MOST_GROWN: f32 = 1.35;
/// Level 0 does not shrink below so much of what suits it, nor lose its letters, however dense a coarse level is.
const LEAST_SHRUNK: f32 = 0.75;

/// The smallest letters that can be read, in points.
const LEAST_FONT: f32 = 8.0;
/// Size of letters in the radius of their node at which one letter still fits.
const LARGEST_LETTER: f32 = 1.34;

/// Minimum radius by number of nodes.
fn least(n_nodes: usize) -> f32 {
    (20.0 / (n_nodes.max(1) as f32).sqrt()).clamp(LEAST, 4.0)
}

/// Nodes of one size in all levels: factors of the radii that suit each, given with numbers of nodes.
///
/// The size is that of the densest level, within limits; few nodes beside very many are larger.
pub(super) fn common(suited: &[(f32, usize)]) -> Vec<f32> {
    let Some(&(first, _)) = suited.first() else { return Vec::new() };
    let smallest = suited.iter().map(|(radius, _)| *radius).fold(first, f32::min);
    let common = smallest.max(LEAST_SHRUNK * first).max(first.min(LEAST_FONT / LARGEST_LETTER));
    suited.iter().map(|&(own, n_nodes)| common.max(least(n_nodes).min(own)).min(MOST_GROWN * own) / own).collect()
}

/// Sizes in points at one zoom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Length of a usual edge.
    edge_length: f32,
    /// Radius of a node with a label.
    radius: f32,
    /// Width of a usual edge.
    line: f32,
    /// How much larger everything is than what it grows to by itself.
    zoom: f32,
}

impl Sizes {
    /// Sizes where a usual edge is that many points long. Few nodes are never mere specks, however close they stand.
    pub(super) fn at(edge_length: f32, n_nodes: usize) -> Self {
        let zoom = (edge_length / USUAL_EDGE).max(1.0);
        Self {
            edge_length,
            // However few they are, discs leave some of the edges between them.
            radius: (0.25 * edge_length / zoom).clamp(least(n_nodes).min(0.3 * edge_length).max(LEAST), 18.0) * zoom,
            line: (0.04 * edge_length / zoom).clamp(0.7, 2.2) * zoom,
            zoom,
        }
    }

    /// The same with nodes of another size.
    pub(super) fn with_nodes(self, factor: f32) -> Self {
        Self { radius: (factor * self.radius).max(LEAST), ..self }
    }

    /// Radius of a node with a label.
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }

    /// Sizes of a small drawing to look at only, in which bonds count as much as atoms.
    pub(super) fn still(edge_length: f32) -> Self {
        Self {
            edge_length,
            radius: (0.24 * edge_length).clamp(LEAST, 14.0),
            line: (0.07 * edge_length).clamp(0.8, 1.8),
            zoom: 1.0,
        }
    }

    /// How far from its centre something is drawn at a node of such a drawing.
    pub(super) fn still_reach(&self) -> f32 {
        SEED * self.radius + 1.5
    }

    /// Radius of a node.
    pub(super) fn node(&self, node: &NodeLook) -> f32 {
        // `radius` is not below the least, so that this is for dots alone.
        (node.size() as f32 * self.radius).max(LEAST)
    }

    /// How far from its centre something is drawn at a node: its ring, or its loop.
    pub(super) fn reach(&self, n_loops: usize) -> f32 {
        let ring = SEED * self.radius + 6.0;
        if self.has_loops(n_loops) { ring.max((SEED + LOOP_REACH as f32 * LOOP) * self.radius + 4.0) } else { ring }
    }

    /// Radius of the loop of a node with the given radius.
    pub(super) fn loop_at(&self, radius: f32) -> f32 {
        (LOOP * radius).max(4.0)
    }

    pub(super) fn edge(&self, width_weight: f32) -> f32 {
        let weight = if width_weight.is_finite() { width_weight.clamp(0.4, 4.0) } else { 1.0 };
        self.line * weight
    }

    /// Distance between the lines of a double bond.
    fn bond_gap(&self) -> f32 {
        (0.1 * self.edge_length).min(6.0 * self.zoom)
    }

    pub(super) fn bond(&self) -> BondSizes {
        let gap = self.bond_gap();
        BondSizes { gap: f64::from(gap), dash: f64::from(gap.max(3.0) * 0.75) }
    }

    /// The size of letters in nodes. In small nodes letters take more of the disc before there are none.
    pub(super) fn font(&self) -> f32 {
        let usual = (1.05 * self.radius).min(17.0 * self.zoom).round();
        usual.max((LARGEST_LETTER * self.radius).min(LEAST_FONT).floor())
    }

    /// How far a hull stands off its nodes' centres.
    pub(super) fn hull_pad(&self) -> f32 {
        SEED * self.radius + (0.16 * self.edge_length).clamp(1.5, 10.0)
    }

    /// Whether nodes are more than dots: with rings, hatches and several lines a bond.
    pub(super) fn is_detailed(&self) -> bool {
        self.radius >= 4.0
    }

    /// Whether loops are drawn; many small ones would hide the graph.
    pub(super) fn has_loops(&self, n_loops: usize) -> bool {
        match n_loops {
            0 => false,
            1..=60 => self.is_detailed(),
            _ => self.radius >= 8.0,
        }
    }

    /// Whether there may be text in a node.
    pub(super) fn is_legible(&self) -> bool {
        self.font() >= LEAST_FONT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_of_one_size_in_all_levels() {
        let radii = |suited: &[(f32, usize)]| -> Vec<f32> {
            suited.iter().zip(common(suited)).map(|((own, _), factor)| own * factor).collect()
        };
        assert_eq!(radii(&[(14.0, 23), (12.0, 7), (18.0, 3)]), [12.0, 12.0, 12.0]);
        assert_eq!(radii(&[(12.0, 23), (4.0, 7)]), [9.0, 5.4], "within limits");
        assert!(radii(&[(7.0, 23), (4.0, 7)])[0] * LARGEST_LETTER >= LEAST_FONT, "level 0 keeps its letters");
        let large = radii(&[(1.5, 5000), (1.5, 1500), (9.0, 20)]);
        assert!(large[0] == 1.5 && large[2] == 4.0, "few are no specks beside many: {large:?}");
        assert!(common(&[]).is_empty());
    }

    #[test]
    fn letters_are_written_as_long_as_they_can_be_read() {
        let sizes = |radius| Sizes { edge_length: 30.0, radius, line: 1.0, zoom: 1.0 };
        assert_eq!([12.0, 8.0, 7.0, 6.0].map(|radius| sizes(radius).font()), [13.0, 8.0, 8.0, 8.0]);
        assert!(sizes(6.0).is_legible() && !sizes(5.5).is_legible());
    }
}
