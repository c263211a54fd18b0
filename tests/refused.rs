//! What cannot be computed is refused, or taken back without anything else.
#![cfg(feature = "gui")]

mod driven;

use std::sync::Arc;

use driven::{
    Driven, assert_shows, drop_file, has,
    limited::{MOST_NODES, limited},
    on, settle,
};
use eframe::egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable;
use proxpool::app::labels;

/// More nodes than that operator is run on in the window.
const LARGE: &str = "gallery:grid:rows=46,columns=46";

fn choose_operator(harness: &mut Driven, name: &str) {
    harness.get_by_role_and_label(Role::ComboBox, labels::explore::OPERATOR).click();
    harness.run_steps(2);
    harness.get_by_label(name).click();
    settle(harness);
}

/// The trace on screen is of the open dataset.
fn is_trace_of_open_data(harness: &Driven) -> bool {
    let data = harness.state().state().data().unwrap();
    harness.state().explored().is_some_and(|explored| Arc::ptr_eq(&explored.data, data))
}

/// Where the signal comes from.
fn signal(harness: &Driven) -> String {
    format!("{:?}", harness.state().state().view().signal)
}

fn assert_default_is_shown(harness: &Driven) {
    let state = harness.state().state();
    assert_eq!((state.view().method.name, signal(harness).as_str()), ("ProxPool", "Default"));
    assert!(is_trace_of_open_data(harness), "the trace is of another dataset");
    assert!(!state.can_undo() && !state.can_redo(), "there is nothing to take back");
}

#[test]
fn a_dataset_that_is_too_large_for_the_operator_opens_with_the_default_one() {
    let mut harness = on("smiles:CCCCCC");
    choose_operator(&mut harness, limited());
    drop_file(&mut harness, LARGE);
    settle(&mut harness);
    assert_shows(&harness, &labels::node_limit(MOST_NODES, 2116));
    assert_default_is_shown(&harness);
}

#[test]
fn a_link_that_asks_too_much_opens_with_the_default_operator() {
    limited();
    let harness = on("proxpool:gallery:grid:rows%3D46,columns%3D46?pool=limited&hulls=yes");
    assert_shows(&harness, &labels::node_limit(MOST_NODES, 2116));
    assert_default_is_shown(&harness);
    assert!(are_hulls_shown(&harness), "what the link asks for besides is shown");
}

#[test]
fn a_graph_that_is_too_large_for_the_operator_is_not_selected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.smi");
    std::fs::write(&file, format!("CCO small\n{} large\n", "C".repeat(2100))).unwrap();
    let mut harness = on(&file.display().to_string());
    choose_operator(&mut harness, limited());
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    assert_eq!(harness.state().state().view().graph, 0, "it is refused before it is asked");
    settle(&mut harness);
    assert_shows(&harness, &labels::node_limit(MOST_NODES, 2100));
    let state = harness.state().state();
    assert_eq!((state.view().graph, state.view().method.name), (0, limited()));
    assert_eq!(harness.state().explored().unwrap().graph, 0);
}

fn are_hulls_shown(harness: &Driven) -> bool {
    harness.state().state().view().are_hulls_shown
}

#[test]
fn what_is_changed_while_a_failing_trace_is_computed_stays() {
    let mut harness = on("smiles:CCCCCC");
    drop_file(&mut harness, "missing.safetensors");
    // The model is chosen at the end of this frame and asked for in the next, in which the hulls are chosen too.
    harness.step();
    harness.key_press(Key::H);
    settle(&mut harness);
    assert_shows(&harness, "missing.safetensors");
    assert_eq!((are_hulls_shown(&harness), signal(&harness).as_str()), (true, "Default"));
    assert!(!harness.state().state().can_undo(), "nothing leads back to what failed");
}

#[test]
fn a_model_that_cannot_be_read_from_a_link_gives_way_to_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.safetensors");
    std::fs::write(&file, "not a model").unwrap();
    let harness = on(&format!("proxpool:smiles:CCCCCC?pool=gpool&order=Fiedler&signal=model:{}", file.display()));
    assert_shows(&harness, "broken.safetensors");
    assert_default_is_shown(&harness);
}

#[test]
fn a_signal_that_the_next_dataset_does_not_have_gives_way_to_the_default() {
    let mut harness = on("proxpool:smiles:CCCCCC?signal=labels");
    drop_file(&mut harness, "gallery:path:n=5");
    settle(&mut harness);
    assert_default_is_shown(&harness);
}

#[test]
fn nothing_of_the_dataset_before_is_shown_as_if_it_were_of_the_new_one() {
    let mut harness = on("MUTAG");
    assert_shows(&harness, "17 → ");
    drop_file(&mut harness, "gallery:grid:rows=40,columns=40");
    let is_new = |harness: &Driven| harness.state().state().data().unwrap().dataset.name != "MUTAG";
    while !is_new(&harness) {
        harness.step();
    }
    // The frame that takes up the dataset draws it, and its trace is not there yet.
    for _ in 0..2000 {
        assert!(!has(&harness, "17 → "), "the summary of a molecule is under another dataset");
        match harness.state().explored() {
            Some(_) => assert!(is_trace_of_open_data(&harness)),
            None => assert_shows(&harness, labels::shell::COMPUTING),
        }
        if !harness.state().is_busy() {
            break;
        }
        harness.step();
    }
    settle(&mut harness);
    assert_shows(&harness, "1600 → ");
}
