//! A graph and its coarsened graphs, a row for each operator (the paper's Figure 2).

use super::{
    Choices, Example, Figure, Needs,
    kernels::{no_room, parameters},
};
use crate::{
    figure::{
        FigureData, FigureError,
        options::Options,
        page::{Page, columns},
        panel::{
            bar::tick_text,
            fit::{Fit, Placed},
            graph,
            legend::{self, Entry},
        },
        scene::{Anchor, Rect, Scene, Stroke},
        text::{self, Face, RichText, TIED, cap_mm, line_mm},
    },
    view::{
        look::{ColourBy, Legend, Pooled, are_one},
        picture::LevelLook,
        scale::significant,
    },
};

pub(super) static FIGURE: Figure = Figure {
    key: "pooling",
    title: "Pooling",
    about: "a graph and its coarsened graphs, one row per operator",
    needs: Needs::TRACE.and(Needs::LAYOUT),
    choices: Choices { maps: false, node_colours: true, operators: true, labels: true },
    example: Some(Example { graph: 5, methods: &["sagpool", "gpool", "diffpool", "proxpool"] }),
    build: pooling_fig,
};

/// Room between columns, with an arrow in it.
const ARROW_MM: f64 = 7.0;
const ROW_GAP_MM: f64 = 2.5;
/// Between rows that stand beside each other.
const BESIDE_MM: f64 = 10.0;
const LEAST_MM: f64 = 8.0;
/// A figure that would be higher does not fit on a page: then rows stand beside each other.
const HIGHEST_MM: f64 = 225.0;
/// A coarse graph with more edges may have too many to be drawn.
const MANY_EDGES: usize = 300;

struct Row {
    name: String,
    levels: Vec<LevelLook>,
    /// What the colours of each level mean.
    legends: Vec<Legend>,
    /// What its colours show: `scores y`.
    colour: String,
}

/// Rows, and how they are put on a page.
struct Plan<'a> {
    rows: Vec<Row>,
    entries: Vec<Entry>,
    options: &'a Options,
    n_levels: usize,
    /// Rows that stand beside each other.
    n_beside: usize,
}

pub(super) fn pooling_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    super::kernels::first(data)?;
    let plan = Plan::new(data, options)?;
    let title = format!("Pooling of {}", data.graph_name());
    let mut page = Page::new(options, &title, &caption(data, options), |width| plan.natural_mm(width));
    page.letters_from(plan.rows.len());
    let body = page.body;
    let room = (body.h - plan.others_mm(body.w)) / plan.n_high() as f64;
    // A hair of slack: the natural height may come out just below the least.
    if room < LEAST_MM - 1e-6 || plan.panel_mm(body.w) < LEAST_MM {
        return Err(no_room("the graphs", options));
    }
    // Room that the graphs do not need goes above and below all of them.
    let needed = Fit::height_mm(&plan.placed(), plan.panel_mm(body.w), options.font_pt).max(LEAST_MM);
    let (graph_mm, spare) = (room.min(needed), plan.n_high() as f64 * (room - needed).max(0.0));
    plan.draw(&mut page, Rect { y: body.y + spare / 2.0, ..body }, graph_mm);
    let legend_mm = plan.legend_mm(body.w);
    let legend = Rect { y: body.bottom() - spare / 2.0 - legend_mm, h: legend_mm, ..body };
    legend::draw(&mut page, legend, &plan.entries);
    Ok(page.scene)
}

impl<'a> Plan<'a> {
    fn new(data: &FigureData<'_>, options: &'a Options) -> Result<Self, FigureError> {
        let is_dark = crate::figure::ink::Ink::new(options.ground).is_dark;
        let mut rows = Vec::new();
        for traced in &data.traced {
            let pooled = data.pooled(traced)?;
            let (mut levels, mut legends) = (Vec::new(), Vec::new());
            for level in 0..traced.trace.levels.len() {
                let signed = data.signed(traced, level, options.colour);
                let (look, legend) = pooled.look(level, options.colour, signed.as_deref(), is_dark);
                levels.push(look);
                legends.push(legend);
            }
            Pooled::place(&traced.trace, &mut levels, &data.positions);
            levels.iter_mut().skip(1).for_each(graph::spread_out);
            let untrained = if data.is_untrained_beside(traced) { ", untrained" } else { "" };
            let colour = pooled.colour_name(options.colour);
            rows.push(Row { name: format!("{}{untrained}", traced.method.name), levels, legends, colour });
        }
        let entries = legend_of(&rows);
        let n_levels = rows.iter().map(|row| row.levels.len()).max().unwrap_or(1);
        Ok(Self { rows, entries, options, n_levels, n_beside: 1 }.arranged())
    }

    /// With two rows beside each other where one below the other would be too high, or leave the graphs smaller.
    fn arranged(self) -> Self {
        let width = self.options.width_mm - 2.0 * self.options.margin_mm;
        let two = Self { n_beside: 2, ..self };
        let one = |plan: Self| Self { n_beside: 1, ..plan };
        if two.rows.len() < 2 || two.panel_mm(width) < 1.5 * LEAST_MM {
            return one(two);
        }
        let Some(height) = two.options.height_mm else {
            let alone = one(two);
            let is_too_high = alone.natural_mm(width) > HIGHEST_MM;
            return Self { n_beside: if is_too_high { 2 } else { 1 }, ..alone };
        };
        let edge_mm = |plan: &Self| {
            let room = (height - plan.others_mm(width)) / plan.n_high() as f64;
            let panel = Rect::new(0.0, 0.0, plan.panel_mm(width), room.max(1.0));
            Fit::new(&plan.placed(), panel, plan.options.font_pt).edge_mm
        };
        let beside = edge_mm(&two);
        let alone = one(two);
        let is_larger = beside > 1.1 * edge_mm(&alone);
        Self { n_beside: if is_larger { 2 } else { 1 }, ..alone }
    }

    fn placed(&self) -> Vec<Placed<'_>> {
        self.rows.iter().flat_map(|row| &row.levels).map(Placed::from).collect()
    }

    /// Rows below each other.
    fn n_high(&self) -> usize {
        self.rows.len().div_ceil(self.n_beside)
    }

    fn row_mm(&self, width: f64) -> f64 {
        (width - (self.n_beside - 1) as f64 * BESIDE_MM) / self.n_beside as f64
    }

    fn panel_mm(&self, width: f64) -> f64 {
        (self.row_mm(width) - (self.n_levels - 1) as f64 * ARROW_MM) / self.n_levels as f64
    }

    fn head_mm(&self) -> f64 {
        line_mm(self.options.font_pt) + 0.4
    }

    /// How many lines are written below a graph. How many edges of a large one are left out is known once it is drawn;
    /// that it will be said is known before.
    fn n_lines(&self, width: f64) -> usize {
        let lines = |row: &Row, level: usize| {
            let look = &row.levels[level];
            let share = if level > 0 && look.edges.len() > MANY_EDGES { 0.055 } else { 1.0 };
            note_of(look, share, (&row.legends[level], &row.colour), self.options, self.panel_mm(width)).len()
        };
        let most = |row: &Row| (0..row.levels.len()).map(|level| lines(row, level)).max().unwrap_or(1);
        self.rows.iter().map(most).max().unwrap_or(1)
    }

    fn note_mm(&self, width: f64) -> f64 {
        self.n_lines(width) as f64 * line_mm(self.options.small_pt())
    }

    fn legend_mm(&self, width: f64) -> f64 {
        legend::height_mm(&self.entries, self.options.small_pt(), width)
    }

    /// Height of everything but the graphs.
    fn others_mm(&self, width: f64) -> f64 {
        let n = self.n_high() as f64;
        n * (self.head_mm() + self.note_mm(width)) + (n - 1.0) * ROW_GAP_MM + self.legend_mm(width) + 1.5
    }

    fn natural_mm(&self, width: f64) -> f64 {
        let panel = self.panel_mm(width);
        let graph = Fit::height_mm(&self.placed(), panel, self.options.font_pt).min(0.95 * panel).max(LEAST_MM);
        self.n_high() as f64 * graph + self.others_mm(width)
    }

    /// Draws all rows from the top of a rectangle, down and then to the right.
    fn draw(&self, page: &mut Page<'_>, body: Rect, graph_mm: f64) {
        let row_mm = self.row_mm(body.w);
        let high = self.head_mm() + graph_mm + self.note_mm(body.w) + ROW_GAP_MM;
        for (idx, row) in self.rows.iter().enumerate() {
            let x = body.x + (idx / self.n_high()) as f64 * (row_mm + BESIDE_MM);
            let y = body.y + (idx % self.n_high()) as f64 * high;
            page.heading([x, y], row_mm, "", &row.name);
            let area = Rect::new(x, y + self.head_mm(), row_mm, graph_mm);
            for (level, panel) in columns(area, self.n_levels, ARROW_MM).into_iter().enumerate() {
                if level < row.levels.len() {
                    self.level(page, row, level, panel, self.n_lines(body.w));
                }
            }
        }
    }

    fn level(&self, page: &mut Page<'_>, row: &Row, level: usize, panel: Rect, n_lines: usize) {
        let mut look = row.levels[level].clone();
        let fit = Fit::new(&self.placed(), panel, self.options.font_pt).for_level(&look, panel);
        let share = if level > 0 { graph::thin_out(&fit, &mut look, panel) } else { 1.0 };
        graph::draw(page, &fit, &look);
        let mut lines = note_of(&look, share, (&row.legends[level], &row.colour), self.options, panel.w);
        if lines.len() > n_lines {
            lines = note_of(&look, 1.0, (&Legend::None, ""), self.options, panel.w);
        }
        let style = page.notes(Anchor::Middle);
        for (line, words) in lines.iter().take(n_lines).enumerate() {
            let below = (line + 1) as f64 * line_mm(style.size_pt) - 0.3 * cap_mm(style.size_pt);
            page.text([panel.centre()[0], panel.bottom() + below], &RichText::plain(words), style);
        }
        if level > 0 {
            arrow(page, panel.x - ARROW_MM / 2.0, panel.centre()[1]);
        }
    }
}

/// "23 atoms", out of "level 0 · 23 atoms"; how many edges are drawn where not all are, and the numbers that colours
/// stand for: each level has its own. In lines that fit below a panel.
fn note_of(
    look: &LevelLook,
    share: f64,
    (legend, colour): (&Legend, &str),
    options: &Options,
    width: f64,
) -> Vec<String> {
    let count = look.title.split_once("· ").map_or(look.title.as_str(), |(_, count)| count);
    let mut note = count.to_owned();
    if share < 1.0 {
        note += &format!(", heaviest {}{TIED}% of{TIED}edges", significant(100.0 * share, 2));
    }
    if let Legend::Range { ends: (low, high), .. } = legend {
        let name = colour.replace(' ', &TIED.to_string());
        note += &if are_one(*low, *high) {
            format!(", {name} {}", tick_text(*high))
        } else {
            format!(", {name} {} to {}", tick_text(*low), tick_text(*high))
        };
    }
    text::wrapped(&note, Face::Regular, options.small_pt(), width)
}

/// What the colours and shapes that are there mean.
fn legend_of(rows: &[Row]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    // Operators may be coloured each by its own; entries that all share are listed once.
    for row in rows {
        let legend_entries = match &row.legends[0] {
            Legend::Range { ramp, .. } => {
                vec![Entry::Map(*ramp, format!("{}, minimum to maximum per graph", row.colour))]
            }
            colours => legend::entries(colours, &row.colour),
        };
        entries.extend(legend_entries.into_iter().filter(|entry| !entries.contains(entry)).collect::<Vec<_>>());
    }
    let any = |is: fn(&crate::view::picture::NodeLook) -> bool| {
        rows.iter().flat_map(|row| &row.levels).flat_map(|level| &level.nodes).any(is)
    };
    if any(|node| node.is_seed) {
        entries.push(Entry::Seed);
    }
    if any(|node| node.is_dropped && !node.is_seed) {
        entries.push(Entry::Dropped);
    }
    if any(|node| node.is_tied) {
        entries.push(Entry::Tied);
    }
    entries
}

/// A small arrow to the right.
pub(super) fn arrow(page: &mut Page<'_>, x: f64, y: f64) {
    let stroke = Stroke::new(0.28 * page.unit(), page.ink.muted);
    page.scene.line([x - 1.8, y], [x + 1.6, y], stroke);
    page.scene.path(vec![[x + 0.7, y - 0.9], [x + 1.7, y], [x + 0.7, y + 0.9]], stroke);
}

fn caption(data: &FigureData<'_>, options: &Options) -> String {
    let names: Vec<&str> = data.traced.iter().map(|traced| traced.method.name).collect();
    let settings = data.traced.iter().map(parameters).max_by_key(String::len).unwrap_or_default();
    format!(
        "Pooling of {} by {}. From left to right: the graph and its coarsened graphs. Colours show {}; red hexagons \
         are the seeds of the next level; coarse edges are wider the larger their weight. {settings}.",
        data.graph_name(),
        names.join(", "),
        match options.colour {
            ColourBy::Automatic =>
                "what each operator decides by: labels, scores, or membership in clusters".to_owned(),
            ColourBy::Label => "node labels".to_owned(),
            other => format!("the {}", other.name()),
        }
    )
}
