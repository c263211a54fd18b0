//! A figure as plain values: lines, discs, polygons, text and images on a page measured in millimetres.
//!
//! The origin is the top left corner, y points down; later items are drawn over earlier ones. The
//! [file writers](super::file) are the only consumers: the preview in the window is the rendered PNG.

use std::sync::Arc;

use crate::{
    figure::text::{Face, RichText},
    view::palette::Rgb,
};

/// A page with its drawing elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub width_mm: f64,
    pub height_mm: f64,
    /// What lies under everything; none is transparent.
    pub background: Option<Rgb>,
    /// What is drawn, from the lowest to the topmost.
    pub items: Vec<Item>,
}

/// A drawing element.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A line through points.
    Line(Line),
    /// A disc or a circle.
    Disc(Disc),
    Polygon(Polygon),
    Text(Text),
    /// A grid of coloured cells.
    Image(Image),
}

/// A point in millimetres.
pub type Point = [f64; 2];

/// A line through points, with round ends and corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub points: Vec<Point>,
    pub stroke: Stroke,
}

/// A filled or empty disc.
#[derive(Clone, Debug, PartialEq)]
pub struct Disc {
    pub centre: Point,
    /// Its radius, to the middle of the outline.
    pub radius_mm: f64,
    pub fill: Option<Fill>,
    pub stroke: Option<Stroke>,
}

/// A filled or empty polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    pub points: Vec<Point>,
    pub fill: Option<Fill>,
    pub stroke: Option<Stroke>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The anchor point, on the baseline.
    pub at: Point,
    /// Size in points (1/72 inch).
    pub size_pt: f64,
    pub face: Face,
    /// Which part of the text is at that point.
    pub anchor: Anchor,
    pub colour: Rgb,
    /// Whether it reads from bottom to top.
    pub is_upright: bool,
    /// With subscripts.
    pub words: RichText,
}

/// Cells of colour that stay sharp at any size.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pub rect: Rect,
    /// Cells in a row.
    pub width: usize,
    pub height: usize,
    /// Colours, row by row from the top.
    pub cells: Arc<Vec<Rgb>>,
}

/// Cells are repeated until an image has this many pixels on a side, so that a viewer which smooths
/// what it enlarges leaves them sharp.
const SHARP_PX: usize = 480;

impl Image {
    /// Width, height and RGB pixels, each cell repeated alike on both axes.
    pub fn enlarged(&self) -> (usize, usize, Vec<u8>) {
        let repeat = SHARP_PX.div_ceil(self.width.max(self.height).max(1)).max(1);
        let mut rgb = Vec::with_capacity(3 * self.cells.len() * repeat * repeat);
        for row in self.cells.chunks_exact(self.width.max(1)) {
            let start = rgb.len();
            for cell in row {
                (0..repeat).for_each(|_| rgb.extend_from_slice(cell));
            }
            let line = start..rgb.len();
            (1..repeat).for_each(|_| rgb.extend_from_within(line.clone()));
        }
        (self.width * repeat, self.height * repeat, rgb)
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub width_mm: f64,
    pub colour: Rgb,
    /// From 0 to 1.
    pub opacity: f64,
    /// Lengths of dashes and gaps.
    pub dash: Option<[f64; 2]>,
}

/// The style of an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    pub colour: Rgb,
    /// From 0 to 1.
    pub opacity: f64,
}

impl Stroke {
    pub fn new(width_mm: f64, colour: Rgb) -> Self {
        Self { width_mm, colour, opacity: 1.0, dash: None }
    }
}

impl From<Rgb> for Fill {
    fn from(colour: Rgb) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

/// A rectangle in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    /// A rectangle from its corner and size.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    pub fn centre(&self) -> Point {
        [self.x + self.w / 2.0, self.y + self.h / 2.0]
    }

    pub fn corners(&self) -> [Point; 4] {
        [[self.x, self.y], [self.right(), self.y], [self.right(), self.bottom()], [self.x, self.bottom()]]
    }

    /// Whether two share more than a slack on both axes.
    pub fn overlaps(&self, other: &Self, slack: f64) -> bool {
        self.x + slack < other.right()
            && other.x + slack < self.right()
            && self.y + slack < other.bottom()
            && other.y + slack < self.bottom()
    }

    /// Larger by so much on every side.
    pub fn expanded(&self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }
}

impl Scene {
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.path(vec![from, to], stroke);
    }

    pub fn path(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.items.push(Item::Line(Line { points, stroke }));
    }

    pub fn disc(&mut self, centre: Point, radius_mm: f64, fill: impl Into<Fill>) {
        self.items.push(Item::Disc(Disc { centre, radius_mm, fill: Some(fill.into()), stroke: None }));
    }

    pub fn circle(&mut self, centre: Point, radius_mm: f64, stroke: Stroke) {
        self.items.push(Item::Disc(Disc { centre, radius_mm, fill: None, stroke: Some(stroke) }));
    }

    pub fn area(&mut self, points: Vec<Point>, fill: impl Into<Fill>) {
        self.items.push(Item::Polygon(Polygon { points, fill: Some(fill.into()), stroke: None }));
    }

    pub fn frame(&mut self, rect: Rect, stroke: Stroke) {
        let points = rect.corners().to_vec();
        self.items.push(Item::Polygon(Polygon { points, fill: None, stroke: Some(stroke) }));
    }

    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text),
            _ => None,
        })
    }
}
