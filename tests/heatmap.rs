//! A heatmap, driven by mouse and keys.
#![cfg(feature = "gui")]

use eframe::egui::{self, Key, Modifiers, Pos2, Rect, pos2};
use egui_kittest::{Harness, kittest::Queryable};
use ndarray::{Array2, array};
use proxpool::{
    app::{
        Version, labels,
        widgets::heatmap::{Frames, Heatmap, HeatmapInput, HeatmapLook, OnTitle},
    },
    pooling::trace::Value,
    view::reduction::Reduction,
};

/// Outputs of a map, gathered over frames.
#[derive(Default)]
struct Seen {
    heatmap: Heatmap,
    hovered: Option<(u32, u32)>,
    clicked: Vec<(u32, u32)>,
    brushed: Vec<(Vec<u32>, Vec<u32>)>,
}

const ROWS: [u32; 3] = [2, 0, 1];
const COLS: [u32; 4] = [3, 1, 0, 2];

fn small() -> Value {
    Value::Dense(array![[0.1, 0.2, 0.3, 0.4], [1.1, 1.2, 1.3, 1.4], [2.1, 2.2, 0.0, 2.41234]])
}

fn harness(value: Value, rows: Vec<u32>, cols: Vec<u32>, side: f32) -> Harness<'static, Seen> {
    let mut has_fonts = false;
    let versions = Version::next().into();
    let draw = move |ui: &mut egui::Ui, seen: &mut Seen| {
        // The family of headings, which the window brings; fonts are there from the next frame on.
        if !std::mem::replace(&mut has_fonts, true) {
            let mut fonts = egui::FontDefinitions::default();
            let text = fonts.families[&egui::FontFamily::Proportional].clone();
            fonts.families.insert(egui::FontFamily::Name("strong".into()), text);
            ui.ctx().set_fonts(fonts);
            return;
        }
        let input = HeatmapInput {
            symbol: "K_t",
            title: "structure kernel",
            value: &value,
            held: None,
            versions,
            row_order: &rows,
            col_order: &cols,
            row_names: &|row| format!("C{row}"),
            col_names: &|col| format!("N{col}"),
            seeds: &[0, 2],
            axes: [proxpool::pooling::Axis::Nodes; 2],
            titles: [labels::maps::SEED, labels::maps::NODE],
            on_title: OnTitle::Maximise,
            domain: "",
            frames: Frames::default(),
            has_movable_ends: true,
            hovered: None,
            locked: Some((0, 0)),
            look: HeatmapLook::default(),
        };
        let output = seen.heatmap.ui(ui, &input);
        seen.hovered = output.hovered;
        seen.clicked.extend(output.clicked);
        seen.brushed.extend(output.brushed);
    };
    let mut harness =
        Harness::builder().with_size([side, side]).with_step_dt(1.0 / 60.0).build_ui_state(draw, Seen::default());
    harness.run_steps(4);
    harness
}

fn small_map() -> (Harness<'static, Seen>, Rect) {
    let harness = harness(small(), ROWS.to_vec(), COLS.to_vec(), 300.0);
    let map = harness.get_by_label(&labels::heatmap_of_shape("K_t", 3, 4)).rect();
    (harness, map)
}

/// The centre of the cell at a place.
fn cell(map: Rect, row: usize, col: usize) -> Pos2 {
    map.min + map.size() * egui::vec2((col as f32 + 0.5) / 4.0, (row as f32 + 0.5) / 3.0)
}

#[test]
fn hovering_tells_the_cell_in_the_order_shown() {
    let (mut harness, map) = small_map();
    for (row, col) in [(0, 0), (0, 3), (2, 1), (1, 2)] {
        harness.hover_at(cell(map, row, col));
        harness.run_steps(2);
        assert_eq!(harness.state().hovered, Some((ROWS[row], COLS[col])));
    }
    harness.hover_at(cell(map, 0, 0));
    harness.run_steps(3);
    harness.get_by_label("Kt(C2, N3) = 2.412");
    harness.hover_at(pos2(1.0, 299.0));
    harness.run_steps(2);
    assert_eq!(harness.state().hovered, None);
    assert!(harness.query_by_label("Kt(C2, N3) = 2.412").is_none());
}

#[test]
fn a_click_names_its_cell_once() {
    let (mut harness, map) = small_map();
    let pos = cell(map, 2, 3);
    harness.hover_at(pos);
    harness.step();
    harness.drag_at(pos);
    harness.step();
    harness.drop_at(pos);
    harness.run_steps(3);
    assert_eq!(harness.state().clicked, [(ROWS[2], COLS[3])]);
    assert!(harness.state().brushed.is_empty());
}

#[test]
fn a_brush_with_shift_takes_every_row_and_column_it_touches() {
    let (mut harness, map) = small_map();
    let (from, to) = (cell(map, 1, 1), cell(map, 2, 3));
    drag(&mut harness, from, to, Modifiers::SHIFT);
    assert_eq!(harness.state().brushed, [(ROWS[1..3].to_vec(), COLS[1..4].to_vec())]);
    assert!(harness.state().clicked.is_empty());
    drag(&mut harness, from, to, Modifiers::NONE);
    assert_eq!(harness.state().brushed.len(), 1, "without shift it pans");
}

fn drag(harness: &mut Harness<'static, Seen>, from: Pos2, to: Pos2, modifiers: Modifiers) {
    harness.event(egui::Event::ModifiersChanged(modifiers));
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for share in [0.3, 0.7, 1.0] {
        harness.hover_at(from.lerp(to, share));
        harness.step();
    }
    harness.drop_at(to);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(3);
}

#[test]
fn arrow_keys_walk_from_cell_to_cell_and_enter_clicks() {
    let (mut harness, _) = small_map();
    harness.get_by_label(&labels::heatmap_of_shape("K_t", 3, 4)).focus();
    harness.run_steps(3);
    assert_eq!(harness.state().hovered, Some((ROWS[0], COLS[0])));
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        harness.key_press(key);
        harness.run_steps(2);
    }
    let label = labels::heatmap_of_shape("K_t", 3, 4);
    let map = harness.get_by_label(&label);
    assert!(map.is_focused());
    assert_eq!(map.value().as_deref(), Some("K_t(C0, N0) = 0.1"));
    for _ in 0..9 {
        harness.key_press(Key::ArrowLeft);
        harness.run_steps(2);
    }
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().clicked, [(ROWS[1], COLS[0])]);
}

#[test]
fn the_wheel_zooms_at_the_cursor_and_a_double_click_shows_all() {
    let (mut harness, map) = small_map();
    let corner = map.min + egui::vec2(3.0, 3.0);
    harness.hover_at(corner);
    harness.step();
    harness.event(egui::Event::Zoom(1.8));
    harness.run_steps(3);
    // What lay in the third column is no longer there.
    harness.hover_at(cell(map, 0, 2));
    harness.run_steps(2);
    assert_eq!(harness.state().hovered, Some((ROWS[0], COLS[1])));
    harness.hover_at(corner);
    harness.step();
    for _ in 0..2 {
        harness.drag_at(corner);
        harness.drop_at(corner);
        harness.step();
    }
    harness.run_steps(2);
    harness.hover_at(cell(map, 0, 2));
    harness.run_steps(2);
    assert_eq!(harness.state().hovered, Some((ROWS[0], COLS[2])));
}

#[test]
fn over_a_reduced_matrix_the_mouse_finds_the_entry_that_the_pixel_shows() {
    let n = 2000;
    let mut dense = Array2::zeros((n, n));
    dense[[1207, 404]] = 3.0;
    let order: Vec<u32> = (0..n as u32).collect();
    let mut harness = harness(Value::Dense(dense), order.clone(), order, 180.0);
    let map = harness.get_by_label(&labels::heatmap_of_shape("K_t", 2000, 2000)).rect();
    harness.hover_at(map.min + map.size() * egui::vec2(404.0 / 2000.0, 1207.0 / 2000.0));
    harness.run_steps(3);
    assert_eq!(harness.state().hovered, Some((1207, 404)));
    harness.get_by_label_contains(labels::explore::LARGEST_OF);
    let side = 2000_usize.div_ceil(map.width() as usize);
    harness.get_by_label(&labels::explore::per_pixel(Reduction::Maximum, side, side));
}

#[test]
fn an_empty_matrix_and_any_size_are_drawn() {
    let harness_of = |side| harness(small(), ROWS.to_vec(), COLS.to_vec(), side);
    for side in [8.0, 60.0, 180.0, 900.0] {
        harness_of(side).get_by_label(&labels::heatmap_of_shape("K_t", 3, 4));
    }
    harness(Value::Dense(Array2::zeros((0, 4))), vec![], COLS.to_vec(), 180.0)
        .get_by_label(&labels::empty_heatmap("K_t"));
}
