//! Inputs of the canvas: graphs, display options, and highlights from other widgets.

use crate::view::picture::LevelLook;

/// All that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct CanvasInput<'a> {
    pub levels: &'a [LevelLook],
    pub look: CanvasLook,
    pub lit: &'a [Lit<'a>],
}

/// Which levels are on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// All of them, side by side.
    #[default]
    SideBySide,
    /// All of them, in rows or beside each other, as they are largest.
    Largest,
    /// One, over all the space; another one is reached by a morph.
    One(usize),
}

/// What can be switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanvasLook {
    pub arrangement: Arrangement,
    pub are_hulls_shown: bool,
    pub are_labels_shown: bool,
}

impl CanvasLook {
    /// Labels, and no hulls.
    pub fn new(arrangement: Arrangement) -> Self {
        Self { arrangement, are_hulls_shown: false, are_labels_shown: true }
    }
}

/// What is lit from elsewhere, in one level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lit<'a> {
    pub level: usize,
    /// Nodes with a strength of 0 to 1: the assignment weights of a seed's members.
    pub nodes: &'a [(u32, f32)],
    /// Whether those strengths are written beside the nodes that are no seeds.
    pub has_numbers: bool,
    pub pair: Option<(u32, u32)>,
    pub selected: &'a [u32],
    /// Edges with a strength of 0 to 1: what they add to a sum.
    pub edges: &'a [(u32, u32, f32)],
}
