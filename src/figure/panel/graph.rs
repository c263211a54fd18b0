//! A graph on the page: edges, nodes, the seeds' hexagons, symbols where they fit.

use super::{bonds::EdgePen, fit::Fit};
use crate::{
    figure::{
        options::LEAST_PT,
        page::{Page, Style},
        scene::{Anchor, Fill, Item, Point, Polygon, Rect, Scene, Stroke},
        text::{self, MM_PER_PT, RichText},
    },
    layout::{LayoutRequest, Simulation},
    view::{
        adjacency::Adjacency,
        drawing::{HEXAGON, dashed_circle, hatch, pie},
        palette::{self, Rgb, SEED},
        picture::{LevelLook, NodeLook, PIE_HOLE, inside_ring},
    },
};

/// Width of the thinnest ring of a seed.
const THINNEST_RING_MM: f64 = 0.14;

/// Gives a level whose nodes lie on top of each other a drawing of its own, around the same centre.
///
/// The centres of clusters that all nodes belong to alike are one point.
pub(crate) fn spread_out(look: &mut LevelLook) {
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
    let mut simulation = Simulation::new(&LayoutRequest { n_nodes: n, edges, ..LayoutRequest::default() });
    simulation.settle(500);
    let centre = |positions: &[[f32; 2]]| -> [f32; 2] {
        std::array::from_fn(|axis| positions.iter().map(|p| p[axis]).sum::<f32>() / n as f32)
    };
    let (from, to) = (centre(simulation.positions()), centre(&look.positions));
    look.positions = simulation.positions().iter().map(|p| [p[0] - from[0] + to[0], p[1] - from[1] + to[1]]).collect();
}

/// The part of a level's edges that can be distinguished in a panel: the heaviest, until their lines cover
/// too much of it. Returns their share.
pub(crate) fn thin_out(fit: &Fit, look: &mut LevelLook, panel: Rect) -> f64 {
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
pub(crate) fn draw(page: &mut Page<'_>, fit: &Fit, look: &LevelLook) {
    let at: Vec<Point> = look.positions.iter().map(|&position| fit.at(position)).collect();
    let adjacency = Adjacency::new(look.nodes.len(), &look.edges);
    let pen = EdgePen { at: &at, fit, colour: page.ink.edge };
    pen.loops(&mut page.scene, look, &adjacency);
    pen.edges(&mut page.scene, look, &adjacency);
    draw_nodes(page, fit, look, &at);
}

/// Nodes and their symbols, over edges that are drawn; seeds last, so that no other hides them.
pub(crate) fn draw_nodes(page: &mut Page<'_>, fit: &Fit, look: &LevelLook, at: &[Point]) {
    let ground = page.ink.ground;
    for are_seeds in [false, true] {
        for (node, &at) in look.nodes.iter().zip(at).filter(|(node, _)| node.is_seed == are_seeds) {
            let radius = fit.node_mm(node);
            let ring = fit.is_detailed().then_some(ground);
            match (node.is_seed, node.is_dropped) {
                (true, _) => {
                    hexagon(&mut page.scene, at, radius, node.fill, ring);
                    slices(&mut page.scene, node, at, inside_ring(radius, THINNEST_RING_MM));
                }
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
                    slices(&mut page.scene, node, at, radius);
                    if let Some(rim) = node.rim {
                        let width = 0.24 * radius;
                        page.scene.circle(at, radius + 0.5 * width, Stroke::new(width, rim));
                    }
                }
            }
            if node.is_tied {
                tied(&mut page.scene, at, radius + 0.5, page.ink.text);
            }
        }
    }
    if page.options.has_labels {
        symbols(page, fit, look, at);
    }
}

/// A hexagon with a red ring, and a thin line of the ground around it.
pub(crate) fn hexagon(scene: &mut Scene, at: Point, radius: f64, fill: Rgb, ground: Option<Rgb>) {
    let corners =
        |radius: f64| -> Vec<Point> { HEXAGON.map(|[x, y]| [at[0] + radius * x, at[1] + radius * y]).to_vec() };
    if let Some(ground) = ground {
        scene.area(corners(radius + 0.24), ground);
    }
    scene.area(corners(radius), SEED);
    scene.area(corners(inside_ring(radius, THINNEST_RING_MM)), fill);
}

/// The pie of a node that belongs to several clusters.
fn slices(scene: &mut Scene, node: &NodeLook, at: Point, radius: f64) {
    for (colour, corners) in pie(&node.slices, node.is_seed) {
        let border = corners.into_iter().map(|[x, y]| [at[0] + radius * x, at[1] + radius * y]);
        scene.area(std::iter::once(at).chain(border).collect(), colour);
    }
}

/// A dashed ring: that this node is a seed, or is none, is a matter of its index.
pub(crate) fn tied(scene: &mut Scene, at: Point, radius: f64, colour: Rgb) {
    for dash in dashed_circle(12) {
        let [from, to] = dash.map(|[x, y]| [at[0] + radius * x, at[1] + radius * y]);
        scene.line(from, to, Stroke::new(0.16, colour));
    }
}

/// A node that no coarse node contains: its outline and a hatch.
pub(crate) fn hollow(scene: &mut Scene, at: Point, radius: f64, colour: Rgb, ground: Rgb) {
    let width = (0.16 * radius).clamp(0.1, 0.26);
    scene.disc(at, radius + 0.1, ground);
    let inner = radius - width;
    if radius >= 0.6 {
        for [from, to] in hatch(at, inner, 0.52 * radius) {
            scene.line(from, to, Stroke { opacity: 0.75, ..Stroke::new(0.7 * width, colour) });
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
        let radius = fit.node_mm(node);
        let room = if node.is_seed { inside_ring(radius, THINNEST_RING_MM) } else { radius };
        if width.hypot(cap) > 2.0 * room || is_covered(idx) {
            continue;
        }
        let [x, y] = at[idx];
        let is_hollow = node.is_dropped && !node.is_seed;
        let is_pie = !node.slices.is_empty();
        let colour = if is_hollow || is_pie { page.ink.text } else { palette::readable_on(node.fill) };
        if is_pie {
            let ground = page.ink.ground;
            page.scene.disc([x, y], PIE_HOLE * room, ground);
        } else if is_hollow {
            let patch = Rect::new(x - width / 2.0, y - cap / 2.0, width, cap).expanded(0.2);
            let fill = Some(Fill::from(page.ink.ground));
            page.scene.items.push(Item::Polygon(Polygon { points: patch.corners().to_vec(), fill, stroke: None }));
        }
        page.text([x, y + cap / 2.0], &RichText::plain(&node.label), Style { colour, ..style });
    }
}
