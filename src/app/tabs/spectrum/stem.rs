//! The eigenvalues as stems on [0, 2], with filters drawn over them.
//!
//! By hand and not by egui_plot: equal eigenvalues are one hollow head with their number above it, arrow keys and clicks
//! walk through them, and a whole stem can be pointed at, not its head alone.

use eframe::egui::{
    Align2, Color32, EventFilter, FontFamily, FontId, Id, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use crate::{
    app::{
        state::labels,
        widgets::maths::{below, curve},
    },
    spectral::{Eigenpairs, Filter},
    view::scale::significant,
};

/// A filter with its colour and name.
pub(super) struct Curve {
    pub filter: Filter,
    pub colour: Color32,
    pub name: &'static str,
}

/// What was done to the plot, as numbers of eigenvalues from 0.
#[derive(Default)]
pub(super) struct StemOutput {
    pub hovered: Option<usize>,
    pub chosen: Option<usize>,
    pub response: Option<Response>,
}

const LEFT: f32 = 34.0;
const RIGHT: f32 = 12.0;
const TOP: f32 = 22.0;
const BOTTOM: f32 = 34.0;
/// Stems closer than so many points, on average, are crowded.
const LEAST_APART: f32 = 4.0;
/// A pointer within so many points of a stem is on it.
const REACH: f32 = 12.0;

/// Draws the stems in all the space there is; `curves[0]` decides how high they are.
pub(super) fn stem_ui(ui: &mut Ui, spectrum: Eigenpairs<'_>, selected: usize, curves: &[Curve]) -> StemOutput {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    let plot = Rect::from_min_max(rect.min + vec2(LEFT, TOP), rect.max - vec2(RIGHT, BOTTOM));
    let n = spectrum.len();
    let label = labels::spectrum::spectrum(n, spectrum.n_nodes());
    let at = (n > 0).then(|| reading(spectrum, selected.min(n - 1), curves));
    response.widget_info(|| WidgetInfo {
        current_text_value: at.clone(),
        ..WidgetInfo::labeled(Role::Image, true, &label)
    });
    let mut output = StemOutput { response: Some(response.clone()), ..StemOutput::default() };
    if n == 0 || plot.width() < 40.0 || plot.height() < 40.0 {
        return output;
    }
    let selected = selected.min(n - 1);
    output.hovered = response.hover_pos().and_then(|pos| nearest(spectrum, plot, pos));
    if response.clicked() {
        output.chosen = output.hovered.map(|hovered| next_in_run(spectrum, selected, hovered));
        response.request_focus();
    }
    if response.has_focus() {
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let press = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        for (key, to) in [
            (Key::ArrowRight, (selected + 1).min(n - 1)),
            (Key::ArrowLeft, selected.saturating_sub(1)),
            (Key::Home, 0),
            (Key::End, n - 1),
        ] {
            if press(key) {
                output.chosen = Some(to);
            }
        }
        ui.painter().rect_stroke(rect, 6.0, Stroke::new(1.0, ui.visuals().hyperlink_color), StrokeKind::Inside);
    }
    // One of a run of equal ones that is hovered is the selected one, if it is in the run.
    let shown = output.hovered.map_or(selected, |at| if is_in_run(spectrum, at, selected) { selected } else { at });
    output.hovered = output.hovered.map(|_| shown);
    paint(ui, spectrum, plot, selected, output.hovered, curves);
    if let Some(hovered) = output.hovered {
        let x = x_of(plot, spectrum.values[hovered]);
        let anchor = Rect::from_min_max(pos2(x - 4.0, plot.top()), pos2(x + 4.0, plot.bottom()));
        let id = Id::unique("stem").with(response.id);
        Tooltip::always_open(ui.ctx().clone(), response.layer_id, id, anchor).gap(8.0).show(|ui| {
            ui.style_mut().wrap_mode = Some(eframe::egui::TextWrapMode::Extend);
            ui.monospace(reading(spectrum, hovered, curves));
        });
    }
    output
}

/// `λ₄ = 0.6667 (5-fold) · g = 0.296`.
fn reading(spectrum: Eigenpairs<'_>, at: usize, curves: &[Curve]) -> String {
    let lambda = spectrum.values[at];
    let run = spectrum.degenerate_with(at);
    let fold = if run.len() > 1 { format!(" ({}-fold)", run.len()) } else { String::new() };
    let mut text = format!("λ{} = {}{fold}", below(spectrum.number(at) + 1), significant(tidy(lambda), 4));
    for Curve { filter, name, .. } in curves {
        text += &format!(" · {name} {}", significant(filter.at(lambda, spectrum.number(at)), 3));
    }
    text
}

/// Rounding of a zero is a zero.
fn tidy(value: f64) -> f64 {
    if value.abs() < 1e-12 { 0.0 } else { value }
}

fn x_of(plot: Rect, lambda: f64) -> f32 {
    plot.left() + (lambda / 2.0) as f32 * plot.width()
}

fn y_of(plot: Rect, g: f64) -> f32 {
    plot.bottom() - g as f32 * plot.height()
}

fn nearest(spectrum: Eigenpairs<'_>, plot: Rect, pos: Pos2) -> Option<usize> {
    let away = |lambda: f64| (x_of(plot, lambda) - pos.x).abs();
    let all = spectrum.values.iter().enumerate().map(|(idx, &lambda)| (idx, away(lambda)));
    let (idx, distance) = all.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (distance <= REACH).then(|| spectrum.degenerate_with(idx).start)
}

fn is_in_run(spectrum: Eigenpairs<'_>, a: usize, b: usize) -> bool {
    spectrum.degenerate_with(a).contains(&b)
}

/// A click on the selected run goes on to the next eigenvector of it.
fn next_in_run(spectrum: Eigenpairs<'_>, selected: usize, clicked: usize) -> usize {
    let run = spectrum.degenerate_with(clicked);
    if run.contains(&selected) { run.start + (selected - run.start + 1) % run.len() } else { run.start }
}

fn paint(ui: &Ui, spectrum: Eigenpairs<'_>, plot: Rect, selected: usize, hovered: Option<usize>, curves: &[Curve]) {
    let (text, muted) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let hairline = ui.visuals().widgets.noninteractive.bg_stroke;
    let accent = ui.visuals().hyperlink_color;
    let painter = ui.painter();
    let number = FontId::new(10.0, FontFamily::Monospace);
    let small = FontId::new(12.0, FontFamily::Proportional);
    for tick in [0.0, 0.5, 1.0, 1.5, 2.0] {
        let x = x_of(plot, tick);
        painter.vline(x, plot.bottom()..=plot.bottom() + 4.0, Stroke::new(1.0, muted));
        painter.text(pos2(x, plot.bottom() + 6.0), Align2::CENTER_TOP, significant(tick, 2), number.clone(), muted);
    }
    for tick in [0.0, 0.5, 1.0] {
        let y = y_of(plot, tick);
        painter.hline(plot.x_range(), y, hairline);
        painter.text(pos2(plot.left() - 6.0, y), Align2::RIGHT_CENTER, significant(tick, 2), number.clone(), muted);
    }
    painter.text(
        pos2(plot.center().x, plot.bottom() + 18.0),
        Align2::CENTER_TOP,
        "eigenvalue λ of the normalised Laplacian",
        small.clone(),
        muted,
    );
    painter.text(pos2(plot.left() - 6.0, plot.top() - 14.0), Align2::RIGHT_CENTER, "g(λ)", small, muted);

    let Some(first) = curves.first() else { return };
    // Stems that touch would be one bright area: then they are thin, and only what is pointed at has a head.
    let is_crowded = spectrum.len() as f32 * LEAST_APART > plot.width();
    let curves_ui = || {
        for Curve { filter, colour, .. } in curves.iter().rev() {
            let points = curve(*filter, spectrum).into_iter().map(|[x, y]| pos2(x_of(plot, x), y_of(plot, y)));
            painter.line(points.collect(), Stroke::new(1.75, *colour));
        }
    };
    if !is_crowded {
        curves_ui();
    }
    let mut at = 0;
    let mut label_free_from = f32::NEG_INFINITY;
    while at < spectrum.len() {
        let run = spectrum.degenerate_with(at);
        let lambda = spectrum.values[at];
        let (x, y) = (x_of(plot, lambda), y_of(plot, first.filter.at(lambda, spectrum.number(at))));
        let is_selected = run.contains(&selected);
        let is_hovered = hovered.is_some_and(|hovered| run.contains(&hovered));
        let colour = if is_selected { accent } else { text };
        if is_crowded && !is_selected && !is_hovered {
            painter.vline(x, y..=plot.bottom(), Stroke::new(0.75, colour.gamma_multiply(0.3)));
            at = run.end;
            continue;
        }
        // The whole height says where it is, the strong part how much of it passes.
        painter.vline(x, plot.y_range(), Stroke::new(1.0, colour.gamma_multiply(0.22)));
        let width = if is_selected || is_hovered { 3.0 } else { 1.5 };
        painter.vline(x, y..=plot.bottom(), Stroke::new(width, colour));
        let radius = if is_selected || is_hovered { 5.0 } else { 3.5 };
        painter.circle_filled(pos2(x, y), radius, colour);
        if run.len() > 1 {
            // Hollow, since its eigenvectors are a choice; the number says how many there are.
            painter.circle_filled(pos2(x, y), radius - 1.5, ui.visuals().panel_fill);
            let galley = painter.layout_no_wrap(format!("×{}", run.len()), number.clone(), colour);
            let left = (x - galley.size().x / 2.0).min(plot.right() + RIGHT - galley.size().x).max(plot.left());
            if left > label_free_from || is_selected {
                label_free_from = left + galley.size().x + 3.0;
                painter.galley(pos2(left, plot.top() - 16.0), galley, colour);
            }
        }
        at = run.end;
    }
    if is_crowded {
        curves_ui();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spectral::Spectrum;

    #[test]
    fn clicks_walk_through_equal_eigenvalues() {
        // A star of four leaves: 0, 1, 1, 1, 2.
        let mut a = ndarray::Array2::zeros((5, 5));
        for leaf in 1..5 {
            a[[0, leaf]] = 1.0;
            a[[leaf, 0]] = 1.0;
        }
        let whole = Spectrum::of_adjacency(&a).unwrap();
        let star = whole.pairs();
        assert_eq!(next_in_run(star, 0, 1), 1);
        assert_eq!([1, 2, 3].map(|at| next_in_run(star, at, 1)), [2, 3, 1]);
        let plot = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0));
        assert_eq!(nearest(star, plot, pos2(98.0, 50.0)), Some(1));
        assert_eq!(nearest(star, plot, pos2(50.0, 50.0)), None);
        let curves = [Curve { filter: Filter::Paper { s: 2 }, colour: Color32::WHITE, name: "g" }];
        assert_eq!(reading(star, 2, &curves), "λ₃ = 1 (3-fold) · g 0.25");
    }
}
