//! Sparsemax as a projection: r̂ as bars with a decreasing threshold θ and, for at most three members, the simplex with
//! the point nearest to r̂.

use eframe::egui::{
    Align2, Color32, FontId, Grid, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::facts::{Candidate, Projection};
use crate::{
    app::{
        state::{command::Command, labels},
        widgets::{
            canvas::color,
            equation::equation_ui,
            export_menu::plot_menu,
            heading::heading_ui,
            parts::{part_ui, split},
        },
    },
    view::{
        palette::{self, ColourMap},
        scale::significant,
    },
};

/// Maximum number of candidates drawn; the others have weight 0.
const MAX_BARS: usize = 24;
const WIDEST_BAR: f32 = 96.0;
/// Line height in points.
const LINE: f32 = 18.0;

pub(super) fn projection_ui(
    ui: &mut Ui,
    found: &Projection,
    names: &[String],
    share: f64,
    commands: &mut Vec<Command>,
) {
    let parts = split(ui.available_rect_before_wrap(), &[0.62, 0.38], 24.0);
    part_ui(ui, parts[0], "threshold", |ui| threshold_ui(ui, found, names, share, commands));
    part_ui(ui, parts[1], "simplex", |ui| match corners(found) {
        Some(corners) => simplex_ui(ui, &corners, names, share, commands),
        None => point_ui(ui, found, names, share),
    });
}

/// The coordinates of the projection, for a simplex with too many corners to draw.
fn point_ui(ui: &mut Ui, found: &Projection, names: &[String], share: f64) {
    heading_ui(ui, "Projection onto the simplex");
    let (text, muted) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let theta = found.theta_at(share);
    let weight = |candidate: &Candidate| (candidate.r - theta).max(0.0);
    // Header, sum and omitted candidates take one line each.
    let most = ((ui.available_height() / LINE) as usize).saturating_sub(3).max(1);
    let shown = &found.candidates[..found.candidates.len().min(most)];
    let number = |value: f64| RichText::new(significant(value, 3)).monospace().size(12.0);
    Grid::new("point").num_columns(3).spacing([28.0, 2.0]).min_row_height(LINE - 2.0).show(ui, |ui| {
        ui.label("");
        equation_ui(ui, r"\hat r", 14.0, muted);
        equation_ui(ui, "p", 14.0, muted);
        ui.end_row();
        for candidate in shown {
            ui.label(RichText::new(&names[candidate.node as usize]).size(12.0));
            ui.label(number(candidate.r).color(muted));
            ui.label(number(weight(candidate)).color(text));
            ui.end_row();
        }
        let rest = &found.candidates[shown.len()..];
        if !rest.is_empty() {
            ui.label(RichText::new(format!("{} more", rest.len())).size(12.0).color(muted));
            ui.label("");
            ui.label(number(rest.iter().map(weight).sum()).color(text));
            ui.end_row();
        }
        ui.label(RichText::new("sum").size(12.0).color(muted));
        ui.label(number(found.candidates.iter().map(|candidate| candidate.r).sum()).color(muted));
        ui.label(number(found.candidates.iter().map(weight).sum()).color(text));
        ui.end_row();
    });
}

/// Bars of r̂; the parts above θ are the weights and finally sum to 1.
fn threshold_ui(ui: &mut Ui, found: &Projection, names: &[String], share: f64, commands: &mut Vec<Command>) {
    let theta = found.theta_at(share);
    let sum: f64 = found.candidates.iter().map(|candidate| (candidate.r - theta).max(0.0)).sum();
    let seed = &names[found.seed as usize];
    heading_ui(ui, &labels::steps::candidates(seed, &significant(theta, 3), &significant(sum, 3)));
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let label = format!("Sparsemax of seed {seed}, {} candidates", found.candidates.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    plot_menu(&response, "assignment", commands);
    // Above the highest bar there is room for its number, below the line that says what bars and numbers are.
    let plot = rect.with_min_y(rect.top() + 34.0).with_min_x(rect.left() + 44.0).with_max_y(rect.bottom() - 16.0);
    let shown = &found.candidates[..found.candidates.len().min(MAX_BARS)];
    let (Some(first), Some(last)) = (shown.first(), shown.last()) else { return };
    let (low, high) = (last.r.min(found.theta).min(0.0), first.r.max(1e-12));
    let y_of = |value: f64| plot.bottom() - ((value - low) / (high - low)) as f32 * plot.height();
    let (muted, text, accent) =
        (ui.visuals().weak_text_color(), ui.visuals().text_color(), ui.visuals().hyperlink_color);
    ui.painter().text(rect.left_top(), Align2::LEFT_TOP, labels::steps::BARS_ARE, FontId::proportional(11.0), muted);
    for tick in [0.0, high] {
        let at = pos2(plot.left() - 6.0, y_of(tick));
        ui.painter().text(at, Align2::RIGHT_CENTER, significant(tick, 2), FontId::monospace(11.0), muted);
    }
    let width = (plot.width() / shown.len() as f32).min(WIDEST_BAR);
    let plot = plot.with_max_x(plot.left() + width * shown.len() as f32);
    ui.painter().hline(plot.x_range(), y_of(0.0), Stroke::new(1.0, muted));
    let viridis = ColourMap::Viridis.on(ui.visuals().dark_mode);
    for (place, candidate) in shown.iter().enumerate() {
        let left = plot.left() + place as f32 * width;
        let x = left + 2.0..=left + width - 2.0;
        bar(ui, Rect::from_x_y_ranges(x.clone(), y_of(candidate.r)..=y_of(low)), muted.gamma_multiply(0.35));
        let weight = (candidate.r - theta).max(0.0);
        if weight > 0.0 {
            bar(ui, Rect::from_x_y_ranges(x, y_of(candidate.r)..=y_of(theta)), color(viridis.at(weight)));
            if width > 30.0 && share == 1.0 {
                let at = pos2(left + width / 2.0, y_of(candidate.r) - 1.0);
                // The bar is r̂ and the number is not: it says what it is, where there is room.
                let number = significant(weight, 2);
                let number = if width > 56.0 { format!("p = {number}") } else { number };
                ui.painter().text(at, Align2::CENTER_BOTTOM, number, FontId::monospace(11.0), text);
            }
        }
        if width > 22.0 {
            let at = pos2(left + width / 2.0, plot.bottom() + 2.0);
            ui.painter().text(
                at,
                Align2::CENTER_TOP,
                &names[candidate.node as usize],
                FontId::proportional(11.0),
                muted,
            );
        }
    }
    let y = y_of(theta);
    ui.painter().hline(plot.x_range(), y, Stroke::new(1.5, accent));
    // Right of the last bar, if there is room.
    let at = pos2((plot.right() + 4.0).min(rect.right() - 12.0), y);
    ui.painter().text(at, Align2::LEFT_CENTER, "θ", FontId::proportional(15.0), accent);
}

fn bar(ui: &Ui, rect: Rect, colour: Color32) {
    ui.painter().rect_filled(rect, 0.0, colour);
}

/// The three largest candidates. Candidates with weight 0 do not affect the others, so the drawing is exact if at most
/// three have a positive weight.
fn corners(found: &Projection) -> Option<[Candidate; 3]> {
    let n_held = found.candidates.iter().filter(|candidate| candidate.weight > 0.0).count();
    let first = found.candidates.get(..3)?;
    (n_held <= 3).then(|| [first[0], first[1], first[2]])
}

/// Three weights that sum to 1 as a point in a triangle, and r̂ projected onto its plane.
fn simplex_ui(ui: &mut Ui, corners: &[Candidate; 3], names: &[String], share: f64, commands: &mut Vec<Command>) {
    heading_ui(ui, "Projection onto the simplex");
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Simplex of the three largest candidates"));
    plot_menu(&response, "assignment", commands);
    let r = corners.map(|corner| corner.r);
    // Projection onto the plane of sum 1: equals sparsemax while no weight is clipped.
    let shift = (1.0 - r.iter().sum::<f64>()) / 3.0;
    let from = r.map(|value| value + shift);
    let to = corners.map(|corner| corner.weight);
    let now = [0, 1, 2].map(|idx| from[idx] + share * (to[idx] - from[idx]));
    let view = View::around(rect.shrink2(vec2(24.0, 22.0)), &[from, to]);
    let (muted, text, accent) =
        (ui.visuals().weak_text_color(), ui.visuals().text_color(), ui.visuals().hyperlink_color);
    let ends = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|corner| view.at(corner));
    ui.painter().add(Shape::convex_polygon(ends.to_vec(), accent.gamma_multiply(0.12), Stroke::new(1.5, muted)));
    let aligns = [Align2::CENTER_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP];
    for ((end, align), corner) in ends.into_iter().zip(aligns).zip(corners) {
        ui.painter().text(end, align, &names[corner.node as usize], FontId::proportional(12.0), muted);
    }
    let (start, here) = (view.at(from), view.at(now));
    ui.painter().extend(Shape::dashed_line(&[start, view.at(to)], Stroke::new(1.0, text), 4.0, 3.0));
    ui.painter().circle_stroke(start, 5.0, Stroke::new(1.5, text));
    ui.painter().circle_filled(here, 5.0, color(palette::cluster(0)));
    let above = |at: Pos2| at + vec2(8.0, -4.0);
    ui.painter().text(above(start), Align2::LEFT_BOTTOM, "r̂", FontId::proportional(13.0), text);
    if share == 1.0 && start.distance(here) > 24.0 {
        ui.painter().text(above(here), Align2::LEFT_BOTTOM, "p", FontId::proportional(13.0), text);
    }
}

/// From barycentric coordinates to the screen.
struct View {
    origin: Pos2,
    scale: f32,
}

impl View {
    /// Fits the triangle and the points.
    fn around(rect: Rect, points: &[[f64; 3]]) -> Self {
        let ends = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let all: Vec<Pos2> = ends.iter().chain(points).map(|&point| flat(point)).collect();
        let bounds = Rect::from_points(&all);
        let scale = (rect.width() / bounds.width()).min(rect.height() / bounds.height());
        Self { origin: rect.center() - scale * bounds.center().to_vec2(), scale }
    }

    fn at(&self, point: [f64; 3]) -> Pos2 {
        self.origin + self.scale * flat(point).to_vec2()
    }
}

/// Plane coordinates of the simplex, with the first corner at the top.
fn flat([a, b, c]: [f64; 3]) -> Pos2 {
    pos2(((c - b) * 0.5) as f32, (-(a * 0.75_f64.sqrt())) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_are_equally_far_from_each_other() {
        let [a, b, c] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(flat);
        assert!((a.distance(b) - b.distance(c)).abs() < 1e-6 && (a.distance(c) - b.distance(c)).abs() < 1e-6);
    }

    #[test]
    fn the_simplex_is_drawn_only_where_it_is_exact() {
        let candidate = |node, r, weight| Candidate { node, r, weight };
        let held = |weights: [f64; 4]| Projection {
            seed: 9,
            candidates: (0..).zip(weights).map(|(node, weight)| candidate(node, weight, weight)).collect(),
            theta: 0.0,
        };
        assert!(corners(&held([0.5, 0.3, 0.2, 0.0])).is_some());
        assert!(corners(&held([0.4, 0.3, 0.2, 0.1])).is_none());
    }
}
