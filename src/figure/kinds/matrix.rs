//! One matrix of an operator, as large as the page allows.

use super::{
    Choices, Example, Figure, Needs,
    kernels::{axis_title, clusters, first, level_of, no_room, on_support, parameters, seeds, shading},
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
    pooling::{
        Axis,
        trace::{LevelTrace, Step},
    },
    symbols,
    trace::order::NodeOrder,
};

pub(super) static FIGURE: Figure = Figure {
    key: "matrix",
    title: "Matrix",
    about: "one matrix of an operator, with both axes named",
    needs: Needs::TRACE,
    choices: Choices { maps: true, node_colours: false, operators: false, labels: true },
    example: Some(Example { graph: 5, methods: &["proxpool"] }),
    build: matrix_fig,
};

const BAR_GAP_MM: f64 = 1.1;
/// A map is no higher than this, on a page as high as it needs, and no wider than it takes for large cells.
const HIGHEST_MM: f64 = 110.0;
const LARGEST_CELL_MM: f64 = 9.0;
const LEAST_MM: f64 = 8.0;
/// Least side of a map of few rows or columns, as a share of the other.
const THINNEST: f64 = 0.08;

/// One side of the matrix, with all that its [`Side`] borrows.
struct Along {
    order: Vec<u32>,
    names: Vec<String>,
    is_seed: Vec<bool>,
    clusters: Vec<Option<u32>>,
    title: String,
    is_counted: bool,
}

impl Along {
    fn new(axis: Axis, n: usize, traced: &Explored, level: &LevelTrace, options: &Options) -> Self {
        let names = &traced.levels[options.level];
        let by_index = || (0..n as u32).collect();
        match axis {
            Axis::Nodes => {
                let kind = options.order.for_size(n);
                Self {
                    order: options.order.permutation(level, &names.labels),
                    names: names.names.clone(),
                    is_seed: seeds(level, n),
                    clusters: clusters(traced, options),
                    title: axis_title(kind),
                    is_counted: kind == NodeOrder::Index,
                }
            }
            Axis::Coarse => {
                let names = traced.levels.get(options.level + 1).map(|coarse| coarse.names.clone());
                let has_seeds = level.seeds().is_some();
                let is_framed = options.order == NodeOrder::SeedCluster;
                Self {
                    order: by_index(),
                    names: names.unwrap_or_default(),
                    is_seed: Vec::new(),
                    clusters: if is_framed { (0..n as u32).map(Some).collect() } else { Vec::new() },
                    title: if has_seeds { "seed" } else { "cluster" }.to_owned(),
                    is_counted: !has_seeds,
                }
            }
            Axis::Index => Self {
                order: by_index(),
                names: Vec::new(),
                is_seed: Vec::new(),
                clusters: Vec::new(),
                title: "index".to_owned(),
                is_counted: true,
            },
        }
    }

    fn side(&self) -> Side<'_> {
        let Self { order, names, is_seed, clusters, title, is_counted } = self;
        Side { order, names, is_seed, clusters, title, is_counted: *is_counted }
    }
}

fn matrix_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    let traced = first(data)?;
    let (level, step) = chosen(traced, options)?;
    let (n_rows, n_cols) = step.value.shape().unwrap_or((0, 0));
    if n_rows * n_cols == 0 {
        return Err(FigureError::Missing(format!("{} is empty here", step.symbol)));
    }
    let [rows, cols] =
        [(step.axes[0], n_rows), (step.axes[1], n_cols)].map(|(axis, n)| Along::new(axis, n, traced, level, options));
    let map = Heatmap {
        value: &step.value,
        rows: rows.side(),
        cols: cols.side(),
        shading: shading(step.symbol, &step.value, options),
        reduction: options.reduction,
        is_written: [true, true],
    };
    let probe = Page::new(options, "", "", |_| 50.0);
    let bars = map.bar_room_mm(&probe) + BAR_GAP_MM;
    // Width and height of the cells in some room; what is written beside them depends on it a little.
    let ratio = (n_rows as f64 / n_cols as f64).clamp(THINNEST, 1.0 / THINNEST);
    let largest = options.unit() * LARGEST_CELL_MM;
    let cells = |width: f64, height: f64| {
        let mut size = [30.0, 30.0 * ratio];
        for _ in 0..3 {
            let [left, below] = map.room_mm(&probe, size);
            let widest = (width - left - bars).min(largest * (n_cols as f64).max(4.0));
            let side = widest.min((height - below - probe.heading_mm()) / ratio);
            size = [side, side * ratio];
        }
        size
    };
    let natural = |width: f64| {
        let size = cells(width, options.unit() * HIGHEST_MM);
        probe.heading_mm() + size[1] + map.room_mm(&probe, size)[1]
    };
    let heading = format!("{} of {}", step.symbol.name, data.graph_name());
    let mut page = Page::new(options, &heading, &caption(data, traced, step, options), natural);
    page.letters_from(1);
    let size @ [width, height] = cells(page.body.w, page.body.h);
    if width < LEAST_MM || height < LEAST_MM * THINNEST {
        return Err(no_room("the heatmap", options));
    }
    let [left, below] = map.room_mm(&page, size);
    let x = page.body.x + (page.body.w - left - width - bars).max(0.0) / 2.0 + left;
    let y = page.body.y + (page.body.h - page.heading_mm() - height - below).max(0.0) / 2.0;
    let rect = Rect::new(x, y + page.heading_mm(), width, height);
    let (support, per_pixel) = (on_support(level, step.symbol), map.per_pixel(&page, size));
    let words = format!("{}{support}, {n_rows} × {n_cols}{per_pixel}", step.symbol.name);
    page.heading([x, y], width + bars, step.symbol.text, &words);
    let shading = map.draw(&mut page, rect);
    // A bar beside a low map still has room for its two ends.
    let high = height.max(8.0);
    bar::draw(&mut page, Rect { x: rect.right() + BAR_GAP_MM, w: bars - BAR_GAP_MM, h: high, ..rect }, &shading);
    Ok(page.scene)
}

/// The matrix that the options name, else R, else A.
fn chosen<'a>(traced: &'a Explored, options: &Options) -> Result<(&'a LevelTrace, &'a Step), FigureError> {
    let Some(key) = &options.matrix else {
        let level = level_of(traced, options)?;
        let step = level.matrix(&symbols::R).or_else(|| level.matrix(&symbols::A));
        return step.map(|step| (level, step)).ok_or_else(|| FigureError::Missing("there is no matrix".to_owned()));
    };
    let level = traced.trace.levels.get(options.level).ok_or_else(|| {
        let last = traced.trace.levels.len().saturating_sub(1);
        FigureError::Missing(format!("there is no level {}; choose a level from 0 to {last}", options.level))
    })?;
    let matrices = level.steps.iter().map(|step| &**step).filter(|step| step.value.is_matrix());
    let matrix = matrices.clone().find(|step| step.symbol.is_called(key));
    matrix.map(|step| (level, step)).ok_or_else(|| {
        let keys: Vec<&str> = matrices.map(|step| step.symbol.key).collect();
        let name = traced.method.name;
        FigureError::Missing(format!(
            "{name} has no matrix “{key}” at level {}; choose one of {}",
            options.level,
            keys.join(", ")
        ))
    })
}

fn caption(data: &FigureData<'_>, traced: &Explored, step: &Step, options: &Options) -> String {
    format!(
        "{} {} of {} at level {} on {}. {}.",
        step.symbol.name,
        step.symbol,
        traced.method.name,
        options.level,
        data.graph_name(),
        parameters(traced)
    )
}
