//! A graph on the page: edges, nodes, the seeds' hexagons, symbols where they fit.

use super::bonds::EdgePen;
use crate::figure::{
    adjacency::Adjacency,
    options::LEAST_PT,
    page::{Page, Style},
    palette::{self, Rgb, SEED},
    picture::{LevelLook, NodeLook},
    scene::{Anchor, Fill, Item, Point, Polygon, Rect, Scene, Stroke},
    text::{self, MM_PER_PT, RichText},
};
use crate::layout::{LayoutRequest, Simulation};

/// A node's radius in the length of an edge.
const RADIUS: f64 = 0.27;
/// Nodes shrink where the nearest is closer than an edge over this.
const CROWDED: f64 = 1.4;
/// A seed's radius in that of a node.
const SEED_SIZE: f64 = 1.12;
/// A dot without a symbol is smaller.
const DOT_SIZE: f64 = 0.74;
/// A loop's radius in that of a node.
const LOOP: f64 = 0.66;
/// Edges are no longer than this in the size of the text, however much room there is.
const LONGEST_EDGE: f64 = 3.4;

/// How positions become places on the page, and how large things are there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
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
pub struct Placed<'a> {
    /// Where they are.
    pub positions: &'a [[f32; 2]],
    /// Loops need room.
    pub has_loops: bool,
}

impl<'a> From<&'a LevelLook> for Placed<'a> {
    fn from(look: &'a LevelLook) -> Self {
        Self { positions: &look.positions, has_loops: !look.loops.is_empty() }
    }
}

impl Fit {
    /// Fits levels that stand over each other into a rectangle.
    pub fn new(levels: &[Placed<'_>], rect: Rect, font_pt: f64) -> Self {
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
            line_mm: (0.045 * edge_mm).clamp(0.08, 0.34),
            centre: rect.centre(),
            middle: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
        }
    }

    /// The height that levels take at a width.
    pub fn height_mm(levels: &[Placed<'_>], width: f64, font_pt: f64) -> f64 {
        let fit = Self::new(levels, Rect::new(0.0, 0.0, width, 1e6), font_pt);
        let (low, high) = extent(levels, fit.edge_mm, fit.radius_mm);
        fit.edge_mm * (high[1] - low[1])
    }

    /// Sizes for a level in a panel: where there are few nodes, none is so small that its colour is lost.
    pub fn for_level(&self, look: &LevelLook, panel: Rect) -> Self {
        const SHARE: f64 = 0.12;
        const LARGEST_MM: f64 = 0.6;
        let room = (panel.w * panel.h / look.nodes.len().max(1) as f64).sqrt();
        Self { radius_mm: self.radius_mm.max((SHARE * room).min(LARGEST_MM)), ..*self }
    }

    /// Where a position is on the page.
    pub fn at(&self, position: [f32; 2]) -> Point {
        std::array::from_fn(|axis| self.centre[axis] + (f64::from(position[axis]) - self.middle[axis]) * self.edge_mm)
    }

    /// Radius of a node.
    pub fn node_mm(&self, node: &NodeLook) -> f64 {
        match (node.is_seed, node.label.is_empty()) {
            (true, _) => SEED_SIZE * self.radius_mm,
            (false, false) => self.radius_mm,
            (false, true) => DOT_SIZE * self.radius_mm,
        }
    }

    /// Whether nodes are more than dots: with rings, hatches and several lines a bond.
    pub fn is_detailed(&self) -> bool {
        self.radius_mm >= 0.5
    }

    /// Distance between the lines of a double bond.
    pub fn bond_gap_mm(&self) -> f64 {
        (0.11 * self.edge_mm).min(0.8)
    }

    /// Radius of a loop.
    pub fn loop_mm(&self) -> f64 {
        LOOP * self.radius_mm
    }

    /// Whether loops are drawn; many small ones would hide the graph.
    pub fn has_loops(&self, n_loops: usize) -> bool {
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
    let around = if has_loops { SEED_SIZE + 1.62 * LOOP } else { SEED_SIZE };
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

/// Gives a level whose nodes lie on top of each other a drawing of its own, around the same centre.
///
/// The centres of clusters that all nodes belong to alike are one point.
pub fn spread_out(look: &mut LevelLook) {
    const CLOSE: f32 = 0.45;
    let n = look.positions.len();
    let is_close = |a: usize| {
        let distance = |b: usize| {
            let ([ax, ay], [bx, by]) = (look.positions[a], look.positions[b]);
            (ax - bx).hypot(ay - by)
        };
        (0..n).any(|b| a != b && distance(b) < CLOSE)
    };
    const MOST: usize = 600;
    if !(2..=MOST).contains(&n) || 2 * (0..n).filter(|&node| is_close(node)).count() < n {
        return;
    }
    let edges = look.edges.iter().map(|edge| ([edge.a, edge.b], 1.0)).collect();
    let mut simulation = Simulation::new(&LayoutRequest { n_nodes: n, edges, seed: 0, start: None });
    simulation.settle(500);
    let centre = |positions: &[[f32; 2]]| -> [f32; 2] {
        std::array::from_fn(|axis| positions.iter().map(|p| p[axis]).sum::<f32>() / n as f32)
    };
    let (from, to) = (centre(simulation.positions()), centre(&look.positions));
    look.positions = simulation.positions().iter().map(|p| [p[0] - from[0] + to[0], p[1] - from[1] + to[1]]).collect();
}

/// The part of a level's edges that can be told apart in a panel: the heaviest, until their lines cover
/// too much of it. Returns their share.
pub fn thin_out(fit: &Fit, look: &mut LevelLook, panel: Rect) -> f64 {
    const MOST_COVER: f64 = 0.5;
    let n_edges = look.edges.len();
    let mut room = MOST_COVER * panel.w * panel.h;
    let mut order: Vec<usize> = (0..n_edges).collect();
    order.sort_by(|&a, &b| look.edges[b].width_weight.total_cmp(&look.edges[a].width_weight).then(a.cmp(&b)));
    let mut is_kept = vec![false; n_edges];
    for idx in order {
        let edge = look.edges[idx];
        let [a, b] = [edge.a, edge.b].map(|node| fit.at(look.positions[node as usize]));
        room -= (b[0] - a[0]).hypot(b[1] - a[1]) * fit.line_mm * f64::from(edge.width_weight);
        if room < 0.0 {
            break;
        }
        is_kept[idx] = true;
    }
    let mut kept = is_kept.iter();
    look.edges.retain(|_| kept.next().copied().unwrap_or(false));
    if n_edges == 0 { 1.0 } else { look.edges.len() as f64 / n_edges as f64 }
}

/// Draws a level; its positions are in edge lengths.
pub fn draw(page: &mut Page<'_>, fit: &Fit, look: &LevelLook) {
    let at: Vec<Point> = look.positions.iter().map(|&position| fit.at(position)).collect();
    let adjacency = Adjacency::new(look.nodes.len(), &look.edges);
    let pen = EdgePen { at: &at, fit, colour: page.ink.edge };
    pen.loops(&mut page.scene, look, &adjacency);
    pen.edges(&mut page.scene, look, &adjacency);
    draw_nodes(page, fit, look, &at);
}

/// Nodes and their symbols, over edges that are drawn; seeds last, so that no other hides them.
pub fn draw_nodes(page: &mut Page<'_>, fit: &Fit, look: &LevelLook, at: &[Point]) {
    let ground = page.ink.ground;
    for are_seeds in [false, true] {
        for (node, &at) in look.nodes.iter().zip(at).filter(|(node, _)| node.is_seed == are_seeds) {
            let radius = fit.node_mm(node);
            let ring = fit.is_detailed().then_some(ground);
            match (node.is_seed, node.is_dropped) {
                (true, _) => hexagon(&mut page.scene, at, radius, ring),
                (false, true) => hollow(&mut page.scene, at, radius, node.fill, ground),
                (false, false) => {
                    if let Some(ring) = ring {
                        page.scene.disc(at, radius + 0.18, ring);
                    }
                    page.scene.disc(at, radius, node.fill);
                    // A colour like the ground, as that of 0 in signed data, needs an outline.
                    if palette::contrast(node.fill, ground) < 1.9 {
                        page.scene.circle(at, radius - 0.06, Stroke::new(0.12, page.ink.edge));
                    }
                }
            }
        }
    }
    if page.options.has_labels {
        symbols(page, fit, look, at);
    }
}

/// A red hexagon with a thin ring of the ground around it.
pub fn hexagon(scene: &mut Scene, at: Point, radius: f64, ring: Option<Rgb>) {
    let corners = |radius: f64| -> Vec<Point> {
        let (half, side) = (radius / 2.0, radius * 0.75_f64.sqrt());
        [(0.0, -radius), (side, -half), (side, half), (0.0, radius), (-side, half), (-side, -half)]
            .map(|(x, y)| [at[0] + x, at[1] + y])
            .to_vec()
    };
    if let Some(ring) = ring {
        scene.area(corners(radius + 0.24), ring);
    }
    scene.area(corners(radius), SEED);
}

/// A node that no coarse node contains: its outline and a hatch.
pub fn hollow(scene: &mut Scene, at: Point, radius: f64, colour: Rgb, ground: Rgb) {
    let width = (0.16 * radius).clamp(0.1, 0.26);
    scene.disc(at, radius + 0.1, ground);
    let inner = radius - width;
    let spacing = 0.52 * radius;
    if radius >= 0.6 {
        for line in -1..=1 {
            let offset = f64::from(line) * spacing;
            let half = (inner * inner - offset * offset).max(0.0).sqrt();
            let along = std::f64::consts::FRAC_1_SQRT_2;
            let middle = [at[0] + offset * along, at[1] + offset * along];
            let end = |sign: f64| [middle[0] + sign * half * along, middle[1] - sign * half * along];
            scene.line(end(-1.0), end(1.0), Stroke { opacity: 0.75, ..Stroke::new(0.7 * width, colour) });
        }
    }
    scene.circle(at, radius - width / 2.0, Stroke::new(width, colour));
}

/// Symbols inside the nodes that have room for them and that no later node lies over.
fn symbols(page: &mut Page<'_>, fit: &Fit, look: &LevelLook, at: &[Point]) {
    // Room for one letter of the least size.
    if fit.radius_mm < 0.52 * LEAST_PT * MM_PER_PT {
        return;
    }
    let size_pt = (1.05 * fit.radius_mm / MM_PER_PT).clamp(LEAST_PT, page.options.font_pt.max(LEAST_PT));
    let is_covered = |node: usize| {
        let own = (look.nodes[node].is_seed, node);
        (0..look.nodes.len()).any(|other| {
            let over = &look.nodes[other];
            let distance = (at[other][0] - at[node][0]).hypot(at[other][1] - at[node][1]);
            (over.is_seed, other) > own && distance < fit.node_mm(over) + 0.5 * fit.node_mm(&look.nodes[node])
        })
    };
    for (idx, node) in look.nodes.iter().enumerate().filter(|(_, node)| !node.label.is_empty()) {
        let style = Style { size_pt, ..page.words(Anchor::Middle) };
        let (width, cap) = (text::width_mm(&node.label, style.face, size_pt), text::cap_mm(size_pt));
        if width.hypot(cap) > 2.0 * fit.node_mm(node) || is_covered(idx) {
            continue;
        }
        let [x, y] = at[idx];
        let colour = match (node.is_seed, node.is_dropped) {
            (true, _) => palette::readable_on(SEED),
            (false, true) => page.ink.text,
            (false, false) => palette::readable_on(node.fill),
        };
        if node.is_dropped && !node.is_seed {
            let patch = Rect::new(x - width / 2.0, y - cap / 2.0, width, cap).expanded(0.2);
            let fill = Some(Fill::from(page.ink.ground));
            page.scene.items.push(Item::Polygon(Polygon { points: patch.corners().to_vec(), fill, stroke: None }));
        }
        page.text([x, y + cap / 2.0], &RichText::plain(&node.label), Style { colour, ..style });
    }
}
