//! The heatmaps of Explore: named, large, and one of them larger.

#![cfg(feature = "gui")]

mod driven;

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use proxpool::{app::labels, figure, names::Named as _, snippet::Language};

const SYMBOLS: [&str; 5] = ["A", "K_t", "K_s", "R", "C"];

fn map(harness: &driven::Driven, symbol: &str) -> Rect {
    let name = format!("{}, ", labels::heatmap(symbol));
    let mut rects: Vec<Rect> = harness.query_all_by_label_contains(&name).map(|node| node.rect()).collect();
    rects.sort_by(|a, b| a.area().total_cmp(&b.area()));
    *rects.first().unwrap_or_else(|| panic!("no map of {symbol}"))
}

#[test]
fn every_axis_says_what_it_is_and_covers_nothing() {
    for size in [vec2(800.0, 600.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)] {
        let mut harness = driven::on("proxpool:MUTAG?graph=3");
        harness.set_size(size);
        driven::settle(&mut harness);
        for symbol in SYMBOLS {
            let rows = if symbol == "C" { labels::maps::SEED } else { labels::maps::NODE };
            let titles = [labels::maps::rows(symbol, rows), labels::maps::columns(symbol, labels::maps::NODE)]
                .map(|title| harness.query_by_label(&title).unwrap_or_else(|| panic!("no “{title}” at {size}")).rect());
            let map = map(&harness, symbol);
            assert!(titles[0].right() <= map.left() && titles[1].top() >= map.bottom(), "{symbol} at {size}");
        }
    }
}

#[test]
fn compare_names_the_axes_of_every_assignment() {
    let harness = driven::on("proxpool:MUTAG?graph=3&tab=compare");
    let n_maps = harness.query_all_by_label_contains(&labels::heatmap("C")).count();
    let n_titles = harness.query_all_by_label(&labels::maps::columns("C", labels::maps::NODE)).count();
    assert!(n_maps > 3 && n_titles == n_maps, "{n_titles} titles of {n_maps} maps");
}

#[test]
fn cells_of_all_maps_have_one_size() {
    let harness = driven::on("proxpool:MUTAG?graph=3");
    let bottom = map(&harness, "C").bottom();
    assert!(bottom < 780.0, "the last map is out of sight, at {bottom}");
    let n_nodes = harness.state().explored().unwrap().levels[0].names.len() as f32;
    let cells = SYMBOLS.map(|symbol| map(&harness, symbol).width() / n_nodes);
    let (least, most) = cells.iter().fold((f32::MAX, 0.0_f32), |(a, b), &cell| (a.min(cell), b.max(cell)));
    assert!(most - least < 0.3 && least > 4.5, "{cells:?}");
}

#[test]
fn a_click_on_a_title_fills_the_canvas_and_escape_goes_back() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let before = map(&harness, "R");
    for is_by_key in [true, false] {
        driven::click(&mut harness, &labels::maps::maximise("R"));
        let largest = |harness: &driven::Driven| {
            let name = format!("{}, ", labels::heatmap("R"));
            let maps = harness.query_all_by_label_contains(&name);
            maps.map(|map| map.rect()).max_by(|a, b| a.area().total_cmp(&b.area())).unwrap()
        };
        assert!(largest(&harness).width() > 1.7 * before.width(), "{:?}", largest(&harness));
        assert!(!driven::has(&harness, &labels::level(0)), "the canvas is still there");
        if is_by_key {
            harness.key_press(Key::Escape);
            driven::settle(&mut harness);
        } else {
            harness.query_all_by_label(&labels::maps::restore("R")).next().unwrap().click();
            driven::settle(&mut harness);
        }
        driven::assert_shows(&harness, &labels::level(0));
        assert_eq!(largest(&harness), before);
    }
}

fn notches(harness: &mut driven::Driven, at: Pos2, n: usize) {
    harness.hover_at(at);
    harness.run_steps(2);
    for _ in 0..n {
        let (unit, phase, source) = (MouseWheelUnit::Line, TouchPhase::Move, MouseWheelSource::Wheel);
        let (delta, modifiers) = (vec2(0.0, 1.0), Modifiers::NONE);
        harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
        harness.run_steps(20);
    }
}

fn press(harness: &mut driven::Driven, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    harness.event(Event::PointerButton { pos, button, pressed, modifiers });
    harness.run_steps(2);
}

fn right_click(harness: &mut driven::Driven, pos: Pos2) {
    harness.hover_at(pos);
    harness.run_steps(2);
    press(harness, pos, PointerButton::Secondary, true, Modifiers::NONE);
    press(harness, pos, PointerButton::Secondary, false, Modifiers::NONE);
}

fn drag(harness: &mut driven::Driven, from: Pos2, to: Pos2, modifiers: Modifiers) {
    harness.event(Event::ModifiersChanged(modifiers));
    harness.hover_at(from);
    harness.run_steps(2);
    press(harness, from, PointerButton::Primary, true, modifiers);
    for step in 1..=4 {
        harness.event(Event::PointerMoved(from + (to - from) * (step as f32 / 4.0)));
        harness.run_steps(2);
    }
    press(harness, to, PointerButton::Primary, false, modifiers);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    driven::settle(harness);
}

#[test]
fn the_maps_of_a_level_are_zoomed_together_and_calmly() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let at = map(&harness, "R").center();
    notches(&mut harness, at, 5);
    let read_out = |harness: &driven::Driven, symbol: &str| -> Option<f32> {
        let start = labels::maps::zoom(symbol, "×");
        let node = harness.query_all_by_label_contains(&start).next()?;
        node.accesskit_node().label()?.strip_prefix(&start)?.parse().ok()
    };
    for symbol in SYMBOLS {
        let zoom = read_out(&harness, symbol).unwrap_or_else(|| panic!("{symbol} is not zoomed"));
        assert!((1.4..2.2).contains(&zoom), "five notches zoom {symbol} by {zoom}");
    }
    let name = labels::maps::zoom("C", &format!("×{}", read_out(&harness, "C").unwrap()));
    harness.get_by_label(&name).click();
    harness.run_steps(6);
    // What C has in common with the others, its columns, is shown whole again, and nodes have one size.
    for symbol in SYMBOLS {
        assert_eq!(read_out(&harness, symbol), None, "{symbol}");
    }
}

#[test]
fn five_notches_on_a_molecule_leave_most_of_it_in_sight() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let canvas = harness.query_all_by_label_contains(&labels::level(0)).next().unwrap().rect();
    let places = |harness: &driven::Driven| -> Vec<Pos2> {
        let n = harness.state().explored().unwrap().levels[0].names.len() as u32;
        (0..n).filter_map(|node| harness.state().node_screen_pos(0, node)).collect()
    };
    let before = places(&harness);
    notches(&mut harness, canvas.center(), 5);
    let after = places(&harness);
    let zoom = after[0].distance(after[1]) / before[0].distance(before[1]);
    assert!((1.4..2.2).contains(&zoom), "{zoom}");
    assert!(after.iter().filter(|at| canvas.contains(**at)).count() >= 5);
    let read_out = labels::maps::zoom(&labels::level(0), &format!("×{zoom:.1}"));
    harness.get_by_label(&read_out).click();
    driven::settle(&mut harness);
    assert!(places(&harness)[0].distance(before[0]) < 1.0, "a click shows all again");
    notches(&mut harness, canvas.center(), 60);
    let closest = places(&harness);
    assert!(closest[0].distance(closest[1]) < 260.0, "{}", closest[0].distance(closest[1]));
}

#[test]
fn a_brushed_block_is_counted_until_it_is_cleared() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let r = map(&harness, "R");
    let n = harness.state().explored().unwrap().levels[0].names.len() as f32;
    let at = |row: f32, col: f32| r.min + vec2(col + 0.5, row + 0.5) * r.width() / n;
    drag(&mut harness, at(1.0, 2.0), at(4.0, 6.0), Modifiers::SHIFT);
    let level = &harness.state().explored().unwrap().trace.levels[0];
    let value = level.get(&proxpool::symbols::R).unwrap();
    let cells = proxpool::trace::block::cells(value, &[1, 2, 3, 4], &[2, 3, 4, 5, 6], true).unwrap();
    let mean = proxpool::view::scale::significant(cells.mean, 3);
    driven::assert_shows(&harness, "6 nodes, ");
    driven::assert_shows(&harness, &labels::explore::mean_of("R", &mean));
    driven::assert_shows(&harness, &labels::explore::over_cells(4, 5));
    driven::click(&mut harness, labels::explore::COPY_BLOCK);
    driven::assert_shows(&harness, &format!("{} {}", labels::COPIED, labels::explore::block_of("R")));
    driven::click(&mut harness, labels::explore::CLEAR_SELECTION);
    assert!(harness.query_by_label(labels::explore::COPY_BLOCK).is_none());
}

#[test]
fn ends_of_a_colour_bar_are_dragged_typed_linked_and_reset() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let limits = |harness: &driven::Driven| harness.state().state().looks().maps.limits.clone();
    let bar = |harness: &driven::Driven| harness.get_by_label(&labels::maps::colour_bar("K_t")).rect();
    let is_upright = bar(&harness).height() > bar(&harness).width();
    let along = |share: f32| {
        let bar = bar(&harness).shrink(3.0);
        if is_upright { bar.min + vec2(0.5, 1.0 - share) * bar.size() } else { bar.min + vec2(share, 0.5) * bar.size() }
    };
    let (from, to) = (along(0.95), along(0.45));
    drag(&mut harness, from, to, Modifiers::NONE);
    let (low, high) = *limits(&harness).values().next().expect("an end was moved");
    assert!(low == 0.0 && (0.3..0.7).contains(&high), "{low} to {high}");
    let link = harness.state().state().link().unwrap().to_string();
    assert!(link.contains(&format!("range=K_t:0:{high}")), "{link}");
    let again = driven::on(&link);
    assert_eq!(limits(&again), limits(&harness));
    let at = bar(&harness).center();
    right_click(&mut harness, at);
    driven::assert_shows(&harness, labels::maps::MAXIMUM);
    driven::click(&mut harness, labels::maps::AUTOMATIC);
    assert!(limits(&harness).is_empty());
}

#[test]
fn a_map_is_copied_drawn_and_chosen_for_a_file() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    let at = map(&harness, "K_t").center();
    for (language, name) in Language::all() {
        right_click(&mut harness, at);
        harness.get_by_label_contains(labels::maps::COPY_MATRIX).click();
        harness.run_steps(4);
        driven::click(&mut harness, name);
        driven::assert_shows(&harness, &format!("{} {}", labels::COPIED, labels::copied_as("K_t", language.name())));
    }
    right_click(&mut harness, at);
    driven::click(&mut harness, labels::maps::SAVE_MAP);
    driven::assert_shows(&harness, figure::figure("matrix").unwrap().about);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.svg");
    harness.state_mut().save_figure(path.clone());
    driven::settle(&mut harness);
    let request = figure::read_request(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!((request.kind.as_str(), request.options.matrix.as_deref()), ("matrix", Some("K_t")));
    // The message first, then the dialog.
    for _ in 0..2 {
        harness.key_press(Key::Escape);
        driven::settle(&mut harness);
    }
    right_click(&mut harness, at);
    driven::click(&mut harness, labels::maps::SAVE_VALUES);
    driven::click(&mut harness, labels::shell::SAVE);
    let path = folder.path().join("Kt0.npy");
    harness.state_mut().save_matrices(path.clone());
    driven::settle(&mut harness);
    let saved: ndarray::Array2<f64> = ndarray_npy::read_npy(&path).unwrap();
    let level = &harness.state().explored().unwrap().trace.levels[0];
    assert!(saved == level.sparse(&proxpool::symbols::K_T).unwrap().to_dense());
}

#[test]
fn the_export_dialog_keeps_its_size_and_names_its_file() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    driven::settle(&mut harness);
    let chooser = |harness: &driven::Driven| harness.get_by_label(labels::shell::FIGURE_TYPE).rect();
    let before = chooser(&harness);
    for figure in figure::FIGURES {
        harness.get_by_label(labels::shell::FIGURE_TYPE).click();
        harness.run_steps(3);
        let titled = harness.query_all_by_label(figure.title).last().unwrap();
        titled.click();
        driven::settle(&mut harness);
        driven::assert_shows(&harness, figure.about);
        assert_eq!(chooser(&harness), before, "{}", figure.key);
        // Options and buttons are in their column: below the chooser, and not behind the preview.
        let preview = harness.query_by_label(labels::shell::FIGURE_PREVIEW).map(|preview| preview.rect());
        for label in ["Resolution", "Title", labels::shell::SAVE, labels::COPY_AS] {
            let rect = harness.query_all_by_label(label).last().unwrap_or_else(|| panic!("no {label}")).rect();
            let right = preview.map_or(f32::INFINITY, |preview| preview.left());
            let is_in_column =
                rect.top() >= before.bottom() && rect.left() >= before.left() - 1.0 && rect.right() <= right;
            assert!(is_in_column, "{label} of {} is at {rect:?}, the preview at {preview:?}", figure.key);
        }
    }
}
