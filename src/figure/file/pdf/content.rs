//! The items of a scene as the operators of a page.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::{
    Content, Name, Str,
    types::{LineCapStyle, LineJoinStyle},
};

use super::{PT_PER_MM, fonts};
use crate::{
    figure::{
        scene::{Anchor, Disc, Fill, Image, Item, Line, Point, Scene, Stroke, Text},
        text::{Face, MM_PER_PT},
    },
    view::palette::Rgb,
};

/// Opacities are kept in steps of a thousandth.
pub(super) const OPACITY_STEPS: f32 = 1000.0;

/// A page that is painted, and what it refers to.
pub(super) struct Painted<'a> {
    pub content: Vec<u8>,
    pub images: Vec<&'a Image>,
    pub opacities: Vec<u16>,
    pub fonts: BTreeMap<Face, fonts::Font>,
}

/// Paints a page; lengths are millimetres and y points down, as in the scene.
pub(super) struct Painter<'a> {
    content: Content,
    images: Vec<&'a Image>,
    opacities: BTreeSet<u16>,
    fonts: BTreeMap<Face, fonts::Font>,
}

pub(super) fn image_name(idx: usize) -> String {
    format!("I{idx}")
}

pub(super) fn opacity_name(opacity: u16) -> String {
    format!("O{opacity}")
}

impl<'a> Painter<'a> {
    pub(super) fn paint(scene: &'a Scene) -> Painted<'a> {
        let content = Content::new();
        let mut painter = Self { content, images: Vec::new(), opacities: BTreeSet::new(), fonts: BTreeMap::new() };
        let scale = PT_PER_MM as f32;
        painter.content.transform([scale, 0.0, 0.0, -scale, 0.0, (scene.height_mm * PT_PER_MM) as f32]);
        if let Some(ground) = scene.background {
            painter.fill_colour(ground);
            painter.content.rect(0.0, 0.0, scene.width_mm as f32, scene.height_mm as f32).fill_nonzero();
        }
        painter.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        scene.items.iter().for_each(|item| painter.item(item));
        Painted {
            content: painter.content.finish(),
            images: painter.images,
            opacities: painter.opacities.into_iter().collect(),
            fonts: painter.fonts,
        }
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Line(line) => self.line(line),
            Item::Disc(disc) => self.shape(disc.fill, disc.stroke.as_ref(), false, |painter| painter.circle(disc)),
            Item::Polygon(shape) => self.shape(shape.fill, shape.stroke.as_ref(), true, |painter| {
                painter.through(&shape.points);
                painter.content.close_path();
            }),
            Item::Text(text) => self.text(text),
            Item::Image(image) => self.image(image),
        }
    }

    fn line(&mut self, line: &Line) {
        self.shape(None, Some(&line.stroke), false, |painter| painter.through(&line.points));
    }

    /// Fills and strokes a path within a state of its own.
    fn shape(&mut self, fill: Option<Fill>, stroke: Option<&Stroke>, is_square: bool, path: impl Fn(&mut Self)) {
        for part in [fill.map(Paint::Fill), stroke.map(Paint::Stroke)].into_iter().flatten() {
            self.content.save_state();
            match part {
                Paint::Fill(fill) => {
                    self.opacity(fill.opacity);
                    self.fill_colour(fill.colour);
                    path(self);
                    self.content.fill_nonzero();
                }
                Paint::Stroke(stroke) => {
                    self.opacity(stroke.opacity);
                    self.pen(stroke, is_square);
                    path(self);
                    self.content.stroke();
                }
            }
            self.content.restore_state();
        }
    }

    fn pen(&mut self, stroke: &Stroke, is_square: bool) {
        let [r, g, b] = channels(stroke.colour);
        self.content.set_stroke_rgb(r, g, b).set_line_width(stroke.width_mm as f32);
        if is_square {
            self.content.set_line_join(LineJoinStyle::MiterJoin);
        }
        if let Some(dash) = stroke.dash {
            self.content.set_line_cap(LineCapStyle::ButtCap).set_dash_pattern(dash.map(|length| length as f32), 0.0);
        }
    }

    fn fill_colour(&mut self, colour: Rgb) {
        let [r, g, b] = channels(colour);
        self.content.set_fill_rgb(r, g, b);
    }

    fn opacity(&mut self, opacity: f64) {
        if opacity < 1.0 {
            let step = (opacity.max(0.0) * f64::from(OPACITY_STEPS)).round() as u16;
            self.opacities.insert(step);
            self.content.set_parameters(Name(opacity_name(step).as_bytes()));
        }
    }

    fn through(&mut self, points: &[Point]) {
        for (idx, point) in points.iter().enumerate() {
            let [x, y] = rounded(*point);
            if idx == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    /// Four arcs, each a cubic that is off by less than a thousandth of the radius.
    fn circle(&mut self, disc: &Disc) {
        const ARC: f64 = 0.552_284_75;
        let ([x, y], r) = (disc.centre, disc.radius_mm);
        let at = |dx: f64, dy: f64| rounded([x + dx * r, y + dy * r]);
        let [start_x, start_y] = at(1.0, 0.0);
        self.content.move_to(start_x, start_y);
        for (from, to) in
            [([1.0, 0.0], [0.0, 1.0]), ([0.0, 1.0], [-1.0, 0.0]), ([-1.0, 0.0], [0.0, -1.0]), ([0.0, -1.0], [1.0, 0.0])]
        {
            let [x1, y1] = at(from[0] + ARC * to[0], from[1] + ARC * to[1]);
            let [x2, y2] = at(to[0] + ARC * from[0], to[1] + ARC * from[1]);
            let [x3, y3] = at(to[0], to[1]);
            self.content.cubic_to(x1, y1, x2, y2, x3, y3);
        }
        self.content.close_path();
    }

    fn image(&mut self, image: &'a Image) {
        if image.width == 0 || image.height == 0 {
            return;
        }
        let name = image_name(self.images.len());
        self.images.push(image);
        let rect = &image.rect;
        let ([x, y], [w, h]) = (rounded([rect.x, rect.bottom()]), rounded([rect.w, rect.h]));
        self.content.save_state();
        // Images stand on their lower side, in a square of 1 whose y points up.
        self.content.transform([w, 0.0, 0.0, -h, x, y]).x_object(Name(name.as_bytes()));
        self.content.restore_state();
    }

    fn text(&mut self, text: &Text) {
        let size = text.size_pt * MM_PER_PT;
        let width = text.words.width_mm(text.face, text.size_pt);
        let before = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        self.fill_colour(text.colour);
        self.content.begin_text();
        let mut pen = -before;
        for (script, run) in &text.words.runs {
            let (run_size, drop) = (script.scale() * size, script.drop() * size);
            let [x, y] = rounded(if text.is_upright {
                [text.at[0] + drop, text.at[1] - pen]
            } else {
                [text.at[0] + pen, text.at[1] + drop]
            });
            let turn = if text.is_upright { [0.0, -1.0, -1.0, 0.0] } else { [1.0, 0.0, 0.0, -1.0] };
            self.content.set_font(Name(fonts::name(text.face).as_bytes()), run_size as f32);
            self.content.set_text_matrix([turn[0], turn[1], turn[2], turn[3], x, y]);
            pen += run_size * self.show(text.face, run);
        }
        self.content.end_text();
    }

    /// Shows the glyphs of a run; returns its width in units of the size.
    fn show(&mut self, face: Face, run: &str) -> f64 {
        let glyphs = face.shaped(run);
        let font = self.fonts.entry(face).or_default();
        let mut positioned = self.content.show_positioned();
        let mut items = positioned.items();
        for (idx, glyph) in glyphs.iter().enumerate() {
            let end = glyphs[idx + 1..].iter().map(|next| next.start).find(|&start| start > glyph.start);
            let characters = &run[glyph.start..end.unwrap_or(run.len())];
            items.show(Str(&font.code(glyph, characters).to_be_bytes()));
            let kerned = glyph.own_advance - glyph.advance;
            if kerned.abs() > 1e-6 {
                items.adjust((1000.0 * kerned) as f32);
            }
        }
        glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

enum Paint<'a> {
    Fill(Fill),
    Stroke(&'a Stroke),
}

fn channels(colour: Rgb) -> [f32; 3] {
    colour.map(|channel| f32::from(channel) / 255.0)
}

/// As in the SVG: a micrometre.
fn rounded(point: Point) -> [f32; 2] {
    point.map(|x| ((x * 1000.0).round() / 1000.0) as f32)
}
