//! What colours and shapes mean, in lines below a figure.

use std::sync::Arc;

use super::{bar::tick_text, graph};
use crate::{
    figure::{
        page::Page,
        scene::{Anchor, Image, Item, Point, Rect, Stroke},
        text::{self, Face, RichText, cap_mm, line_mm},
    },
    view::{
        look::{Legend, are_one},
        palette::Rgb,
        ramp::Ramp,
    },
};

/// An entry of the legend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    /// A colour of nodes.
    Node(Rgb, String),
    /// The seeds' hexagon.
    Seed,
    /// An unassigned (dropped) node.
    Dropped,
    /// The ring of nodes among which the index decided.
    Tied,
    Line(Stroke, String),
    /// A dot with a line through it, as results have; filled or not.
    Dot(Rgb, bool, String),
    /// A colour bar.
    Range(Ramp, (f64, f64), String),
    /// A colour map without numbers.
    Map(Ramp, String),
    Words(String),
}

/// The entries of a legend of colours; of more than a few words the rest is counted.
pub(crate) fn entries(legend: &Legend, what: &str) -> Vec<Entry> {
    const MOST: usize = 12;
    match legend {
        Legend::None => Vec::new(),
        Legend::Words(words) => {
            let mut all: Vec<Entry> =
                words.iter().take(MOST).map(|(word, colour)| Entry::Node(*colour, word.clone())).collect();
            if words.len() > MOST {
                all.push(Entry::Words(format!("and {} more", words.len() - MOST)));
            }
            all
        }
        Legend::Range { ramp, ends } if are_one(ends.0, ends.1) => {
            vec![Entry::Node(ramp.at(0.5), format!("{what} = {}", tick_text(ends.1)))]
        }
        Legend::Range { ramp, ends } => vec![Entry::Range(*ramp, *ends, what.to_owned())],
    }
}

const MARK_GAP_MM: f64 = 0.9;
const BAR_MM: f64 = 14.0;

impl Entry {
    fn words(&self) -> &str {
        match self {
            Self::Node(_, words) | Self::Line(_, words) | Self::Dot(_, _, words) | Self::Words(words) => words,
            Self::Range(_, _, words) | Self::Map(_, words) => words,
            Self::Seed => "seed",
            Self::Dropped => "unassigned (dropped)",
            Self::Tied => "tied: index order decides",
        }
    }

    /// Width of what stands before the words.
    fn mark_mm(&self, size_pt: f64) -> f64 {
        let cap = cap_mm(size_pt);
        match self {
            Self::Words(_) => 0.0,
            Self::Map(..) => BAR_MM + MARK_GAP_MM,
            Self::Line(..) | Self::Dot(..) => 2.6 * cap + MARK_GAP_MM,
            Self::Range(_, ends, _) => {
                let number = |end: f64| text::width_mm(&tick_text(end), Face::Regular, size_pt) + MARK_GAP_MM;
                number(ends.0) + BAR_MM + MARK_GAP_MM + number(ends.1) + MARK_GAP_MM
            }
            _ => 1.1 * cap + MARK_GAP_MM,
        }
    }

    fn width_mm(&self, size_pt: f64) -> f64 {
        self.mark_mm(size_pt) + text::width_mm(self.words(), Face::Regular, size_pt)
    }
}

/// Entries by line: the place of each from the left.
fn flow(entries: &[Entry], size_pt: f64, width: f64) -> Vec<Vec<(f64, &Entry)>> {
    let gap = 1.6 * size_pt * text::MM_PER_PT;
    let mut lines: Vec<Vec<(f64, &Entry)>> = Vec::new();
    let mut x = 0.0;
    for entry in entries {
        let wide = entry.width_mm(size_pt);
        if lines.is_empty() || (x > 0.0 && x + wide > width) {
            lines.push(Vec::new());
            x = 0.0;
        }
        if let Some(line) = lines.last_mut() {
            line.push((x, entry));
        }
        x += wide + gap;
    }
    lines
}

/// Height of the lines that entries take.
pub(crate) fn height_mm(entries: &[Entry], size_pt: f64, width: f64) -> f64 {
    flow(entries, size_pt, width).len() as f64 * 1.15 * line_mm(size_pt)
}

/// Draws entries from the top left of a rectangle.
pub(crate) fn draw(page: &mut Page<'_>, rect: Rect, entries: &[Entry]) {
    let size = page.options.small_pt();
    let (cap, line) = (cap_mm(size), 1.15 * line_mm(size));
    for (row, entries) in flow(entries, size, rect.w).into_iter().enumerate() {
        let baseline = rect.y + row as f64 * line + 0.15 * line + cap;
        for (x, entry) in entries {
            mark(page, entry, [rect.x + x, baseline - cap / 2.0], cap);
            let style = page.notes(Anchor::Start);
            let words = text::shortened(entry.words(), style.face, size, rect.w - x - entry.mark_mm(size));
            page.text([rect.x + x + entry.mark_mm(size), baseline], &RichText::plain(&words), style);
        }
    }
}

fn mark(page: &mut Page<'_>, entry: &Entry, [x, y]: Point, cap: f64) {
    let radius = 0.52 * cap;
    let centre = [x + radius, y];
    match entry {
        Entry::Node(colour, _) => page.scene.disc(centre, radius, *colour),
        // Without a fill: that of a seed is its attribute.
        Entry::Seed => {
            let ground = page.ink.ground;
            graph::hexagon(&mut page.scene, centre, 1.08 * radius, ground, None);
        }
        Entry::Dropped => {
            let (colour, ground) = (page.ink.edge, page.ink.ground);
            graph::hollow(&mut page.scene, centre, radius, colour, ground);
        }
        Entry::Tied => {
            let colour = page.ink.text;
            graph::tied(&mut page.scene, centre, radius, colour);
        }
        Entry::Line(stroke, _) => page.scene.line([x, y], [x + 2.6 * cap, y], *stroke),
        Entry::Dot(colour, is_filled, _) => dot(page, [x + 1.3 * cap, y], 1.3 * cap, *colour, *is_filled),
        Entry::Range(ramp, ends, _) => {
            let size = page.options.small_pt();
            let style = page.notes(Anchor::Start);
            let low = tick_text(ends.0);
            page.text([x, y + cap / 2.0], &RichText::plain(&low), style);
            let left = x + text::width_mm(&low, Face::Regular, size) + MARK_GAP_MM;
            let rect = Rect::new(left, y - 0.5 * cap, BAR_MM, cap);
            strip(page, rect, *ramp);
            page.text([rect.right() + MARK_GAP_MM, y + cap / 2.0], &RichText::plain(&tick_text(ends.1)), style);
        }
        Entry::Map(ramp, _) => strip(page, Rect::new(x, y - 0.5 * cap, BAR_MM, cap), *ramp),
        Entry::Words(_) => {}
    }
}

/// The colours of a map from left to right.
fn strip(page: &mut Page<'_>, rect: Rect, ramp: Ramp) {
    let cells = Arc::new((0..64).map(|at| ramp.at((f64::from(at) + 0.5) / 64.0)).collect());
    page.scene.items.push(Item::Image(Image { rect, width: 64, height: 1, cells }));
}

/// A mean with its spread to both sides.
pub(crate) fn dot(page: &mut Page<'_>, at: Point, half_mm: f64, colour: Rgb, is_filled: bool) {
    let unit = page.unit();
    let radius = 0.62 * unit;
    let stroke = Stroke::new(0.3 * unit, colour);
    page.scene.line([at[0] - half_mm, at[1]], [at[0] + half_mm, at[1]], stroke);
    if is_filled {
        page.scene.disc(at, radius, colour)
    } else {
        let ground = page.ink.ground;
        page.scene.disc(at, radius, ground);
        page.scene.circle(at, radius - 0.12 * unit, Stroke::new(0.26 * unit, colour));
    }
}
