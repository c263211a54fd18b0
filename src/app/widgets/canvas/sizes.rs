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

/// Sizes in points at one zoom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Length of a usual edge.
    edge_length: f32,
    /// Radius of a node with a label.
    radius: f32,
    /// Width of a usual edge.
    line: f32,
}

impl Sizes {
    /// Sizes where a usual edge is that many points long. Few nodes are never mere specks, however close they stand.
    pub(super) fn at(edge_length: f32, n_nodes: usize) -> Self {
        let least = (20.0 / (n_nodes.max(1) as f32).sqrt()).clamp(LEAST, 4.0);
        Self {
            edge_length,
            radius: (0.25 * edge_length).clamp(least, 18.0),
            line: (0.04 * edge_length).clamp(0.7, 2.2),
        }
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
        (0.1 * self.edge_length).min(6.0)
    }

    pub(super) fn bond(&self) -> BondSizes {
        let gap = self.bond_gap();
        BondSizes { gap: f64::from(gap), dash: f64::from(gap.max(3.0) * 0.75) }
    }

    pub(super) fn font(&self) -> f32 {
        (1.05 * self.radius).round().min(17.0)
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
        self.font() >= 8.0
    }
}
