//! Axes of a plot: two axis lines, ticks with numbers, titles, and the curves and bands inside.
//!
//! Drawn by hand, not with a plotting crate, so that plots share fonts, sizes in millimetres and colours with the
//! other panels of a figure and go through the same writers.

use super::bar::tick_text;
use crate::{
    figure::{
        page::Page,
        scene::{Anchor, Fill, Point, Rect, Stroke},
        text::{self, RichText, cap_mm, line_mm},
    },
    view::scale::Scale,
};

const TICK_MM: f64 = 0.8;
const GAP_MM: f64 = 0.6;

#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Minimum and maximum.
    pub range: (f64, f64),
    /// Tick values.
    pub ticks: Vec<f64>,
    /// What it is, with subscripts: `λ_i`.
    pub title: String,
}

impl Axis {
    /// An axis over a range, with at most `n` ticks, or a few more if there would be fewer than two.
    pub(crate) fn new(range: (f64, f64), most_ticks: usize, title: &str) -> Self {
        let finer = (most_ticks..most_ticks + 3).map(|most| Scale::Linear.ticks(range, most));
        let ticks = finer.into_iter().find(|ticks| ticks.len() > 1);
        Self { range, ticks: ticks.unwrap_or_else(|| Scale::Linear.ticks(range, most_ticks)), title: title.to_owned() }
    }

    fn place(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        if high > low { (value - low) / (high - low) } else { 0.5 }
    }
}

/// The range of numbers with a small margin; none if there are no numbers.
pub(crate) fn range_of(values: impl Iterator<Item = f64>, air: f64) -> Option<(f64, f64)> {
    let (low, high) =
        values.filter(|value| value.is_finite()).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    if low > high {
        return None;
    }
    let pad = if high > low { air * (high - low) } else { 0.5 * high.abs().max(1.0) };
    Some((low - pad, high + pad))
}

/// A plot whose axes are drawn.
pub(crate) struct Plot {
    /// Inside the axes.
    pub rect: Rect,
    x: Axis,
    y: Axis,
}

impl Plot {
    /// Room for the numbers and the title at the left of the axes.
    pub(crate) fn left_mm(page: &Page<'_>, y: &Axis) -> f64 {
        let size = page.options.small_pt();
        let widest = y.ticks.iter().map(|&tick| text::width_mm(&tick_text(tick), page.words(Anchor::End).face, size));
        let title = if y.title.is_empty() { 0.0 } else { line_mm(page.options.font_pt) + 0.3 };
        title + widest.fold(0.0, f64::max) + GAP_MM + TICK_MM
    }

    /// Room for the numbers and the title below the axes.
    pub(crate) fn below_mm(page: &Page<'_>, x: &Axis) -> f64 {
        let title = if x.title.is_empty() { 0.0 } else { line_mm(page.options.font_pt) };
        TICK_MM + GAP_MM + cap_mm(page.options.small_pt()) + title + 0.5
    }

    /// Draws axes whose numbers and titles are within `outer`.
    pub(crate) fn within(page: &mut Page<'_>, outer: Rect, x: Axis, y: Axis) -> Self {
        let (left, below) = (Self::left_mm(page, &y), Self::below_mm(page, &x));
        let rect = Rect::new(outer.x + left, outer.y, outer.w - left, outer.h - below);
        Self::around(page, rect, x, y)
    }

    /// Draws axes around `rect`.
    pub(crate) fn around(page: &mut Page<'_>, rect: Rect, x: Axis, y: Axis) -> Self {
        let plot = Self { rect, x, y };
        let stroke = page.hairline();
        page.scene.path(vec![[rect.x, rect.y], [rect.x, rect.bottom()], [rect.right(), rect.bottom()]], stroke);
        plot.write_x(page);
        plot.write_y(page);
        plot
    }

    fn write_x(&self, page: &mut Page<'_>) {
        let (rect, stroke) = (self.rect, page.hairline());
        let style = page.notes(Anchor::Middle);
        let baseline = rect.bottom() + TICK_MM + GAP_MM + cap_mm(style.size_pt);
        let mut free = f64::NEG_INFINITY;
        for &tick in &self.x.ticks {
            let x = self.x_mm(tick);
            page.scene.line([x, rect.bottom()], [x, rect.bottom() + TICK_MM], stroke);
            let words = tick_text(tick);
            let half = text::width_mm(&words, style.face, style.size_pt) / 2.0;
            // The last number stays within the page, and none touches the one before.
            let centre = x.min(page.scene.width_mm - 0.5 - half);
            if centre - half > free {
                page.text([centre, baseline], &RichText::plain(&words), style);
                free = centre + half + 0.8;
            }
        }
        let style = page.words(Anchor::Middle);
        let below = rect.bottom() + Self::below_mm(page, &self.x) - 0.3 * cap_mm(style.size_pt);
        page.text([rect.centre()[0], below], &RichText::symbol(&self.x.title), style);
    }

    fn write_y(&self, page: &mut Page<'_>) {
        let (rect, stroke) = (self.rect, page.hairline());
        let style = page.notes(Anchor::End);
        let cap = cap_mm(style.size_pt);
        for &tick in &self.y.ticks {
            let y = self.y_mm(tick);
            page.scene.line([rect.x - TICK_MM, y], [rect.x, y], stroke);
            page.text([rect.x - TICK_MM - GAP_MM, y + cap / 2.0], &RichText::plain(&tick_text(tick)), style);
        }
        let style = page.words(Anchor::Middle);
        let x = rect.x - Self::left_mm(page, &self.y) + cap_mm(style.size_pt);
        page.upright([x, rect.centre()[1]], &RichText::symbol(&self.y.title), style);
    }

    /// Where a number is on the x axis.
    pub(crate) fn x_mm(&self, value: f64) -> f64 {
        self.rect.x + self.x.place(value) * self.rect.w
    }

    /// Where a number is on the y axis.
    pub(crate) fn y_mm(&self, value: f64) -> f64 {
        self.rect.bottom() - self.y.place(value) * self.rect.h
    }

    /// Position of a data point on the page.
    pub(crate) fn at(&self, x: f64, y: f64) -> Point {
        [self.x_mm(x), self.y_mm(y)]
    }

    pub(crate) fn curve(&self, page: &mut Page<'_>, points: &[(f64, f64)], stroke: Stroke) {
        let points: Vec<Point> = points.iter().filter(|p| p.1.is_finite()).map(|&(x, y)| self.at(x, y)).collect();
        if points.len() > 1 {
            page.scene.path(points, stroke);
        } else if let [point] = points[..] {
            page.scene.disc(point, 0.9 * stroke.width_mm, stroke.colour);
        }
    }

    /// A band between two curves.
    pub(crate) fn band(&self, page: &mut Page<'_>, points: &[(f64, f64, f64)], fill: Fill) {
        let lower = points.iter().map(|&(x, low, _)| self.at(x, low));
        let upper = points.iter().rev().map(|&(x, _, high)| self.at(x, high));
        let outline: Vec<Point> = lower.chain(upper).collect();
        if outline.len() > 3 {
            page.scene.area(outline, fill);
        }
    }

    /// Faint lines at the ticks of the y axis.
    pub(crate) fn grid(&self, page: &mut Page<'_>) {
        let stroke = Stroke { opacity: 0.35, ..page.hairline() };
        for &tick in &self.y.ticks {
            let y = self.y_mm(tick);
            page.scene.line([self.rect.x, y], [self.rect.right(), y], stroke);
        }
    }
}
