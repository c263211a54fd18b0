//! A graph and its coarsened graphs, a row for each operator (the paper's Figure 2).

use super::kernels::{no_room, parameters};
use crate::figure::{
    FigureData, FigureError,
    look::{ColourBy, Legend, Pooled, are_one},
    options::Options,
    page::{Page, columns},
    panel::{
        bar::shown,
        fit::{Fit, Placed},
        graph,
        legend::{self, Entry},
    },
    picture::LevelLook,
    scale::significant,
    scene::{Anchor, Rect, Scene, Stroke},
    text::{self, Face, RichText, TIED, cap_mm, line_mm},
};

/// Room between columns, with an arrow in it.
const ARROW_MM: f64 = 7.0;
const ROW_GAP_MM: f64 = 2.5;
const LEAST_MM: f64 = 8.0;
/// A coarse graph with more edges may have too many to be drawn.
const MANY_EDGES: usize = 300;

struct Row {
    name: &'static str,
    levels: Vec<LevelLook>,
    /// What the colours of each level mean.
    legends: Vec<Legend>,
}

/// Draws the figure.
pub fn pooling_fig(data: &FigureData<'_>, options: &Options) -> Result<Scene, FigureError> {
    super::kernels::first(data)?;
    let is_dark = crate::figure::ink::Ink::of(options.ground).is_dark;
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
        rows.push(Row { name: traced.method.name, levels, legends });
    }
    let entries = legend_of(&rows, options);
    let n_levels = rows.iter().map(|row| row.levels.len()).max().unwrap_or(1);
    let placed: Vec<Placed<'_>> = rows.iter().flat_map(|row| &row.levels).map(Placed::from).collect();
    let panel_width = |body_width: f64| (body_width - (n_levels - 1) as f64 * ARROW_MM) / n_levels as f64;
    // How many edges of a large graph are left out is known once it is drawn; that it will be said is known before.
    let note_lines = |width: f64| {
        let lines = |row: &Row, level: usize| {
            let look = &row.levels[level];
            let share = if level > 0 && look.edges.len() > MANY_EDGES { 0.055 } else { 1.0 };
            note_of(look, share, &row.legends[level], options, panel_width(width)).len()
        };
        let most = |row: &Row| (0..row.levels.len()).map(|level| lines(row, level)).max().unwrap_or(1);
        rows.iter().map(most).max().unwrap_or(1)
    };
    let note_height = |width: f64| note_lines(width) as f64 * line_mm(options.small_pt());
    let legend_mm = |width: f64| legend::height_mm(&entries, options.small_pt(), width);
    let head_mm = line_mm(options.font_pt) + 0.4;
    let natural = |width: f64| {
        let panel = panel_width(width);
        let graph = Fit::height_mm(&placed, panel, options.font_pt).min(0.95 * panel).max(LEAST_MM);
        rows.len() as f64 * (head_mm + graph + note_height(width))
            + (rows.len() - 1) as f64 * ROW_GAP_MM
            + legend_mm(width)
            + 1.5
    };
    let title = format!("Pooling of {}", data.graph_name());
    let mut page = Page::new(options, &title, &caption(data, options), natural);
    page.letters_from(rows.len());
    let legend_height = legend_mm(page.body.w);
    let (n_lines, note_mm) = (note_lines(page.body.w), note_height(page.body.w));
    let rest = page.body.h - legend_height - 1.5 - (rows.len() - 1) as f64 * ROW_GAP_MM;
    let graph_mm = rest / rows.len() as f64 - head_mm - note_mm;
    // A hair of slack: the natural height may come out just below the least.
    if graph_mm < LEAST_MM - 1e-6 || panel_width(page.body.w) < LEAST_MM {
        return Err(no_room("the graphs", options));
    }
    // Room that the graphs do not need goes above and below all of them.
    let needed = Fit::height_mm(&placed, panel_width(page.body.w), options.font_pt).max(LEAST_MM);
    let spare = rows.len() as f64 * (graph_mm - needed).max(0.0);
    let graph_mm = graph_mm.min(needed);
    for (idx, row) in rows.iter().enumerate() {
        let y = page.body.y + spare / 2.0 + idx as f64 * (head_mm + graph_mm + note_mm + ROW_GAP_MM);
        page.heading([page.body.x, y], page.body.w, "", row.name);
        let area = Rect::new(page.body.x, y + head_mm, page.body.w, graph_mm);
        let panels = columns(area, n_levels, ARROW_MM);
        for (level, (look, panel)) in row.levels.iter().zip(&panels).enumerate() {
            let fit = Fit::new(&placed, *panel, options.font_pt).for_level(look, *panel);
            let mut look = look.clone();
            let share = if level > 0 { graph::thin_out(&fit, &mut look, *panel) } else { 1.0 };
            graph::draw(&mut page, &fit, &look);
            let style = page.notes(Anchor::Middle);
            let mut lines = note_of(&look, share, &row.legends[level], options, panel.w);
            if lines.len() > n_lines {
                lines = note_of(&look, 1.0, &Legend::None, options, panel.w);
            }
            for (line, words) in lines.iter().take(n_lines).enumerate() {
                let line_mm = line_mm(style.size_pt);
                let baseline = panel.bottom() + (line + 1) as f64 * line_mm - 0.3 * cap_mm(style.size_pt);
                page.text([panel.centre()[0], baseline], &RichText::plain(words), style);
            }
            if level > 0 {
                arrow(&mut page, panel.x - ARROW_MM / 2.0, panel.centre()[1]);
            }
        }
    }
    let body = page.body;
    legend::draw(
        &mut page,
        Rect { y: body.bottom() - spare / 2.0 - legend_height, h: legend_height, ..body },
        &entries,
    );
    Ok(page.scene)
}

/// "23 atoms", out of "level 0 · 23 atoms"; how many edges are drawn where not all are, and the numbers that colours
/// stand for: each level has its own. In lines that fit below a panel.
fn note_of(look: &LevelLook, share: f64, legend: &Legend, options: &Options, width: f64) -> Vec<String> {
    let count = look.title.split_once("· ").map_or(look.title.as_str(), |(_, count)| count);
    let mut note = count.to_owned();
    if share < 1.0 {
        note += &format!(", heaviest {}{TIED}% of edges", significant(100.0 * share, 2));
    }
    if let Legend::Range { ends: (low, high), .. } = legend {
        let name = options.colour.name();
        note += &match are_one(*low, *high) {
            true => format!(", {name} {}", shown(*high)),
            false => format!(", {name} {} to {}", shown(*low), shown(*high)),
        };
    }
    text::wrapped(&note, Face::Regular, options.small_pt(), width)
}

/// What the colours and shapes that are there mean.
fn legend_of(rows: &[Row], options: &Options) -> Vec<Entry> {
    let colours = rows.iter().map(|row| &row.legends[0]).find(|legend| **legend != Legend::None);
    let mut entries = match colours {
        Some(Legend::Range { map, .. }) => {
            vec![Entry::Map(*map, format!("{}, least to greatest of each graph", options.colour.name()))]
        }
        Some(colours) => legend::entries(colours, &options.colour.name()),
        None => Vec::new(),
    };
    let any = |is: fn(&crate::figure::picture::NodeLook) -> bool| {
        rows.iter().flat_map(|row| &row.levels).flat_map(|level| &level.nodes).any(is)
    };
    if any(|node| node.is_seed) {
        entries.push(Entry::Seed);
    }
    if any(|node| node.is_dropped && !node.is_seed) {
        entries.push(Entry::Dropped);
    }
    entries
}

/// A small arrow to the right.
pub fn arrow(page: &mut Page<'_>, x: f64, y: f64) {
    let stroke = Stroke::new(0.28 * page.unit(), page.ink.muted);
    page.scene.line([x - 1.8, y], [x + 1.6, y], stroke);
    page.scene.path(vec![[x + 0.7, y - 0.9], [x + 1.7, y], [x + 0.7, y + 0.9]], stroke);
}

fn caption(data: &FigureData<'_>, options: &Options) -> String {
    let names: Vec<&str> = data.traced.iter().map(|traced| traced.method.name).collect();
    let settings = data.traced.iter().map(parameters).max_by_key(String::len).unwrap_or_default();
    format!(
        "Pooling of {} by {}. From left to right the graph and its coarsened graphs; colours show {}, red \
         hexagons the seeds that the next level keeps, and the width of a coarse edge grows with its weight. {settings}.",
        data.graph_name(),
        names.join(", "),
        match options.colour {
            ColourBy::Label => "node labels".to_owned(),
            other => format!("the {}", other.name()),
        }
    )
}
