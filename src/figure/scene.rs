//! A figure as plain values: lines, discs, polygons, text and images on a page measured in millimetres.
//!
//! The origin is the top left corner, y points down. Later items lie over earlier ones. The window
//! paints a scene as its preview and [`svg`](super::file::svg) writes it, so both show the same.

use std::sync::Arc;

use crate::{
    figure::text::{Face, RichText},
    view::palette::Rgb,
};

/// A page with everything on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width of the page.
    pub width_mm: f64,
    /// Height of the page.
    pub height_mm: f64,
    /// What lies under everything; none is transparent.
    pub background: Option<Rgb>,
    /// What is drawn, from the lowest to the topmost.
    pub items: Vec<Item>,
}

/// Something on the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A line through points.
    Line(Line),
    /// A disc or a circle.
    Disc(Disc),
    /// A closed shape.
    Polygon(Polygon),
    /// A line of text.
    Text(Text),
    /// A grid of coloured cells.
    Image(Image),
}

/// A point in millimetres.
pub type Point = [f64; 2];

/// A line through points, with round ends and corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it goes.
    pub points: Vec<Point>,
    /// How it is drawn.
    pub stroke: Stroke,
}

/// A disc, filled or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Disc {
    /// Its centre.
    pub centre: Point,
    /// Its radius, to the middle of the outline.
    pub radius_mm: f64,
    /// Inside.
    pub fill: Option<Fill>,
    /// Outline.
    pub stroke: Option<Stroke>,
}

/// A closed shape, filled or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Its corners.
    pub points: Vec<Point>,
    /// Inside.
    pub fill: Option<Fill>,
    /// Outline.
    pub stroke: Option<Stroke>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// On the baseline, where the anchor says.
    pub at: Point,
    /// Size in points (1/72 inch).
    pub size_pt: f64,
    /// The font.
    pub face: Face,
    /// Which part of the text is at that point.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: Rgb,
    /// Whether it reads from bottom to top.
    pub is_upright: bool,
    /// The words, with their subscripts.
    pub words: RichText,
}

/// Cells of colour that stay sharp at any size.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Where it is.
    pub rect: Rect,
    /// Cells in a row.
    pub width: usize,
    /// Rows.
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
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its width.
    pub width_mm: f64,
    /// Its colour.
    pub colour: Rgb,
    /// From 0 to 1.
    pub opacity: f64,
    /// Lengths of dashes and gaps.
    pub dash: Option<[f64; 2]>,
}

/// How an area is filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Its colour.
    pub colour: Rgb,
    /// From 0 to 1.
    pub opacity: f64,
}

impl Stroke {
    /// A solid line.
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
    /// Left side.
    pub x: f64,
    /// Upper side.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// A rectangle from its corner and size.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// Right side.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Lower side.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The middle.
    pub fn centre(&self) -> Point {
        [self.x + self.w / 2.0, self.y + self.h / 2.0]
    }

    /// Its corners.
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
    /// Adds a straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.path(vec![from, to], stroke);
    }

    /// Adds a line through points.
    pub fn path(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.items.push(Item::Line(Line { points, stroke }));
    }

    /// Adds a filled disc.
    pub fn disc(&mut self, centre: Point, radius_mm: f64, fill: impl Into<Fill>) {
        self.items.push(Item::Disc(Disc { centre, radius_mm, fill: Some(fill.into()), stroke: None }));
    }

    /// Adds a circle.
    pub fn circle(&mut self, centre: Point, radius_mm: f64, stroke: Stroke) {
        self.items.push(Item::Disc(Disc { centre, radius_mm, fill: None, stroke: Some(stroke) }));
    }

    /// Adds a filled shape.
    pub fn area(&mut self, points: Vec<Point>, fill: impl Into<Fill>) {
        self.items.push(Item::Polygon(Polygon { points, fill: Some(fill.into()), stroke: None }));
    }

    /// Adds an outline.
    pub fn frame(&mut self, rect: Rect, stroke: Stroke) {
        let points = rect.corners().to_vec();
        self.items.push(Item::Polygon(Polygon { points, fill: None, stroke: Some(stroke) }));
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text),
            _ => None,
        })
    }
}
