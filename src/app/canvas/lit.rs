//! What the canvas is given beside the graphs: what to show of them, and what is lit from elsewhere.

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
