//! The matrices of an operator side by side: A, K_t, K_s, R (the paper's Figure 3).

use super::{Choices, Example, Figure, Needs};
use crate::{
    explore::Explored,
    figure::{
        FigureData, FigureError,
        ink::Ink,
        options::Options,
        page::Page,
        panel::{
            bar,
            heatmap::{Heatmap, Side},
        },
        scene::{Rect, Scene},
        text::{TIED, line_mm},
    },
    names::Named as _,
    pooling::trace::{Axis, LevelTrace, Step, Value},
    symbols::Symbol,
    trace::order::NodeOrder,
    view::shading::{Limits, Shading},
};

pub(super) static FIGURE: Figure = Figure {
    key: "kernels",
    title: "Kernels",
    about: "adjacency, structure kernel, signal kernel and proximity side by side",
    needs: Needs::TRACE,
    choices: Choices { maps: true, node_colours: false, operators: false, labels: true },
    example: Some(Example { graph: 5, methods: &["proxpool"] }),
    build: kernels_fig,
};

/// Gap between a map and its colour bar.
const BAR_GAP_MM: f64 = 1.1;
const GAP_MM: f64 = 3.0;
/// Maps narrower than this are put into two rows.
const NARROWEST_MM: f64 = 22.0;

pub(super) fn kernels_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let traced = first(data)?;
    let level = level_of(traced, options)?;
    let maps = kernels(traced, level)?;
    let labels = &traced.levels[options.level].labels;
    let order = options.order.permutation(level, labels);
    let seeds = seeds(level, order.len());
    let clusters = clusters(traced, options);
    let kind = options.order.for_size(order.len());
    let title = axis_title(kind);
    let side = Side {
        order: &order,
        names: &traced.levels[options.level].names,
        is_seed: &seeds,
        clusters: &clusters,
        title: &title,
        is_counted: kind == NodeOrder::Index,
    };
    let n_cols = columns_of(maps.len(), options);
    let (n_maps, n_rows) = (maps.len(), maps.len().div_ceil(n_cols));
    let heading = format!("{} of {}", if maps.len() > 1 { "Matrices" } else { "Matrix" }, data.graph_name());
    let maps: Vec<(&Step, Heatmap<'_>)> = maps
        .into_iter()
        .enumerate()
        .map(|(idx, step)| {
            let shading = shading(step.symbol, &step.value, options);
            let is_written = [idx % n_cols == 0, idx + n_cols >= n_maps];
            let reduction = options.reduction;
            (step, Heatmap { value: &step.value, rows: side, cols: side, shading, reduction, is_written })
        })
        .collect();
    let caption = caption(data, traced, options, &maps);

    // The side of the maps that fills the width; what is written beside them depends on it a little.
    let probe = Page::new(options, "", "", |_| 50.0);
    let parts = |side_mm: f64| -> (f64, f64, f64) {
        let [left, _] = maps[0].1.room_mm(&probe, [side_mm; 2]);
        let [_, below] = maps[n_maps - 1].1.room_mm(&probe, [side_mm; 2]);
        let bars = maps.iter().map(|(_, map)| map.bar_room_mm(&probe));
        (left, bars.fold(0.0, f64::max) + BAR_GAP_MM, below)
    };
    let row_height = |side_mm: f64| probe.heading_mm() + side_mm;
    let fits_width = |width: f64| {
        let (mut side_mm, n) = (30.0, n_cols as f64);
        for _ in 0..3 {
            let (left, bars, _) = parts(side_mm);
            let between = marks_left(&maps[0].1, &probe, side_mm);
            side_mm = (width - left - (n - 1.0) * (GAP_MM + between) - n * bars) / n;
        }
        side_mm
    };
    let natural_height = |side_mm: f64| {
        let below = parts(side_mm).2;
        n_rows as f64 * row_height(side_mm) + (n_rows - 1) as f64 * (GAP_MM + 1.0) + below
    };
    let natural = |width: f64| natural_height(fits_width(width).max(8.0));
    let mut page = Page::new(options, &heading, &caption, natural);
    page.letters_from(n_maps);
    let by_height =
        |below: f64| (page.body.h - below - (n_rows - 1) as f64 * (GAP_MM + 1.0)) / n_rows as f64 - page.heading_mm();
    // What is written below the maps depends on their size.
    let widest = fits_width(page.body.w);
    let mut side_mm = widest.min(by_height(parts(widest).2));
    if natural_height(side_mm) > page.body.h + 1e-6 {
        side_mm = widest.min(by_height(parts(widest).2.max(parts(side_mm).2)));
    }
    if side_mm < 8.0 {
        return Err(no_room("the heatmaps", options));
    }
    let (left, bars, _) = parts(side_mm);
    let between = marks_left(&maps[0].1, &page, side_mm);
    let used = left + n_cols as f64 * (side_mm + bars) + (n_cols - 1) as f64 * (GAP_MM + between);
    let spare = page.body.w - used;
    // Room that the maps do not need goes between them, but not so much that they fall apart, and around all.
    let stretch = if n_cols > 1 { (spare / (n_cols - 1) as f64).min(0.3 * side_mm) } else { 0.0 };
    let start = page.body.x + (spare - stretch * (n_cols - 1) as f64) / 2.0;
    let top = page.body.y + (page.body.h - natural_height(side_mm)).max(0.0) / 2.0;
    let heading_mm = page.heading_mm();
    for (idx, (step, map)) in maps.iter().enumerate() {
        let (row, col) = (idx / n_cols, idx % n_cols);
        let x = start + left + col as f64 * (side_mm + bars + GAP_MM + between + stretch);
        let y = top + row as f64 * (heading_mm + side_mm + GAP_MM + 1.0);
        let cells = Rect::new(x, y + heading_mm, side_mm, side_mm);
        let per_pixel = map.per_pixel(&page, [side_mm; 2]);
        let words = format!("{}{}{per_pixel}", step.symbol.name, on_support(level, step.symbol));
        page.heading([x, y], side_mm + bars, step.symbol.text, &words);
        let shading = map.draw(&mut page, cells);
        bar::draw(&mut page, Rect { x: cells.right() + BAR_GAP_MM, w: bars - BAR_GAP_MM, ..cells }, &shading);
    }
    Ok(page.scene)
}

/// How many maps stand beside each other: all, or two where that leaves more room for each.
fn columns_of(n_maps: usize, options: &Options) -> usize {
    let beside = 14.0 * options.unit();
    let by_width = |n: usize| options.width_mm / n as f64 - beside;
    let side = |n: usize| match options.height_mm {
        Some(height) => by_width(n).min(height / n_maps.div_ceil(n) as f64 - 2.5 * line_mm(options.font_pt)),
        None => by_width(n),
    };
    let two = n_maps.min(2);
    let is_room = by_width(n_maps) > NARROWEST_MM;
    let is_better = options.height_mm.is_none() || side(n_maps) >= side(two);
    if is_room && is_better { n_maps } else { two }
}

/// Room for the marks of seeds at the left of a map that has nothing written there.
fn marks_left(map: &Heatmap<'_>, page: &Page<'_>, side_mm: f64) -> f64 {
    Heatmap { is_written: [false, false], ..*map }.room_mm(page, [side_mm; 2])[0]
}

/// The first operator of a figure that shows one.
pub(super) fn first<'a>(data: &'a FigureData<'_>) -> Result<&'a Explored, FigureError> {
    data.graph()?;
    data.traced.first().ok_or_else(|| FigureError::Missing("no operator chosen for this figure; choose one".to_owned()))
}

/// The level that the options ask for, if it was pooled.
pub(super) fn level_of<'a>(traced: &'a Explored, options: &Options) -> Result<&'a LevelTrace, FigureError> {
    let pooled = traced.trace.levels.len().saturating_sub(1);
    traced.trace.levels.get(options.level).filter(|_| options.level < pooled).ok_or_else(|| {
        FigureError::Missing(format!(
            "level {} is not pooled; choose a level from 0 to {}",
            options.level,
            pooled.saturating_sub(1)
        ))
    })
}

/// A, then the kernels that the operator has.
fn kernels<'a>(traced: &Explored, level: &'a LevelTrace) -> Result<Vec<&'a Step>, FigureError> {
    let steps: Vec<&Step> = traced.method.matrices.iter().filter_map(|symbol| level.matrix(symbol)).collect();
    if !steps.iter().any(|step| step.is_kernel()) {
        let names: Vec<&str> = traced.method.matrices.iter().map(|symbol| symbol.text).collect();
        return Err(FigureError::Missing(format!(
            "{} has no kernels: its matrices are {}; choose proxpool, or the figure “assignment”",
            traced.method.name,
            names.join(", ")
        )));
    }
    Ok(steps.into_iter().filter(|step| step.axes == [Axis::Nodes; 2]).collect())
}

/// Colours for a matrix.
pub(super) fn shading(symbol: &Symbol, value: &Value, options: &Options) -> Shading {
    let chosen = options.ranges.iter().find(|(name, _)| symbol.is_called(name));
    let limits = chosen.map_or(Limits::Automatic, |(_, &(low, high))| Limits::Chosen(low, high));
    Shading::new(value, options.map, options.scale, limits, Ink::new(options.ground).paper())
}

/// The cluster of each node, in the order in which clusters are framed; else nothing.
pub(super) fn clusters(traced: &Explored, options: &Options) -> Vec<Option<u32>> {
    let is_framed = options.order == NodeOrder::SeedCluster;
    traced.levels.get(options.level).filter(|_| is_framed).map_or_else(Vec::new, |level| level.cluster_of.clone())
}

/// `, on supp K_t` behind the name of a matrix that was computed there alone.
pub(super) fn on_support(level: &LevelTrace, symbol: &Symbol) -> String {
    level.support_of(symbol).map_or_else(String::new, |of| format!(", on supp {of}"))
}

/// Which nodes are seeds.
pub(super) fn seeds(level: &LevelTrace, n: usize) -> Vec<bool> {
    let mut is_seed = vec![false; n];
    for &seed in level.seeds().unwrap_or_default() {
        if let Some(is) = is_seed.get_mut(seed as usize) {
            *is = true;
        }
    }
    is_seed
}

/// "node", or in which order they are.
pub(super) fn axis_title(order: NodeOrder) -> String {
    match order {
        NodeOrder::Automatic | NodeOrder::Index => "node".to_owned(),
        order => format!("node, by {}", order.name()),
    }
}

/// Words when a page cannot hold a figure.
pub(super) fn no_room(what: &str, options: &Options) -> FigureError {
    let height = options.height_mm.map_or_else(String::new, |height| format!(" × {height}"));
    FigureError::NoRoom(format!(
        "{what} do not fit on {}{height} mm at a font size of {} pt; choose a larger page or a smaller font",
        options.width_mm, options.font_pt
    ))
}

fn caption(data: &FigureData<'_>, traced: &Explored, options: &Options, maps: &[(&Step, Heatmap<'_>)]) -> String {
    let names: Vec<String> = maps.iter().map(|(step, _)| format!("{} {}", step.symbol.name, step.symbol)).collect();
    format!(
        "Matrices of {} at level {} on {}: {}. Red marks are seeds. {}.",
        traced.method.name,
        options.level,
        data.graph_name(),
        names.join(", "),
        parameters(traced)
    )
}

/// The parameters of an operator: "s = 3, τ = 1, ρ = 0.3".
pub(super) fn parameters(traced: &Explored) -> String {
    let settings = traced.method.settings(&traced.params);
    settings.into_iter().map(|(name, value)| format!("{name}{TIED}={TIED}{value}")).collect::<Vec<_>>().join(", ")
}
