//! The heatmaps of Explore: named, large, and one of them larger.

#![cfg(feature = "gui")]

mod driven;

use eframe::egui::{Key, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use proxpool::app::labels;

const SYMBOLS: [&str; 5] = ["A", "K_t", "K_s", "R", "C"];

fn map(harness: &driven::Driven, symbol: &str) -> Rect {
    let name = format!("{}, ", labels::heatmap(symbol));
    let mut found: Vec<Rect> = harness.query_all_by_label_contains(&name).map(|node| node.rect()).collect();
    found.sort_by(|a, b| a.area().total_cmp(&b.area()));
    *found.first().unwrap_or_else(|| panic!("no map of {symbol}"))
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
