//! A page: margins, a title above, a caption below, and between them the body that a figure draws in.

use crate::{
    figure::{
        ink::{HAIRLINE_MM, Ink},
        options::Options,
        scene::{Anchor, Item, Point, Rect, Scene, Stroke, Text},
        text::{self, Face, RichText, cap_mm, line_mm},
    },
    view::palette::Rgb,
};

pub(super) struct Page<'a> {
    /// What is drawn.
    pub scene: Scene,
    /// Where the figure may draw.
    pub body: Rect,
    pub ink: Ink,
    pub options: &'a Options,
    has_letters: bool,
    n_letters: usize,
}

/// Text style.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub size_pt: f64,
    pub face: Face,
    pub colour: Rgb,
    /// Text alignment.
    pub anchor: Anchor,
}

impl<'a> Page<'a> {
    /// A page for a body of this height, which may depend on its width. A height that is asked for
    /// goes before.
    pub(super) fn new(options: &'a Options, title: &str, caption: &str, body_height: impl FnOnce(f64) -> f64) -> Self {
        let (ink, margin) = (Ink::new(options.ground), options.margin_mm);
        let width = options.width_mm - 2.0 * margin;
        let title_pt = 1.25 * options.font_pt;
        let above = if options.has_title { line_mm(title_pt) + 0.5 * line_mm(options.font_pt) } else { 0.0 };
        let lines = if options.has_caption {
            text::wrapped(caption, Face::Regular, options.font_pt, width)
        } else {
            Vec::new()
        };
        let line = line_mm(options.font_pt);
        let below = if lines.is_empty() { 0.0 } else { (lines.len() as f64 + 0.7) * line };
        let height_mm = options.height_mm.unwrap_or_else(|| above + below + body_height(width) + 2.0 * margin);
        let body = Rect::new(margin, margin + above, width, height_mm - 2.0 * margin - above - below);
        let background = Ink::background(options.ground);
        let scene = Scene { width_mm: options.width_mm, height_mm, background, items: Vec::new() };
        let mut page = Self { scene, body, ink, options, has_letters: options.has_letters, n_letters: 0 };
        if options.has_title {
            let style = Style { size_pt: title_pt, face: Face::SemiBold, ..page.words(Anchor::Start) };
            let short = text::shortened(title, style.face, style.size_pt, width);
            page.text([margin, margin + cap_mm(title_pt)], &RichText::plain(&short), style);
        }
        let top = body.bottom() + 0.7 * line;
        for (row, words) in lines.iter().enumerate() {
            let style = page.words(Anchor::Start);
            page.text([margin, top + row as f64 * line + cap_mm(options.font_pt)], &RichText::symbol(words), style);
        }
        page
    }

    /// How many panels there are: a single one needs no letter.
    pub(super) fn letters_from(&mut self, n_panels: usize) {
        self.has_letters = self.options.has_letters && n_panels > 1;
    }

    /// Style of normal text.
    pub(super) fn words(&self, anchor: Anchor) -> Style {
        Style { size_pt: self.options.font_pt, face: Face::Regular, colour: self.ink.text, anchor }
    }

    /// Style of secondary text: ticks, counts.
    pub(super) fn notes(&self, anchor: Anchor) -> Style {
        Style { size_pt: self.options.small_pt(), face: Face::Regular, colour: self.ink.muted, anchor }
    }

    /// Draws horizontal text on a baseline.
    pub(super) fn text(&mut self, at: Point, words: &RichText, style: Style) {
        self.write(at, words, style, false);
    }

    /// Draws vertical text, from bottom to top.
    pub(super) fn upright(&mut self, at: Point, words: &RichText, style: Style) {
        self.write(at, words, style, true);
    }

    fn write(&mut self, at: Point, words: &RichText, style: Style, is_upright: bool) {
        if words.runs.is_empty() {
            return;
        }
        let Style { size_pt, face, colour, anchor } = style;
        self.scene.items.push(Item::Text(Text { at, size_pt, face, anchor, colour, is_upright, words: words.clone() }));
    }

    /// How much thicker lines and dots are than on a page with the usual type: they grow with larger type.
    pub(super) fn unit(&self) -> f64 {
        self.options.unit()
    }

    /// A thin line.
    pub(super) fn hairline(&self) -> Stroke {
        Stroke::new(HAIRLINE_MM * self.unit(), self.ink.line)
    }

    /// Room that the heading of a panel takes.
    pub(super) fn heading_mm(&self) -> f64 {
        line_mm(self.options.font_pt) + 0.4
    }

    /// Draws ⊙ behind what ends at a point, with room at both sides; returns where it ends.
    fn hadamard(&mut self, [x, baseline]: Point, size_pt: f64) -> f64 {
        let (cap, room) = (cap_mm(size_pt), 0.35 * cap_mm(size_pt));
        let (radius, centre) = (0.4 * cap, [x + room + 0.4 * cap, baseline - 0.5 * cap]);
        let colour = self.ink.text;
        self.scene.circle(centre, radius, Stroke::new(0.11 * cap, colour));
        self.scene.disc(centre, 0.13 * cap, colour);
        centre[0] + radius + room
    }

    /// The heading of a panel: its letter, its symbol and, where there is room, what it is.
    pub(super) fn heading(&mut self, at: Point, width: f64, symbol: &str, words: &str) {
        let size = self.options.font_pt;
        let [left, top] = at;
        let baseline = top + cap_mm(size);
        let mut x = left;
        if self.has_letters {
            let letter = RichText::plain(&letter(self.n_letters));
            let style = Style { face: Face::SemiBold, ..self.words(Anchor::Start) };
            self.text([x, baseline], &letter, style);
            x += letter.width_mm(Face::SemiBold, size) + 0.55 * cap_mm(size) + 0.4;
        }
        self.n_letters += 1;
        let right = left + width;
        let style = self.words(Anchor::Start);
        if !symbol.is_empty() {
            for (idx, part) in symbol.split(HADAMARD).enumerate() {
                if idx > 0 {
                    x = self.hadamard([x, baseline], size);
                }
                let part = RichText::symbol(part.trim());
                self.text([x, baseline], &part, style);
                x += part.width_mm(style.face, size);
            }
            x += 0.6 * cap_mm(size);
        }
        let size_pt = if symbol.is_empty() { size } else { self.options.small_pt() };
        let style = if symbol.is_empty() { style } else { Style { size_pt, ..self.notes(Anchor::Start) } };
        let short = text::shortened(words, style.face, size_pt, right - x);
        // A word truncated to two letters is unreadable.
        if short == words || short.chars().count() > 4 {
            // What is beside a symbol may name another one; what stands alone may be any name, of a run or a file.
            let short = if symbol.is_empty() { RichText::plain(&short) } else { RichText::symbol(&short) };
            self.text([x, baseline], &short, style);
        }
    }
}

/// The sign of the elementwise product in a heading; the font does not have it.
pub(super) const HADAMARD: char = '⊙';

/// a, b, …, z, aa, ab, …
fn letter(idx: usize) -> String {
    let last = char::from(b'a' + (idx % 26) as u8);
    if idx < 26 { last.to_string() } else { letter(idx / 26 - 1) + &last.to_string() }
}

/// Columns of equal width with gaps between them.
pub(super) fn columns(body: Rect, n: usize, gap: f64) -> Vec<Rect> {
    let width = (body.w - gap * (n.max(1) - 1) as f64) / n.max(1) as f64;
    (0..n).map(|idx| Rect { x: body.x + idx as f64 * (width + gap), w: width, ..body }).collect()
}

/// Rows of equal height with gaps between them.
pub(super) fn rows(body: Rect, n: usize, gap: f64) -> Vec<Rect> {
    let height = (body.h - gap * (n.max(1) - 1) as f64) / n.max(1) as f64;
    (0..n).map(|idx| Rect { y: body.y + idx as f64 * (height + gap), h: height, ..body }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 1, 25, 26, 27, 52].map(letter), ["a", "b", "z", "aa", "ab", "ba"]);
    }

    #[test]
    fn a_body_is_cut_evenly() {
        let body = Rect::new(1.0, 2.0, 32.0, 10.0);
        let cut = columns(body, 3, 1.0);
        assert_eq!(cut.iter().map(|c| c.w).collect::<Vec<_>>(), [10.0; 3]);
        assert_eq!(cut[2].right(), body.right());
        assert_eq!(rows(body, 2, 2.0)[1], Rect::new(1.0, 8.0, 32.0, 4.0));
    }
}
