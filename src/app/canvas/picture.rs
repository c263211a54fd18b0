//! What the canvas is given to draw: plain values, without datasets, pooling or layout.

use eframe::egui::Color32;

/// Graphs side by side, an arrow between each and the next.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    pub levels: &'a [Level],
}

/// One graph.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Shown above: "level 0 · 23 atoms".
    pub title: String,
    /// Where the nodes are: an edge is about 1 long, y points down. May change every frame.
    pub positions: Vec<[f32; 2]>,
    pub nodes: Vec<NodeLook>,
    pub edges: Vec<EdgeLook>,
    /// Self-loops with their weight.
    pub loops: Vec<(u32, f32)>,
    /// Members of each cluster, for hulls; empty where there are none.
    pub clusters: Vec<Vec<u32>>,
}

/// One node.
#[derive(Clone, Debug, Default)]
pub struct NodeLook {
    pub fill: Color32,
    /// Written inside where it fits: "N"; empty for a plain dot.
    pub label: String,
    /// Shown in the tooltip: "C7".
    pub name: String,
    pub is_seed: bool,
    pub is_dropped: bool,
    pub is_pinned: bool,
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

/// What can be switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanvasLook {
    pub are_hulls_shown: bool,
    pub are_labels_shown: bool,
}

/// What is lit from elsewhere, in one level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lit<'a> {
    pub level: usize,
    /// Nodes with a strength of 0 to 1: the assignment weights of a seed's members.
    pub nodes: &'a [(u32, f32)],
    pub pair: Option<(u32, u32)>,
    pub selected: &'a [u32],
}
