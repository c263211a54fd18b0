//! The whole operator in one figure, from the graph to the coarsened graph (the paper's Figure 1).
//!
//! The proximities of one node are drawn as lines, thicker where they are closer.

use super::{
    Choices, Example, Figure, Needs,
    kernels::{first, level_of, no_room, parameters, seeds, shading},
    pooling::arrow,
};
use crate::{
    explore::Explored,
    figure::{
        FigureData, FigureError,
        ink::Ink,
        options::Options,
        page::Page,
        panel::{
            bonds::EdgePen,
            fit::{Fit, Placed},
            graph,
            heatmap::{Heatmap, Side},
            legend::{self, Entry},
        },
        scene::{Anchor, Disc, Item, Point, Rect, Scene, Stroke},
        text::{RichText, cap_mm, line_mm},
    },
    pooling::trace::{LevelTrace, Step, Value},
    symbols::{self, Symbol},
    view::{
        adjacency::Adjacency,
        look::{ColourBy, Legend, Pooled},
        picture::{EdgeLook, LevelLook},
        raster,
    },
};

pub(super) static FIGURE: Figure = Figure {
    key: "pipeline",
    title: "Pipeline",
    about: "the whole operator, from the graph to the coarsened graph",
    needs: Needs::TRACE.and(Needs::LAYOUT),
    choices: Choices { maps: true, node_colours: true, operators: false, labels: true },
    example: Some(Example { graph: 0, methods: &["proxpool"] }),
    build: pipeline_fig,
};

const ARROW_MM: f64 = 5.0;
/// From a matrix to the arrow beside it, over the air that an arrow has anyway.
const BESIDE_ARROW_MM: f64 = 0.8;
const ROW_GAP_MM: f64 = 3.0;
/// Panels narrower than this are put into two rows.
const NARROWEST_MM: f64 = 20.0;
const LEAST_MM: f64 = 12.0;
/// Width of the kernels in that of a graph.
const KERNELS_SHARE: f64 = 0.58;

struct Parts<'a> {
    traced: &'a Explored,
    level: &'a LevelTrace,
    fine: LevelLook,
    by_coupling: LevelLook,
    coarse: LevelLook,
    colours: Vec<Entry>,
    node: u32,
    r: &'a Value,
}

pub(super) fn pipeline_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let parts = Parts::new(data, options)?;
    let n_panels = 6;
    // In one row the kernels, which stand on top of each other, take less room than graphs.
    let share = |idx: usize, n: usize| if idx == 1 && n == n_panels { KERNELS_SHARE } else { 1.0 };
    let shares = |n: usize| (0..n).map(|idx| share(idx, n)).sum::<f64>();
    let width_of = |width: f64, n: usize| (width - (n - 1) as f64 * ARROW_MM) / shares(n);
    let inner = options.width_mm - 2.0 * options.margin_mm;
    let head_mm = line_mm(options.font_pt) + line_mm(options.small_pt()) + 0.6;
    // On a page whose height is given two rows may leave more room for each panel.
    let side = |n: usize| match options.height_mm {
        Some(height) => width_of(inner, n).min(height * n as f64 / n_panels as f64 - 1.5 * head_mm),
        None => width_of(inner, n),
    };
    let is_one_row = width_of(inner, n_panels) >= NARROWEST_MM
        && (options.height_mm.is_none() || side(n_panels) >= side(n_panels / 2));
    let n_cols = if is_one_row { n_panels } else { n_panels / 2 };
    let n_rows = n_panels / n_cols;
    let placed = [Placed::from(&parts.fine), Placed::from(&parts.coarse)];
    let entries = &parts.colours;
    let legend_mm = |width: f64| legend::height_mm(entries, options.small_pt(), width) + 1.0;
    let natural = |width: f64| {
        let panel = width_of(width, n_cols);
        let high = Fit::height_mm(&placed, panel, options.font_pt).clamp(0.95 * panel, 1.25 * panel);
        n_rows as f64 * (head_mm + high) + (n_rows - 1) as f64 * ROW_GAP_MM + legend_mm(width)
    };
    let title = format!("{} on {}", parts.traced.method.name, data.graph_name());
    let mut page = Page::new(options, &title, &caption(data, &parts), natural);
    let (body, legend_height) = (page.body, legend_mm(page.body.w));
    let panel = width_of(body.w, n_cols);
    let high = (body.h - legend_height - (n_rows - 1) as f64 * ROW_GAP_MM) / n_rows as f64 - head_mm;
    if panel < LEAST_MM || high < LEAST_MM {
        return Err(no_room("the panels", options));
    }
    for idx in 0..n_panels {
        let (row, col) = (idx / n_cols, idx % n_cols);
        let before: f64 = (0..col).map(|idx| share(idx, n_cols) * panel + ARROW_MM).sum();
        let (x, y) = (body.x + before, body.y + row as f64 * (head_mm + high + ROW_GAP_MM));
        let rect = Rect::new(x, y + head_mm, share(idx, n_cols) * panel, high);
        parts.heading(&mut page, idx, [x, y], rect.w + if col + 1 < n_cols { ARROW_MM - 1.0 } else { 0.0 });
        let fit = Fit::new(&placed, rect, options.font_pt);
        let coarse_fit = fit.for_level(&parts.coarse, rect);
        match idx {
            0 => graph::draw(&mut page, &fit, &parts.fine),
            1 => parts.kernels(&mut page, rect, options),
            2 => parts.proximities(&mut page, &fit, rect),
            3 => graph::draw(&mut page, &fit, &parts.by_coupling),
            4 => parts.assignment(&mut page, rect, options),
            _ => {
                let mut coarse = parts.coarse.clone();
                graph::thin_out(&coarse_fit, &mut coarse, rect);
                graph::draw(&mut page, &coarse_fit, &coarse);
            }
        }
        if idx > 0 && col > 0 {
            arrow(&mut page, x - ARROW_MM / 2.0, rect.centre()[1]);
        }
    }
    legend::draw(&mut page, Rect { y: body.bottom() - legend_height + 1.0, ..body }, entries);
    Ok(page.scene)
}

impl<'a> Parts<'a> {
    fn new(data: &'a FigureData<'_>, options: &Options) -> Result<Self, FigureError> {
        let traced = first(data)?;
        let level = level_of(traced, options)?;
        let r = level.get(&symbols::R).ok_or_else(|| {
            let name = traced.method.name;
            FigureError::Missing(format!(
                "{name} has no proximity matrix R; choose proxpool, proxpool-nt or proxpool-ns"
            ))
        })?;
        let (pooled, is_dark) = (data.pooled(traced)?, Ink::new(options.ground).is_dark);
        let mut looks = Vec::new();
        let mut colours = Legend::None;
        for idx in 0..traced.trace.levels.len() {
            let signed = data.signed(traced, idx, options.colour);
            let (look, legend) = pooled.look(idx, options.colour, signed.as_deref(), is_dark);
            if idx == options.level {
                colours = legend;
            }
            looks.push(look);
        }
        Pooled::place(&traced.trace, &mut looks, &data.positions);
        let (mut by_coupling, coupling) = pooled.look(options.level, ColourBy::Coupling, None, is_dark);
        let mut coarse = looks.swap_remove(options.level + 1);
        let mut fine = looks.swap_remove(options.level);
        by_coupling.positions.clone_from(&fine.positions);
        for node in fine.nodes.iter_mut().chain(&mut coarse.nodes) {
            (node.is_seed, node.is_dropped, node.is_tied) = (false, false, false);
        }
        by_coupling.nodes.iter_mut().for_each(|node| {
            node.label.clear();
            node.is_dropped = false;
        });
        let n = fine.nodes.len() as u32;
        let first_seed = level.seeds().and_then(|seeds| seeds.first().copied());
        let node = options.node.or(first_seed).unwrap_or(0);
        if node >= n {
            let last = n.saturating_sub(1);
            return Err(FigureError::Missing(format!("there is no node {node}; choose a node from 0 to {last}")));
        }
        let mut entries = legend::entries(&colours, &pooled.colour_name(options.colour));
        entries.push(Entry::Seed);
        entries.extend(legend::entries(&coupling, "coupling E"));
        Ok(Self { traced, level, fine, by_coupling, coarse, colours: entries, node, r })
    }

    /// The symbols of a panel, and below them what it shows.
    fn heading(&self, page: &mut Page<'_>, idx: usize, at: Point, width: f64) {
        let has = |symbol: &Symbol| self.level.get(symbol).is_some();
        let (kernels, r) = match (has(&symbols::K_T), has(&symbols::K_S)) {
            (true, true) => ("K_t, K_s", "R = K_t ⊙ K_s"),
            (true, false) => ("K_t", "R = K_t"),
            _ => ("K_s", "R = A ⊙ K_s"),
        };
        let name = &self.fine.nodes[self.node as usize].name;
        let proximity =
            if self.is_enlarged() { format!("near {name}, enlarged") } else { format!("proximity of {name}") };
        let (symbol, words) = match idx {
            0 => ("A, X", "graph, signal"),
            1 => (kernels, "kernels"),
            2 => (r, proximity.as_str()),
            3 => ("E", "coupling, seeds"),
            4 => ("C", "assignment"),
            _ => ("A′ = C A C^T", "coarsened graph"),
        };
        page.heading(at, width, symbol, "");
        let style = page.notes(Anchor::Start);
        let baseline = at[1] + line_mm(page.options.font_pt) + cap_mm(style.size_pt);
        let short = crate::figure::text::shortened(words, style.face, style.size_pt, width);
        page.text([at[0], baseline], &RichText::plain(&short), style);
    }

    /// The kernels that there are, one below the other.
    fn kernels(&self, page: &mut Page<'_>, rect: Rect, options: &Options) {
        let steps: Vec<&Step> =
            [&symbols::K_T, &symbols::K_S].iter().filter_map(|symbol| self.level.matrix(symbol)).collect();
        let gap = 1.4;
        let n = steps.len().max(1) as f64;
        let side = ((rect.h - (n - 1.0) * gap) / n).min(rect.w);
        let top = rect.centre()[1] - (n * side + (n - 1.0) * gap) / 2.0;
        let order: Vec<u32> = options.order.permutation(self.level, &self.traced.levels[options.level].labels);
        for (idx, step) in steps.into_iter().enumerate() {
            let cells = Rect::new(rect.centre()[0] - side / 2.0, top + idx as f64 * (side + gap), side, side);
            map(step, &order, &order, &[], options).draw(page, cells);
        }
    }

    fn assignment(&self, page: &mut Page<'_>, rect: Rect, options: &Options) {
        let Some(step) = self.level.matrix(&symbols::C) else { return };
        let Some((n_rows, n_cols)) = step.value.shape() else { return };
        let rows: Vec<u32> = (0..n_rows as u32).collect();
        let cols: Vec<u32> = options.order.permutation(self.level, &self.traced.levels[options.level].labels);
        // The arrows at both sides do not touch it.
        let width = rect.w - 2.0 * BESIDE_ARROW_MM;
        let high = (width * n_rows as f64 / n_cols.max(1) as f64).clamp(3.0, rect.h);
        let cells = Rect::new(rect.x + BESIDE_ARROW_MM, rect.centre()[1] - high / 2.0, width, high);
        let is_seed = seeds(self.level, n_cols);
        map(step, &rows, &cols, &is_seed, options).draw(page, cells);
    }

    /// The nodes that are drawn with the proximities: all, or where these would be too small to tell apart those that
    /// the node is close to.
    fn around(&self) -> Vec<u32> {
        const MOST: usize = 80;
        let all = 0..self.fine.nodes.len() as u32;
        if all.len() > MOST {
            all.filter(|&other| other == self.node || raster::at(self.r, self.node, other) > 0.0).collect()
        } else {
            all.collect()
        }
    }

    fn is_enlarged(&self) -> bool {
        self.around().len() < self.fine.nodes.len()
    }

    /// The graph, faint, and over it a line from the node to each it is close to.
    fn proximities(&self, page: &mut Page<'_>, fit: &Fit, rect: Rect) {
        let nodes = self.around();
        let look = part(&self.fine, &nodes);
        let fit = if self.is_enlarged() { Fit::new(&[Placed::from(&look)], rect, page.options.font_pt) } else { *fit };
        let centre = nodes.iter().position(|&node| node == self.node).unwrap_or(0);
        let at: Vec<Point> = look.positions.iter().map(|&position| fit.at(position)).collect();
        let adjacency = Adjacency::new(look.nodes.len(), &look.edges);
        let faint = mixed(page.ink.edge, page.ink.ground);
        EdgePen { at: &at, fit: &fit, colour: faint }.edges(&mut page.scene, &look, &adjacency);
        let close: Vec<(usize, f64)> = (0..at.len())
            .filter(|&other| other != centre)
            .map(|other| (other, raster::at(self.r, self.node, nodes[other])))
            .filter(|&(_, r)| r > 0.0)
            .collect();
        let most = close.iter().fold(1e-12_f64, |most, &(_, r)| most.max(r));
        let accent = page.ink.accent;
        for (other, r) in close {
            let width = (r / most * 1.15 * fit.radius_mm.max(0.4)).max(0.1);
            let stroke = Stroke { opacity: 0.7, ..Stroke::new(width, accent) };
            page.scene.line(at[centre], at[other], stroke);
        }
        graph::draw_nodes(page, &fit, &look, &at);
        let radius_mm = fit.node_mm(&look.nodes[centre]) + 0.55;
        let stroke = Stroke { dash: Some([0.7, 0.45]), ..Stroke::new(0.3 * page.unit(), accent) };
        page.scene.items.push(Item::Disc(Disc { centre: at[centre], radius_mm, fill: None, stroke: Some(stroke) }));
    }
}

/// Some nodes of a graph, ascending, and the edges between them.
fn part(look: &LevelLook, nodes: &[u32]) -> LevelLook {
    let place = |node: u32| nodes.binary_search(&node).ok().map(|place| place as u32);
    let edge = |edge: &EdgeLook| Some(EdgeLook { a: place(edge.a)?, b: place(edge.b)?, ..*edge });
    LevelLook {
        positions: nodes.iter().filter_map(|&node| look.positions.get(node as usize).copied()).collect(),
        nodes: nodes.iter().map(|&node| look.nodes[node as usize].clone()).collect(),
        edges: look.edges.iter().filter_map(edge).collect(),
        ..LevelLook::default()
    }
}

/// A matrix with nothing written beside it.
fn map<'a>(step: &'a Step, rows: &'a [u32], cols: &'a [u32], is_seed: &'a [bool], options: &Options) -> Heatmap<'a> {
    let side = |order: &'a [u32], is_seed: &'a [bool]| Side {
        order,
        names: &[],
        is_seed,
        clusters: &[],
        title: "",
        is_counted: false,
    };
    let (rows, cols) = (side(rows, &[]), side(cols, is_seed));
    let (value, shading) = (&step.value, shading(step.symbol, &step.value, options));
    Heatmap { value, rows, cols, shading, reduction: options.reduction, is_written: [false, false] }
}

fn mixed(a: [u8; 3], b: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|channel| ((u16::from(a[channel]) + 2 * u16::from(b[channel])) / 3) as u8)
}

fn caption(data: &FigureData<'_>, parts: &Parts<'_>) -> String {
    format!(
        "{} on {}: the graph, its kernels, the proximities of the node in the dashed circle (thicker lines are \
         closer; R is the elementwise product of the kernels), the coupling with the selected seeds, the assignment, and the \
         coarsened graph. {}.",
        parts.traced.method.name,
        data.graph_name(),
        parameters(parts.traced)
    )
}
