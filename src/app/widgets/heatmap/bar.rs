//! The colour bar and its numbers.

use eframe::egui::{Align2, Color32, Mesh, Rect, Shape, Stroke, StrokeKind, Ui, pos2};

use super::{
    HeatmapLook,
    geometry::{Bar, Geometry},
    ink::Ink,
};
use crate::view::scale::{Scale, significant};

const MAX_TICKS: usize = 5;
const POINTS_A_TICK: f32 = 26.0;
const POINTS_A_NUMBER: f32 = 44.0;

/// Width of the widest number in points.
pub fn width(ui: &Ui, scale: Scale, range: (f64, f64)) -> f32 {
    let ink = Ink::of(ui.visuals());
    let wide = |n| scale.ticks(range, n).into_iter().map(|tick| number_width(ui, tick, &ink)).fold(0.0, f32::max);
    (2..=MAX_TICKS).map(wide).fold(0.0, f32::max).ceil()
}

fn number_width(ui: &Ui, tick: f64, ink: &Ink) -> f32 {
    ui.painter().layout_no_wrap(significant(tick, 3), ink.number_font(), ink.muted).size().x
}

pub fn paint(ui: &Ui, geometry: &Geometry, look: HeatmapLook, range: (f64, f64), ink: &Ink) {
    let Some(bar) = geometry.bar else { return };
    let (Bar::Beside(rect) | Bar::Below(rect)) = bar;
    ui.painter().add(Shape::mesh(gradient(bar, look)));
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, ink.line), StrokeKind::Outside);
    match bar {
        Bar::Beside(rect) => numbers_beside(ui, rect, look, range, ink),
        Bar::Below(rect) => numbers_below(ui, rect, look, range, ink),
    }
}

fn numbers_beside(ui: &Ui, bar: Rect, look: HeatmapLook, range: (f64, f64), ink: &Ink) {
    let most = ((bar.height() / POINTS_A_TICK) as usize).clamp(2, MAX_TICKS);
    let mut lowest_free = f32::INFINITY;
    for tick in look.scale.ticks(range, most) {
        let y = bar.bottom() - look.scale.place(tick, range) as f32 * bar.height();
        let galley = ui.painter().layout_no_wrap(significant(tick, 3), ink.number_font(), ink.muted);
        let half = galley.size().y / 2.0;
        // Numbers at the ends stay within the bar's height.
        let (top, bottom) = (bar.top() + half - 2.0, bar.bottom() - half + 2.0);
        let centre = y.clamp(top.min(bar.center().y), bottom.max(bar.center().y));
        if centre + half > lowest_free {
            continue;
        }
        lowest_free = centre - half;
        // Inside the bar: next to a number, a tick would look like a minus sign.
        ui.painter().hline(bar.right() - 3.0..=bar.right(), y, Stroke::new(1.0, ink.muted));
        let at = Align2::LEFT_CENTER.anchor_size(pos2(bar.right() + 4.0, centre), galley.size());
        ui.painter().galley(at.min, galley, ink.muted);
    }
}

fn numbers_below(ui: &Ui, bar: Rect, look: HeatmapLook, range: (f64, f64), ink: &Ink) {
    let most = ((bar.width() / POINTS_A_NUMBER) as usize).clamp(2, MAX_TICKS);
    let mut first_free = f32::NEG_INFINITY;
    for tick in look.scale.ticks(range, most) {
        let x = bar.left() + look.scale.place(tick, range) as f32 * bar.width();
        let galley = ui.painter().layout_no_wrap(significant(tick, 3), ink.number_font(), ink.muted);
        let half = galley.size().x / 2.0;
        // Numbers at the ends stay within the bar's width.
        let centre = x.clamp((bar.left() + half).min(bar.center().x), (bar.right() - half).max(bar.center().x));
        if centre - half < first_free {
            continue;
        }
        first_free = centre + half + 4.0;
        ui.painter().vline(x, bar.bottom() - 3.0..=bar.bottom(), Stroke::new(1.0, ink.muted));
        let at = Align2::CENTER_TOP.anchor_size(pos2(centre, bar.bottom() + 2.0), galley.size());
        ui.painter().galley(at.min, galley, ink.muted);
    }
}

fn gradient(bar: Bar, look: HeatmapLook) -> Mesh {
    const STRIPS: u32 = 48;
    let mut mesh = Mesh::default();
    for strip in 0..=STRIPS {
        let t = strip as f32 / STRIPS as f32;
        let [r, g, b] = look.map.at(f64::from(t));
        let ends = match bar {
            Bar::Beside(bar) => [bar.left(), bar.right()].map(|x| pos2(x, bar.bottom() - t * bar.height())),
            Bar::Below(bar) => [bar.top(), bar.bottom()].map(|y| pos2(bar.left() + t * bar.width(), y)),
        };
        for end in ends {
            mesh.colored_vertex(end, Color32::from_rgb(r, g, b));
        }
        if strip > 0 {
            let at = 2 * strip;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    mesh
}
