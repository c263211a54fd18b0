//! A row of M: as bars, and as a map with a row for each s.

use eframe::egui::Ui;

use crate::{
    app::{
        state::{Hover, command::Command, explored::Explored, labels, version::Version},
        tabs::Cx,
        widgets::{
            bars::{self, Bars, TICK_ROOM, reading_ui},
            export_menu,
            heading::heading_ui,
            heatmap::{Frames, Heatmap, HeatmapInput, HeatmapLook, OnTitle, Shape},
            parts::part_ui,
        },
        work::spectral::MAX_HOPS,
    },
    pooling::{Axis, Params, trace::Value},
    view::{
        palette::{ColourMap, Rgb},
        scale::Scale,
        shading::Limits,
    },
};

/// Width of a colour bar in points.
const COLOUR_BAR: f32 = 38.0;

pub(super) fn bars_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    explored: &Explored,
    (node, name): (u32, &str),
    (row, fills): (&[f64], &[Rgb]),
    commands: &mut Vec<Command>,
) {
    heading_ui(ui, &format!("Row {name} of M = g(L)"));
    let banded = match cx.state.hover() {
        Hover::Node { level: 0, node } => Some(node),
        Hover::Pair(pair) => Some(pair.col),
        _ => None,
    };
    let names = &explored.levels[0].names;
    let label = labels::spectrum::row(name, row.len());
    let order = &explored.orders[0];
    let y_title = &labels::spectrum::entry(name);
    let bars = Bars {
        label,
        y_title,
        order,
        values: row,
        fills,
        names,
        seeds: &[],
        most: 0.0,
        lit: &[node],
        banded,
        cut: None,
    };
    // Aligned with the columns of the map below, which has a colour bar.
    let room = ui.available_rect_before_wrap();
    let room = room.with_max_x(room.right() - COLOUR_BAR);
    let (response, under) = part_ui(ui, room, "bars", |ui| bars::bars_ui(ui, &bars));
    export_menu::plot_menu(&response, "spectrum", commands);
    if let Some(col) = under {
        commands.push(Command::Hover(Hover::Node { level: 0, node: col }));
        let pair = format!("{name}, {}", names[col as usize]);
        reading_ui(response, "M", &pair, row[col as usize]);
    }
}

/// One row per s; the current one is highlighted.
pub(super) fn spread_ui(
    ui: &mut Ui,
    map: &mut Heatmap,
    cx: &Cx<'_>,
    explored: &Explored,
    (node, version, value): (u32, Version, &Value),
    s: usize,
    commands: &mut Vec<Command>,
) {
    let rows: Vec<u32> = (0..=MAX_HOPS as u32).collect();
    let row_names = |row: u32| format!("s = {row}");
    let col_names = |col: u32| explored.levels[0].names[col as usize].clone();
    let col = match cx.state.hover() {
        Hover::Node { level: 0, node } => Some(node),
        Hover::Pair(pair) if pair.level == 0 => Some(pair.col),
        _ => None,
    };
    let input = HeatmapInput {
        symbol: "M",
        title: "impulse response for s = 0, 1, …",
        value,
        held: None,
        versions: [version, explored.version].into(),
        row_order: &rows,
        col_order: &explored.orders[0],
        row_names: &row_names,
        col_names: &col_names,
        seeds: &[],
        axes: [Axis::Index, Axis::Nodes],
        // The names of the rows say what they are.
        titles: ["", labels::maps::NODE],
        on_title: OnTitle::Nothing,
        domain: "",
        frames: Frames::default(),
        has_movable_ends: false,
        hovered: col.map(|col| (None, Some(col))),
        // The node itself, in the row of the current s.
        locked: Some((s as u32, node)),
        look: HeatmapLook {
            map: ColourMap::Viridis,
            scale: Scale::Sqrt,
            limits: Limits::AtLeast(0.0, 1.0),
            ..HeatmapLook::default()
        },
    };
    // As wide as the bars above.
    map.shape = Shape { is_filling: true, name_room: Some(TICK_ROOM - 10.0), parts: None };
    let output = map.ui(ui, &input);
    export_menu::matrix_menu(&output.response, "spectrum", commands);
    commands.extend(output.hovered.map(|(_, node)| Command::Hover(Hover::Node { level: 0, node })));
    if let Some((row, _)) = output.clicked {
        let params = Params { s: row as usize, ..cx.state.view().params.clone() };
        commands.push(Command::SetParams { params, is_same_gesture: false });
    }
}
