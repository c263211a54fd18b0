//! The colour bar and its numbers.

use std::sync::Arc;

use eframe::egui::{Align2, Color32, Galley, Mesh, Rect, Shape, Stroke, StrokeKind, Ui, pos2};

use super::{
    geometry::{Bar, Geometry},
    ink::Ink,
};
use crate::view::shading::Shading;

const MAX_TICKS: usize = 5;
const POINTS_A_TICK: f32 = 14.0;
const POINTS_A_NUMBER: f32 = 44.0;

/// Width of the widest number in points.
pub(super) fn width(ui: &Ui, shading: &Shading) -> f32 {
    let ink = Ink::from_visuals(ui.visuals());
    let (low, high) = shading.range;
    let between = (2..=MAX_TICKS).flat_map(|n| shading.scale.ticks(shading.range, n));
    between.chain([low, high]).map(|tick| number(ui, shading, tick, &ink).size().x).fold(0.0, f32::max).ceil()
}

fn number(ui: &Ui, shading: &Shading, tick: f64, ink: &Ink) -> Arc<Galley> {
    ui.painter().layout_no_wrap(shading.written(tick), ink.number_font(), ink.muted)
}

pub(super) fn paint(ui: &Ui, geometry: &Geometry, shading: &Shading, ink: &Ink) {
    let Some(bar) = geometry.bar else { return };
    let (Bar::Beside(rect) | Bar::Below(rect)) = bar;
    ui.painter().add(Shape::mesh(gradient(bar, shading)));
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, ink.line), StrokeKind::Outside);
    match bar {
        Bar::Beside(rect) => numbers_beside(ui, rect, shading, ink),
        Bar::Below(rect) => numbers_below(ui, rect, shading, ink),
    }
}

fn numbers_beside(ui: &Ui, bar: Rect, shading: &Shading, ink: &Ink) {
    let Shading { scale, range, .. } = *shading;
    for tick in shading.ticks(f64::from(POINTS_A_TICK / bar.height()), MAX_TICKS) {
        let y = bar.bottom() - scale.place(tick, range) as f32 * bar.height();
        let galley = number(ui, shading, tick, ink);
        let half = galley.size().y / 2.0;
        // Numbers at the ends stay within the bar's height.
        let (top, bottom) = (bar.top() + half - 2.0, bar.bottom() - half + 2.0);
        let centre = y.clamp(top.min(bar.center().y), bottom.max(bar.center().y));
        // Inside the bar: next to a number, a tick would look like a minus sign.
        ui.painter().hline(bar.right() - 3.0..=bar.right(), y, Stroke::new(1.0, ink.muted));
        let at = Align2::LEFT_CENTER.anchor_size(pos2(bar.right() + 4.0, centre), galley.size());
        ui.painter().galley(at.min, galley, ink.muted);
    }
}

fn numbers_below(ui: &Ui, bar: Rect, shading: &Shading, ink: &Ink) {
    let Shading { scale, range, .. } = *shading;
    let numbers: Vec<(f32, Rect, Arc<Galley>)> = shading
        .ticks(f64::from(POINTS_A_NUMBER / bar.width()), MAX_TICKS)
        .into_iter()
        .map(|tick| {
            let x = bar.left() + scale.place(tick, range) as f32 * bar.width();
            let galley = number(ui, shading, tick, ink);
            let half = galley.size().x / 2.0;
            // Numbers at the ends stay within the bar's width.
            let centre = x.clamp((bar.left() + half).min(bar.center().x), (bar.right() - half).max(bar.center().x));
            (x, Align2::CENTER_TOP.anchor_size(pos2(centre, bar.bottom() + 2.0), galley.size()), galley)
        })
        .collect();
    let places: Vec<Rect> = numbers.iter().map(|(_, place, _)| *place).collect();
    for (is_apart, (x, place, galley)) in apart(&places).into_iter().zip(numbers) {
        ui.painter().vline(x, bar.bottom() - 3.0..=bar.bottom(), Stroke::new(1.0, ink.muted));
        if is_apart {
            ui.painter().galley(place.min, galley, ink.muted);
        }
    }
}

/// Which numbers are written, so that none touches another: both ends, then from the left those that have room.
fn apart(places: &[Rect]) -> Vec<bool> {
    const GAP: f32 = 6.0;
    let (mut written, mut free_from) = (vec![false; places.len()], f32::NEG_INFINITY);
    let last = places.len().saturating_sub(1);
    for (idx, place) in places.iter().enumerate() {
        let is_end = idx == 0 || idx == last;
        let has_room = place.left() >= free_from && place.right() + GAP <= places[last].left();
        written[idx] = is_end || has_room;
        if written[idx] {
            free_from = place.right() + GAP;
        }
    }
    written
}

fn gradient(bar: Bar, shading: &Shading) -> Mesh {
    const STRIPS: u32 = 96;
    let mut mesh = Mesh::default();
    for strip in 0..=STRIPS {
        let t = strip as f32 / STRIPS as f32;
        let [r, g, b] = shading.bar(f64::from(t));
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

#[cfg(test)]
mod tests {
    use eframe::egui::{Rect, vec2};

    use super::*;

    #[test]
    fn numbers_below_a_bar_do_not_touch() {
        let places = [0.0, 36.0, 80.0, 118.0].map(|left| Rect::from_min_size(pos2(left, 0.0), vec2(34.0, 12.0)));
        assert_eq!(apart(&places), [true, false, false, true], "-1e-12 and -5e-13 side by side would be one word");
        assert_eq!(apart(&places[..1]), [true]);
    }
}
