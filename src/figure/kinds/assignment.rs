//! Who belongs to whom: the assignment matrix, coarse nodes as rows, nodes as columns (the paper's Figure 4).

use super::{
    Choices, Example, Figure, Needs,
    kernels::{axis_title, clusters, first, level_of, no_room, parameters, seeds, shading},
};
use crate::{
    explore::Explored,
    figure::{
        FigureData, FigureError,
        options::Options,
        page::Page,
        panel::{
            bar,
            heatmap::{Heatmap, Side},
        },
        scene::{Rect, Scene},
    },
    pooling::trace::Value,
    symbols,
    trace::order::NodeOrder,
    view::shading::Shading,
};

pub(super) static FIGURE: Figure = Figure {
    key: "assignment",
    title: "Assignment",
    about: "assignment matrix C: which node belongs to which seed, per operator",
    needs: Needs::TRACE,
    choices: Choices { maps: true, node_colours: false, operators: true, labels: true },
    example: Some(Example { graph: 5, methods: &["diffpool", "proxpool"] }),
    build: assignment_fig,
};

const BAR_GAP_MM: f64 = 1.1;
const GAP_MM: f64 = 2.5;
/// Cells are no larger than this, and maps no higher, with the usual type and on a page as high as they are.
const LARGEST_CELL_MM: f64 = 8.0;
const HIGHEST_MM: f64 = 62.0;
/// How much larger they may be on a page with a height of its own.
const GROWTH: f64 = 1.6;
const LEAST_MM: f64 = 7.0;
/// Room for a heading, however few columns there are.
const LEAST_WIDTH_MM: f64 = 36.0;

struct Panel<'a> {
    traced: &'a Explored,
    value: &'a Value,
    shape: (usize, usize),
    cols: Vec<u32>,
    rows: Vec<u32>,
    row_names: Vec<String>,
    is_seed: Vec<bool>,
    shading: Shading,
    /// Of rows and columns, where they are framed.
    clusters: [Vec<Option<u32>>; 2],
}

impl<'a> Panel<'a> {
    fn new(traced: &'a Explored, options: &Options) -> Result<Self, FigureError> {
        let level = level_of(traced, options)?;
        let missing = || FigureError::Missing(format!("{} has no assignment matrix", traced.method.name));
        let value = level.get(&symbols::C).ok_or_else(missing)?;
        let shape @ (n_rows, n_cols) = value.shape().ok_or_else(missing)?;
        let names = &traced.levels[options.level].names;
        let row_names = match level.seeds() {
            Some(seeds) => seeds.iter().map(|&seed| names[seed as usize].clone()).collect(),
            None => (0..n_rows).map(|cluster| cluster.to_string()).collect(),
        };
        Ok(Self {
            traced,
            value,
            shape,
            cols: options.order.permutation(level, &traced.levels[options.level].labels),
            rows: (0..n_rows as u32).collect(),
            row_names,
            is_seed: seeds(level, n_cols),
            shading: shading(&symbols::C, value, options),
            clusters: [
                if options.order == NodeOrder::SeedCluster {
                    (0..n_rows as u32).map(Some).collect()
                } else {
                    Vec::new()
                },
                clusters(traced, options),
            ],
        })
    }

    fn heatmap<'b>(&'b self, options: &Options, title: &'b str, is_named: bool) -> Heatmap<'b> {
        let has_seeds = self.is_seed.iter().any(|&is| is);
        let rows = Side {
            order: &self.rows,
            names: &self.row_names,
            is_seed: &[],
            clusters: &self.clusters[0],
            title: if has_seeds { "seed" } else { "cluster" },
            is_counted: !has_seeds,
        };
        let cols = Side {
            order: &self.cols,
            names: &self.traced.levels[options.level].names,
            is_seed: &self.is_seed,
            clusters: &self.clusters[1],
            title,
            is_counted: options.order.for_size(self.shape.1) == NodeOrder::Index,
        };
        let (shading, reduction) = (self.shading, options.reduction);
        Heatmap { value: self.value, rows, cols, shading, reduction, is_written: [true, is_named] }
    }
}

pub(super) fn assignment_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    first(data)?;
    let panels = data.traced.iter().map(|traced| Panel::new(traced, options)).collect::<Result<Vec<_>, _>>()?;
    let n_nodes = panels.iter().map(|panel| panel.shape.1).max().unwrap_or(0);
    let title = axis_title(options.order.for_size(n_nodes));
    let probe = Page::new(options, "", "", |_| 50.0);
    let growth = options.unit() * if options.height_mm.is_some() { GROWTH } else { 1.0 };
    let highest_mm = growth * HIGHEST_MM;
    // Columns in one order are named once, below the last.
    let is_named = |idx: usize| panels.get(idx + 1).is_none_or(|next| next.cols != panels[idx].cols);
    let maps: Vec<Heatmap<'_>> =
        panels.iter().enumerate().map(|(idx, panel)| panel.heatmap(options, &title, is_named(idx))).collect();
    // Names that differ in length must not move the maps against each other.
    let left = |height: f64| maps.iter().map(|map| map.room_mm(&probe, [90.0, height])[0]).fold(0.0, f64::max);
    let right = maps.iter().map(|map| map.bar_room_mm(&probe)).fold(0.0, f64::max) + BAR_GAP_MM;
    let room_left = [LEAST_MM, 20.0, highest_mm].map(left).into_iter().fold(0.0, f64::max);
    let cells_width = |width: f64| {
        let most = panels.iter().map(|panel| panel.shape.1).max().unwrap_or(1) as f64 * growth * LARGEST_CELL_MM;
        (width - room_left - right).min(most.max(LEAST_WIDTH_MM))
    };
    let cells_height = |width: f64, panel: &Panel<'_>| {
        let cell = cells_width(width) / panel.shape.1.max(1) as f64;
        (panel.shape.0 as f64 * cell).clamp(LEAST_MM, highest_mm)
    };
    let below = |width: f64, idx: usize| maps[idx].room_mm(&probe, [cells_width(width), 20.0])[1];
    let others = |width: f64| -> f64 {
        let all: f64 = (0..maps.len()).map(|idx| probe.heading_mm() + below(width, idx)).sum();
        all + GAP_MM * (maps.len() - 1) as f64
    };
    let natural = |width: f64| others(width) + panels.iter().map(|panel| cells_height(width, panel)).sum::<f64>();
    let heading = format!("Assignment of {}", data.graph_name());
    let mut page = Page::new(options, &heading, &caption(data, options), natural);
    page.letters_from(panels.len());
    let (body, width) = (page.body, cells_width(page.body.w));
    let needed_mm: f64 = panels.iter().map(|panel| cells_height(body.w, panel)).sum();
    let shrink = ((body.h - others(body.w)) / needed_mm).min(1.0);
    if width < 20.0 || shrink * needed_mm < 0.6 * LEAST_MM * panels.len() as f64 {
        return Err(no_room("the matrices", options));
    }
    // Room that the maps do not need goes around all of them.
    let mut y = body.y + (body.h - others(body.w) - shrink * needed_mm).max(0.0) / 2.0;
    let x = body.x + (body.w - room_left - width - right).max(0.0) / 2.0 + room_left;
    for (idx, (panel, map)) in panels.iter().zip(&maps).enumerate() {
        let height = shrink * cells_height(body.w, panel);
        let cells = Rect::new(x, y + page.heading_mm(), width, height);
        let untrained = if data.is_untrained_beside(panel.traced) { ", untrained" } else { "" };
        let words = format!("C, {} × {}{untrained}", panel.shape.0, panel.shape.1);
        page.heading([cells.x, y], width + right, panel.traced.method.name, &words);
        let shading = map.draw(&mut page, cells);
        let room = Rect { x: cells.right() + BAR_GAP_MM, w: right - BAR_GAP_MM, ..cells };
        bar::draw(&mut page, room, &shading);
        y = cells.bottom() + below(body.w, idx) + GAP_MM;
    }
    Ok(page.scene)
}

fn caption(data: &FigureData<'_>, options: &Options) -> String {
    let names: Vec<&str> = data.traced.iter().map(|traced| traced.method.name).collect();
    let settings = data.traced.iter().map(parameters).max_by_key(String::len).unwrap_or_default();
    format!(
        "Assignment matrices C of {} at level {} on {}: rows are coarse nodes, columns are nodes. Red marks are \
         seeds. {settings}.",
        names.join(", "),
        options.level,
        data.graph_name()
    )
}
