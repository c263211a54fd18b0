//! The smooth signals φ̃(v) as points, and the angle between two of them, whose cosine is k_t.

use std::sync::Arc;

use eframe::egui::{Align2, DragValue, FontFamily, FontId, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::scatter::{Points, Scatter, angle_ui};
use crate::{
    app::{
        state::{Hover, Pair, command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{
            equation::equation_ui,
            export_menu::plot_menu,
            heading::heading_ui,
            maths::{choose, chosen_pair, maths, maths_ui},
            parts::{part_ui, split},
            theme,
        },
        work::{spectra::MOST_NODES, spectral::Powers},
    },
    spectral::kernels::cosines_by_coordinates,
    symbols,
    view::{look::ColourBy, palette::Rgb, scale::significant},
};

#[derive(Default)]
pub(super) struct SignalsPage {
    scatter: Scatter,
    points: Option<Cached>,
}

struct Cached {
    key: (Version, Version, bool),
    coordinates: Vec<[f64; 3]>,
    fills: Vec<Rgb>,
    pair: (u32, u32),
    /// Cosine of the first 1, 2, … coordinates.
    cosines: Vec<f64>,
}

impl SignalsPage {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        powers: &Arc<Powers>,
        explored: &Explored,
        commands: &mut Vec<Command>,
    ) {
        let Some(signals) = &powers.signals else {
            maths_ui(ui, &labels::spectrum::needs_all(MOST_NODES), 13.0, ui.visuals().weak_text_color());
            return;
        };
        let pair = chosen_pair(cx.state, 0, &powers.level);
        let key = (powers.version, explored.version, ui.visuals().dark_mode);
        if self.points.as_ref().is_none_or(|known| known.key != key || known.pair != pair) {
            let at = |row: ndarray::ArrayView1<'_, f64>| [0, 1, 2].map(|idx| row.get(idx).copied().unwrap_or(0.0));
            let (look, _) = explored.pooled().look(0, ColourBy::Label, None, key.2);
            let rows = (signals.row(pair.0 as usize), signals.row(pair.1 as usize));
            self.points = Some(Cached {
                key,
                coordinates: signals.rows().into_iter().map(at).collect(),
                fills: look.nodes.iter().map(|node| node.fill).collect(),
                pair,
                cosines: cosines_by_coordinates(rows.0, rows.1),
            });
        }
        let Some(known) = &self.points else { return };
        let names = &explored.levels[0].names;
        let name = |node: u32| names[node as usize].as_str();
        let parts = split(ui.available_rect_before_wrap(), &[0.42, 0.26, 0.32], 16.0);
        part_ui(ui, parts[0], "points", |ui| {
            heading_ui(ui, "Smooth signals of the nodes");
            let signal = r"\tilde\phi(v) = \bigl[ \tilde\alpha_1(v), \dots, \tilde\alpha_n(v) \bigr], \quad
                \tilde\alpha_k(v) = f(\lambda_k)\, \frac{u_k(v)}{\sqrt{d(v)}}";
            equation_ui(ui, signal, 15.0, ui.visuals().text_color());
            let how = "First three coordinates; drag to rotate, click two nodes.";
            maths_ui(ui, how, 12.0, ui.visuals().weak_text_color());
            let lit = match cx.state.hover() {
                Hover::Node { level: 0, node } => Some(node),
                _ => None,
            };
            let points = Points { coordinates: &known.coordinates, fills: &known.fills, names, pair, lit };
            let output = self.scatter.ui(ui, &points);
            if let Some(node) = output.hovered {
                commands.push(Command::Hover(Hover::Node { level: 0, node }));
            }
            commands.extend(output.clicked.map(|node| choose(cx.state, node)));
            if let Some(response) = &output.response {
                plot_menu(response, "spectrum", commands);
            }
        });
        let k_t = powers.level.sparse(&symbols::K_T).map_or(0.0, |k_t| k_t.get(pair.0 as usize, pair.1 as usize));
        let cosine = known.cosines.last().copied().unwrap_or(1.0);
        part_ui(ui, parts[1], "angle", |ui| {
            heading_ui(ui, "Angle between two nodes");
            pair_ui(ui, pair, names, commands);
            angle_ui(ui, cosine, (name(pair.0), name(pair.1)));
            let degrees = cosine.clamp(-1.0, 1.0).acos().to_degrees();
            let text = ui.visuals().text_color();
            equation_ui(ui, &format!(r"\cos {degrees:.1}^\circ = {}", significant(cosine, 4)), 15.0, text);
            equation_ui(ui, &format!(r"k_t = {}", significant(k_t, 4)), 15.0, text);
            let verdict = if (cosine - k_t).abs() < 1e-9 {
                labels::spectrum::SAME_COSINE
            } else {
                "They differ by more than round-off."
            };
            maths_ui(ui, verdict, 12.0, ui.visuals().weak_text_color());
        });
        part_ui(ui, parts[2], "by coordinates", |ui| by_coordinates_ui(ui, &known.cosines, k_t, commands));
    }
}

fn pair_ui(ui: &mut Ui, pair: (u32, u32), names: &[String], commands: &mut Vec<Command>) {
    let last = names.len().saturating_sub(1) as u32;
    let show = |value: f64| names.get(value as usize).cloned().unwrap_or_default();
    let read = |typed: &str| {
        let typed = typed.trim();
        names.iter().position(|name| name == typed).map(|at| at as f64).or_else(|| typed.parse().ok())
    };
    let mut ends = [pair.0, pair.1];
    let mut is_changed = false;
    ui.horizontal(|ui| {
        for (end, label) in ends.iter_mut().zip(["First node", labels::spectrum::SECOND_NODE]) {
            let drag = DragValue::new(end).range(0..=last).speed(0.1);
            let drag = ui.add(drag.custom_formatter(|value, _| show(value)).custom_parser(read));
            drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, label));
            is_changed |= drag.on_hover_text("Drag, type a name, or click two points").changed();
        }
    });
    if is_changed {
        commands.push(Command::Lock(Some(Pair { level: 0, row: ends[0], col: ends[1] })));
    }
}

/// The cosine as a function of the number of coordinates.
fn by_coordinates_ui(ui: &mut Ui, cosines: &[f64], k_t: f64, commands: &mut Vec<Command>) {
    ui.label(maths("Convergence of k_t", 13.0, theme::strong_family(), ui.visuals().text_color()));
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Cosine over number of coordinates"));
    plot_menu(&response, "spectrum", commands);
    let plot = rect.shrink2(vec2(0.0, 6.0)).with_min_x(rect.left() + 36.0).with_max_y(rect.bottom() - 30.0);
    let plot = plot.with_max_x(rect.right() - 8.0);
    let low = cosines.iter().copied().fold(0.0_f64, f64::min).min(k_t);
    let low = if low < -1e-9 { -1.0 } else { 0.0 };
    let n = cosines.len();
    let x_of = |idx: usize| plot.left() + if n > 1 { idx as f32 / (n - 1) as f32 * plot.width() } else { 0.0 };
    let y_of = |value: f64| plot.bottom() - ((value - low) / (1.0 - low)) as f32 * plot.height();
    let hairline = ui.visuals().widgets.noninteractive.bg_stroke;
    let (muted, text) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
    let accent = ui.visuals().hyperlink_color;
    let font = FontId::monospace(10.0);
    for tick in [low, (low + 1.0) / 2.0, 1.0] {
        ui.painter().hline(plot.x_range(), y_of(tick), hairline);
        ui.painter().text(
            pos2(plot.left() - 6.0, y_of(tick)),
            Align2::RIGHT_CENTER,
            significant(tick, 2),
            font.clone(),
            muted,
        );
    }
    for idx in if n > 1 { vec![0, n - 1] } else { vec![0] } {
        let at = pos2(x_of(idx), plot.bottom() + 4.0);
        ui.painter().text(at, Align2::CENTER_TOP, (idx + 1).to_string(), font.clone(), muted);
    }
    let at = pos2(plot.center().x, plot.bottom() + 14.0);
    ui.painter().text(at, Align2::CENTER_TOP, "number of coordinates m", FontId::proportional(12.0), muted);
    ui.painter().hline(plot.x_range(), y_of(k_t), Stroke::new(1.25, accent));
    let at = pos2(plot.right(), y_of(k_t) - 2.0);
    let caption = maths(&format!("k_t = {}", significant(k_t, 4)), 12.0, FontFamily::Proportional, accent);
    let caption = ui.painter().layout_job(caption);
    ui.painter().galley(Align2::RIGHT_BOTTOM.anchor_size(at, caption.size()).min, caption, accent);
    let line: Vec<_> = cosines.iter().enumerate().map(|(idx, &value)| pos2(x_of(idx), y_of(value))).collect();
    for &at in line.iter().filter(|_| n <= 80) {
        ui.painter().circle_filled(at, 2.0, text);
    }
    ui.painter().line(line, Stroke::new(1.25, text));
    if let Some(pos) = response.hover_pos().filter(|_| n > 0) {
        let step = plot.width() / (n.max(2) - 1) as f32;
        let idx = (((pos.x - plot.left()) / step).round().max(0.0) as usize).min(n - 1);
        let reading = format!("m = {}: cos = {}", idx + 1, significant(cosines[idx], 4));
        response.on_hover_text_at_pointer(RichText::new(reading).monospace());
    }
}
