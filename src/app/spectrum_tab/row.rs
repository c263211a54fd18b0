//! A row of M: as bars, and as a map with a row for each s.

use eframe::egui::{Align2, Color32, FontId, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{
    super::{
        command::Command,
        explored::Explored,
        panels::heading_ui,
        state::Hover,
        tabs::Cx,
        widgets::heatmap::{Heatmap, HeatmapInput, HeatmapLook},
    },
    answers::MOST_HOPS,
};
use crate::{
    figure::{
        palette::{ColourMap, Rgb},
        scale::{Scale, significant},
    },
    pooling::{Params, trace::Value},
};

/// The row as bars, in the order of the maps.
pub fn bars_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    explored: &Explored,
    (node, name): (u32, &str),
    (row, fills): (&[f64], &[Rgb]),
    commands: &mut Vec<Command>,
) {
    heading_ui(ui, &format!("Row {name} of M = g(L)"));
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let label = format!("Row of M at {name}, {} numbers", row.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let plot = rect.shrink2(vec2(0.0, 2.0)).with_min_x(rect.left() + 40.0).with_max_y(rect.bottom() - 14.0);
    let order = &explored.orders[0];
    let (low, high) = row.iter().fold((0.0_f64, 1e-12_f64), |(low, high), &v| (low.min(v), high.max(v)));
    let y_of = |value: f64| plot.bottom() - ((value - low) / (high - low)) as f32 * plot.height();
    let (muted, text) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
    let font = FontId::monospace(10.0);
    for tick in [low, 0.0, high] {
        if tick != 0.0 || low == 0.0 || (y_of(0.0) - y_of(low)).abs() > 12.0 {
            let at = pos2(plot.left() - 6.0, y_of(tick));
            ui.painter().text(at, Align2::RIGHT_CENTER, significant(tick, 2), font.clone(), muted);
        }
    }
    ui.painter().hline(plot.x_range(), y_of(0.0), Stroke::new(1.0, muted));
    let width = plot.width() / order.len().max(1) as f32;
    let hovered = response.hover_pos().map(|pos| ((pos.x - plot.left()) / width).floor());
    let hovered = hovered.filter(|at| *at >= 0.0).and_then(|at| order.get(at as usize).copied());
    commands.extend(hovered.map(|node| Command::Hover(Hover::Node { level: 0, node })));
    let lit = match cx.state.hover {
        Hover::Node { level: 0, node } => Some(node),
        Hover::Pair(pair) => Some(pair.col),
        _ => None,
    };
    let mut names_free_from = f32::NEG_INFINITY;
    for (place, &col) in order.iter().enumerate() {
        let left = plot.left() + place as f32 * width;
        let gap = if width > 4.0 { 1.0 } else { 0.0 };
        let value = row[col as usize];
        let bar = Rect::from_x_y_ranges(left + gap..=left + width - gap, y_of(value.max(0.0))..=y_of(value.min(0.0)));
        let [r, g, b] = fills[col as usize];
        let is_lit = lit == Some(col) || col == node;
        ui.painter().rect_filled(bar, 0.0, Color32::from_rgb(r, g, b));
        if lit == Some(col) {
            ui.painter().rect_filled(
                Rect::from_x_y_ranges(left..=left + width, plot.y_range()),
                0.0,
                ui.visuals().hyperlink_color.gamma_multiply(0.2),
            );
        }
        let name = &explored.levels[0].names[col as usize];
        let galley = ui.painter().layout_no_wrap(name.clone(), FontId::proportional(10.0), muted);
        let start = left + width / 2.0 - galley.size().x / 2.0;
        if start > names_free_from && start + galley.size().x < rect.right() {
            names_free_from = start + galley.size().x + 6.0;
            let colour = if is_lit { text } else { muted };
            ui.painter().galley_with_override_text_color(pos2(start, plot.bottom() + 2.0), galley, colour);
        }
    }
    if let Some(col) = hovered {
        let text =
            format!("M({name}, {}) = {}", explored.levels[0].names[col as usize], significant(row[col as usize], 4));
        response.on_hover_text_at_pointer(RichText::new(text).monospace());
    }
}

/// Rows for s = 0, 1, …; the one on screen is lit.
pub fn spread_ui(
    ui: &mut Ui,
    map: &mut Heatmap,
    cx: &Cx<'_>,
    explored: &Explored,
    (key, value): ((usize, u32), &Value),
    s: usize,
    commands: &mut Vec<Command>,
) {
    let rows: Vec<u32> = (0..=MOST_HOPS as u32).collect();
    let row_names = |row: u32| format!("s = {row}");
    let col_names = |col: u32| explored.levels[0].names[col as usize].clone();
    let col = match cx.state.hover {
        Hover::Node { level: 0, node } => Some(node),
        Hover::Pair(pair) if pair.level == 0 => Some(pair.col),
        _ => None,
    };
    let input = HeatmapInput {
        symbol: "M",
        title: "a delta on the node, after s = 0, 1, … hops",
        value,
        version: (key.0 as u64).wrapping_mul(31).wrapping_add(u64::from(key.1)) ^ (explored.version << 40),
        row_order: &rows,
        col_order: &explored.orders[0],
        row_names: &row_names,
        col_names: &col_names,
        seeds: &[],
        are_rows_nodes: false,
        are_cols_nodes: true,
        hovered: col.map(|col| (None, Some(col))),
        // The cell of the node itself in the row that is on screen.
        locked: Some((s as u32, key.1)),
        look: HeatmapLook { map: ColourMap::Viridis, scale: Scale::Sqrt, range: Some((0.0, 1.0)) },
    };
    let output = map.ui(ui, &input);
    commands.extend(output.hovered.map(|(_, node)| Command::Hover(Hover::Node { level: 0, node })));
    if let Some((row, _)) = output.clicked {
        let params = Params { s: row as usize, ..cx.state.view.params.clone() };
        commands.push(Command::SetParams { params, is_same_gesture: false });
    }
}
