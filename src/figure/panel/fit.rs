//! How a graph fits into a panel: where positions come to stand, and how large nodes and edges are there.

use crate::{
    figure::{
        scene::{Point, Rect},
        text::MM_PER_PT,
    },
    view::{
        drawing::LOOP_REACH,
        picture::{LevelLook, NodeLook, SEED_SIZE},
    },
};

/// A node's radius in the length of an edge.
const RADIUS: f64 = 0.27;
/// Nodes shrink where the nearest is closer than an edge over this.
const CROWDED: f64 = 1.4;
/// A loop's radius in that of a node.
const LOOP: f64 = 0.66;
/// Edges are no longer than this in the size of the text, however much room there is.
const LONGEST_EDGE: f64 = 3.4;

/// How positions become places on the page, and how large things are there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fit {
    /// Length of a usual edge.
    pub edge_mm: f64,
    /// Radius of a node with a symbol.
    pub radius_mm: f64,
    /// Width of a usual edge.
    pub line_mm: f64,
    centre: Point,
    middle: [f64; 2],
}

/// The nodes of a level, and whether there are loops at them.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    /// Node positions.
    pub positions: &'a [[f32; 2]],
    /// Whether space for self-loops is needed.
    pub has_loops: bool,
}

impl<'a> From<&'a LevelLook> for Placed<'a> {
    fn from(look: &'a LevelLook) -> Self {
        Self { positions: &look.positions, has_loops: !look.loops.is_empty() }
    }
}

impl Fit {
    /// Fits levels that stand over each other into a rectangle.
    pub(crate) fn new(levels: &[Placed<'_>], rect: Rect, font_pt: f64) -> Self {
        let longest = LONGEST_EDGE * font_pt * MM_PER_PT;
        let share = RADIUS * levels.first().map_or(1.0, |level| (CROWDED * spacing(level.positions)).min(1.0));
        let by = |room: f64, size: f64| if size > 1e-6 { room / size } else { longest };
        // The room around nodes depends on their size, and that on the length of edges.
        let mut edge_mm = longest;
        for _ in 0..24 {
            let (low, high) = extent(levels, edge_mm, radius(edge_mm, share, font_pt));
            let fits = by(rect.w, high[0] - low[0]).min(by(rect.h, high[1] - low[1])).min(longest);
            edge_mm = 0.5 * (edge_mm + fits);
        }
        let (low, high) = extent(levels, edge_mm, radius(edge_mm, share, font_pt));
        Self {
            edge_mm,
            radius_mm: radius(edge_mm, share, font_pt),
            line_mm: (0.045 * edge_mm).clamp(0.08, 0.34 * (font_pt / 8.0).max(1.0)),
            centre: rect.centre(),
            middle: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
        }
    }

    /// The height that levels take at a width.
    pub(crate) fn height_mm(levels: &[Placed<'_>], width: f64, font_pt: f64) -> f64 {
        let fit = Self::new(levels, Rect::new(0.0, 0.0, width, 1e6), font_pt);
        let (low, high) = extent(levels, fit.edge_mm, fit.radius_mm);
        fit.edge_mm * (high[1] - low[1])
    }

    /// Sizes for a level in a panel: where there are few nodes, none is so small that its colour is lost.
    pub(crate) fn for_level(&self, look: &LevelLook, panel: Rect) -> Self {
        const SHARE: f64 = 0.12;
        const LARGEST_MM: f64 = 0.6;
        let room = (panel.w * panel.h / look.nodes.len().max(1) as f64).sqrt();
        Self { radius_mm: self.radius_mm.max((SHARE * room).min(LARGEST_MM)), ..*self }
    }

    /// Where a position is on the page.
    pub(crate) fn at(&self, position: [f32; 2]) -> Point {
        std::array::from_fn(|axis| self.centre[axis] + (f64::from(position[axis]) - self.middle[axis]) * self.edge_mm)
    }

    pub(crate) fn node_mm(&self, node: &NodeLook) -> f64 {
        node.size() * self.radius_mm
    }

    /// Whether nodes are more than dots: with rings, hatches and several lines a bond.
    pub(crate) fn is_detailed(&self) -> bool {
        self.radius_mm >= 0.5
    }

    /// Distance between the lines of a double bond.
    pub(crate) fn bond_gap_mm(&self) -> f64 {
        (0.11 * self.edge_mm).min(0.8)
    }

    pub(crate) fn loop_mm(&self) -> f64 {
        LOOP * self.radius_mm
    }

    /// Whether loops are drawn; many small ones would hide the graph.
    pub(crate) fn has_loops(&self, n_loops: usize) -> bool {
        n_loops > 0 && (self.is_detailed() || n_loops <= 8) && (n_loops <= 60 || self.radius_mm >= 1.0)
    }
}

/// How close nodes are, in edge lengths: the distance to the nearest other, of which one in ten has less.
fn spacing(positions: &[[f32; 2]]) -> f64 {
    // In larger graphs nodes are as small as they can be in any case.
    const MOST: usize = 1500;
    if !(2..=MOST).contains(&positions.len()) {
        return 1.0;
    }
    let nearest = |(idx, a): (usize, &[f32; 2])| {
        let others = positions.iter().enumerate().filter(|(other, _)| *other != idx);
        others.map(|(_, b)| (a[0] - b[0]).hypot(a[1] - b[1])).fold(f32::INFINITY, f32::min)
    };
    let mut distances: Vec<f32> = positions.iter().enumerate().map(nearest).collect();
    distances.sort_by(f32::total_cmp);
    f64::from(distances[distances.len() / 10])
}

fn radius(edge_mm: f64, share: f64, font_pt: f64) -> f64 {
    (share * edge_mm).clamp(0.2, 0.78 * font_pt * MM_PER_PT)
}

/// How far from its centre something is drawn at a node: its ring, or its loop.
fn reach(radius_mm: f64, has_loops: bool) -> f64 {
    let around = if has_loops { SEED_SIZE + LOOP_REACH * LOOP } else { SEED_SIZE };
    around * radius_mm + 0.3
}

/// The corners of all that is drawn, in edge lengths.
fn extent(levels: &[Placed<'_>], edge_mm: f64, radius_mm: f64) -> ([f64; 2], [f64; 2]) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for level in levels {
        let around = reach(radius_mm, level.has_loops) / edge_mm.max(1e-9);
        for position in level.positions.iter().filter(|p| p.iter().all(|x| x.is_finite())) {
            for axis in 0..2 {
                low[axis] = low[axis].min(f64::from(position[axis]) - around);
                high[axis] = high[axis].max(f64::from(position[axis]) + around);
            }
        }
    }
    if low[0].is_finite() { (low, high) } else { ([0.0; 2], [0.0; 2]) }
}
