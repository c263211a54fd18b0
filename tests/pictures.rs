//! In every frame on the way to another graph, the drawing and the title are of the same graph.
#![cfg(feature = "gui")]

mod driven;

use std::time::Duration;

use driven::{Driven, drop_file, has, on};
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use proxpool::app::labels;

/// The graph of the title, if a picture is on screen with it; its size and where its nodes are have been checked.
fn checked(harness: &Driven) -> Option<usize> {
    let state = harness.state().state();
    let graphs = &state.data()?.dataset.graphs;
    let level = labels::level(0);
    let titled = |idx: &usize| has(harness, &labels::shell::graph_of(*idx, graphs.len()));
    let idx = (0..graphs.len().min(12)).find(titled).expect("a title");
    let n_nodes = graphs[idx].n_nodes;
    let drawn = harness.query_all_by_label_contains(&level).next()?;
    let drawn = drawn.accesskit_node().label().unwrap_or_default();
    assert!(drawn.starts_with(&labels::level_of_size(0, n_nodes)), "“{drawn}” under graph {idx} of {n_nodes} nodes");
    let first = harness.state().node_screen_pos(0, 0)?;
    let last = harness.state().node_screen_pos(0, n_nodes as u32 - 1)?;
    assert!(first.distance(last) > 2.0, "the nodes of graph {idx} are on one point");
    Some(idx)
}

/// Frames until the work is done, each of them checked.
fn checked_frames(harness: &mut Driven) -> Vec<Option<usize>> {
    let mut seen = Vec::new();
    for _ in 0..2000 {
        harness.step();
        seen.push(checked(harness));
        if seen.len() > 5 && !harness.state().is_busy() {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("the window does not come to rest");
}

#[test]
fn a_graph_is_drawn_under_its_own_title_in_every_frame() {
    let mut harness = on("MUTAG");
    for graph in 1..6 {
        harness.key_press(Key::ArrowRight);
        let seen = checked_frames(&mut harness);
        assert_eq!(seen.last(), Some(&Some(graph)));
        assert!(seen.iter().flatten().all(|seen| [graph - 1, graph].contains(seen)), "{seen:?}");
    }
}

#[test]
fn another_dataset_is_never_drawn_with_the_graphs_of_the_one_before() {
    let mut harness = on("proxpool:molecules?graph=7");
    drop_file(&mut harness, "proxpool:MUTAG?graph=3");
    let seen = checked_frames(&mut harness);
    assert_eq!(seen.last(), Some(&Some(3)));
    // The progress is in the middle of the window.
    drop_file(&mut harness, "proxpool:molecules?graph=7");
    harness.step();
    let size = harness.ctx.content_rect();
    if let Some(loading) = harness.query_all_by_label_contains(labels::shell::LOADING).next() {
        assert!(loading.rect().center().distance(size.center()) < 200.0, "{:?}", loading.rect());
    }
}
